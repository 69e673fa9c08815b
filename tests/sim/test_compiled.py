"""Compiled code is kept for exactly the sources it was made from."""

from pathlib import Path

import stramash
from stramash.sim.compiled import HOMES

PACKAGE = Path(stramash.__file__).parent


def test_every_source_of_compiled_code_counts_for_the_name_of_the_cache() -> None:
    users = {
        path.relative_to(PACKAGE).parts[0]
        for path in PACKAGE.rglob("*.py")
        if "from stramash.sim.compiled import" in path.read_text(encoding="utf-8")
    }
    assert users == set(HOMES)
