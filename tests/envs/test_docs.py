"""The examples of docs/envs.md, run in their order as one program."""

import re
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[2] / "docs" / "envs.md"


def test_the_examples_do_what_they_say() -> None:
    names: dict[str, Any] = {}
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 2
    for number, block in enumerate(blocks, 1):
        exec(compile(block, f"docs/envs.md, example {number}", "exec"), names)
