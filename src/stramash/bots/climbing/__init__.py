"""The players of the climbing games."""
