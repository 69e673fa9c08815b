"""Bots outside the event loop: processes that may be slow or die without stopping a table."""

import asyncio
import contextlib
import json
import logging
import sys
import time
from collections.abc import Callable, Mapping
from typing import Final

from stramash.bots.learned import NET, why_no_level
from stramash.bots.registry import BOTS
from stramash.core.game import AnyGame
from stramash.server.metrics import BOT_SECONDS, BOT_TROUBLE
from stramash.server.thinking.advice import GREEDY, PATIENT
from stramash.server.thinking.line import Line, Rank, Share
from stramash.server.thinking.readiness import Readiness, Substitute
from stramash.wire.codec import Json

LONGEST_LINE: Final = 8 * 1024 * 1024
LIGHT: Final = frozenset(bot.name for bot in BOTS.values() if bot.light is not None)
"""The levels that need no compiled code: simple ones, and those that learned, which are nets in NumPy."""
NOBODY: Final = Share()
REVIEW_PATIENCE: Final = 600.0
"""Seconds that a review waits for its turn: it comes after everybody who plays."""
STRIKES: Final = 3
"""After so many failures in a row a bot of somebody else is not asked for a while."""
REST: Final = 60.0
WORKER: Final = (sys.executable, "-m", "stramash.server.thinking.worker")
WARMING: Final = (sys.executable, "-m", "stramash.server.thinking.warming")
REFINING: Final = 3.0
"""How many times as long a surer answer may take as a first one: it gets what everybody else leaves."""
FAREWELL: Final = 1.0
"""Seconds in which the process of a bot of somebody else may end the programs it has started."""
_log = logging.getLogger("stramash.bots")


class _Process:
    """One worker process, started when it is first needed."""

    def __init__(self, command: tuple[str, ...], farewell: float = 0.0) -> None:
        self._command = command
        self._farewell = farewell
        """Seconds in which it may end by itself, so that it can end what it has started."""
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, request: bytes) -> Json:
        """Send a request and wait for its answer; whatever goes wrong is raised."""
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                limit=LONGEST_LINE,
            )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(request)
        await self._process.stdin.drain()
        line = await self._process.stdout.readline()
        if not line:
            raise ConnectionError("the bot's process ended")
        answer = json.loads(line)
        if not isinstance(answer, dict):
            raise TypeError("the bot's answer is no object")
        return answer

    async def stop(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is None:
            return
        if process.stdin is not None:
            process.stdin.close()
        if self._farewell:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(process.wait(), self._farewell)
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    @property
    def pid(self) -> int | None:
        """The process, if there is one."""
        return None if self._process is None else self._process.pid


class BotPool:
    """A few processes that think for all bots of this server."""

    def __init__(
        self,
        size: int,
        patience: float,
        command: tuple[str, ...] | None = None,
        *,
        guests: Mapping[str, str] | None = None,
        farewell: float = 0.0,
    ) -> None:
        self._command = command or WORKER
        self.patience = patience
        self._refining: BotPool | None = None
        """A process for surer answers, so that neither bots nor first answers wait for them."""
        self.readiness = Readiness()
        """Whether the stronger bots can think at once."""
        self.guests = {
            name: Guest(name, spec, patience, self.readiness.tell) for name, spec in (guests or {}).items()
        }
        """Bots of others that may sit at tables, by name."""
        self._all = [_Process(self._command, farewell) for _ in range(max(1, size))]
        self._idle = list(self._all)
        self._line: Line[_Process] = Line()
        self.is_open = True
        self._warming: asyncio.subprocess.Process | None = None

    async def warm(self) -> None:
        """Compile the stronger bots in a process of its own: half a minute the first time, else a second."""
        self.readiness.begin()
        try:
            self._warming = await asyncio.create_subprocess_exec(
                *WARMING,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.DEVNULL,
            )
            code = await self._warming.wait()
        except OSError:
            code = -1
        self._warming = None
        if code:
            _log.warning("the stronger bots could not be prepared", extra={"exit": code})
        # Even so they are asked from now on: what they do not answer in time, the table answers itself.
        self.readiness.done()

    @property
    def levels(self) -> list[str]:
        """The bots that may sit at a table."""
        return [*BOTS, *self.guests]

    def substitute(self, level: str, game: AnyGame) -> Substitute | None:
        """Who makes the moves of a bot of this level now; None: it makes them itself.

        Until the compiled engine is ready the net plays, or the greedy bot where no net knows the game.
        """
        guest = self.guests.get(level)
        if guest is not None:
            return Substitute(GREEDY, "failing") if guest.is_resting else None
        if level not in BOTS:  # such as a bot of the host that is listed no more
            return Substitute(GREEDY, "failing")
        if self.readiness.is_ready or level in LIGHT:
            return None
        return Substitute(NET if why_no_level(game, NET) is None else GREEDY, "getting-ready")

    @property
    def pids(self) -> list[int]:
        """The processes that run."""
        own = [process.pid for process in self._all if process.pid is not None]
        return own + (self._refining.pids if self._refining is not None else [])

    async def _process(self, share: Share) -> _Process:
        """A process that has nothing to do, in one's turn."""
        return self._idle.pop() if self._idle else await self._line.wait(share, self._done_with)

    def _done_with(self, process: _Process) -> None:
        if not self._line.give(process):
            self._idle.append(process)

    async def ask(self, request: Json, patience: float | None = None, share: Share = NOBODY) -> Json | None:
        """The answer to a request; None if it did not come in time or not at all.

        Whoever asks sees to it that the level can think now: `substitute`, `readiness`.
        """
        if not self.is_open:
            return None
        if request["level"] in self.guests:
            return await self.guests[request["level"]].ask(request, patience, share)
        if not self.readiness.is_ready:
            request = {**request, "is_light": request["level"] in LIGHT}
        wait = self.patience if patience is None else patience
        try:
            in_line = REVIEW_PATIENCE if share.rank is Rank.REVIEW else wait
            process = await asyncio.wait_for(self._process(share), in_line)
        except TimeoutError:
            BOT_TROUBLE.labels("busy").inc()
            return None
        began = time.perf_counter()
        answer: Json | None = None
        try:
            answer = await asyncio.wait_for(process.ask(json.dumps(request).encode() + b"\n"), wait)
        except TimeoutError:
            BOT_TROUBLE.labels("slow").inc()
        except (OSError, ValueError, TypeError):
            BOT_TROUBLE.labels("dead").inc()
        finally:
            BOT_SECONDS.observe(time.perf_counter() - began)
            if answer is None:  # it may still be thinking: its next answer would be for the wrong question
                await asyncio.shield(process.stop())
            self._done_with(process)
        if answer is not None and "error" in answer:
            BOT_TROUBLE.labels("error").inc()
            _log.warning("a bot failed", extra={"error": answer["error"], "level": request.get("level")})
            return None
        return answer

    async def refine(self, request: Json, share: Share) -> Json | None:
        """A surer answer to what was asked before, by a process that comes after everybody else."""
        if not self.is_open:
            return None
        if self._refining is None:
            command = (*WORKER, PATIENT) if self._command == WORKER else self._command
            self._refining = BotPool(1, REFINING * self.patience, command)
        return await self._refining.ask(request, share=share)

    async def close(self) -> None:
        """End all processes."""
        self.is_open = False
        if self._refining is not None:
            await self._refining.close()
        if self._warming is not None:
            with contextlib.suppress(ProcessLookupError):
                self._warming.kill()
        for process in self._all:
            await process.stop()
        for guest in self.guests.values():
            await guest.pool.close()


class Guest:
    """A bot of somebody else: it has a process of its own, and a rest when it fails again and again."""

    def __init__(self, name: str, spec: str, patience: float, tell: Callable[[], None]) -> None:
        self.name = name
        self._tell = tell
        """Called when its rest begins and when it ends."""
        self._spec = spec
        self.pool = BotPool(1, patience, farewell=FAREWELL)
        self._strikes = 0
        self._rests_until = 0.0

    @property
    def is_resting(self) -> bool:
        """Whether it has failed so often that it is not asked for a while."""
        return time.monotonic() < self._rests_until

    async def ask(self, request: Json, patience: float | None, share: Share) -> Json | None:
        """The answer to a request; None if there is none, or it is not asked for a while."""
        if self.is_resting:
            return None
        answer = await self.pool.ask({**request, "spec": self._spec}, patience, share)
        self._strikes = 0 if answer is not None else self._strikes + 1
        if answer is None and self.pool.is_open:
            rest = REST if self._strikes >= STRIKES else 0.0
            _log.warning("a bot of the host failed", extra={"level": self.name, "rests": rest})
            if rest:
                self._strikes, self._rests_until = 0, time.monotonic() + rest
                self._tell()
                asyncio.get_running_loop().call_later(rest, self._tell)
        return answer
