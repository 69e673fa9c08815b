"""One table: who sits there, its match, and everybody who is told of it."""
