"""Bots of the climbing games that use a net, without and with a search."""
