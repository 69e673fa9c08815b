"""Computer players: each sees a view of its own seat, and nothing else."""
