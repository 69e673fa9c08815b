"""How the rules tests speak to Mü."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from tests.rules.language import Scripted

from stramash import games
from stramash.core.cards import Card, CardSet, each, join, kinds, remove, size
from stramash.core.events import Event
from stramash.core.game import Carry
from stramash.core.seats import Seat
from stramash.mu.cards import FACES, icons
from stramash.mu.events import Scored, TrickWon
from stramash.mu.game import MuGame
from stramash.mu.moves import Display
from stramash.mu.state import State, Table


def cards(codes: str) -> CardSet:
    """The set that codes name."""
    return FACES.parse_set(codes)


def card(code: str) -> int:
    """The face that a code names."""
    return FACES.parse(code)


class Round(Scripted[MuGame, State]):
    """A deal of Mü."""

    @property
    def table(self) -> Table:
        """What everybody sees."""
        return self.state.table

    @property
    def phase(self) -> str:
        """What the deal waits for, as a word."""
        return self.table.phase.value

    def hand(self, seat: Seat) -> str:
        """The codes of a hand."""
        return FACES.write(self.state.hands[seat])

    def lists(self, seat: Seat, move: Any) -> bool:
        """Whether `legal` lists a move; of a display of several cards, each card alone (M3.1)."""
        parts = [Display(1 << face) for face in kinds(move.cards)] if isinstance(move, Display) else [move]
        return set(parts) <= set(self.game.legal(self.state, seat))

    def all_pass(self) -> None:
        """Everybody passes, beginning with the seat whose turn it is."""
        for _ in range(self.game.seats):
            self.play(f"{self.table.turn} pass")

    def trick(self, codes: str) -> tuple[Event, ...]:
        """Play cards in turn, beginning with the seat whose turn it is; what the last one brings."""
        for code in codes.split():
            self.play(f"{self.table.turn} play {code}")
        return self.last

    def play_out(self) -> None:
        """Everybody plays their lowest legal card until the hand is scored."""
        while self.table.scores is None:
            (seat,) = self.waiting
            self.act(seat, self.game.legal(self.state, seat)[0])


def mu(seats: int, **options: Any) -> MuGame:
    """Mü from the registry."""
    game = games.get("mu", seats, **options)
    assert isinstance(game, MuGame)
    return game


def classic(seats: int, **options: Any) -> MuGame:
    """The game of 1995 from the registry."""
    return games.get("mu-classic", seats, **options)


def deck(game: MuGame, hands: Iterable[str], talon: str = "") -> tuple[Card, ...]:
    """A deck that deals these cards; the lowest cards left fill up the hands, seat 0 first."""
    rules = game.rules
    wanted = [cards(codes) for codes in hands]
    wanted += [0] * (rules.seats - len(wanted)) + [cards(talon)]
    sizes = [rules.hand_size] * rules.seats + [rules.talon]
    left = rules.cards
    for given in wanted:
        left = remove(left, given)
    spare = list(each(left))
    laid: list[Card] = []
    for given, full in zip(wanted, sizes, strict=True):
        missing = full - size(given)
        laid += [*each(given), *spare[:missing]]
        del spare[:missing]
    return tuple(laid)


def deal(
    game: MuGame,
    *hands: str,
    talon: str = "",
    dealer: Seat = 0,
    totals: tuple[int, ...] | None = None,
    number: int = 1,
) -> Round:
    """Deal these hands."""
    carry = Carry(dealer=dealer, totals=totals or (0,) * game.seats, deal=number)
    return Round(game, carry, game.start(deck(game, hands, talon), carry))


def all_cards(state: State) -> CardSet:
    """All cards of a state; fails if one is there too often."""
    table = state.table
    together = 0
    trick = tuple(1 << card for card in table.trick)
    for part in (*state.hands, state.talon, state.buried, *table.won, *trick):
        together = join(together, part)
    return together


class Golden(NamedTuple):
    """A deal and how it goes. A trick: who leads, the cards in turn, who wins, icons in it."""

    dealer: int
    hands: tuple[str, ...]
    talon: str
    before: str
    tricks: str
    scores: tuple[int, ...]


def play_golden(game: MuGame, golden: Golden) -> None:
    """Play a deal as it is written down, and hold every trick and the score against it."""
    dealt = deal(game, *golden.hands, talon=golden.talon, dealer=golden.dealer)
    dealt.play(golden.before)
    for line in golden.tricks.strip().splitlines():
        leader, _, rest = line.strip().partition(": ")
        codes, _, outcome = rest.partition(" > ")
        assert dealt.table.leader == int(leader)
        won = [event for event in dealt.trick(codes) if isinstance(event, TrickWon)]
        assert [f"{event.seat} +{icons(event.cards)}" for event in won] == [outcome]
    scored = dealt.events[-1]
    assert isinstance(scored, Scored)
    assert scored.scores == golden.scores
    assert dealt.table.scores == golden.scores
    assert [
        sum(line.points for line in scored.sheet if line.side == seat) for seat in range(dealt.table.seats)
    ] == list(golden.scores)
