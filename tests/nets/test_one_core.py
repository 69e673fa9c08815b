"""Matrix products of nets take one core."""

import subprocess
import sys

import pytest

from stramash.nets import one_core
from stramash.nets.one_core import ASKED_FOR, openblas, products_on_one_core

SEATED = """
from random import Random
from stramash import games
from stramash.bots.registry import seat_bot
from stramash.nets.one_core import openblas
threads = openblas("get_num_threads")
seat_bot("apprentice", games.get("haggis", 2), Random(1))
print(threads())
"""


@pytest.mark.skipif(openblas("get_num_threads") is None, reason="NumPy brings another library")
@pytest.mark.parametrize("asked", [None, "2"])
def test_where_a_net_sits_down_products_take_one_core_unless_told_otherwise(
    asked: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ASKED_FOR:
        monkeypatch.delenv(name, raising=False)
    if asked is not None:
        monkeypatch.setenv(ASKED_FOR[0], asked)
    run = subprocess.run([sys.executable, "-c", SEATED], capture_output=True, text=True, check=True)
    most = openblas("get_num_procs")
    assert most is not None
    assert int(run.stdout) == (1 if asked is None else min(2, most()))


def test_another_library_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ASKED_FOR:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(one_core, "PREFIXES", ("no_such",))
    products_on_one_core.cache_clear()
    assert not products_on_one_core()
    products_on_one_core.cache_clear()
