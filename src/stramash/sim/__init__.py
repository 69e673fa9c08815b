"""The fast engine: the same games on packed integers, compiled for CPU and GPU."""
