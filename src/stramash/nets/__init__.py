"""Nets that learned to play: what they are told, how they think, and their weights. NumPy only."""
