"""The games as environments for programs that learn: numbers for moves, bits for observations, adapters."""
