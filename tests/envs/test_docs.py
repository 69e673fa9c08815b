"""The examples of docs/envs.md, run in their order as one program."""

import re
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from stramash.core.extras import MissingExtra

PAGE = Path(__file__).parents[2] / "docs" / "envs.md"
NEEDS = "# needs "


def test_the_examples_do_what_they_say() -> None:
    names: dict[str, Any] = {}
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 5
    for number, block in enumerate(blocks, 1):
        first = block.splitlines()[0]
        if not first.startswith(NEEDS) or find_spec(first.removeprefix(NEEDS)) is not None:
            exec(compile(block, f"docs/envs.md, example {number}", "exec"), names)


@pytest.mark.parametrize(
    ("module", "package"),
    [("pettingzoo", "pettingzoo"), ("gymnasium", "gymnasium"), ("openspiel", "pyspiel")],
)
def test_what_is_missing_is_asked_for_in_a_sentence(
    module: str, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stramash.core.extras.find_spec", lambda name: None)
    monkeypatch.delitem(sys.modules, f"stramash.envs.{module}", raising=False)
    with pytest.raises(MissingExtra, match=rf'needs {package}.*: pip install "stramash\[{module}\]"'):
        __import__(f"stramash.envs.{module}")
