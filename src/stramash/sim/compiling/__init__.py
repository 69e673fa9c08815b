"""Compilation by Numba: the cache on disk, a notice, and specialisation for the options of one game."""
