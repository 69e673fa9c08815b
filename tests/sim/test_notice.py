"""The first compilation is told of, once, and only where there is one."""

import io
import logging
from typing import Any

import numba
import pytest

from stramash.sim.compiling import notice


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def compile_one(module: str) -> Any:
    """Let Numba compile a new function that says it is from some module."""

    def double(number: int) -> int:
        return 2 * number

    double.__module__ = module
    compile_it: Any = numba.njit
    made = compile_it(double)
    assert made(4) == 8
    return made


@pytest.fixture
def listener() -> notice.FirstCompilation:
    """The package's own, as if nothing had been compiled yet."""
    own = notice.watch()
    own.has_told = False
    return own


def test_the_first_compilation_is_told_once(
    listener: notice.FirstCompilation, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = Terminal()
    monkeypatch.setattr("sys.stderr", screen)
    caplog.set_level(logging.INFO, "stramash.sim")
    made = compile_one("stramash.sim.somewhere")
    compile_one("stramash.sim.elsewhere")
    made(5)
    assert [record.message for record in caplog.records if record.name == "stramash.sim"] == [notice.MESSAGE]
    assert screen.getvalue() == f"stramash: {notice.MESSAGE}\n"


def test_nothing_is_printed_where_nobody_looks(
    listener: notice.FirstCompilation, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = io.StringIO()
    monkeypatch.setattr("sys.stderr", screen)
    caplog.set_level(logging.INFO, "stramash.sim")
    compile_one("stramash.sim.somewhere")
    assert screen.getvalue() == ""
    assert notice.MESSAGE in caplog.messages


def test_what_others_compile_is_not_our_business(listener: notice.FirstCompilation) -> None:
    compile_one("somebody.else")
    assert not listener.has_told
