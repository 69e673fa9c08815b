"""Rules of thumb for the climbing games: the club player, and what others think with it."""
