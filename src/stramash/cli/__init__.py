"""The command line."""

from stramash.cli import arena, bench, benchmark, duplicate, exploit, train
from stramash.cli.commands import app, main

arena.register(app)
bench.register(app)
benchmark.register(app)
duplicate.register(app)
exploit.register(app)
train.register(app)

__all__ = ["app", "main"]
