"""Deals laid out by hand and moves written as in a record: how the clause tests speak to a climbing game."""

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from stramash import games
from stramash.climbing.cards import FACES, JACK
from stramash.climbing.game import ClimbingGame
from stramash.climbing.moves import Move
from stramash.climbing.state import Phase, State
from stramash.core.cards import Card, CardSet, each
from stramash.core.errors import IllegalMove, Reason
from stramash.core.events import Event
from stramash.core.game import Carry, Result
from stramash.core.seats import Seat

GAME_IDS = ("haggis", "haggis3", "neeps", "tatties", "haggis-classic")
PRESETS = (
    ("haggis", 2),
    ("haggis", 3),
    ("haggis3", 3),
    ("neeps", 4),
    ("tatties", 3),
    ("haggis-classic", 2),
    ("haggis-classic", 3),
)
FOR_THREE = ("haggis", "haggis3", "tatties", "haggis-classic")
# Fewer cards, so that a deal is short: 8 number cards each for two, 6 for three, 5 for four.
_SMALL: Mapping[int, dict[str, int]] = {
    2: {"suits": 4, "haggis_size": 20},
    3: {"suits": 4, "haggis_size": 18},
    4: {"suits": 4, "copies": 1, "haggis_size": 16},
}


class Round:
    """A deal being played. Every move goes through `check`, `legal` and `apply`, which must agree."""

    def __init__(self, game: ClimbingGame, state: State) -> None:
        self.game = game
        self.state = state
        self.events: list[Event] = []

    def play(self, script: str) -> "Round":
        """Make the moves of a script: one a line, `SEAT MOVE`, with # comments."""
        for seat, text in _lines(script):
            self.act(seat, self.game.parse_move(text))
        return self

    def act(self, seat: Seat, move: Move) -> None:
        """Make one move."""
        assert self.game.check(self.state, seat, move) is None, f"{seat} {move}"
        assert move in self.game.legal(self.state, seat), f"{seat} {move}"
        assert seat in self.game.may_act(self.state), f"{seat} {move}"
        step = self.game.apply(self.state, seat, move)
        self.state = step.state
        self.events.extend(step.events)

    def refuse(self, line: str) -> Reason:
        """Why a written move is refused."""
        ((seat, text),) = _lines(line)
        return self.refuse_move(seat, self.game.parse_move(text))

    def refuse_move(self, seat: Seat, move: Any) -> Reason:
        """Why a move is refused: the same reason everywhere, and nothing changes."""
        before = self.state
        reason = self.game.check(self.state, seat, move)
        assert reason is not None, f"{seat} {move} is allowed"
        with pytest.raises(IllegalMove) as refusal:
            self.game.apply(self.state, seat, move)
        assert refusal.value.reason == reason
        if 0 <= seat < self.game.seats:
            assert move not in self.game.legal(self.state, seat)
        assert self.state == before
        return reason

    def allows(self, line: str) -> bool:
        """Whether a written move is legal."""
        ((seat, text),) = _lines(line)
        move = self.game.parse_move(text)
        is_listed = move in self.game.legal(self.state, seat)
        assert is_listed == (self.game.check(self.state, seat, move) is None)
        return is_listed

    def legal(self, seat: Seat) -> list[str]:
        """The legal moves of a seat, written."""
        return [str(move) for move in self.game.legal(self.state, seat)]

    @property
    def waiting(self) -> set[Seat]:
        """The seats that must act."""
        return set(self.game.waiting(self.state))

    def is_in(self, phase: Phase) -> bool:
        """Whether this is the kind of decision that is due."""
        return self.game.view(self.state, None).table.phase is phase

    @property
    def counts(self) -> tuple[int, ...]:
        """Cards in hand, as everybody sees them."""
        return self.game.view(self.state, None).table.counts

    @property
    def result(self) -> Result:
        """The end of the deal, which must have been reached."""
        result = self.game.result(self.state)
        assert result is not None, "the deal is not over"
        return result

    @property
    def sheet(self) -> list[tuple[int, int, str]]:
        """The score sheet: side, points, clause."""
        return [(line.side, line.points, line.clause) for line in self.result.sheet]

    def lines(self, clause: str) -> list[tuple[int, int]]:
        """The side and points of the score lines of one clause."""
        return [(line.side, line.points) for line in self.result.sheet if line.clause == clause]

    def hand(self, seat: Seat) -> str:
        """The cards a seat sees in its own hand."""
        return FACES.write(self.game.view(self.state, seat).hand)

    def pile(self, seat: Seat) -> set[str]:
        """The cards in a score pile; a court with the seat it came from, such as J0; a second copy as 2r+."""
        return pile_codes(self.game.view(self.state, None).table.piles[seat])

    def events_of(self, kind: type[Event]) -> list[Any]:
        """What happened so far of one kind."""
        return [event for event in self.events if isinstance(event, kind)]


def pile_codes(pile: CardSet) -> set[str]:
    """The cards of a score pile, written so that each is told apart."""
    codes: set[str] = set()
    for card in each(pile):
        code = FACES.code_of[card] if card < JACK else f"{'JQK'[(card - JACK) % 3]}{(card - JACK) // 3}"
        codes.add(f"{code}+" if code in codes else code)
    return codes


def _lines(script: str) -> Iterable[tuple[Seat, str]]:
    for line in script.splitlines():
        text = line.partition("#")[0].strip()
        if text:
            seat, _, move = text.partition(" ")
            yield int(seat), move


def climbing(game_id: str, seats: int | None = None, **options: Any) -> ClimbingGame:
    """A climbing game from the registry."""
    game = games.get(game_id, seats, **options)
    assert isinstance(game, ClimbingGame)
    return game


def small(game_id: str, seats: int | None = None, **options: Any) -> ClimbingGame:
    """The same rules with fewer cards."""
    seats = seats or games.info(game_id).seats[-1]
    return climbing(game_id, seats, **{**_SMALL[seats], **options})


def deck(game: ClimbingGame, hands: Iterable[str], haggis: str = "") -> tuple[Card, ...]:
    """A deck that deals these hands and this haggis (top first); what is left open is filled in order."""
    rest = list(game.deck())
    wanted = [(haggis, game.rules.haggis_size), *((hand, game.rules.dealt) for hand in hands)]
    wanted.extend([("", game.rules.dealt)] * (game.seats + 1 - len(wanted)))
    blocks: list[list[Card]] = []
    for codes, most in wanted:
        block = [game.parse_card(code) for code in codes.split()]
        assert len(block) <= most, f"{codes}: more than {most} cards"
        for card in block:
            rest.remove(card)
        blocks.append(block)
    for block, (_, full) in reversed(list(zip(blocks, wanted, strict=True))):
        while len(block) < full:
            block.append(rest.pop(0))
    return tuple(card for block in blocks for card in block)


def deal(
    game: ClimbingGame,
    *hands: str,
    haggis: str = "",
    lead: Seat = 0,
    dealer: Seat | None = None,
    totals: tuple[int, ...] | None = None,
    number: int = 1,
    ready: bool = True,
) -> Round:
    """Deal these hands; unless told not to, get what comes before the first trick over without a change."""
    carry = Carry(
        dealer=(lead - 1) % game.seats if dealer is None else dealer,
        totals=totals or (0,) * len(game.sides),
        deal=number,
        lead=lead,
    )
    dealt = Round(game, game.start(deck(game, hands, haggis), carry).state)
    if ready:
        make_ready(dealt)
    return dealt


def make_ready(dealt: Round) -> None:
    """Nobody bids (C8.2), and partners give each other back the cards they passed (C8.1)."""
    game = dealt.game
    while dealt.is_in(Phase.AUCTION):
        (seat,) = dealt.waiting
        dealt.play(f"{seat} pass")
    for _ in range(game.rules.passing_rounds):
        for seat in range(game.seats):
            view = game.view(dealt.state, seat)
            card = view.received[-1] if view.received else min(each(view.hand))
            dealt.play(f"{seat} give {game.card_code(card)}")


def run(low: int, high: int, suits: str) -> str:
    """The codes of a run of ranks in each of some suits: run(6, 7, "rb") is 6r 7r 6b 7b."""
    return " ".join(f"{rank}{suit}" for suit in suits for rank in range(low, high + 1))
