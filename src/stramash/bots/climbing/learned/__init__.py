"""Players of the climbing games that learned, at a glance and with a search."""
