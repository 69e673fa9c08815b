"""A bot that is a program of its own: JSON, one object a line, on its standard input and output.

The protocol is described in docs/arena.md. Nothing a program does can hold up or end the game: what it says
is read by a thread of its own, an answer has a limit of time, and a program that breaks it is ended.
"""

import contextlib
import json
import os
import signal
import subprocess
import threading
import time
import weakref
from collections import deque
from collections.abc import Mapping
from queue import Empty, Full, Queue
from random import Random
from typing import IO, Any, Final

from stramash.bots.outside.bot_messages import interjections, write_event, write_question, write_rules
from stramash.core.errors import MoveSyntaxError, StramashError
from stramash.core.game import AnyGame
from stramash.games import written_options
from stramash.wire.codec import Json

PROTOCOL: Final = 1
LONGEST_LINE: Final = 65_536
"""In bytes: no answer is nearly as long."""
HELLO_LIMIT: Final = 30.0
"""Seconds in which a program must have started and greeted."""
STRIKES: Final = 3
"""After so many late or missing answers a program is not asked again before the next deal."""
_LINES_AHEAD: Final = 100
_COMPLAINTS_KEPT: Final = 5
_FAREWELL: Final = 2.0
"""Seconds in which the threads of a program that was ended must be done; they are no reason to hang."""


class BotFault(StramashError):
    """Something that a bot must not do: which kind of mistake, and what happened."""

    def __init__(self, kind: str, what: str) -> None:
        super().__init__(f"{kind}: {what}")
        self.kind = kind
        self.what = what

    def __reduce__(self) -> tuple[Any, ...]:
        return BotFault, (self.kind, self.what)


class Program:
    """A running program that has greeted."""

    def __init__(self, command: tuple[str, ...]) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # Ctrl-C is for the arena, not for its bots
            )
        except (OSError, ValueError) as error:
            raise BotFault("crashed", f"the program does not start: {error}") from None
        self._answers: Queue[bytes | None] = Queue(_LINES_AHEAD)
        self._requests: Queue[bytes | None] = Queue()
        self._complaints: deque[str] = deque(maxlen=_COMPLAINTS_KEPT)
        self._number = 0
        streams = (self._process.stdin, self._process.stdout, self._process.stderr)
        threads = (
            threading.Thread(target=_send, args=(streams[0], self._requests), daemon=True),
            threading.Thread(target=_receive, args=(streams[1], self._answers), daemon=True),
            threading.Thread(target=_overhear, args=(streams[2], self._complaints), daemon=True),
        )
        for thread in threads:
            thread.start()
        self._end = weakref.finalize(self, _end, self._process, self._requests, self._answers, threads)
        try:
            self.hello = self.ask({"type": "hello", "protocol": PROTOCOL}, HELLO_LIMIT)
        except BotFault:
            self.close()
            raise
        if self.hello.get("protocol") != PROTOCOL:
            self.close()
            raise BotFault("unreadable", f"hello must say protocol {PROTOCOL}: {_short(self.hello)}")

    @property
    def name(self) -> str:
        """What the program calls itself."""
        name = self.hello.get("name")
        return name if isinstance(name, str) else ""

    @property
    def interjects(self) -> bool:
        """Whether it wants to be asked for bets out of turn."""
        return self.hello.get("interjects") is not False

    @property
    def is_running(self) -> bool:
        """Whether it can still be asked."""
        return self._end.alive and self._process.poll() is None

    def tell(self, message: Mapping[str, Any]) -> None:
        """Send something that wants no answer."""
        self._requests.put(json.dumps(message).encode() + b"\n")

    def ask(self, message: Mapping[str, Any], limit: float) -> Json:
        """The answer to a question; raises BotFault, and ends a program that is late or gone."""
        self._number += 1
        self.tell({**message, "id": self._number})
        until = time.monotonic() + limit
        while True:
            try:
                line = self._answers.get(timeout=max(0.0, until - time.monotonic()))
            except Empty:
                self.close()
                raise BotFault("late", f"no answer within {limit:g} s") from None
            if line is None:
                raise self._gone()
            answer = _read(line)
            # An answer to an earlier question comes too late to matter.
            if answer.get("id") == self._number:
                return answer
            if not isinstance(answer.get("id"), int) or answer["id"] > self._number:
                raise BotFault("unreadable", f"the answer must have the id {self._number}: {_short(answer)}")

    def close(self) -> None:
        """End the program."""
        self._end()

    def _gone(self) -> BotFault:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        status = self._process.poll()
        self.close()
        how = "closed its output" if status is None else f"ended with status {status}"
        said = "".join(f"; it said: {line}" for line in list(self._complaints)[-1:])
        return BotFault("crashed", f"the program {how}{said}")


class ProgramBot:
    """One seat played by a program."""

    def __init__(self, command: tuple[str, ...], limit: float, game: AnyGame, rng: Random) -> None:
        self.command = command
        self.limit = limit
        self.game = game
        self._seed = rng.getrandbits(32)
        self._program: Program | None = None
        self._told = 0
        self._deal: Any = None
        self._strikes = 0

    def choose(self, view: Any) -> Any:
        """The move the program answers; raises BotFault."""
        answer = self._ask("choose", view, {})
        return self._move(answer.get("move"), answer)

    def interject(self, view: Any) -> Any | None:
        """A bet, where one is legal and the program wants to be asked; raises BotFault."""
        bets = interjections(self.game, view)
        answer = self._ask("interject", view, {"legal": bets}) if bets else {}
        text = answer.get("move")
        return None if text is None else self._move(text, answer)

    def close(self) -> None:
        """Leave the table; the program waits for the next one."""
        if self._program is not None and self._program.is_running:
            _IDLE.setdefault(self.command, []).append(self._program)
        self._program = None

    def _ask(self, kind: str, view: Any, instead: Json) -> Json:
        """The answer to a question, some parts of which may be others than usual."""
        first = view.past[0] if view.past else None
        if first != self._deal:
            self._deal, self._told, self._strikes = first, 0, 0
        if self._strikes >= STRIKES:
            raise BotFault("silent", f"not asked any more in this deal after {STRIKES} failures in a row")
        try:
            program = self._seated(view)
            if kind == "interject" and not program.interjects:
                return {}
            events = [write_event(self.game, event) for event in view.past[self._told :]]
            self._told = len(view.past)
            question = {**write_question(self.game, view), **instead, "events": events}
            answer = program.ask({"type": kind, **question}, self.limit)
        except BotFault as fault:
            if fault.kind != "unreadable":
                self._strikes += 1
            raise
        self._strikes = 0
        return answer

    def _seated(self, view: Any) -> Program:
        """The program, at this seat; one that has ended is started again and hears all events anew."""
        if self._program is not None and self._program.is_running:
            return self._program
        idle = _IDLE.get(self.command, [])
        program = idle.pop() if idle else None
        if program is None or not program.is_running:
            program = Program(self.command)
        self._program = program
        self._told = 0
        program.tell(
            {
                "type": "start",
                "game": self.game.id,
                "seats": self.game.seats,
                "sides": [list(side) for side in self.game.sides],
                "seat": view.seat,
                "options": written_options(self.game),
                "rules": write_rules(self.game),
                "seed": self._seed,
                "limit_ms": round(self.limit * 1000),
            }
        )
        return program

    def _move(self, text: object, answer: Json) -> Any:
        if not isinstance(text, str):
            raise BotFault("unreadable", f"the move must be a text: {_short(answer)}")
        try:
            return self.game.parse_move(text)
        except MoveSyntaxError as error:
            raise BotFault("unreadable", str(error)[:300]) from None


_IDLE: Final[dict[tuple[str, ...], list[Program]]] = {}
"""Programs between two tables: starting one may take longer than a deal."""


def close_idle() -> None:
    """End all programs that sit at no table."""
    for programs in _IDLE.values():
        for program in programs:
            program.close()
    _IDLE.clear()


def _send(stream: IO[bytes], requests: Queue[bytes | None]) -> None:
    """Write what is to be sent; a program that does not read holds up this thread alone."""
    with contextlib.suppress(OSError, ValueError):
        while (line := requests.get()) is not None:
            stream.write(line)
            stream.flush()
    with contextlib.suppress(OSError, ValueError):
        stream.close()


def _receive(stream: IO[bytes], answers: Queue[bytes | None]) -> None:
    with stream, contextlib.suppress(OSError, ValueError):
        while line := stream.readline(LONGEST_LINE + 1):
            answers.put(line)
    answers.put(None)


def _overhear(stream: IO[bytes], complaints: deque[str]) -> None:
    with stream, contextlib.suppress(OSError, ValueError):
        while line := stream.readline(LONGEST_LINE):
            if line.strip():
                complaints.append(line.decode(errors="replace").strip()[:300])


def _end(
    process: subprocess.Popen[bytes],
    requests: Queue[bytes | None],
    answers: Queue[bytes | None],
    threads: tuple[threading.Thread, ...],
) -> None:
    with contextlib.suppress(OSError):
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)  # with all that it started
        else:
            process.kill()
    process.wait()
    requests.put(None)
    until = time.monotonic() + _FAREWELL
    for thread in threads:
        while thread.is_alive() and time.monotonic() < until:
            with contextlib.suppress(Empty):
                while True:  # a reader that waits for room must get it
                    answers.get_nowait()
            thread.join(0.005)
    with contextlib.suppress(Full):
        answers.put_nowait(None)


def _read(line: bytes) -> Json:
    if len(line) > LONGEST_LINE:
        raise BotFault("unreadable", f"the answer is longer than {LONGEST_LINE} bytes")
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        raise BotFault("unreadable", f"the answer is no JSON: {_short(line)}") from None
    if not isinstance(answer, dict):
        raise BotFault("unreadable", f"the answer must be one JSON object: {_short(line)}")
    return answer


def _short(value: object) -> str:
    text = value.decode(errors="replace").strip() if isinstance(value, bytes) else repr(value)
    return text if len(text) <= 120 else text[:117] + "..."
