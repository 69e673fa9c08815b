"""Training: Mü."""
