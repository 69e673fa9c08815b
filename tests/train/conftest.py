"""Tests of training work in one thread each: others run beside them, and threads that wait are slow."""

import sys
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def _one_thread() -> Iterator[None]:
    torch = sys.modules.get("torch")  # a test that needs it has loaded it
    if torch is None:
        yield
        return
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)
