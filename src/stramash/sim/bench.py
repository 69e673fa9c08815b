"""Benchmarks of the engines: short measurements taken in turns, so that ratios hold on a noisy machine.

Other engines are measured by `benchmarks` in a source checkout, which runs inside their environments and
therefore shares no code with this package; its subjects fit in here as they are.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from time import perf_counter, process_time
from typing import Any, Final, NamedTuple, Protocol

import numpy as np

from stramash import games
from stramash.sim.batch import Batch
from stramash.sim.run import deals

REFERENCE: Final = "reference"
KERNEL: Final = "compiled kernel"
"""Whole deals; the legal moves are counted, and one of them found, by arithmetic."""
LISTED: Final = "compiled kernel, listed"
"""Whole deals; every legal move is generated and written down."""
GPU: Final = "compiled kernel, cuda"
GPU_LISTED: Final = "compiled kernel, listed, cuda"
BATCH: Final = 8192
STEPPED: Final = f"compiled step {BATCH}"
OBSERVED: Final = f"compiled step {BATCH}, observed"
RATES: Final = ("decisions_per_s", "legal_per_s", "deals_per_s")
WARM_UP: Final = 1.0
STEPPED_TABLES: Final = (("haggis3", 3), ("mu", 4))
GPU_DEALS: Final = {"haggis3": 1 << 21, "mu": 1 << 22}
"""Deals a call: enough for a second or so."""


class Label(NamedTuple):
    """What is measured."""

    engine: str
    game: str
    seats: int
    threads: int = 1

    def __str__(self) -> str:
        threads = "" if self.threads == 1 else f", {self.threads} threads"
        return f"{self.engine}: {self.game}, {self.seats} seats{threads}"


class Sample(NamedTuple):
    """What one short measurement counted."""

    decisions: int
    legal: int
    """Legal moves over those decisions, passing included."""
    deals: int
    seconds: float
    """Processor time for one thread, which other programs do not lengthen; otherwise as on the wall."""
    wall: float = 0.0
    processor: float = 0.0
    """Processor time of all threads together."""


class Subject(Protocol):
    """An engine playing one game at random."""

    @property
    def label(self) -> Any:
        """A Label, or one of `benchmarks.rounds`."""

    def measure(self, seconds: float) -> Any:
        """Play for about that long; gives a Sample, or one of `benchmarks.rounds`."""


def rate(sample: Any, name: str) -> float:
    """One of RATES."""
    counted = {"decisions_per_s": sample.decisions, "legal_per_s": sample.legal, "deals_per_s": sample.deals}
    return float(counted[name] / sample.seconds)


@dataclass(frozen=True)
class Measured:
    """All samples of one subject, in the order of the rounds."""

    label: Label
    samples: tuple[Any, ...]

    def rate(self, name: str) -> float:
        """The median over the rounds."""
        return median(rate(sample, name) for sample in self.samples)

    def spread(self) -> float:
        """How far the rounds lie apart: highest less lowest, as a part of the median."""
        rates = [rate(sample, "decisions_per_s") for sample in self.samples]
        return (max(rates) - min(rates)) / median(rates)

    def row(self) -> dict[str, Any]:
        """The result as plain data."""
        decisions = sum(sample.decisions for sample in self.samples)
        legal = sum(sample.legal for sample in self.samples)
        return {
            **self.label._asdict(),
            **{name: round(self.rate(name), 1) for name in RATES},
            "legal_per_decision": round(legal / decisions, 2),
        }


def ratio(ours: Measured, theirs: Measured, name: str) -> float:
    """How many times faster: the median of the ratios of each round, not the ratio of two medians."""
    pairs = zip(ours.samples, theirs.samples, strict=True)
    return median(rate(a, name) / rate(b, name) for a, b in pairs)


def scaling(many: Measured, one: Measured) -> tuple[float, float]:
    """How many times faster several threads are than one: on the wall, and if every thread had a core.

    The latter goes by processor time: it leaves out other programs, but also any waiting for each other.
    """
    pairs = list(zip(many.samples, one.samples, strict=True))
    by_wall = median(a.decisions / a.wall / (b.decisions / b.wall) for a, b in pairs)
    by_processor = median(a.decisions / a.processor / (b.decisions / b.processor) for a, b in pairs)
    return by_wall, by_processor * many.label.threads


def measure_in_turns(
    subjects: Sequence[Subject],
    rounds: int,
    seconds: float,
    after_each: Callable[[Label], None] = lambda label: None,
) -> list[Measured]:
    """Every subject once a round; a longer first round compiles, warms caches and is thrown away."""
    samples: list[list[Any]] = [[] for _ in subjects]
    for number in range(rounds + 1):
        for subject, kept in zip(subjects, samples, strict=True):
            sample = subject.measure(seconds if number else max(seconds, WARM_UP))
            if number:
                kept.append(sample)
            after_each(Label(*subject.label))
    return [
        Measured(Label(*subject.label), tuple(kept)) for subject, kept in zip(subjects, samples, strict=True)
    ]


class Stopwatch:
    """Adds up what is done until the time is over."""

    def __init__(self, threads: int, seconds: float) -> None:
        self._goes_by_processor = threads == 1
        self._enough = seconds
        self._began, self._began_on_the_wall = process_time(), perf_counter()
        self.counts = [0, 0, 0]

    def add(self, decisions: int, legal: int, finished: int) -> bool:
        """Whether there is time for more."""
        for place, number in enumerate((decisions, legal, finished)):
            self.counts[place] += number
        return self.sample().seconds < self._enough

    def sample(self) -> Sample:
        """All of it."""
        processor, wall = process_time() - self._began, perf_counter() - self._began_on_the_wall
        decisions, legal, finished = self.counts
        seconds = processor if self._goes_by_processor else wall
        return Sample(decisions, legal, finished, seconds, wall, processor)


class ReferenceLoop:
    """The reference engine: shuffle, deal, then who must act, what is legal, choose, apply."""

    def __init__(self, game_id: str, seats: int) -> None:
        self.label = Label(REFERENCE, game_id, seats)
        self.game = games.get(game_id, seats)
        self.rng = Random(1)
        self.carry = self.game.first(0)

    def measure(self, seconds: float) -> Sample:
        """Play whole deals of matches until the time is over."""
        watch = Stopwatch(1, seconds)
        while watch.add(*self._play_deal()):
            pass
        return watch.sample()

    def _play_deal(self) -> tuple[int, int, int]:
        game, rng = self.game, self.rng
        decisions = legal = 0
        deck = list(game.deck())
        rng.shuffle(deck)
        state = game.start(tuple(deck), self.carry).state
        while waiting := game.waiting(state):
            seat = min(waiting)
            moves = game.legal(state, seat)
            decisions += 1
            legal += len(moves)
            state = game.apply(state, seat, rng.choice(moves)).state
        result = game.result(state)
        assert result is not None, "nobody has to act, so the deal is over"
        self.carry = result.carry or game.first(0)
        return decisions, legal, 1


class KernelLoop:
    """Whole deals inside compiled code, shuffling and dealing included."""

    def __init__(
        self, engine: str, policy: str, game_id: str, seats: int, threads: int = 1, device: str = "cpu"
    ) -> None:
        self.label = Label(engine, game_id, seats, threads)
        self.game = games.get(game_id, seats)
        self.policy = policy
        self.device = device
        self.seed = 1
        self.count = 64 if device == "cpu" else GPU_DEALS.get(game_id, 1 << 20)

    def measure(self, seconds: float) -> Sample:
        """Play until the time is over; the calls are made long enough for their own cost to vanish."""
        self._play()  # compiles, the first time
        watch = Stopwatch(self.label.threads if self.device == "cpu" else 0, seconds)
        while watch.add(*self._play()):
            if self.device == "cpu" and self.count < 1 << 16:
                self.count *= 2
        return watch.sample()

    def _play(self) -> tuple[int, int, int]:
        done = deals(
            self.game,
            self.count,
            seed=self.seed,
            policy=self.policy,
            threads=self.label.threads,
            device=self.device,
            keep=False,
        )
        self.seed += self.count
        return done.decisions, done.offered, self.count


class BatchLoop:
    """Many games stepped from Python, each with a random move; a match that ends is followed by another."""

    def __init__(self, game_id: str, seats: int, threads: int = 1, *, observes: bool = False) -> None:
        self.label = Label(OBSERVED if observes else STEPPED, game_id, seats, threads)
        self.game = games.get(game_id, seats)
        self.observes = observes
        self.rng = np.random.default_rng(1)
        self._batch: Batch | None = None

    def measure(self, seconds: float) -> Sample:
        """Step until the time is over."""
        if self._batch is None:
            self._batch = Batch(self.game, BATCH, seed=1, threads=self.label.threads, goes_on=True)
            self._step(self._batch)
        watch = Stopwatch(self.label.threads, seconds)
        while watch.add(*self._step(self._batch)):
            pass
        return watch.sample()

    def _step(self, batch: Batch) -> tuple[int, int, int]:
        if self.observes:
            batch.observe()
        offered = int(batch.counts.sum())
        batch.step((self.rng.random(BATCH) * batch.counts).astype(np.int64))
        return BATCH, offered, int(batch.finished.sum())


def all_tables() -> list[tuple[str, int]]:
    """Every game with every number of seats."""
    return [(info.id, seats) for info in games.GAMES.values() for seats in info.seats]


def subjects(*, quick: bool = False, gpu: bool = False) -> list[Subject]:
    """This package's engines; the quick choice is what the bars are about."""
    tables = list(STEPPED_TABLES) if quick else all_tables()
    found: list[Subject] = [ReferenceLoop(*table) for table in tables]
    found += [KernelLoop(KERNEL, "random", *table) for table in tables]
    found += [KernelLoop(LISTED, "random-listed", *table) for table in tables]
    found += [BatchLoop(*table) for table in STEPPED_TABLES]
    found += [BatchLoop(*table, observes=True) for table in STEPPED_TABLES]
    found += [KernelLoop(KERNEL, "random", *table, threads=2) for table in STEPPED_TABLES]
    found += [BatchLoop(*table, threads=2) for table in STEPPED_TABLES]
    if gpu:
        found += [KernelLoop(GPU, "random", *table, device="cuda") for table in STEPPED_TABLES]
        found += [KernelLoop(GPU_LISTED, "random-listed", *table, device="cuda") for table in STEPPED_TABLES]
    return found


# --- bars ------------------------------------------------------------------------------------------------
class Bar(NamedTuple):
    """Something that has to be reached, and what was measured."""

    what: str
    value: float
    wanted: float
    unit: str
    is_met: bool

    def row(self) -> dict[str, Any]:
        """The bar as plain data."""
        return {**self._asdict(), "value": round(self.value, 3)}


def at_least(what: str, value: float, wanted: float, unit: str = "x") -> Bar:
    """A bar that a value has to reach."""
    return Bar(what, value, wanted, unit, value >= wanted)


def at_most(what: str, value: float, wanted: float, unit: str = "s") -> Bar:
    """A bar that a value must not exceed."""
    return Bar(what, value, wanted, unit, value <= wanted)


ROLLOUTS: Final = "openspiel c++ rollouts"
PGX: Final = "pgx"
_RATIOS: Final = (
    (Label(KERNEL, "haggis3", 3), Label(ROLLOUTS, "dou_dizhu", 3), "decisions_per_s", 2),
    (Label(LISTED, "haggis3", 3), Label(ROLLOUTS, "dou_dizhu", 3), "legal_per_s", 5),
    (Label(KERNEL, "mu", 4), Label(ROLLOUTS, "spades", 4), "decisions_per_s", 3),
)
_ON_A_GPU: Final = ((Label(GPU, "haggis3", 3), 1e9), (Label(GPU, "mu", 4), 2e9))


def bars(measured: Sequence[Measured]) -> list[Bar]:
    """Every bar of which all sides were measured."""
    by_label = {item.label: item for item in measured}
    found = [
        at_least(f"{ours} / {theirs}, {name}", ratio(by_label[ours], by_label[theirs], name), wanted)
        for ours, theirs, name, wanted in _RATIOS
        if ours in by_label and theirs in by_label
    ]
    for table in STEPPED_TABLES:
        stepped = by_label.get(Label(STEPPED, *table))
        if stepped is not None:
            found += [
                at_least(f"{stepped.label} / {best.label}", ratio(stepped, best, "decisions_per_s"), 5)
                for best in _best_of_pgx(measured)
            ]
    for table in STEPPED_TABLES:
        one, two = (by_label.get(Label(KERNEL, *table, threads)) for threads in (1, 2))
        if one and two:
            by_wall, by_processor = scaling(two, one)
            found.append(at_least(f"{two.label} / one thread", by_wall, 1.8))
            found.append(at_least(f"{two.label} / one thread, by processor time", by_processor, 1.8))
    for label, wanted in _ON_A_GPU:
        if label in by_label:
            found.append(at_least(str(label), by_label[label].rate("decisions_per_s"), wanted, "decisions/s"))
    return found


def _best_of_pgx(measured: Sequence[Measured]) -> list[Measured]:
    """Its fastest game stepped from Python as ours is, and its fastest in any way: the loop inside, say."""
    best: list[Measured] = []
    for prefix in (f"{PGX} step {BATCH}", PGX):
        found = [item for item in measured if item.label.engine.startswith(prefix)]
        if found:
            fastest = max(found, key=lambda item: item.rate("decisions_per_s"))
            best += [fastest] if fastest not in best else []
    return best


_START: Final = "from stramash import games, sim; sim.deals(games.get({0!r}, {1}), 1, threads=1, keep=False)"


class Start(NamedTuple):
    """How long a new process takes until it has played its first deal, the import included."""

    game: str
    seats: int
    first: float
    """Processor time with nothing in the cache."""
    first_on_the_wall: float
    cached: float
    """Processor time once the compiled code is in the cache."""
    cached_on_the_wall: float

    def bars(self) -> list[Bar]:
        """What it must not exceed; by processor time, because other programs lengthen the other."""
        return [
            at_most(f"first compile of {self.game}", self.first, 25),
            at_most(f"cached start of {self.game}", self.cached, 1.5),
        ]


def measure_start(game_id: str, seats: int) -> Start:
    """Start processes of their own with an empty cache; of three cached starts the fastest counts."""
    with tempfile.TemporaryDirectory() as empty:
        environment = {**os.environ, "XDG_CACHE_HOME": empty}
        environment.pop("NUMBA_CACHE_DIR", None)
        command = [sys.executable, "-c", _START.format(game_id, seats)]
        first = _run(command, environment)
        cached = min(_run(command, environment) for _ in range(3))
    return Start(game_id, seats, *first, *cached)


def _run(command: list[str], environment: dict[str, str]) -> tuple[float, float]:
    """Processor time and wall time of another process."""
    before, began = getrusage(RUSAGE_CHILDREN), perf_counter()
    subprocess.run(command, env=environment, check=True)
    wall, after = perf_counter() - began, getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, wall
