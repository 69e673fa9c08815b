"""Bots, advice and reviews, in processes beside the tables."""
