"""Nets of Mü."""
