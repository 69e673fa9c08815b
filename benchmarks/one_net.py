"""One net for all climbing games against one for each: what sharing costs, and what it gives.

``python -m benchmarks.one_net --rounds 120 --games 16384`` with a GPU and a core for each game (compiling
takes a minute or two of it); ``--device cpu --tiny --tables haggis:2 haggis3:3`` tries it out, and
``--device cpu --games 512 --set steps=16 --set width=64 --set move_width=32 …`` is for who has no GPU.

Every game has a process of its own, which compiles its kernels, teaches a net this game alone, and then takes
turns with the others in teaching one net that all share: a round of this game, then of the next. The shared
net is told whatever any of the games needs; a bit means the same in all of them. Rates fall to their last
values by the end of each training, and every net is measured against `regular` in every game it has learned.
"""

import argparse
import json
import subprocess
import sys
from itertools import groupby, pairwise
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final

import numpy as np

from benchmarks.recipes import TINY
from stramash import games
from stramash.nets.layout import WORD, Field, Layout, layout_of

TABLES: Final = (
    "haggis:2",
    "haggis:3",
    "haggis3:3",
    "neeps:4",
    "tatties:3",
    "haggis-classic:2",
    "haggis-classic:3",
)
KINDS: Final = {
    "alone": "a net for this game alone",
    "each": "one net for all, as many decisions of each game",
    "in-all": "one net for all, as many decisions in all",
}
FLATS: Final = ("master", "first_moment", "second_moment", "average")
PATIENCE: Final = 420.0
"""Seconds after which a turn that does not come is given up: whoever had it has failed."""
SEED: Final = 1_000_003


def union(layouts: list[Layout]) -> Layout:
    """What any of these layouts tells."""

    def fields(pairs: list[tuple[Any, Any]]) -> tuple[Field, ...]:
        known = [bits[: sum(field.width for field in told)] for bits, told in pairs]
        every = sorted({int(bit) for bits in known for bit in bits})
        runs = []
        for _, run in groupby(enumerate(every), lambda item: (item[1] - item[0], item[1] // WORD)):
            bits = [bit for _, bit in run]
            runs.append(Field(f"bits from {bits[0]}", bits[0] // WORD, bits[0] % WORD, len(bits)))
        return tuple(runs)

    return Layout(
        fields=fields([(each.position, each.fields) for each in layouts]),
        secret_fields=fields([(each.secrets, each.secret_fields) for each in layouts]),
        position_words=layouts[0].position_words,
        move_words=max(each.move_words for each in layouts),
        levels=max(each.levels for each in layouts),
        seats=max(each.seats for each in layouts),
    )


class Turns:
    """The weights that several processes teach by turns, in a file that all of them see."""

    def __init__(self, path: Path, parameters: Any, number: int, of: int) -> None:
        self._number, self._of, self._parameters = number, of, parameters
        sizes = [len(getattr(parameters, name)) for name in FLATS]
        if number == 0:
            beside = path.with_suffix(".new")
            head = np.memmap(beside, np.int64, "w+", shape=(2 + sum(sizes),))
            head.flush()
            beside.rename(path)
        self._wait(path.exists)
        whole = np.memmap(path, np.int64, "r+")
        self._head = whole[:2]  # rounds made by all, updates
        ends = np.cumsum([0, *sizes])
        numbers = whole[2:].view(np.float32)
        self._flats = [numbers[first:last] for first, last in pairwise(ends)]

    @property
    def rounds(self) -> int:
        """Rounds that were made by all together."""
        return int(self._head[0])

    def _wait(self, is_there: Any) -> None:
        until = monotonic() + PATIENCE
        while not is_there():
            if monotonic() > until:
                raise SystemExit(f"process {self._number}: nobody gives me my turn")
            sleep(0.0005)

    def wait(self, rounds: int) -> None:
        """Wait until so many rounds were made, and take the weights as they are then."""
        import torch  # noqa: PLC0415

        self._wait(lambda: self.rounds >= rounds)
        if self.rounds:
            with torch.no_grad():
                for name, held in zip(FLATS, self._flats, strict=True):
                    getattr(self._parameters, name).copy_(torch.from_numpy(np.array(held)))
            self._parameters.updates = int(self._head[1])
            self._parameters.refresh()

    def give(self) -> None:
        """Leave the weights to the next."""
        for name, held in zip(FLATS, self._flats, strict=True):
            held[:] = getattr(self._parameters, name).detach().float().cpu().numpy()
        self._head[1] = self._parameters.updates
        self._head[0] += 1


def run(number: int, asked: argparse.Namespace) -> None:
    """The process of one game."""
    from stramash.train.learn import Settings, Trainer  # noqa: PLC0415  torch is loaded here
    from stramash.train.measure import Measure  # noqa: PLC0415
    from stramash.train.run import parse_settings  # noqa: PLC0415

    tables = [
        games.get(name, int(seats)) for name, _, seats in (text.partition(":") for text in asked.tables)
    ]
    game, layouts = tables[number], [layout_of(table) for table in tables]
    plain = {"games": asked.games, "steps": 32, **(TINY if asked.tiny else {}), **parse_settings(asked.set)}
    made = plain["games"] * plain["steps"]
    deals = 20 if asked.tiny else asked.deals

    def trainer(rounds: int, layout: Layout | None, critic_first: int) -> Any:
        settings = Settings(**plain, horizon=float(rounds * made), critic_first=critic_first)
        return Trainer(game, settings, asked.device, layout=layout)

    def tell(kind: str, learner: Any, began: float) -> None:
        measure = Measure(game, deals, SEED, asked.device, learner.sight)
        found = measure.play(learner.parameters.averaged())
        line = {"kind": kind, "game": game.id, "seats": game.seats, "decisions": learner.decisions}
        line |= {"lead": round(found.lead, 2), "error": round(found.error, 2)}
        line |= {"alone": round(found.alone, 2), "seconds": round(monotonic() - began, 1)}
        with (asked.folder / f"{number}.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        print(json.dumps(line), flush=True)

    for kind in asked.kinds:
        began = monotonic()
        if kind == "alone":
            learner = trainer(asked.rounds, None, 4)
            for _ in range(asked.rounds):
                learner.round()
            tell(kind, learner, began)
            continue
        total = asked.rounds * len(tables) if kind == "each" else asked.rounds
        learner = trainer(total, union(layouts), 4 if kind == "each" else 1)
        learner.begin()
        turns = Turns(asked.folder / f"{kind}.turns", learner.parameters, number, len(tables))
        for mine in range(number, total, len(tables)):
            turns.wait(mine)
            # Luck, and rounds of the critic alone, go by this game's rounds, rates by everybody's.
            learner.rounds, learner.decisions = mine // len(tables), mine * made
            learner.round()
            turns.give()
        turns.wait(total)
        learner.decisions = total * made
        tell(kind, learner, began)


def results(folder: Path) -> str:
    """All nets in all games, as a table."""
    lines = [json.loads(text) for path in folder.glob("*.jsonl") for text in path.read_text().splitlines()]
    found = {(line["game"], line["seats"], line["kind"]): line for line in lines}
    kinds = [kind for kind in KINDS if any(key[2] == kind for key in found)]
    table = ["| game | " + " | ".join(KINDS[kind] for kind in kinds) + " |", "|---|" + "--:|" * len(kinds)]
    for name in TABLES:
        game, seats = name.partition(":")[0], int(name.partition(":")[2])
        cells = [found.get((game, seats, kind)) for kind in kinds]
        if any(cells):
            said = [f"{cell['lead']:+.1f} ± {cell['error']:.1f}" if cell else "" for cell in cells]
            table.append(f"| `{game}` {seats} | " + " | ".join(said) + " |")
    return "\n".join(table)


def main() -> None:
    """Start a process for each game, wait for them, and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=120, help="of 32 decisions in each table")
    parser.add_argument("--games", type=int, default=16_384, help="tables of each game at once")
    parser.add_argument("--device", choices=("cuda", "cpu"), default="cuda")
    parser.add_argument("--tiny", action="store_true", help="a tiny net and few games, to try it out")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a setting")
    parser.add_argument("--deals", type=int, default=4_000, help="against `regular`, for each net and game")
    parser.add_argument("--tables", nargs="*", choices=TABLES, default=list(TABLES))
    parser.add_argument("--kinds", nargs="*", choices=KINDS, default=list(KINDS))
    parser.add_argument("--folder", type=Path, default=Path("build/one-net"))
    parser.add_argument("--one", type=int, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    if asked.one is not None:
        run(asked.one, asked)
        return
    for path in (*asked.folder.glob("*.jsonl"), *asked.folder.glob("*.turns")):
        path.unlink()
    every = [
        subprocess.Popen([sys.executable, "-m", "benchmarks.one_net", *sys.argv[1:], "--one", str(number)])
        for number in range(len(asked.tables))
    ]
    failed = [process.wait() for process in every]
    for path in asked.folder.glob("*.turns"):
        path.unlink()
    print(results(asked.folder))
    sys.exit(max(map(abs, failed)))


if __name__ == "__main__":
    main()
