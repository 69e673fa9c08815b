"""The plays of a hand, compiled: listed, counted, and the i-th of them found."""
