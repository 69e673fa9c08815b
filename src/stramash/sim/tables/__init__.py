"""Batches of tables for programs that learn: moves are action ids, observations are bits."""
