"""The command line."""

from stramash.cli import arena
from stramash.cli.commands import app, main

arena.register(app)

__all__ = ["app", "main"]
