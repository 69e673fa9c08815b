"""No test touches the user's own cache, and no program of a bot outlives its test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from stramash.bots.outside.program import close_idle
from stramash.sim.compiling.compiled import cache_folder

COMPILED = str(cache_folder())
"""Compiled code is no result: what is compiled already serves every test, and the processes it starts."""


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("NUMBA_CACHE_DIR", COMPILED)
    yield
    close_idle()
