"""Bots against bots: duplicate deals, honest statistics, ratings, and a check of bots of others."""
