"""The command line."""

from stramash.cli import arena, bench
from stramash.cli.commands import app, main

arena.register(app)
bench.register(app)

__all__ = ["app", "main"]
