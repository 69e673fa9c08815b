"""Steps a second of our environments beside those of others, in one run; `python -m benchmarks.envs`.

Needs PettingZoo and Gymnasium, RLCard and pygame for their games, and for pgx what `make bench-peers`
installs; what is missing is left out. Everybody's agents choose by chance among what is open. All take turns,
round after round; times are processor time, and a ratio is the median of the ratios within each round.
"""

import argparse
import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from importlib import import_module
from typing import Any, Final

import numba
import numpy as np

from benchmarks.peers import Peer, open_peers
from benchmarks.rounds import Label, Measured, Sample, Subject, clock, measure_in_turns, ratio

ROUNDS: Final = 5
SECONDS: Final = 0.6
TABLES: Final = 8192
"""Tables of a vector environment, as many as pgx steps."""
CARD_GAMES: Final = (
    ("texas_holdem_v4", 2),
    ("texas_holdem_no_limit_v6", 2),
    ("leduc_holdem_v4", 2),
    ("hanabi_v5", 2),
)
"""PettingZoo's own card games; its Hanabi is left out where Shimmy and what it wraps are missing."""
AEC_BAR, VECTOR_BAR = 3.0, 5.0
OURS_AEC: Final = "stramash, PettingZoo"
OURS_VECTOR: Final = "stramash, VectorEnv"
Counted = Callable[[Callable[[], bool]], tuple[int, int]]


class Loop:
    """A loop of an environment: `play` goes on until it is told that the time is over."""

    def __init__(self, engine: str, game: str, seats: int, play: Counted) -> None:
        self.label, self._play = Label(engine, game, seats), play

    def measure(self, seconds: float) -> Sample:
        """Play for about that long."""
        now = clock(1)
        ends = now() + seconds
        began = now()
        steps, deals = self._play(lambda: now() >= ends)
        return Sample(steps, 0, deals, now() - began)


def chosen_by_chance(rng: np.random.Generator, mask: Any) -> int:
    """One of the open numbers of a mask."""
    numbers = np.flatnonzero(mask)
    return int(numbers[int(rng.random() * len(numbers))])


@numba.njit(nogil=True)
def draw(masks: Any, dice: Any, numbers: Any) -> None:
    """An open number of each table by chance, from a number below 1 for each."""
    for i in range(masks.shape[0]):
        count = 0
        for k in range(masks.shape[1]):
            count += masks[i, k]
        left = np.int64(dice[i] * count)
        k = 0
        while left or not masks[i, k]:
            left -= masks[i, k]
            k += 1
        numbers[i] = k


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


def vector_loop(many: Any, rng: np.random.Generator) -> Counted:
    """Our VectorEnv: a step is one number at one table."""
    _, info = many.reset(seed=1)
    seen = [info["action_mask"]]
    tables = many.num_envs
    numbers = np.zeros(tables, np.int64)

    def play(is_over: Callable[[], bool]) -> tuple[int, int]:
        steps = deals = 0
        while not is_over():
            draw(seen[0], rng.random(tables, np.float32), numbers)  # compiled, as pgx's are drawn
            _, _, is_finished, _, told = many.step(numbers)
            seen[0] = told["action_mask"]
            steps += tables
            deals += int(is_finished.sum())
        return steps, deals

    return play


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
    many: Any = import_module("stramash.envs.gymnasium").TablesEnv
    for game, seats in (("mu", 4), ("haggis3", 3)):
        for past, packed in ((16, True), (0, True), (16, False)):
            kind = f"{OURS_VECTOR}, {past} moves back, " + ("packed" if packed else "a byte a bit")
            how = {"past": past, "packed": packed, "opponents": None, "copy": False}
            yield (
                kind,
                game,
                seats,
                lambda g=game, s=seats, h=how: vector_loop(many(g, TABLES, s, **h), rng),  # type: ignore[misc]
            )


def subjects(stack: ExitStack, *, has_pgx: bool) -> list[Subject]:
    """All that can be measured here."""
    rng = np.random.default_rng(1)
    found: list[Subject] = []
    for engine, game, seats, make in makers(rng):
        try:
            found.append(Loop(engine, game, seats, make()))
        except (ImportError, AttributeError) as error:
            print(f"{engine}, {game} is left out: {error}", flush=True)
    if has_pgx:
        pgx = stack.enter_context(open_peers([Peer.PGX]))
        found += [one for one in pgx if one.label.engine.startswith("pgx step")]
    return found


def lines(measured: list[Measured]) -> Iterator[dict[str, Any]]:
    """A line for each, with how many times faster ours are."""
    rate = "decisions_per_s"
    by_label = {(one.label.engine, one.label.game): one for one in measured}
    for one in measured:
        engine, game = one.label.engine, one.label.game
        line = {"engine": engine, "game": game, "steps_per_s": round(one.rate(rate))}
        if engine in ("rlcard env.step", "PettingZoo"):
            line["haggis3"] = round(ratio(by_label[OURS_AEC, "haggis3"], one, rate), 2)
            line["bar"] = AEC_BAR
        elif engine.startswith("pgx"):
            for ours in measured:
                if ours.label.engine.startswith(OURS_VECTOR):
                    line[f"{ours.label.game}, {ours.label.engine}"] = round(ratio(ours, one, rate), 2)
            line["bar"] = VECTOR_BAR
        yield line


def main() -> None:
    """Rounds, medians, and how much faster ours are."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--rounds", type=int, default=ROUNDS)
    options.add_argument("--seconds", type=float, default=SECONDS)
    options.add_argument("--without-pgx", action="store_true")
    chosen = options.parse_args()
    with ExitStack() as stack:
        found = subjects(stack, has_pgx=not chosen.without_pgx)
        for line in lines(measure_in_turns(found, chosen.rounds, chosen.seconds)):
            print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
