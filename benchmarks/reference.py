"""The reference engine under random play, beside RLCard where `make bench-peers` has installed it.

python -m benchmarks.reference [--json] [--rounds N] [--seconds S] [--only GAME]... [--no-peers]
"""

import json
from argparse import ArgumentParser, Namespace
from contextlib import ExitStack
from random import Random

from rich.console import Console

from benchmarks.bars import REFERENCE, REFERENCE_BARS, reached
from benchmarks.peers import Peer, open_peers
from benchmarks.rounds import Label, Sample, Subject, clock, measure_in_turns
from benchmarks.show import bars_table, console, progress, results_table
from stramash import games

ROUNDS = 9
SECONDS = 0.4


class ReferenceLoop:
    """Whole matches at random, shuffling and dealing included: who must act, what is legal, choose, apply."""

    def __init__(self, game_id: str, seats: int, seed: int = 1) -> None:
        self.label = Label(REFERENCE, game_id, seats)
        self.game = games.get(game_id, seats)
        self.deck = self.game.deck()
        self.rng = Random(seed)
        self.carry = self.game.first(0)

    def measure(self, seconds: float) -> Sample:
        """Play whole deals until the time is over."""
        decisions = legal = deals = 0
        now = clock(self.label.threads)
        began, spent = now(), 0.0
        while spent < seconds:
            more_decisions, more_legal = self._play_deal()
            decisions += more_decisions
            legal += more_legal
            deals += 1
            spent = now() - began
        return Sample(decisions, legal, deals, spent)

    def _play_deal(self) -> tuple[int, int]:
        game, rng = self.game, self.rng
        decisions = legal = 0
        deck = list(self.deck)
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
        return decisions, legal


def reference_loops(only: list[str] | None = None) -> list[ReferenceLoop]:
    """Every game for every number of seats, or some games."""
    return [
        ReferenceLoop(info.id, seats)
        for info in games.GAMES.values()
        if not only or info.id in only
        for seats in info.seats
    ]


def add_round_options(parser: ArgumentParser) -> None:
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="how often each is measured")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="how long each time")


def main() -> None:
    parser = ArgumentParser(prog="python -m benchmarks.reference", description=__doc__)
    add_round_options(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    parser.add_argument(
        "--only", action="append", choices=list(games.GAMES), help="one game; may be repeated"
    )
    parser.add_argument("--no-peers", action="store_true", help="leave RLCard out")
    _run(parser.parse_args())


def _run(wanted: Namespace) -> None:
    notes = Console(stderr=True)
    with ExitStack() as stack:
        subjects: list[Subject] = [*reference_loops(wanted.only)]
        if not wanted.no_peers:
            subjects += stack.enter_context(open_peers([Peer.RLCARD], tell=notes.print))
        advance = stack.enter_context(progress(len(subjects) * (wanted.rounds + 1)))
        measured = measure_in_turns(subjects, wanted.rounds, wanted.seconds, advance)
    bars = reached(REFERENCE_BARS, measured)
    if wanted.json:
        print(json.dumps({"rows": [item.row() for item in measured], "bars": [bar.row() for bar in bars]}))
        return
    screen = console()
    screen.print(
        results_table(measured, f"Random play, median of {wanted.rounds} rounds of {wanted.seconds} s")
    )
    if bars:
        screen.print(bars_table(bars))


if __name__ == "__main__":
    main()
