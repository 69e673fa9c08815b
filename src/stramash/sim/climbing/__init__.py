"""The climbing games, compiled."""
