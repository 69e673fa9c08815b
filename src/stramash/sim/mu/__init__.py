"""Mü, compiled."""
