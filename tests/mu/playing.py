"""Deals of Mü written as text: hands, then moves, one line each."""

from collections.abc import Sequence

from stramash.core.cards import CardSet, each, join, remove, size
from stramash.core.events import Event
from stramash.core.game import Carry, Reason, Result
from stramash.core.seats import Seat
from stramash.mu.cards import FACES
from stramash.mu.game import MuGame
from stramash.mu.rules import MuRules, preset
from stramash.mu.state import State, Table


def cards(codes: str) -> CardSet:
    """The set that codes name."""
    return FACES.parse_set(codes)


def card(code: str) -> int:
    """The face that a code names."""
    return FACES.parse(code)


def deck_of(rules: MuRules, hands: Sequence[str], talon: str = "") -> tuple[int, ...]:
    """A deck that deals these cards; the lowest cards left fill up the hands, seat 0 first."""
    wanted = [cards(codes) for codes in (*hands, *[""] * (rules.seats - len(hands)), talon)]
    sizes = [rules.hand_size] * rules.seats + [rules.talon]
    left = rules.cards
    for given in wanted:
        left = remove(left, given)
    spare = list(each(left))
    deck: list[int] = []
    for given, full in zip(wanted, sizes, strict=True):
        missing = full - size(given)
        deck += [*each(given), *spare[:missing]]
        del spare[:missing]
    return tuple(deck)


class Written:
    """A deal that is played by writing down moves."""

    def __init__(
        self,
        rules: MuRules | int,
        hands: Sequence[str] = (),
        talon: str = "",
        *,
        dealer: Seat = 0,
        deal: int = 1,
        totals: tuple[int, ...] | None = None,
    ) -> None:
        self.game = MuGame(preset(rules) if isinstance(rules, int) else rules)
        seats = self.game.seats
        self.carry = Carry(dealer=dealer, totals=totals or (0,) * seats, deal=deal)
        step = self.game.start(deck_of(self.game.rules, hands, talon), self.carry)
        self.state: State = step.state
        self.events: list[Event] = list(step.events)

    @property
    def table(self) -> Table:
        """What everybody sees."""
        return self.state.table

    @property
    def phase(self) -> str:
        """What the deal waits for, as a word."""
        return self.table.phase.value

    @property
    def result(self) -> Result | None:
        """The end of the deal."""
        return self.game.result(self.state)

    def hand(self, seat: Seat) -> str:
        """The codes of a hand."""
        return FACES.write(self.state.hands[seat])

    def do(self, *lines: str) -> tuple[Event, ...]:
        """Make moves, each written as a seat and a move; gives the events of the last."""
        events: tuple[Event, ...] = ()
        for line in lines:
            seat, _, text = line.partition(" ")
            self.state, events = self.game.apply(self.state, int(seat), self.game.parse_move(text))
            self.events += events
        return events

    def all_pass(self) -> None:
        """Everybody passes, beginning with the seat whose turn it is."""
        for _ in range(self.game.seats):
            self.do(f"{self.table.turn} pass")

    def trick(self, codes: str) -> tuple[Event, ...]:
        """Play cards in turn, beginning with the seat whose turn it is."""
        events: tuple[Event, ...] = ()
        for code in codes.split():
            events = self.do(f"{self.table.turn} play {code}")
        return events

    def play_out(self) -> None:
        """Everybody plays their lowest legal card until the hand is scored."""
        while self.table.scores is None:
            (seat,) = self.game.waiting(self.state)
            self.do(f"{seat} {self.game.legal(self.state, seat)[0]}")

    def legal(self, seat: Seat) -> str:
        """The legal moves of a seat, written out."""
        return ", ".join(str(move) for move in self.game.legal(self.state, seat))

    def refusal(self, seat: Seat, move: object) -> Reason:
        """Why a move is not legal; the move is written out or any object."""
        wanted = self.game.parse_move(move) if isinstance(move, str) else move
        reason = self.game.check(self.state, seat, wanted)  # type: ignore[arg-type]  # foreign objects too
        assert reason is not None, f"seat {seat} may {move}"
        return reason


def all_cards(state: State) -> CardSet:
    """All cards of a state; fails if one is there too often."""
    table = state.table
    together = 0
    trick = tuple(1 << card for card in table.trick)
    for part in (*state.hands, state.talon, state.buried, *table.won, *trick):
        together = join(together, part)
    return together
