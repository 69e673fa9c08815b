"""`python -m stramash.train.mu.auctions SEATS BOT OTHERS...`: how a bot bids in Mü, to be learned.

Deals of a bot among its like, and of each number of them among others, up to the first card that is played,
or with `--cards` to their end; a line of JSON a deal, in no order. `imitate` rebuilds every decision from it.
Neither torch nor a GPU is needed; who has no more time keeps the lines written so far, and run again it goes
on after the last deal.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from multiprocessing import TimeoutError as TooLong
from multiprocessing import get_context
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, NamedTuple

from stramash import games
from stramash.core.errors import StramashError
from stramash.core.game import AnyGame
from stramash.core.match import Match, shuffled
from stramash.mu.moves import Move, parse_move
from stramash.mu.state import Phase, View
from stramash.sim.run import limit_threads
from stramash.train.duel import seated


class Task(NamedTuple):
    """One deal: its number and who sits where."""

    game: str
    bots: tuple[str, ...]
    deal: int
    is_whole: bool = False
    """Whether its cards are played too."""


def begin(game: AnyGame, deal: int) -> Match[Any, Any, Any]:
    """A match with a deal of this number, whose dealer it names as well."""
    match = Match(game, deal % game.seats)
    match.deal(shuffled(game, Random(f"bidding {deal}")))
    return match


def is_bidding(match: Match[Any, Any, Any]) -> bool:
    """Whether no card can be played yet."""
    return match.state.table.phase not in (Phase.PLAY, Phase.NEXT_DEALER)


def play(task: Task) -> dict[str, Any]:
    """The moves of a deal up to the first trick, or all of them."""
    limit_threads(1)  # the deals fill the cores
    game = games.get(task.game, len(task.bots))
    match = begin(game, task.deal)
    bots = seated(game, task.bots, task.deal)
    moves = []
    while match.deals[-1].result is None and (task.is_whole or is_bidding(match)):
        (seat,) = game.waiting(match.state)
        move = bots[seat].choose(match.view(seat))
        moves.append(str(move))
        match.act(seat, move)
    return {"game": task.game, "deal": task.deal, "bots": task.bots, "moves": moves}


def decisions(line: dict[str, Any], bot: str) -> Iterator[tuple[View, Move]]:
    """What a bot saw and did in a deal that was written down."""
    game = games.get(line["game"], len(line["bots"]))
    match = begin(game, line["deal"])
    for text in line["moves"]:
        (seat,) = game.waiting(match.state)
        move = parse_move(text)
        if line["bots"][seat] == bot:
            yield match.view(seat), move
        match.act(seat, move)


def seating(deal: int, seats: int, bot: str, others: list[str]) -> tuple[str, ...]:
    """From one to all of the seats are the bot's, each number as often, in turn among each kind of others."""
    count, around = deal // seats % seats + 1, deal // seats**2
    other = others[around % len(others)] if others else bot
    return tuple(bot if (seat - deal) % seats < count else other for seat in range(seats))


def watch(
    game: str,
    seats: int,
    bot: str,
    others: list[str],
    into: Path,
    *,
    first: int,
    cores: int,
    ends: float,
    is_whole: bool = False,
) -> int:
    """Let deals be bid, or played, until the time is over; returns how many were."""
    if games.info(game).family != "mu":
        raise StramashError(f"{game}: only Mü has an auction of displays")
    done = [json.loads(line)["deal"] for line in into.read_text().splitlines()] if into.exists() else []
    count = 0

    def tasks(deal: int) -> Iterator[Task]:
        while monotonic() < ends:
            yield Task(game, seating(deal, seats, bot, others), deal, is_whole)
            deal += 1

    play(Task(game, (bot,) * seats, 0, is_whole))  # compiled once, before the others start
    waiting = tasks(max(done, default=first - 1) + 1)
    with into.open("a", encoding="utf-8") as file, get_context("fork").Pool(cores) as pool:
        running = [
            pool.apply_async(play, (task,)) for _, task in zip(range(2 * cores), waiting, strict=False)
        ]
        while running:
            try:
                told = running[0].get(timeout=max(0.1, ends + 30 - monotonic()))
            except TooLong:
                pool.terminate()
                break
            running.pop(0)
            file.write(json.dumps(told) + "\n")
            file.flush()
            count += 1
            running += [pool.apply_async(play, (task,)) for _, task in zip(range(1), waiting, strict=False)]
    return count


def main() -> int:
    """Read the command line and write auctions down."""
    parser = argparse.ArgumentParser(prog="python -m stramash.train.mu.auctions", description=__doc__)
    parser.add_argument("seats", type=int)
    parser.add_argument("bot")
    parser.add_argument("others", nargs="*")
    parser.add_argument("--game", default="mu")
    parser.add_argument("--into", type=Path, required=True)
    parser.add_argument("--cards", action="store_true", help="whole deals, not only their auctions")
    parser.add_argument("--first", type=int, default=0, help="the number of the first deal")
    parser.add_argument("--cores", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=10.0)
    given = parser.parse_args()
    ends = monotonic() + 60 * given.minutes
    try:
        count = watch(
            given.game,
            given.seats,
            given.bot,
            given.others,
            given.into,
            first=given.first,
            cores=given.cores,
            ends=ends,
            is_whole=given.cards,
        )
    except StramashError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{count} deals")
    return 0


if __name__ == "__main__":
    sys.exit(main())
