"""Decks that nobody can know or steer alone, and the proof of it."""
