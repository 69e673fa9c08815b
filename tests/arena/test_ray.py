"""A real Ray with two nodes, one of which is killed in mid-run: no deal is lost; `make test-ray` runs it."""

import json
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

pytest.importorskip("ray", reason="run by make test-ray")

from tests.arena.inline import InlineExecutor

from stramash.arena.cluster import RayExecutor
from stramash.arena.plan import Plan
from stramash.arena.run import Run
from stramash.cli import app
from stramash.envs import export

pytestmark = pytest.mark.filterwarnings("default")
PLAN = Plan(game="haggis", seats=2, bots=("greedy", "random"), seed=3)
DEALS = 24
KILLED_AFTER = 4


class Nodes:
    """A head and a second node, each with one processor, on this machine."""

    def __init__(self) -> None:
        cluster_utils = import_module("ray.cluster_utils")
        head = {"num_cpus": 1, "include_dashboard": False}
        self.cluster: Any = cluster_utils.Cluster(initialize_head=True, head_node_args=head)
        self.second: Any = self.cluster.add_node(num_cpus=1)
        self.cluster.wait_for_nodes()
        self.done = 0

    def kill_second(self) -> None:
        """End the second node at once, with all that runs on it."""
        if self.second is not None:
            self.cluster.remove_node(self.second, allow_graceful=False)
            self.second = None

    def count(self) -> None:
        """Another deal is done; after some of them the second node dies."""
        self.done += 1
        if self.done == KILLED_AFTER:
            self.kill_second()


@pytest.fixture
def nodes() -> Iterator[Nodes]:
    made = Nodes()
    yield made
    made.cluster.shutdown()


def played(folder: Path | None, executor: Any, progress: Callable[[], None], deals: int = DEALS) -> Run:
    """A run of the plan, as far as its deals are missing."""
    run = Run(PLAN, folder, fresh=folder is None)
    run.play(deals, executor, progress, lambda: False)
    executor.close()
    return run


def outcome(run: Run) -> list[Any]:
    """All that was played, without what it took."""
    return [(deal.number, [table.scores for table in deal.tables]) for deal in run.results(DEALS)]


def texts(folder: Path) -> dict[str, str]:
    """The records of a run."""
    return {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.txt")}


def test_a_node_that_dies_costs_no_deal_and_changes_no_digit(nodes: Nodes, tmp_path: Path) -> None:
    expected = played(tmp_path / "here", InlineExecutor(), lambda: None)
    found = played(tmp_path / "there", RayExecutor(nodes.cluster.address), nodes.count)
    assert nodes.second is None
    assert not found.missing(DEALS)
    assert outcome(found) == outcome(expected)
    assert texts(tmp_path / "there") == texts(tmp_path / "here")
    files = [tmp_path / f"{name}.parquet" for name in ("here", "there")]
    for name, file in zip(("here", "there"), files, strict=True):
        export.export([tmp_path / name], file)
    ours, theirs = ([*export.read(file)] for file in files)
    for one, other in zip(ours, theirs, strict=True):
        assert all((a == b).all() for a, b in zip(one, other, strict=True))


def test_an_interrupted_run_goes_on_where_it_stopped(nodes: Nodes, tmp_path: Path) -> None:
    expected = played(tmp_path / "here", InlineExecutor(), lambda: None)
    first = Run(PLAN, tmp_path / "there")
    executor = RayExecutor(nodes.cluster.address)
    first.play(DEALS, executor, nodes.count, lambda: nodes.done >= KILLED_AFTER)
    executor.close()
    missing = len(first.missing(DEALS))
    assert 0 < missing < DEALS
    more: list[int] = []
    found = played(tmp_path / "there", RayExecutor(nodes.cluster.address), lambda: more.append(1))
    assert len(more) == missing
    assert outcome(found) == outcome(expected)
    assert texts(tmp_path / "there") == texts(tmp_path / "here")


def test_the_benchmark_is_the_same_on_a_cluster(nodes: Nodes, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["benchmark", "random", "--game", "haggis", "--deals", "3", "--seed", "5", "--fresh", "--json"]
    on_a_cluster = [*words, "--ray", nodes.cluster.address]
    run = RayExecutor.run

    def counted(self: RayExecutor, *arguments: Any) -> Iterator[Any]:
        for result in run(self, *arguments):
            nodes.count()
            yield result

    monkeypatch.setattr(RayExecutor, "run", counted)
    told = [
        json.loads(CliRunner().invoke(app, each, catch_exceptions=False).stdout)
        for each in ([*words, "--jobs", "1"], on_a_cluster)
    ]
    assert nodes.second is None
    assert told[0] == told[1]
