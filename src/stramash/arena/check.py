"""A check of a third-party bot in every game: its faults, and the decisions that never came up."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from stramash import games, records
from stramash.arena.play import TableResult, play_table
from stramash.bots.outside.program import BotFault
from stramash.bots.outside.specs import PROGRAM, FoundBot, find_bot
from stramash.core.cards import Card
from stramash.core.game import AnyGame
from stramash.core.match import AnyMatch, Match, shuffled

EXAMPLES: Final = 8
"""Faults of each game that are described, no two alike."""
# One opponent reaches every corner of the rules, the other plays as a player would.
_OPPONENTS: Final = ("random", "greedy")


@dataclass(slots=True)
class GameCheck:
    """How a bot did in one game."""

    game: str
    seats: int
    deals: int = 0
    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    substituted: int = 0
    """Decisions that somebody else had to make for it."""
    faults: Counter[str] = field(default_factory=Counter)
    """How many of each kind, of the first ones of each deal."""
    examples: list[dict[str, Any]] = field(default_factory=list)
    moves: Counter[str] = field(default_factory=Counter)
    """The moves made in its seat, by their first word."""
    is_repeatable: bool | None = None
    """Whether the same seed gave the same deal; None if that was not tried."""

    @property
    def is_good(self) -> bool:
        """Whether nothing was wrong; chance of its own is allowed."""
        return not self.faults

    def as_json(self) -> dict[str, Any]:
        """The check as plain data."""
        return {
            "game": self.game,
            "seats": self.seats,
            "deals": self.deals,
            "decisions": self.decisions,
            "ms_per_decision": 1000 * self.seconds / self.decisions if self.decisions else None,
            "slowest_ms": 1000 * self.slowest,
            "substituted": self.substituted,
            "faults": dict(self.faults),
            "examples": self.examples,
            "moves": dict(self.moves),
            "is_repeatable": self.is_repeatable,
            "ok": self.is_good,
        }


def find_and_greet(spec: str, limit: float) -> FoundBot:
    """The bot, once it has shown that it can sit down at all; raises RulesError and BotFault."""
    found = find_bot(spec, limit)
    if spec.startswith(PROGRAM):
        game = games.get("haggis")
        bot = found.factory(game, Random(0))
        match = Match(game, 0)
        match.deal(shuffled(game, Random(0)))
        (seat,) = game.waiting(match.state)
        try:
            bot.choose(match.view(seat))
        finally:
            getattr(bot, "close", lambda: None)()
    return found


def check_bot(found: FoundBot, deals: int, seed: int = 0) -> Iterator[GameCheck]:
    """Every game with every number of seats, a few deals each, the bot in each seat in turn."""
    for game_id, info in games.GAMES.items():
        for seats in info.seats:
            yield _check_game(games.get(game_id, seats), found, deals, seed)


def _check_game(game: AnyGame, found: FoundBot, deals: int, seed: int) -> GameCheck:
    check = GameCheck(game.id, game.seats)
    for number in range(deals):
        result, match = _deal(game, found, number, seed)
        _count(check, result, match, number % game.seats)
        if number == 0 and check.is_good:
            _, again = _deal(game, found, number, seed)
            check.is_repeatable = records.dump(again) == records.dump(match)
        if check.faults["silent"] or check.faults["late"]:
            break  # each further deal would only take its time
    return check


def _deal(game: AnyGame, found: FoundBot, number: int, seed: int) -> tuple[TableResult, AnyMatch]:
    chance = f"{seed}/check {number}"
    opponent = find_bot(_OPPONENTS[number % len(_OPPONENTS)])
    bots = tuple(found if seat == number % game.seats else opponent for seat in range(game.seats))

    def deck(place: int) -> tuple[Card, ...]:
        return shuffled(game, Random(f"{chance}/deck {place}"))

    return play_table(game, bots, number % game.seats, deck, chance, whole_match=False)


def _count(check: GameCheck, result: TableResult, match: AnyMatch, seat: int) -> None:
    tally = result.seats[seat]
    check.deals += 1
    check.decisions += tally.decisions
    check.seconds += tally.seconds
    check.slowest = max(check.slowest, tally.slowest)
    check.substituted += tally.faults
    for fault in result.faults:
        check.faults[fault["kind"]] += 1
        is_new = all(fault["what"] != known["what"] for known in check.examples)
        if is_new and len(check.examples) < EXAMPLES:
            check.examples.append({**fault, "number": check.deals})
    check.moves.update(
        str(move).split(" ", 1)[0] for deal in match.deals for mover, move in deal.moves if mover == seat
    )


__all__ = ["BotFault", "GameCheck", "check_bot", "find_and_greet"]
