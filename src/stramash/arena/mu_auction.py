"""`python -m stramash.arena.mu_auction SEATS BOT [OTHER]`: how bots bid in Mü, in figures.

Whole deals of one bot among its like, and with another one given: of each alone among the others. What is
counted is what the bot itself did: the cards it showed as Crown and as Shield, the targets it made, trumps
that it named, whom it picked as partner, and its lead over the mean of the others.
"""

import argparse
import sys
from collections import Counter
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from time import monotonic
from typing import Any, Final

from stramash import games
from stramash.arena.outcomes import count_deal
from stramash.bots.base import Bot
from stramash.bots.outside.specs import find_bot
from stramash.core.errors import StramashError
from stramash.core.game import AnyGame
from stramash.core.match import Match, shuffled
from stramash.core.seats import Seat
from stramash.mu.cards import DOUBLED
from stramash.mu.moves import Partner, Trump
from stramash.mu.state import Table

KINDS: Final = ("colour", "1 or 7", "other number", "none")
MOST_REDEALS: Final = 100
"""A deal in which nobody shows a card is dealt again (M3.5), but not for ever."""


@dataclass
class Made:
    """What a finished deal says of one seat, as the arena counts it."""

    first_out: int = 0
    bets: int = 0
    bets_won: int = 0


@dataclass
class Figures:
    """What a bot did, over many deals."""

    deals: int = 0
    leads: list[float] = field(default_factory=list)
    """One for each deal and seat that it played."""
    crowns: list[int] = field(default_factory=list)
    """The cards of each Crown bid."""
    crowns_made: int = 0
    shields: list[int] = field(default_factory=list)
    majors: Counter[str] = field(default_factory=Counter)
    minors: Counter[str] = field(default_factory=Counter)
    partners: list[int] = field(default_factory=list)
    """The cards that each partner picked had shown."""
    partners_most: int = 0
    """How often the partner was among those who had shown most of those who could be picked."""
    partners_trump: int = 0
    """How often the partner showed a trump."""

    def add(self, table: Table, seats: set[Seat], made: list[Made]) -> None:
        """Count one finished deal, for the seats that the bot played."""
        assert table.scores is not None, "the deal is over"
        self.deals += 1
        for seat in seats:
            others = [points for other, points in enumerate(table.scores) if other != seat]
            self.leads.append(table.scores[seat] - sum(others) / len(others))
        if table.crown in seats:
            self.crowns.append(table.bids[table.crown])
            self.crowns_made += made[table.crown].bets_won
            self.majors[_kind(table.trumps.major)] += 1
        if table.shield in seats:
            self.shields.append(table.bids[table.shield])
            self.minors[_kind(table.trumps.minor)] += 1

    def add_partner(self, table: Table, seat: Seat, partner: Seat) -> None:
        """Count a partner when it is picked."""
        could_be = [other for other in range(table.seats) if other not in (seat, table.shield)]
        self.partners.append(table.bids[partner])
        self.partners_most += table.bids[partner] == max(table.bids[other] for other in could_be)
        self.partners_trump += bool(table.displays[partner] & table.trumps.cards)


def _kind(trump: Trump | None) -> str:
    if trump is None or (trump.colour is None and trump.number is None):
        return KINDS[3]
    if trump.colour is not None:
        return KINDS[0]
    return KINDS[1] if trump.number in DOUBLED else KINDS[2]


def play(game: AnyGame, bots: dict[Seat, Bot], number: int, seats: set[Seat], figures: Figures) -> None:
    """Play one deal; what the bot at these seats does is counted."""
    match, rng = Match(game, number % game.seats), Random(f"auction {number}")
    for _ in range(MOST_REDEALS):
        match.deal(shuffled(game, rng))
        while (result := match.deals[-1].result) is None:
            (seat,) = game.waiting(match.state)
            view: Any = match.view(seat)
            move = bots[seat].choose(view)
            if isinstance(move, Partner) and seat in seats:
                figures.add_partner(view.table, seat, move.seat)
            match.act(seat, move)
        if not result.redeal:
            break
    else:
        raise StramashError(f"deal {number}: nobody showed a card in {MOST_REDEALS} deals")
    made = [Made() for _ in range(game.seats)]
    count_deal(game, match.state, made)
    figures.add(match.state.table, seats, made)


def study(
    game: AnyGame, bot: str, other: str | None, *, deals: int, minutes: float, first: int = 0
) -> Figures:
    """A bot among its like, or alone among others: in every deal at one seat after the other."""
    figures, ends = Figures(), monotonic() + 60 * minutes
    for number in range(first, first + deals):
        if monotonic() > ends:
            break
        lone = number % game.seats
        bots = {
            seat: find_bot(bot if other is None or seat == lone else other).factory(
                game, Random(f"{number} {seat}")
            )
            for seat in range(game.seats)
        }
        play(game, bots, number, set(bots) if other is None else {lone}, figures)
    return figures


def row(name: str, figures: Figures) -> str:
    """A line of the table in docs/bots.md."""
    crowns, shields = figures.crowns, figures.shields
    cells = [
        name,
        str(figures.deals),
        f"{_mean(figures.leads):+.1f} ± {_error(figures.leads):.1f}",
        f"{_mean(crowns):.1f}",
        f"{_share(figures.crowns_made, len(crowns))} of {len(crowns)}",
        f"{_mean(shields):.1f}",
        _trumps(figures.majors),
        _trumps(figures.minors),
        f"{_mean(figures.partners):.1f}",
        _share(figures.partners_most, len(figures.partners)),
        _share(figures.partners_trump, len(figures.partners)),
    ]
    return "| " + " | ".join(cells) + " |"


HEADER: Final = (
    "| who | deals | lead | Crown shows | makes it | Shield shows | major: colour / 1, 7 / other / none "
    "| minor | partner shows | most of all | a trump |\n|" + "---|" * 11
)


def _mean(values: list[Any]) -> float:
    return sum(values) / len(values) if values else 0.0


def _error(values: list[float]) -> float:
    mean = _mean(values)
    return sqrt(sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1) / max(1, len(values)))


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "none"


def _trumps(named: Counter[str]) -> str:
    return " / ".join(f"{100 * named[kind] / max(1, named.total()):.0f}" for kind in KINDS)


def _game(game_id: str, seats: int, options: list[str]) -> AnyGame:
    if games.info(game_id).family != "mu":
        raise StramashError(f"{game_id}: only Mü has an auction of displays")
    return games.get_written(game_id, seats, dict(written.partition("=")[::2] for written in options))


def main() -> int:
    """Read the command line and print a table."""
    parser = argparse.ArgumentParser(prog="python -m stramash.arena.mu_auction", description=__doc__)
    parser.add_argument("seats", type=int)
    parser.add_argument("bot")
    parser.add_argument("other", nargs="?")
    parser.add_argument("--game", default="mu")
    parser.add_argument("--set", nargs="*", default=[], metavar="OPTION=VALUE", help="options of the game")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=60.0, help="for each line of the table")
    parser.add_argument("--first", type=int, default=0, help="the number of the first deal")
    given = parser.parse_args()
    try:
        game = _game(given.game, given.seats, given.set)
        pairs = [(given.bot, None)]
        if given.other is not None:
            pairs += [(given.other, None), (given.bot, given.other), (given.other, given.bot)]
        print(HEADER)
        for bot, other in pairs:
            name = f"`{bot}`" if other is None else f"`{bot}` alone among `{other}`"
            found = study(game, bot, other, deals=given.deals, minutes=given.minutes, first=given.first)
            print(row(name, found), flush=True)
    except StramashError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
