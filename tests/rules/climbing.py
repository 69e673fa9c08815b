"""How the rules tests speak to a climbing game."""

from collections.abc import Iterable, Mapping
from typing import Any

from tests.rules.language import Scripted

from stramash import games
from stramash.climbing.cards import FACES, JACK
from stramash.climbing.game import ClimbingGame
from stramash.climbing.state import Phase, State
from stramash.core.cards import Card, CardSet, each
from stramash.core.game import Carry
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


class Round(Scripted[ClimbingGame, State]):
    """A deal of a climbing game."""

    def is_in(self, phase: Phase) -> bool:
        """Whether this is the kind of decision that is due."""
        return self.game.view(self.state, None).table.phase is phase

    @property
    def counts(self) -> tuple[int, ...]:
        """Cards in hand, as everybody sees them."""
        return self.game.view(self.state, None).table.counts

    def hand(self, seat: Seat) -> str:
        """The cards a seat sees in its own hand."""
        return FACES.write(self.game.view(self.state, seat).hand)

    def pile(self, seat: Seat) -> set[str]:
        """The cards in a score pile; a court with the seat it came from, such as J0; a second copy as 2r+."""
        return pile_codes(self.game.view(self.state, None).table.piles[seat])


def pile_codes(pile: CardSet) -> set[str]:
    """The cards of a score pile, written so that each is told apart."""
    codes: set[str] = set()
    for card in each(pile):
        code = FACES.code_of[card] if card < JACK else f"{'JQK'[(card - JACK) % 3]}{(card - JACK) // 3}"
        codes.add(f"{code}+" if code in codes else code)
    return codes


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
    dealt = Round(game, carry, game.start(deck(game, hands, haggis), carry))
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
