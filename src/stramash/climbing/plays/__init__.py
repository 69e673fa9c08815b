"""What cards can be played as: combinations, every play of a hand, and where each card stands."""
