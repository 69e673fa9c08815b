"""Find the play: positions from real deals in which one move is better than all others.

They were made and checked by ``python -m scripts.exercises``; `docs/exercises.md` says how.
"""

import json
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

from stramash import games
from stramash.core.families import ByFamily
from stramash.core.game import AnyGame
from stramash.core.match import AnyMatch, Match
from stramash.core.seats import Seat

KINDS: Final = ("lead", "follow", "bomb", "bet", "bid", "ending")
SEATS: Final = {"haggis": 2, "haggis-classic": 2, "mu": 4, "mu-classic": 4}
"""For how many the positions of a game are, where it is not for one number of players alone."""
EACH: Final = 10
"""How many positions the set has of each kind that a game knows."""
POSITIONS: Final = "positions.jsonl"


class Line(NamedTuple):
    """Moves that come to the same; none at all stands for making no bet."""

    moves: tuple[Any, ...]
    behind: float
    """By how many points they are worse than the best; for the best, by how many it is ahead of the next."""
    margin: float
    """The difference lies within so much, in 95 of 100 cases."""
    why: str


class Exercise(NamedTuple):
    """A position, from the seat that is to act, and what a long search says of it."""

    id: str
    kind: str
    match: AnyMatch
    """The deal up to the position, in which everybody's cards are known: it was played to its end once."""
    seat: Seat
    lines: tuple[Line, ...]
    """The best first."""
    playouts: int
    """How long the search was."""

    @property
    def game(self) -> AnyGame:
        """The game it is from."""
        return self.match.game

    @property
    def view(self) -> Any:
        """What the seat knows."""
        return self.match.view(self.seat)


def kinds_of(game: AnyGame) -> tuple[str, ...]:
    """The kinds of positions that a game knows: it has bets or bids, and not every game has bombs."""
    return tuple(kind for kind in KINDS if kind in _KINDS_OF.of(game)(game.rules))


def _climbing_kinds(rules: Any) -> set[str]:
    return {"lead", "follow", "bomb", "bid" if rules.has_auction else "bet", "ending"}


def _mu_kinds(_: Any) -> set[str]:
    return {"lead", "follow", "bid", "ending"}


_KINDS_OF: Final = ByFamily[Callable[[Any], set[str]]](
    "kinds of exercises", climbing=_climbing_kinds, mu=_mu_kinds
)


def games_of_the_set() -> list[AnyGame]:
    """Every game, for as many as its positions are for."""
    return [games.get(info.id, SEATS.get(info.id, info.seats[0])) for info in games.GAMES.values()]


def read(form: dict[str, Any]) -> Exercise:
    """An exercise from its written form; every move is checked on the way."""
    game = games.get_written(form["game"], form["seats"], form["options"], form["rules"])
    match: AnyMatch = Match(game, form["dealer"])
    match.deal(tuple(game.parse_card(code) for code in form["deck"].split()))
    for seat, text in form["moves"]:
        match.act(seat, game.parse_move(text))
    lines = tuple(
        Line(tuple(map(game.parse_move, line["moves"])), line["behind"], line["margin"], line["why"])
        for line in form["lines"]
    )
    return Exercise(form["id"], form["kind"], match, form["seat"], lines, form["playouts"])


@cache
def forms() -> dict[str, dict[str, Any]]:
    """The written form of every exercise of the set, by its id."""
    text = files(__name__).joinpath(POSITIONS).read_text(encoding="utf-8")
    return {form["id"]: form for form in map(json.loads, text.splitlines())}


def find(exercise_id: str) -> Exercise:
    """An exercise of the set; raises KeyError."""
    return read(forms()[exercise_id])
