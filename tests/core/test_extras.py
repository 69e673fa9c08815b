"""What is missing is asked for in one sentence, and extras that are named anywhere exist."""

import re
import tomllib
from pathlib import Path

import pytest

from stramash.core.errors import StramashError
from stramash.core.extras import MissingExtra, need

ROOT = Path(__file__).parents[2]


def test_what_is_there_is_not_complained_about() -> None:
    need("arena", "json", "email.message")


def test_what_is_missing_is_named_with_the_command_that_helps() -> None:
    with pytest.raises(MissingExtra) as refusal:
        need("arena", "json", "no_such_package", "no_such_package.inside")
    assert isinstance(refusal.value, StramashError)
    assert str(refusal.value) == (
        'this needs no_such_package and no_such_package.inside: pip install "stramash[arena]"'
    )


def test_every_extra_that_is_named_exists() -> None:
    known = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    files = [*(ROOT / "src").rglob("*.py"), *(ROOT / "docs").rglob("*.md"), ROOT / "README.md"]
    named: set[str] = set()
    for path in files:
        text = path.read_text(encoding="utf-8")
        named.update(re.findall(r"stramash\[([a-z]+)\]", text))
        named.update(re.findall(r"\bneed\(\"([a-z]+)\"", text))
    assert "arena" in named
    assert named <= set(known["optional-dependencies"])
