"""Self-play: the games, who sits at them, and what a deal is worth in its match."""
