"""Matches that are over: kept, looked back at, and played again from the middle."""
