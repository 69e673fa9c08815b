"""The command `stramash serve` as its users meet it, its logs, and what it prepares."""

import asyncio
import contextlib
import gc
import json
import logging
import signal
import socket
import subprocess
import sys
import urllib.request
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from stramash.bots.registry import BOTS, seat_bot
from stramash.client import Rest
from stramash.server import garbage
from stramash.server.config import Config
from stramash.server.logs import JsonLines, set_up
from stramash.server.serve import CannotServe, bind, make_store
from stramash.server.store.base import StoreError
from stramash.server.store.sqlite import SqliteStore
from stramash.server.thinking import warming
from stramash.server.thinking.processes import LIGHT

COMMAND = [sys.executable, "-c", "from stramash.cli import main; main()", "serve"]
OPEN = urllib.request.build_opener(urllib.request.ProxyHandler({})).open


@contextlib.contextmanager
def served(folder: Path, *flags: str) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """The command, and where it says that it listens."""
    process = subprocess.Popen(
        [*COMMAND, "--port", "0", "--data", str(folder), *flags],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={"STRAMASH_WARM_UP": "off", "PATH": ""},
    )
    with process:
        try:
            assert process.stdout is not None
            yield process, process.stdout.readline().strip().removeprefix("stramash: ")
        finally:
            process.kill()


def failing(*flags: str) -> str:
    """What the command says when it cannot serve."""
    done = subprocess.run([*COMMAND, *flags], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode in (1, 2)
    assert "Traceback" not in done.stderr
    return done.stderr


def test_it_serves_until_it_is_told_to_stop_and_logs_nothing_private(tmp_path: Path) -> None:
    with served(tmp_path) as (process, address):
        with OPEN(f"{address}/healthz") as answer:
            assert json.load(answer) == {"ok": True, "tables": 0}
        rest = Rest(address)
        bot = {"kind": "bot", "level": "greedy"}
        wish = {"game": "haggis", "seats": 2, "name": "Zoë", "places": [{"kind": "person", "you": True}, bot]}
        created = rest.ask("POST", "/tables", {**wish, "start": True})
        with OPEN(f"{address}/metrics") as answer:
            assert b"stramash_tables 1.0" in answer.read()
        (tmp_path / "second").mkdir()
        assert "another stramash server uses" in failing("--port", "0", "--data", str(tmp_path))
        assert "cannot listen on" in failing(
            "--port", address.rpartition(":")[2], "--data", str(tmp_path / "second")
        )
        process.send_signal(signal.SIGTERM)
        _, log = process.communicate(timeout=30)
    assert process.returncode == 0
    for line in log.splitlines():
        assert {"time", "level", "logger", "message"} <= json.loads(line).keys()
    for private in ("Zoë", created["secret"], created["invite"], "127.0.0.1"):
        assert private not in log


def test_what_cannot_be_is_said_in_a_sentence(tmp_path: Path) -> None:
    assert "postgresql://" in failing("--database", "mysql://x")
    nowhere = failing("--database", f"postgresql://x@/x?host={tmp_path}", "--port", "0")
    assert "cannot connect to the database" in nowhere
    assert "makes no sense" in failing("--config", str(written(tmp_path, "port = 'x'")))


def written(folder: Path, text: str) -> Path:
    file = folder / "stramash.toml"
    file.write_text(text)
    return file


def test_a_port_that_is_taken_is_passed_over_where_that_is_allowed() -> None:
    with bind("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(CannotServe, match=f"cannot listen on 127.0.0.1:{port}"):
            bind("127.0.0.1", port)
        with bind("127.0.0.1", port, or_next=True) as other:
            assert port < other.getsockname()[1] < port + 50
    if socket.has_ipv6:
        with contextlib.suppress(CannotServe), bind("::1", 0) as six:  # some machines have it only in name
            assert six.family == socket.AF_INET6


def test_the_store_is_the_one_that_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(make_store(Config(data=str(tmp_path))), SqliteStore)
    monkeypatch.setitem(sys.modules, "stramash.server.store.postgres", None)
    with pytest.raises(StoreError, match=r"stramash\[postgres\]"):
        make_store(Config(database="postgresql://x"))


def test_a_trace_tells_where_and_what_but_no_message() -> None:
    hand: dict[str, int] = {}

    def fail() -> None:
        try:
            hand["7r"] += 1
        except KeyError as error:
            raise ValueError("the hand 7r 8b") from error

    try:
        fail()
    except ValueError:
        record = logging.LogRecord("x", logging.ERROR, "x", 1, "table failed", (), sys.exc_info())
    record.table = "abcdef"
    text = JsonLines().format(record)
    form = json.loads(text)
    assert form["table"] == "abcdef"
    assert [line for line in form["trace"] if ":" not in line] == ["ValueError", "KeyError"]
    assert "7r" not in text


def test_logs_go_to_the_error_output_as_lines(capsys: pytest.CaptureFixture[str]) -> None:
    root, uvicorn = logging.getLogger(), logging.getLogger("uvicorn.error")
    before: Any = root.handlers[:], root.level, uvicorn.level
    try:
        set_up("info")
        logging.getLogger("stramash.x").info("hello", extra={"table": "abcdef"})
        uvicorn.info("127.0.0.1 - /api/tables/abcdef/ws accepted")
        (line,) = capsys.readouterr().err.splitlines()
    finally:
        root.handlers[:], root.level = before[0], before[1]
        uvicorn.setLevel(before[2])
    assert json.loads(line) | {"time": 0} == {
        "time": 0,
        "level": "info",
        "logger": "stramash.x",
        "message": "hello",
        "table": "abcdef",
    }


def test_every_level_but_the_light_ones_plays_when_the_server_warms_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []

    def light(level: str, *rest: Any) -> Any:
        asked.append(level)
        return seat_bot("random", *rest)

    monkeypatch.setattr(warming, "seat_bot", light)
    monkeypatch.setattr(warming, "advise", lambda *_: asked.append("advice"))
    monkeypatch.setattr(warming, "coach", lambda *_: asked.append("coach"))
    monkeypatch.setattr("os.nice", lambda _: None)
    warming.main()
    offered = set(BOTS)
    assert set(asked) == (offered - LIGHT) | {"advice", "coach"}
    asked.clear()
    monkeypatch.setattr(warming, "BOTS", {name: BOTS[name] for name in LIGHT})
    warming.main()
    assert asked == []


def test_what_is_loaded_is_spared_and_old_garbage_is_collected_now_and_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Ring:
        """Refers to itself: only a collection finds out that nobody needs it."""

        def __init__(self) -> None:
            self.me = self

    async def run() -> None:
        old = Ring()
        gc.collect(1)  # it is old from now on
        gone = weakref.ref(old)
        del old
        gc.collect(1)
        assert gone() is not None
        task = asyncio.create_task(garbage.collect_now_and_then())
        while gone() is not None:
            await asyncio.sleep(0.01)
        task.cancel()

    before = gc.get_threshold()
    monkeypatch.setattr(garbage, "SECONDS_BETWEEN_FULL", 0.01)
    try:
        garbage.spare_what_is_loaded()
        assert gc.get_freeze_count() > 10_000
        asyncio.run(asyncio.wait_for(run(), 30))
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)
