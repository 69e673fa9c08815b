"""The registry: every game by its id, with its seats and options."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from stramash.climbing import rules as climbing
from stramash.climbing.game import ClimbingGame
from stramash.core.errors import RulesError
from stramash.core.game import AnyGame
from stramash.core.options import changed_options, options_of, parse_options
from stramash.mu import rules as mu
from stramash.mu.game import MuGame

RULES_REVISION = 1
"""Raised when a change of the rules makes an older record replay differently."""


class GameInfo(NamedTuple):
    """A game before its seats and options are chosen."""

    id: str
    name: str
    seats: tuple[int, ...]
    rules: Mapping[int, Any]
    """The preset for each number of seats."""
    sentence: str


_SENTENCES = {
    "haggis": "Shed your cards in sequences and stairs; bet on the points you will make.",
    "haggis3": "Haggis made for three: bet on being the first to go out.",
    "neeps": "Four players in two partnerships, a double deck, cards passed across the table.",
    "tatties": "Three players bid to be the Shepherd; the others play against them.",
    "haggis-classic": "The game as published in 2010, with sets and runs past ten.",
    "mu": "Bid by showing cards, name two trumps, choose a partner, take tricks.",
}

GAMES: dict[str, GameInfo] = {
    **{
        game_id: GameInfo(game_id, name, tuple(presets), presets, _SENTENCES[game_id])
        for game_id, (name, presets) in climbing.PRESETS.items()
    },
    "mu": GameInfo("mu", "Mü", mu.SEATS, {n: mu.preset(n) for n in mu.SEATS}, _SENTENCES["mu"]),
}


def info(game_id: str) -> GameInfo:
    """What is known of a game; raises RulesError for an unknown id."""
    if game_id not in GAMES:
        raise RulesError("game", game_id, "no such game; there are " + ", ".join(GAMES))
    return GAMES[game_id]


def preset(game_id: str, seats: int | None = None) -> Any:
    """The rules of a game as its sheet gives them; the fewest seats unless said."""
    known = info(game_id)
    if seats is None:
        seats = known.seats[0]
    if seats not in known.rules:
        allowed = ", ".join(map(str, known.seats))
        raise RulesError("seats", seats, f"{game_id} is played by {allowed}")
    return known.rules[seats]


def get(game_id: str, seats: int | None = None, **options: Any) -> AnyGame:
    """A game for a number of seats, with some options changed."""
    rules = preset(game_id, seats)
    known = {item.name for item in options_of(rules)}
    for name, value in options.items():
        if name not in known:
            raise RulesError(name, value, "no such option; there are " + ", ".join(sorted(known)))
    if options:
        rules = rules.with_options(**options)
    return MuGame(rules) if game_id == "mu" else ClimbingGame(game_id, rules)


def get_written(game_id: str, seats: int | None, options: Mapping[str, str]) -> AnyGame:
    """A game whose options are given as texts, as on the command line or in a record."""
    rules = preset(game_id, seats)
    return get(game_id, seats, **parse_options(type(rules), options))


def written_options(game: AnyGame) -> dict[str, str]:
    """The options in which a game differs from its preset, as texts."""
    return changed_options(game.rules, preset(game.id, game.seats))
