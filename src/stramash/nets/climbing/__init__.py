"""Nets of the climbing games."""
