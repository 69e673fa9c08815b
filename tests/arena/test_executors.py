"""Deals are played wherever, and the results are the same; a worker that dies costs none of them."""

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from tests.arena.players import MARKER

from stramash.arena.cluster import RayExecutor
from stramash.arena.executors import ArenaError, ProcessExecutor
from stramash.arena.plan import DealResult, Plan, play_deal
from stramash.arena.play import SeatTally, TableResult
from stramash.core.extras import MissingExtra

PLAYERS = "tests.arena.players"


def go_on() -> bool:
    return False


def without_times(result: DealResult) -> tuple[tuple[TableResult, ...], tuple[str, ...]]:
    def plain(tally: SeatTally) -> SeatTally:
        return replace(tally, seconds=0.0, slowest=0.0)

    tables = tuple(replace(table, seats=[plain(tally) for tally in table.seats]) for table in result.tables)
    return tables, result.records


def test_one_process_two_processes_and_none_give_the_same() -> None:
    plan = Plan(game="neeps", seats=4, bots=("greedy+random", "random"), seed=5)
    function = partial(play_deal, plan, True)
    inline = [function(number) for number in range(4)]
    for jobs in (1, 2):
        found = dict(ProcessExecutor(jobs).run(function, range(4), go_on))
        assert sorted(found) == [0, 1, 2, 3]
        for number, result in found.items():
            assert without_times(result) == without_times(inline[number])


def test_a_worker_that_dies_costs_no_deal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    marker = tmp_path / "died"
    monkeypatch.setenv(MARKER, str(marker))
    plan = Plan(game="haggis", seats=2, bots=(f"{PLAYERS}:DiesOnce", "greedy"), seed=1)
    function = partial(play_deal, plan, True)
    found = dict(ProcessExecutor(2).run(function, range(3), go_on))
    assert marker.exists()
    for number in range(3):  # the marker is there now: nobody dies any more
        assert without_times(found[number]) == without_times(function(number))


def test_a_worker_that_dies_costs_no_task_that_waited_in_it(tmp_path: Path) -> None:
    marker = tmp_path / "died"
    found = dict(ProcessExecutor(1).run(partial(dies_at_3, marker), range(8), go_on))
    assert marker.exists()
    assert found == {task: task for task in range(8)}


def dies_at_3(marker: Path, task: int) -> int:
    if task == 3 and not marker.exists():
        marker.touch()
        os._exit(1)
    return task


def test_ctrl_c_ends_no_worker_not_even_one_that_is_only_starting() -> None:
    seen: list[set[int | None]] = []

    def interrupts() -> bool:
        workers = multiprocessing.active_children()
        if not seen:
            for worker in workers:
                assert worker.pid is not None
                os.kill(worker.pid, signal.SIGINT)
        seen.append({worker.pid for worker in workers})
        return False

    assert dict(ProcessExecutor(2).run(abs, range(4), interrupts)) == {n: n for n in range(4)}
    assert len(seen[0]) == 2
    assert set.union(*seen) == seen[0]


def test_a_deal_that_always_kills_is_named() -> None:
    plan = Plan(game="haggis", seats=2, bots=(f"{PLAYERS}:DiesAlways", "greedy"))
    with pytest.raises(ArenaError, match=r"deal 8 ended its worker 3 times"):
        list(ProcessExecutor(1).run(partial(play_deal, plan, False), [7], go_on))


def test_an_error_of_the_engine_is_told() -> None:
    with pytest.raises(ArenaError, match=r"(?s)deal 5 cannot be played: .*ZeroDivisionError"):
        list(ProcessExecutor(1).run(one_over, [4], go_on))


def one_over(task: int) -> float:
    return 1 / (task - 4)


def test_it_stops_when_told_to() -> None:
    done: list[int] = []
    for task, _ in ProcessExecutor(2).run(abs, range(10_000), lambda: len(done) >= 3):
        done.append(task)  # the condition looks at it
    assert 3 <= len(done) < 100


class FakeRay(ModuleType):
    """As much of Ray as is used; tasks are done when they are waited for, the last one first."""

    def __init__(self) -> None:
        super().__init__("ray")
        self.cancelled: list[Any] = []
        self.address: str | None = None
        self.is_over = False

    def init(self, *, address: str, log_to_driver: bool) -> None:
        if address == "nowhere":
            raise ConnectionError("nobody answers")
        self.address = address

    def remote(self, *, max_retries: int) -> Callable[[Callable[..., Any]], Any]:
        assert max_retries > 0
        return lambda function: SimpleNamespace(remote=lambda *given: (function, given))

    def put(self, value: Any) -> Any:
        return value

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 2.0}

    def wait(self, references: list[Any], *, num_returns: int, timeout: float) -> tuple[list[Any], list[Any]]:
        return references[-num_returns:], references[:-num_returns]

    def get(self, reference: Any) -> Any:
        function, given = reference
        return function(*given)

    def cancel(self, reference: Any, *, force: bool) -> None:
        self.cancelled.append(reference)

    def shutdown(self) -> None:
        self.is_over = True


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch) -> FakeRay:
    fake = FakeRay()
    monkeypatch.setitem(sys.modules, "ray", fake)
    return fake


def test_a_cluster_does_every_task_and_gives_the_same(ray: FakeRay) -> None:
    plan = Plan(game="haggis", seats=2, bots=("greedy", "random"), seed=2)
    function = partial(play_deal, plan, False)
    executor = RayExecutor("local")
    found = dict(executor.run(function, range(6), go_on))
    assert sorted(found) == list(range(6))
    assert without_times(found[5]) == without_times(function(5))
    executor.close()
    assert (ray.address, ray.is_over, ray.cancelled) == ("local", True, [])


def test_what_runs_on_a_cluster_is_cancelled_when_it_is_to_stop(ray: FakeRay) -> None:
    done: list[int] = []
    for task, _ in RayExecutor("here").run(abs, range(100), lambda: len(done) >= 2):
        done.append(task)  # the condition looks at it
    assert len(done) == 2
    assert len(ray.cancelled) == 4


def test_trouble_with_a_cluster_is_told(ray: FakeRay) -> None:
    with pytest.raises(ArenaError, match="no Ray cluster at nowhere: nobody answers"):
        RayExecutor("nowhere")
    with pytest.raises(ArenaError, match="deal 5 cannot be played: division by zero"):
        list(RayExecutor("here").run(one_over, [4], go_on))


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtra, match=r'needs ray: pip install "stramash\[ray\]"'):
        RayExecutor("local")
