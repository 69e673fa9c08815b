"""What the README says works: its example is run, and the commands it lists are those there are."""

import re
from pathlib import Path

import pytest
import typer

from stramash.cli.commands import app

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")


def test_the_example_plays_a_match(capsys: pytest.CaptureFixture[str]) -> None:
    (block,) = re.findall(r"^```python\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    exec(compile(block, "README.md", "exec"), {})
    assert re.fullmatch(r"\(\d+, \d+, \d+\) won by .+\n", capsys.readouterr().out)


def test_every_command_is_listed() -> None:
    listed = set(re.findall(r"^\| `stramash ([a-z][a-z-]*)", README, re.MULTILINE))
    there_are = typer.main.get_command(app)
    assert isinstance(there_are, typer.core.TyperGroup)
    assert listed == set(there_are.commands)
