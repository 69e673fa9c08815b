"""A task that does one thing after the other, refuses what comes too late, and ends when something fails."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from stramash.server.http.refusal import Refusal
from stramash.server.store.base import StoreError
from stramash.server.table.actor import Actor


class Worker(Actor):
    """Remembers why it ended."""

    ended: Refusal | None = None

    def failed(self, refusal: Refusal) -> None:
        """As a table does."""
        self.ended = refusal
        self.drop_work(refusal)


def play(scene: Callable[[Worker], Awaitable[Any]]) -> None:
    async def run() -> None:
        worker = Worker("w")
        worker.begin()
        try:
            await scene(worker)
        finally:
            worker.end()

    asyncio.run(asyncio.wait_for(run(), 30))


def test_one_thing_after_the_other() -> None:
    done: list[int] = []

    async def scene(worker: Worker) -> None:
        async def slow(number: int) -> int:
            await asyncio.sleep(0.01 if number == 0 else 0)
            done.append(number)
            return number

        assert await asyncio.gather(*(worker.do(lambda n=n: slow(n)) for n in range(5))) == [0, 1, 2, 3, 4]  # type: ignore[misc]

    play(scene)
    assert done == [0, 1, 2, 3, 4]


def test_a_refusal_is_the_askers_and_the_work_goes_on() -> None:
    async def scene(worker: Worker) -> None:
        async def refuse() -> None:
            raise Refusal("stale", "too late")

        async def fine() -> str:
            return "fine"

        with pytest.raises(Refusal, match="too late"):
            await worker.do(refuse)
        worker.post(refuse)
        assert await worker.do(fine) == "fine"

    play(scene)


@pytest.mark.parametrize("error", [StoreError("the disk is full"), KeyError("a mistake")])
def test_after_a_failure_nothing_more_is_done(error: Exception) -> None:
    async def scene(worker: Worker) -> None:
        done: list[str] = []

        async def fail() -> None:
            raise error

        async def late() -> None:
            done.append("late")

        outcomes = await asyncio.gather(worker.do(fail), worker.do(late), return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [Refusal, Refusal]
        assert worker.ended is not None
        assert worker.is_closed
        with pytest.raises(Refusal, match="come back"):
            await worker.do(late)
        worker.post(late)
        await asyncio.sleep(0.01)
        assert done == []

    play(scene)


def test_who_no_longer_waits_does_not_stop_what_was_asked() -> None:
    async def scene(worker: Worker) -> None:
        gate, done = asyncio.Event(), asyncio.Event()

        async def work() -> None:
            await gate.wait()
            done.set()

        asking = asyncio.create_task(worker.do(work))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        asking.cancel()
        gate.set()
        await done.wait()

    play(scene)


def test_what_is_planned_anew_or_cancelled_is_done_once_or_never() -> None:
    async def scene(worker: Worker) -> None:
        done: list[str] = []

        async def note(word: str) -> None:
            done.append(word)

        worker.later("a", 0.01, lambda: note("first plan"))
        worker.later("a", 0.02, lambda: note("second plan"))
        worker.later("b", 0.01, lambda: note("never"))
        worker.later("c", -5, lambda: note("overdue"))
        worker.cancel("b")
        worker.cancel("unknown")
        while "second plan" not in done:
            await asyncio.sleep(0.005)
        assert done == ["overdue", "second plan"]

    play(scene)
