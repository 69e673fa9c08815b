"""Matrix products of nets take one core."""

import subprocess
import sys

import pytest

from stramash.nets.one_core import ASKED_FOR, products_on_one_core

SEATED = """
from random import Random
from threadpoolctl import threadpool_info
from stramash import games
from stramash.bots.registry import seat_bot
seat_bot("net", games.get("haggis", 2), Random(1))
print(*(found["num_threads"] for found in threadpool_info() if found["user_api"] == "blas"))
"""


@pytest.mark.parametrize("asked", [None, "2"])
def test_where_a_net_sits_down_products_take_one_core_unless_told_otherwise(
    asked: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ASKED_FOR:
        monkeypatch.delenv(name, raising=False)
    if asked is not None:
        for name in ASKED_FOR:
            monkeypatch.setenv(name, asked)
    run = subprocess.run([sys.executable, "-c", SEATED], capture_output=True, text=True, check=True)
    if not run.stdout.split():
        pytest.skip("NumPy's library for products here is none that can be told how many cores to take")
    most = max(map(int, run.stdout.split()))
    assert most == 1 if asked is None else most <= int(asked)


def test_where_nothing_can_tell_the_library_it_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ASKED_FOR:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setitem(sys.modules, "threadpoolctl", None)
    products_on_one_core.cache_clear()
    assert not products_on_one_core()
    products_on_one_core.cache_clear()
