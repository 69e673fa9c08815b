"""Executors of deals: several processes, or a Ray cluster; the results are the same."""

import contextlib
import multiprocessing
import os
import signal
import sys
import traceback
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from types import FrameType
from typing import Any, Final, Protocol, TypeVar

from stramash.core.errors import StramashError

R = TypeVar("R")
MOST_DEATHS: Final = 3
"""A task that has ended so many workers will end the next one too."""
_AHEAD: Final = 1
"""Tasks that wait in a process while it has another."""
_POLL: Final = 0.1
"""Seconds between two looks at whether to stop."""


class ArenaError(StramashError):
    """A run that cannot go on; what was done is kept."""


class Executor(Protocol):
    """Carries out tasks, which are numbers, and gives each result as it comes, in any order."""

    def run(
        self, function: Callable[[int], R], tasks: Iterable[int], is_stopped: Callable[[], bool]
    ) -> Iterator[tuple[int, R]]:
        """Every task with its result, until all are done or it is to stop."""

    def close(self) -> None:
        """Let go of everything."""


class ProcessExecutor:
    """Some processes, each with one task: when one dies, its task is known and is done again.

    While there are many left the next one waits in each process, which so need not wait for this one.
    """

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def run(
        self, function: Callable[[int], R], tasks: Iterable[int], is_stopped: Callable[[], bool]
    ) -> Iterator[tuple[int, R]]:
        """Stops at once; tasks that are under way are lost."""
        waiting = deque(tasks)
        deaths: Counter[int] = Counter()
        workers: list[_Worker] = []
        try:
            while waiting or any(worker.tasks for worker in workers):
                while waiting and len(workers) < self.jobs:
                    workers.append(_Worker(function))
                self._share_out(waiting, workers)
                if is_stopped():
                    return
                ready = wait([worker.connection for worker in workers], _POLL)
                for worker in [worker for worker in workers if worker.connection in ready]:
                    task = worker.tasks[0] if worker.tasks else None
                    outcome = worker.outcome()
                    if outcome is None:
                        workers.remove(worker)
                        worker.stop()
                        if task is not None:
                            deaths[task] += 1
                            _give_up_after(deaths, task, worker.status)
                            waiting.extendleft(reversed(worker.tasks))
                        continue
                    is_good, value = outcome
                    if not is_good:
                        raise ArenaError(f"deal {name_of(task)} cannot be played: {value}")
                    assert task is not None, "only what was asked is answered"
                    self._share_out(waiting, workers)
                    yield task, value
        finally:
            for worker in workers:
                worker.stop()

    def _share_out(self, waiting: deque[int], workers: "list[_Worker]") -> None:
        """A task for each who has none; then, if there are enough for all, one ahead."""
        for held in range(_AHEAD + 1):
            for worker in workers:
                if len(worker.tasks) == held and len(waiting) > (2 * self.jobs if held else 0):
                    worker.give(waiting.popleft())

    def close(self) -> None:
        """The processes end with each run."""


def name_of(task: int | None) -> str:
    """A task as users count: from 1."""
    return "?" if task is None else str(task + 1)


def _give_up_after(deaths: Counter[int], task: int, status: int | None) -> None:
    if deaths[task] >= MOST_DEATHS:
        raise ArenaError(
            f"deal {name_of(task)} ended its worker {MOST_DEATHS} times (exit status {status}); "
            "the deals that were done are kept"
        )


class _Worker:
    """A process and the tasks it has."""

    def __init__(self, function: Callable[[int], Any]) -> None:
        # A fork of a process with threads (the progress bar is one) can hang; a fresh one cannot.
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process: SpawnProcess = context.Process(target=_work, args=(theirs, function), daemon=True)
        with _interrupts_held():
            self.process.start()
        theirs.close()
        self.tasks: deque[int] = deque()
        """What it does, and what it does next."""

    @property
    def status(self) -> int | None:
        """How the process ended."""
        return self.process.exitcode

    def give(self, task: int) -> None:
        """Begin a task; a process that is gone is noticed when its answer is read."""
        self.tasks.append(task)
        with contextlib.suppress(OSError):
            self.connection.send(task)

    def outcome(self) -> tuple[bool, Any] | None:
        """Whether the task succeeded, with its result or its error; None if the process is gone."""
        try:
            answer: tuple[bool, Any] = self.connection.recv()
        except (EOFError, OSError):
            return None
        self.tasks.popleft()
        return answer

    def stop(self) -> None:
        """End the process, whatever it does."""
        self.connection.close()
        self.process.terminate()
        self.process.join(2)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


@contextlib.contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold Ctrl-C back, here and in a process started meanwhile, which would die of it while it loads."""
    if sys.platform == "win32":
        yield
        return
    resource_tracker.ensure_running()  # which lets interrupts through again when it starts
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(connection: Connection, function: Callable[[int], Any]) -> None:
    """The life of a worker: tasks in, outcomes out, until the other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that has all results
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    signal.signal(signal.SIGTERM, _leave)
    os.dup2(2, 1)  # what a bot prints must not get into the results
    with contextlib.suppress(EOFError, OSError):
        while True:
            task = connection.recv()
            try:
                answer = (True, function(task))
            except Exception:  # sent to where it can be told
                answer = (False, traceback.format_exc(limit=-3))
            connection.send(answer)


def _leave(number: int, frame: FrameType | None) -> None:
    """Leave in an orderly way, so that the programs of bots are ended too."""
    sys.exit(0)
