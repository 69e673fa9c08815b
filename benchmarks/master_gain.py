"""What a search with the net gains on the net, decision by decision: `python -m benchmarks.master_gain`.

    python -m benchmarks.master_gain GAME SEATS SECONDS CORES FIRST SPEC ...

Nets play deals against each other. At every decision each bot named by SPEC is asked as well; where it would
do something else than the net, both moves are played on in the true deal by nets that choose by their
chances, some times each. What the other move brings more, summed over the decisions of a seat in a deal,
is to the first order what the bot would gain alone among nets. A line of JSON a deal, then one for each bot:
the gain a deal of one seat and its standard error, the share of decisions it changed,
and what a decision took. Bids of Mü are not asked about: nets build displays in many steps.
"""

import json
import sys
from multiprocessing import TimeoutError as WaitedTooLong
from multiprocessing import get_context
from random import Random
from time import monotonic, process_time
from typing import Any, Final

import numpy as np

from stramash import games
from stramash.bots.driver import next_move
from stramash.bots.outside.specs import find_bot
from stramash.core.match import Match, shuffled
from stramash.mu.state import Phase
from stramash.nets.crowd import Crowd, Thought
from stramash.sim.run import limit_threads, pack_moves, pack_worlds

PLAYOUTS: Final = 24
"""How often a move is played on in the true deal."""


class Chancy(Crowd):
    """A crowd that chooses by its chances."""

    rng: Any = None

    def _think(self, tables: Any, going: Any, words: Any, orders: Any) -> Thought:
        thought = super()._think(tables, going, words, orders)
        luck = self.rng.gumbel(size=len(thought.values)).astype(np.float32)
        level_luck = self.rng.gumbel(size=thought.levels.shape).astype(np.float32)
        return thought._replace(values=thought.values + luck, levels=thought.levels + level_luck)


def play(task: tuple[str, int, int, tuple[str, ...]]) -> dict[str, Any]:
    """One deal: for each bot the gain of each seat, its processor time and its changes."""
    game_id, seats, deal, specs = task
    limit_threads(1)
    game = games.get(game_id, seats)
    match = Match(game, deal % seats)
    match.deal(shuffled(game, Random(f"gain {deal}")))
    nets: dict[int, Any] = {seat: find_bot("net").factory(game, Random(seat)) for seat in range(seats)}
    bots = {spec: find_bot(spec).factory(game, Random(f"{deal} {spec}")) for spec in specs}
    some: Any = find_bot("master").factory(game, Random(1))
    truth = Chancy(game, some.crowd.parts)
    truth.rng = np.random.default_rng(deal)
    gains = {spec: [0.0] * seats for spec in specs}
    spent, changed, asked = dict.fromkeys(specs, 0.0), dict.fromkeys(specs, 0), 0
    while match.deals[-1].result is None:
        found = next_move(game, match.state, match.view, nets)
        assert found is not None, "nets sit everywhere"
        seat, view, move = found
        if len(view.legal) > 1 and not _is_bid(view):
            asked += 1
            others = {}
            for spec, bot in bots.items():
                began = process_time()
                other = bot.interject(view)
                others[spec] = bot.choose(view) if other is None else other
                spent[spec] += process_time() - began
            moves = list(dict.fromkeys([move, *others.values()]))
            if len(moves) > 1:
                worlds = np.repeat(pack_worlds(game, [match.state]), PLAYOUTS, axis=0)
                worth = truth.worth(seat, worlds, pack_moves(game, moves), 1000).mean(axis=0)
                for spec, other in others.items():
                    gains[spec][seat] += float(worth[moves.index(other)] - worth[0])
                    changed[spec] += other != move
        match.act(seat, move)
    return {"deal": deal, "asked": asked, "gains": gains, "spent": spent, "changed": changed}


def _is_bid(view: Any) -> bool:
    return view.table.phase is Phase.AUCTION


def main() -> None:
    """Read the command line, play until the time is over, and say what was found."""
    game, seats, seconds, cores, first, *specs = sys.argv[1:]
    ends = monotonic() + float(seconds)
    tasks = ((game, int(seats), deal, tuple(specs)) for deal in range(int(first), int(first) + 100_000))
    play(next(tasks))  # compiled once, before the others start
    told: list[dict[str, Any]] = []
    with get_context("fork").Pool(int(cores)) as pool:
        waiting = [pool.apply_async(play, (next(tasks),)) for _ in range(2 * int(cores))]
        while waiting and monotonic() < ends:
            try:
                deal = waiting.pop(0).get(timeout=max(0.1, ends - monotonic()))
            except WaitedTooLong:
                break
            told.append(deal)
            print(json.dumps(deal), flush=True)
            waiting.append(pool.apply_async(play, (next(tasks),)))
        pool.terminate()
    for spec in specs if told else ():
        gains = np.array([np.mean(deal["gains"][spec]) for deal in told])
        asked = sum(deal["asked"] for deal in told)
        known = {"game": game, "seats": int(seats), "bot": spec, "deals": len(told)}
        known |= {"gain": round(float(gains.mean()), 2)}
        known |= {"error": round(float(gains.std() / np.sqrt(max(1, len(gains) - 1))), 2)}
        known |= {"changed": round(sum(deal["changed"][spec] for deal in told) / asked, 3)}
        known |= {"ms": round(1000 * sum(deal["spent"][spec] for deal in told) / asked)}
        print(json.dumps(known), flush=True)


if __name__ == "__main__":
    main()
