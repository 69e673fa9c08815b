"""Tables as tensors are the tables of NumPy, bit for bit; so are the kernels of a GPU."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from stramash import games
from stramash.envs.action_ids import ActionIdError
from stramash.envs.tables import Tables
from stramash.envs.torch import TorchTables, _Device
from stramash.sim.gpu import cuda, cuda_action_ids
from stramash.sim.run import SimError

SHOWN = ("records", "seats", "finished", "scores", "masks", "observations", "secrets")
TABLES = (("haggis3", 3), ("neeps", 4), ("haggis-classic", 2), ("mu", 5))


def assert_same(made: Any, tables: Any) -> None:
    """All that is shown is the same, bit for bit."""
    for name in SHOWN:
        ours, theirs = (np.asarray(getattr(one, name)) for one in (made, tables))
        assert np.array_equal(ours, theirs), name


@pytest.mark.parametrize(("game_id", "seats"), TABLES)
def test_tensors_are_the_arrays_of_numpy(game_id: str, seats: int) -> None:
    game = games.get(game_id, seats)
    ours = TorchTables(game, 5, 7, device="cpu", past=3, tells_secrets=True)
    theirs = Tables(game, 5, 7, past=3, tells_secrets=True)
    dice = torch.Generator().manual_seed(1)
    for _ in range(120):
        numbers = ours.sample(dice)
        ours.step(numbers)
        theirs.step(numbers.numpy())
        assert_same(ours, theirs)
        assert not ours.refused.any()
        assert np.allclose(ours.leads().numpy(), theirs.leads())
        assert (ours.points().numpy() == theirs.points()).all()


def test_a_number_that_is_not_open_is_marked_and_changes_nothing() -> None:
    tables = TorchTables("haggis3", 3, 1, device="cpu")
    before = tables.records.clone()
    shut = int((~tables.masks[1]).nonzero()[0])
    numbers = tables.sample()
    single = next(
        i for i, name in enumerate(tables.action_ids.names) if name[:6] == "single" and tables.masks[2, i]
    )
    numbers[0], numbers[1], numbers[2] = -5, shut, single
    tables.step(numbers)
    assert tables.refused.tolist() == [True, True, False]
    assert (tables.records[:2] == before[:2]).all()
    assert (tables.records[2] != before[2]).any()
    with pytest.raises(ActionIdError):
        tables.step(numbers[:2])
    with pytest.raises(ActionIdError):
        tables.step(numbers.float())


def test_some_tables_are_reset_and_the_others_go_on() -> None:
    tables = TorchTables("mu", 2, 1, device="cpu")
    fresh = tables.records.clone()
    for _ in range(9):
        tables.step(tables.sample())
    played = tables.records.clone()
    tables.reset(1, torch.tensor([True, False]))
    assert (tables.records[0] == fresh[0]).all()
    assert (tables.records[1] == played[1]).all()


def test_opponents_play_all_seats_but_the_learners() -> None:
    tables = TorchTables("haggis3", 6, 1, device="cpu", opponents="quick")
    for _ in range(60):
        assert tables.learners is not None
        assert torch.equal(tables.seats, tables.learners)
        tables.step(tables.sample())


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU here")
def test_without_a_gpu_the_error_says_what_to_do() -> None:
    with pytest.raises((SimError, ImportError), match="cpu"):
        TorchTables("haggis3", 2)


class PlainKernel:
    """A kernel of which each thread is run in turn, in plain Python."""

    def __init__(self, here: Any, body: Any) -> None:
        self._here, self._body = here, body

    def __getitem__(self, shape: Any) -> Any:
        blocks, threads, stream = shape
        assert stream == 0

        def run(*arguments: Any) -> None:
            here = self._here
            here.gridDim.x, here.blockDim.x = blocks, threads
            for thread in range(blocks * threads):
                here.thread = thread
                here.blockIdx.x, here.threadIdx.x = divmod(thread, threads)
                self._body(*arguments)

        return run


@pytest.fixture
def plain_gpu(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Kernels run on arrays of this machine: the code of the GPU without the machine code for it."""
    here = SimpleNamespace(gridDim=SimpleNamespace(), blockDim=SimpleNamespace(), blockIdx=SimpleNamespace())
    here.threadIdx = SimpleNamespace()
    here.grid = lambda _: here.thread
    here.gridsize = lambda _: here.gridDim.x * here.blockDim.x
    here.local = SimpleNamespace(array=lambda shape, kind: np.zeros(shape, str(kind)))
    here.jit = lambda body=None, **_: PlainKernel(here, body) if body else lambda one: PlainKernel(here, one)
    monkeypatch.setattr(cuda_action_ids, "cuda", here)
    monkeypatch.setattr(cuda_action_ids, "LISTED_ROWS", 4)
    # Options are not compiled in: that would take a minute, and has tests of its own.
    as_it_is = SimpleNamespace(copy=lambda loop: loop)
    monkeypatch.setattr(cuda_action_ids, "Specialiser", lambda *_: as_it_is)
    monkeypatch.setattr(cuda, "to_device", lambda array: array.numpy())
    cuda_action_ids.kernels_of.cache_clear()
    yield
    cuda_action_ids.kernels_of.cache_clear()


@pytest.mark.usefixtures("plain_gpu")
@pytest.mark.parametrize(
    ("game_id", "opponents"),
    [("haggis3", None), ("neeps", None), ("tatties", None), ("mu", None), ("mu", "random")],
)
def test_the_kernels_of_a_gpu_do_the_same(game_id: str, opponents: str | None) -> None:
    tables = TorchTables(game_id, 3, 7, device="cpu", past=3, tells_secrets=True, opponents=opponents)
    made = _Device(tables, 3, True, opponents or "quick", opponents is not None)
    made.robots.copy_(tables.robots)
    made.reset(7, torch.ones(3, dtype=torch.bool))
    dice = torch.Generator().manual_seed(2)
    assert_same(made, tables)
    for _ in range(40):
        numbers = tables.sample(dice)
        tables.step(numbers)
        made.step(numbers)
        assert_same(made, tables)
