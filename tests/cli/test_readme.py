"""What the README says works: its example is run, and the commands it lists are those there are."""

import doctest
import re
from pathlib import Path

import typer

from stramash.cli.commands import app

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")


def test_the_example_is_true_and_short() -> None:
    (block,) = re.findall(r"^```python\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    assert len(block.splitlines()) <= 10
    example = doctest.DocTestParser().get_doctest(block, {}, "README.md", "README.md", 0)
    assert doctest.DocTestRunner().run(example).failed == 0


def test_every_command_is_listed() -> None:
    listed = set(re.findall(r"^\| `stramash ([a-z][a-z-]*)", README, re.MULTILINE))
    there_are = typer.main.get_command(app)
    assert isinstance(there_are, typer.core.TyperGroup)
    assert listed == set(there_are.commands)
