"""What `master` sees of bids, trumps and partners in Mü, held against the true deal.

    python -m benchmarks.mu_before_cards SEATS SECONDS CORES FIRST [--bids 0.1] [--worlds 192]

Nets play deals against each other, numbered from FIRST on. At decisions before cards (all of trumps and
partners, or with `--bids` that share of the bids alone) what the net would think of is looked at as `master`
does, in so many worlds, and played on in the true deal, where nets draw bids and cards by their chances. For
each phase a line of JSON: how many decisions; the slope of what a move brings more than the net's own in the
true deal on what the worlds say it will (1: they are right, 0: they know nothing); what a move brings, in the
true deal and in other worlds than those by which it was chosen, where it is chosen for being better than the
net's own by a standard error; and how often one is.
"""

import argparse
import json
from functools import cache
from multiprocessing import TimeoutError as WaitedTooLong
from multiprocessing import get_context
from random import Random
from time import monotonic
from typing import Any, Final, NamedTuple

import numpy as np

from benchmarks.master_gain import Chancy
from stramash import games
from stramash.bots.driver import next_move
from stramash.bots.mu.master import BIDS, LEAST_CHANCE_BID, LEAST_CHANCE_NAMED, MasterTrickTaker
from stramash.bots.outside.specs import find_bot
from stramash.core.match import Match, shuffled
from stramash.mu.state import Phase
from stramash.nets.mu.player import auction_moves
from stramash.sim.mu import record as at
from stramash.sim.run import limit_threads, pack_moves, pack_worlds

PLAYOUTS: Final = 12
"""How often a move is played on in the true deal."""
NAMED: Final = 6
"""Trumps and partners that are looked at."""


class Task(NamedTuple):
    """A deal to be played."""

    seats: int
    deal: int
    worlds: int
    bids: float


@cache
def _tools(seats: int) -> tuple[Any, MasterTrickTaker, Chancy, dict[int, Any]]:
    game = games.get("mu", seats)
    master: Any = find_bot("master").factory(game, Random(1))
    nets = {seat: find_bot("net").factory(game, Random(seat)) for seat in range(seats)}
    return game, master, Chancy(game, master.crowd.parts), nets


def play(task: Task) -> list[tuple[str, Any, Any]]:
    """Of each decision its phase, what moves are worth in worlds, and in the true deal."""
    limit_threads(1)
    game, master, truth, nets = _tools(task.seats)
    truth.rng, rng = np.random.default_rng(task.deal), Random(task.deal)
    match = Match(game, task.deal % task.seats)
    match.deal(shuffled(game, Random(f"before cards {task.deal}")))
    found: list[tuple[str, Any, Any]] = []
    while match.state.table.phase is not Phase.PLAY and match.deals[-1].result is None:
        seat, view, move = next_move(game, match.state, match.view, nets) or (0, None, None)
        assert view is not None, "nets sit everywhere"
        phase = view.table.phase
        is_bid = phase is Phase.AUCTION
        wanted = rng.random() < task.bids if is_bid else not task.bids and phase is not Phase.BURY
        if len(view.legal) > 1 and wanted:
            packed = auction_moves(game.rules, view) if is_bid else pack_moves(game, list(view.legal))
            most, least = (BIDS, LEAST_CHANCE_BID) if is_bid else (NAMED, LEAST_CHANCE_NAMED)
            moves = packed[master.liked(master.net.seen(view, packed), None, most, least)]
            if len(moves) > 1:
                here = np.repeat(pack_worlds(game, [match.state]), PLAYOUTS, axis=0)
                here[:, at.BOLDNESS] = 1  # counts come first
                said = master.after_naming(view)(master.drawn_worlds(view, task.worlds), moves)
                found.append((phase.value, said, truth.worth(seat, here, moves, 1000).mean(axis=0)))
        match.act(seat, move)
    return found


def known(phase: str, decisions: list[tuple[Any, Any]]) -> dict[str, Any]:
    """What some decisions of a phase say."""
    said = np.concatenate([(worth - worth[:, :1]).mean(axis=0)[1:] for worth, _ in decisions])
    true = np.concatenate([(worth - worth[0])[1:] for _, worth in decisions])
    slope = (said * true).sum() / (said**2).sum()
    error = np.sqrt(((true - slope * said) ** 2).mean() / (said**2).sum())
    gains, elsewhere, changed = [], [], 0
    for worth, truth in decisions:
        ahead = worth - worth[:, :1]
        for half, other in ((ahead[::2], ahead[1::2]), (ahead[1::2], ahead[::2])):
            surely = half.mean(axis=0) - half.std(axis=0) / np.sqrt(len(half))
            best = int(np.where(np.arange(len(surely)), surely, 0.0).argmax())
            gains.append(truth[best] - truth[0])
            elsewhere.append(other[:, best].mean())
            changed += best > 0
    count = len(decisions)
    return {
        "phase": phase,
        "decisions": count,
        "slope": _rounded(slope, error),
        "gain": _rounded(np.mean(gains), np.std(gains) / np.sqrt(count)),
        "gain in other worlds": _rounded(np.mean(elsewhere), np.std(elsewhere) / np.sqrt(count)),
        "changed": round(changed / 2 / count, 2),
    }


def _rounded(mean: Any, error: Any) -> list[float]:
    return [round(float(mean), 2), round(float(error), 2)]


def main() -> None:
    """Read the command line, play until the time is over, and say what was found."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.mu_before_cards",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    for name in ("seats", "seconds", "cores", "first"):
        parser.add_argument(name, type=int)
    parser.add_argument("--bids", type=float, default=0.0, metavar="SHARE")
    parser.add_argument("--worlds", type=int, default=192)
    given = parser.parse_args()
    deals = (Task(given.seats, deal, given.worlds, given.bids) for deal in range(given.first, 1 << 40))
    play(next(deals))  # compiled once, before the others start
    found: list[tuple[str, Any, Any]] = []
    ends, played = monotonic() + given.seconds, 0
    with get_context("fork").Pool(given.cores) as pool:
        waiting = [pool.apply_async(play, (next(deals),)) for _ in range(2 * given.cores)]
        while monotonic() < ends:
            try:
                found += waiting.pop(0).get(timeout=max(0.1, ends - monotonic()))
            except WaitedTooLong:
                break
            played += 1
            waiting.append(pool.apply_async(play, (next(deals),)))
        pool.terminate()
    for phase in dict.fromkeys(phase for phase, *_ in found):
        line = known(phase, [(said, true) for other, said, true in found if other == phase])
        print(json.dumps({"seats": given.seats, "deals": played, **line}), flush=True)


if __name__ == "__main__":
    main()
