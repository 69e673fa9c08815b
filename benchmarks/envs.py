"""Steps a second of our environments beside those of others, in one run; `python -m benchmarks.envs`.

Needs PettingZoo and Gymnasium, RLCard and pygame for their games, and for pgx what `make bench-peers`
installs; what is missing is left out. Everybody's agents choose by chance among what is open. All take turns,
round after round, and a ratio is the median of the ratios within each round. Times are processor time of one
thread each; with `--whole` vector environments alone, each with the whole machine, by the clock.
"""

import argparse
import json
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from importlib import import_module
from typing import Any, Final

import numpy as np

from benchmarks.peers import Peer, open_peers
from benchmarks.rounds import Label, Measured, Sample, Subject, clock, measure_in_turns, ratio

ROUNDS: Final = 5
SECONDS: Final = 0.3
SIZES: Final = (64, 256, 1024, 8192)
"""Tables of a vector environment, as many as pgx steps."""
OUR_SIZES: Final = (*SIZES, 2048, 4096)
CARD_GAMES: Final = (
    ("texas_holdem_v4", 2),
    ("texas_holdem_no_limit_v6", 2),
    ("leduc_holdem_v4", 2),
    ("hanabi_v5", 2),
)
"""PettingZoo's own card games; its Hanabi is left out where Shimmy and what it wraps are missing."""
AEC_BAR, VECTOR_BAR = 3.0, 5.0
OURS_AEC: Final = "stramash, PettingZoo"
OURS_VECTOR: Final = "stramash VectorEnv"
Counted = Callable[[Callable[[], bool]], tuple[int, int]]


class Loop:
    """A loop of an environment: `play` goes on until it is told that the time is over."""

    def __init__(self, engine: str, game: str, seats: int, play: Counted, threads: int = 1) -> None:
        self.label, self._play = Label(engine, game, seats, threads), play

    def measure(self, seconds: float) -> Sample:
        """Play for about that long."""
        now = clock(self.label.threads)
        ends = now() + seconds
        began = now()
        steps, deals = self._play(lambda: now() >= ends)
        return Sample(steps, 0, deals, now() - began)


def chosen_by_chance(rng: np.random.Generator, mask: Any) -> int:
    """One of the open numbers of a mask."""
    numbers = np.flatnonzero(mask)
    return int(numbers[int(rng.random() * len(numbers))])


def pettingzoo_loop(table: Any, rng: np.random.Generator) -> Counted:
    """The usual loop of an AEC environment."""

    def play(is_over: Callable[[], bool]) -> tuple[int, int]:
        steps = deals = 0
        while not is_over():
            table.reset(seed=int(rng.integers(1 << 31)))
            for _ in table.agent_iter():
                observation, _, is_terminated, is_truncated, _ = table.last()
                if is_terminated or is_truncated:
                    table.step(None)
                else:
                    table.step(chosen_by_chance(rng, observation["action_mask"]))
                    steps += 1
            deals += 1
        return steps, deals

    return play


def rlcard_loop(name: str, rng: np.random.Generator) -> Counted:
    """RLCard's own environment, stepped as its own runs do."""
    table = import_module("rlcard").make(name, config={"seed": 1})

    def play(is_over: Callable[[], bool]) -> tuple[int, int]:
        steps = deals = 0
        while not is_over():
            state, _ = table.reset()
            while not table.is_over():
                numbers = [*state["legal_actions"]]
                state, _ = table.step(int(numbers[int(rng.random() * len(numbers))]))
                steps += 1
            deals += 1
        return steps, deals

    return play


def vector_loop(many: Any) -> Counted:
    """Our VectorEnv: a step is one number at one table, drawn in compiled code as pgx's are."""
    many.reset(seed=1)
    tables = many.num_envs

    def play(is_over: Callable[[], bool]) -> tuple[int, int]:
        steps = deals = 0
        while not is_over():
            _, _, is_finished, _, _ = many.step(many.sample())
            steps += tables
            deals += int(np.count_nonzero(is_finished))
        return steps, deals

    return play


def vectors(threads: int) -> Iterator[tuple[str, str, int, Callable[[], Counted]]]:
    """Our vector environments: Mü in all sizes, and what else there is in the largest."""
    many: Any = import_module("stramash.envs.gymnasium").TablesEnv
    kinds = [("mu", 4, past, packed, n) for past, packed in ((16, True), (16, False)) for n in OUR_SIZES]
    kinds += [("mu", 4, 0, True, SIZES[-1])]
    kinds += [("haggis3", 3, past, packed, SIZES[-1]) for past, packed in ((16, True), (16, False))]
    for game, seats, past, packed, n in kinds:
        how = {"past": past, "packed": packed, "opponents": None, "copy": False, "threads": threads}
        if threads > 1:
            how["threads"] = None  # as a user gets it: all cores, if there are tables enough
        kind = f"{OURS_VECTOR} {n}, {past} moves back, " + ("packed" if packed else "a byte a bit")
        yield kind, game, seats, lambda g=game, n=n, s=seats, h=how: vector_loop(many(g, n, s, **h))  # type: ignore[misc]


def makers(rng: np.random.Generator) -> Iterator[tuple[str, str, int, Callable[[], Counted]]]:
    """All that can be measured in this process: engine, game, seats, and how to make it."""
    ours: Any = import_module("stramash.envs.pettingzoo")
    for game, seats in (("haggis3", 3), ("mu", 4)):
        yield OURS_AEC, game, seats, lambda g=game, s=seats: pettingzoo_loop(ours.env(g, s), rng)  # type: ignore[misc]
    yield "rlcard env.step", "doudizhu", 3, lambda: rlcard_loop("doudizhu", rng)
    for name, seats in CARD_GAMES:
        yield (
            "PettingZoo",
            name,
            seats,
            lambda n=name: pettingzoo_loop(import_module(f"pettingzoo.classic.{n}").env(), rng),  # type: ignore[misc]
        )


def subjects(stack: ExitStack, threads: int, *, has_pgx: bool, beside: str | None) -> list[Subject]:
    """All that can be measured here; `beside` one game of pgx only packed `mu` with its past."""
    rng = np.random.default_rng(1)
    found: list[Subject] = []
    ours = [*(makers(rng) if threads == 1 and beside is None else ()), *vectors(threads)]
    for engine, game, seats, make in ours:
        if beside and not (game == "mu" and "16 moves back, packed" in engine):
            continue
        try:
            found.append(Loop(engine, game, seats, make(), threads))
        except (ImportError, AttributeError) as error:
            print(f"{engine}, {game} is left out: {error}", flush=True)
    if has_pgx:
        theirs = stack.enter_context(open_peers([Peer.PGX], threads, batches=SIZES))
        found += [one for one in theirs if beside in (None, one.label.game)]
    return found


def lines(measured: list[Measured]) -> Iterator[dict[str, Any]]:
    """A line for each; with how many times faster ours are, at the same number of tables and at the best."""
    rate = "decisions_per_s"
    by_label = {(one.label.engine, one.label.game): one for one in measured}
    ours = [one for one in measured if one.label.engine.startswith(OURS_VECTOR)]
    for one in measured:
        engine, game = one.label.engine, one.label.game
        line = {"engine": engine, "game": game, "steps_per_s": round(one.rate(rate))}
        if engine in ("rlcard env.step", "PettingZoo"):
            line["haggis3"] = round(ratio(by_label[OURS_AEC, "haggis3"], one, rate), 2)
            line["bar"] = AEC_BAR
        elif engine.startswith("pgx"):
            size = engine.split()[-1]
            for own in ours:
                if own.label.engine.startswith(f"{OURS_VECTOR} {size},"):
                    line[f"{own.label.game}, {own.label.engine}"] = round(ratio(own, one, rate), 2)
        yield line
    for game in dict.fromkeys(one.label.game for one in measured if one.label.engine.startswith("pgx")):
        theirs = max((one for one in measured if one.label.game == game), key=lambda one: one.rate(rate))
        line = {"pgx": game, "at its best": theirs.label.engine, "steps_per_s": round(theirs.rate(rate))}
        for kind in dict.fromkeys((one.label.game, one.label.engine.partition(", ")[2]) for one in ours):
            alike = [one for one in ours if (one.label.game, one.label.engine.partition(", ")[2]) == kind]
            best = max((one for one in alike if "," in one.label.engine), key=lambda one: one.rate(rate))
            line[f"{best.label.game}, {best.label.engine}"] = round(ratio(best, theirs, rate), 2)
        yield {**line, "bar": VECTOR_BAR}


def main() -> None:
    """Rounds, medians, and how much faster ours are."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--rounds", type=int, default=ROUNDS)
    options.add_argument("--seconds", type=float, default=SECONDS)
    options.add_argument("--without-pgx", action="store_true")
    options.add_argument(
        "--whole", action="store_true", help="vector environments with all cores, by the clock"
    )
    options.add_argument("--beside", metavar="GAME", help="packed mu and one game of pgx alone")
    chosen = options.parse_args()
    with ExitStack() as stack:
        threads = (os.cpu_count() or 1) if chosen.whole else 1
        found = subjects(stack, threads, has_pgx=not chosen.without_pgx, beside=chosen.beside)
        for line in lines(measure_in_turns(found, chosen.rounds, chosen.seconds)):
            print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
