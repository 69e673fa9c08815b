"""The command line."""

from stramash.cli.commands import app, main

__all__ = ["app", "main"]
