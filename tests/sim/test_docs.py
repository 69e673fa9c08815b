"""The examples of docs/sim.md, run in their order as one program."""

import re
from pathlib import Path
from typing import Any

import pytest

from stramash.sim.family import family

PAGE = Path(__file__).parents[2] / "docs" / "sim.md"
BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
NEEDS_A_GPU = "# needs a CUDA device\n"


def test_the_examples_do_what_they_say(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {}
    for number, block in enumerate(BLOCKS, 1):
        code = compile(block, f"docs/sim.md, example {number}", "exec")
        if not block.startswith(NEEDS_A_GPU):
            exec(code, names)
    assert "GiB; ask for fewer games at once" in capsys.readouterr().out


def test_one_example_is_for_a_gpu() -> None:
    assert sum(block.startswith(NEEDS_A_GPU) for block in BLOCKS) == 1
    assert len(BLOCKS) > 10


@pytest.mark.parametrize("name", ["climbing", "mu"])
def test_every_column_has_a_name_of_its_own(name: str) -> None:
    columns = family(name).columns
    assert len(set(columns)) == len(columns)
