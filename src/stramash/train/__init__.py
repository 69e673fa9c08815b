"""Training by self-play: torch, from the extra `train`. Nothing here is needed to play."""
