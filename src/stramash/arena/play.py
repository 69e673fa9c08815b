"""One table: bots play a deal or a match; a fault of a bot is recorded and never stops it."""

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from random import Random
from typing import Any, Final

from stramash.arena.outcomes import count_deal
from stramash.bots.base import Bot
from stramash.bots.outside import guard
from stramash.bots.outside.program import BotFault
from stramash.bots.outside.specs import FoundBot, fallback
from stramash.bots.registry import seat_bot
from stramash.core.cards import Card
from stramash.core.game import AnyGame
from stramash.core.match import AnyMatch, Match
from stramash.core.seats import Seat

MOST_REDEALS: Final = 100
"""So many deals in a row that nobody wants to play (M3.5) end a table without a score."""
MOST_DEALS: Final = 1_000
"""A match that is not decided after so many deals is broken off."""
FAULTS_KEPT: Final = 20
"""Faults of one table that are described; all are counted."""


@dataclass(slots=True)
class SeatTally:
    """What one seat did at one table."""

    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    """Seconds of the longest decision."""
    first_out: int = 0
    bets: int = 0
    """Bets, bids as Shepherd or Crowns that were the seat's own."""
    bets_won: int = 0
    faults: int = 0
    """Decisions that the fallback had to make."""

    def as_json(self) -> dict[str, Any]:
        """The tally as plain data."""
        return {item.name: getattr(self, item.name) for item in fields(self)}


@dataclass(slots=True)
class TableResult:
    """How one table ended."""

    scores: list[int]
    """Points over all deals, one entry a side."""
    deals: int
    """Deals that were scored."""
    winners: list[int]
    """The winning sides of the match, or those with the most points of the deal."""
    seats: list[SeatTally]
    faults: list[dict[str, Any]] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """The result as plain data."""
        # Not by `asdict`, which copies all that is in it: this is done between two deals.
        plain = {item.name: getattr(self, item.name) for item in fields(self)}
        return {**plain, "seats": [seat.as_json() for seat in self.seats]}

    @classmethod
    def from_json(cls, form: dict[str, Any]) -> "TableResult":
        """The result that plain data stands for; raises TypeError or KeyError."""
        return cls(**{**form, "seats": [SeatTally(**seat) for seat in form["seats"]]})


class Player:
    """A seat: its bot, whoever takes over when the bot fails, and its tally."""

    def __init__(self, game: AnyGame, found: FoundBot, seat: Seat, seed: str) -> None:
        self.game = game
        self.seat = seat
        self.tally = SeatTally()
        self.faults: list[dict[str, Any]] = []
        self._limit = found.limit
        self._seed = seed
        self._substitute: Bot | None = None
        answer = guard.ask(lambda: found.factory(game, Random(seed)), None, self._limit)
        self._bot: Bot | None = answer.move
        self._report(answer.fault, None, 0)

    def interject(self, match: AnyMatch, view: Any) -> Any | None:
        """A legal move out of turn, or None; a fault is no move."""
        if self._bot is None:
            move = self._fallback().interject(view)
            self.tally.faults += move is not None
        else:
            move = self._ask(match, view, self._bot.interject, is_optional=True)
        self.tally.decisions += move is not None
        return move

    def choose(self, match: AnyMatch, view: Any) -> Any:
        """A legal move in any case."""
        move = None
        self.tally.decisions += 1
        if self._bot is not None:
            move = self._ask(match, view, self._bot.choose, is_optional=False)
        if move is None:
            self.tally.faults += 1
            substitute = self._fallback()
            move = substitute.interject(view)
            if move is None:
                move = substitute.choose(view)
        return move

    def close(self) -> None:
        """Let go of what the bot holds, such as a program."""
        close = getattr(self._bot, "close", None)
        if close is not None:
            self._report(guard.ask(close, None, None).fault, None, 0)

    def _ask(self, match: AnyMatch, view: Any, ask: Callable[[Any], Any], *, is_optional: bool) -> Any | None:
        """The bot's answer if it is legal and in time."""
        answer = guard.ask(
            lambda: ask(view),
            lambda move: self.game.check(match.state, self.seat, move),
            self._limit,
            is_optional=is_optional,
        )
        self.tally.seconds += answer.seconds
        self.tally.slowest = max(self.tally.slowest, answer.seconds)
        self._report(answer.fault, match, len(match.deals[-1].moves))
        return answer.move

    def _report(self, fault: BotFault | None, match: AnyMatch | None, moves: int) -> None:
        if fault is not None:
            deal = len(match.deals) if match is not None else 0
            self.faults.append(
                {"seat": self.seat, "kind": fault.kind, "what": fault.what, "deal": deal, "move": moves + 1}
            )

    def _fallback(self) -> Bot:
        if self._substitute is None:
            self._substitute = seat_bot(fallback(), self.game, Random(f"{self._seed}/fallback"))
        return self._substitute


def play_table(
    game: AnyGame,
    bots: tuple[FoundBot, ...],
    dealer: Seat,
    deck: Callable[[int], tuple[Card, ...]],
    seed: str,
    *,
    whole_match: bool,
) -> tuple[TableResult, AnyMatch]:
    """Play one deal, or a match; `deck` gives the first deck, the second, and so on."""
    players = [Player(game, found, seat, f"{seed}/seat {seat}") for seat, found in enumerate(bots)]
    names = tuple(f"{_printable(found.spec[:90])} {seat}" for seat, found in enumerate(bots))
    match = Match(game, dealer, names)
    result = TableResult([0] * len(game.sides), 0, [], [player.tally for player in players])
    redeals = 0
    try:
        while match.needs_deck and redeals < MOST_REDEALS and len(match.deals) < MOST_DEALS:
            match.deal(deck(len(match.deals)))
            while not match.needs_deck and not match.is_over:
                _step(match, players)
            ended = match.deals[-1].result
            assert ended is not None, "the deal was played to its end"
            redeals = redeals + 1 if ended.redeal else 0
            if ended.redeal:
                continue
            result.deals += 1
            count_deal(game, match.state, result.seats)
            result.scores = [sum(pair) for pair in zip(result.scores, ended.scores, strict=True)]
            if not whole_match:
                break
    finally:
        for player in players:
            player.close()
    if whole_match:
        result.winners = list(match.winners)
    elif result.deals:
        best = max(result.scores)
        result.winners = [side for side, points in enumerate(result.scores) if points == best]
    result.faults = [fault for player in players for fault in player.faults][:FAULTS_KEPT]
    return result, match


def _step(match: AnyMatch, players: list[Player]) -> None:
    """One move, in the order of `bots.driver.step`: offers out of turn first, then who must act."""
    game = match.game
    waiting = game.waiting(match.state)
    for seat in sorted(game.may_act(match.state) - waiting):
        move = players[seat].interject(match, match.view(seat))
        if move is not None:
            match.act(seat, move)
            return
    seat = min(waiting)
    view = match.view(seat)
    move = players[seat].interject(match, view)
    match.act(seat, players[seat].choose(match, view) if move is None else move)


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else "?" for c in text)
