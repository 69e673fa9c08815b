"""Learning to do what somebody else does: a net from a net that knows the game better."""
