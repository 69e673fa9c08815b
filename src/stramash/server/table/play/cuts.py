"""What the journal knows of the next deck: the server's promise, sealed cuts, their closing and opening."""

from collections import Counter
from collections.abc import Sequence

from stramash.core.game import AnyGame
from stramash.core.seats import Seat
from stramash.fairness.cuts import (
    MOST_HELD_BACK,
    Closing,
    Cutter,
    Shuffle,
    card_codes,
    cards_digest,
)
from stramash.fairness.promise import CHAIN_LENGTH, Chain, Promise, new_seed
from stramash.wire.codec import Json

Deck = tuple[int, int]
"""A match of the table and a deck of it, both counted from 1."""


class Cuts:
    """The state of fair dealing at one table; it changes by journal entries alone."""

    def __init__(self, table: str, game: AnyGame) -> None:
        self.table = table
        self.game = game
        self.sealed: list[str | None] = [None] * game.seats
        self.opened: list[str | None] = [None] * game.seats
        self.closing: Closing | None = None
        self.held_back: Counter[Seat] = Counter()
        """How many cuts each seat has sealed and not opened in this match."""
        self.promise: Promise | None = None
        self._chain: Chain | None = None
        self._cards = cards_digest(card_codes(game))

    # What is so.

    def is_promised(self, deck: Deck) -> bool:
        """Whether the secret of a deck is fixed."""
        return self.promise is not None and self.promise.covers(*deck)

    def is_closed(self, deck: Deck) -> bool:
        """Whether nobody can seal a cut for a deck any more."""
        return self.closing is not None and (self.closing.match, self.closing.deal) == deck

    def is_settled(self, deck: Deck) -> bool:
        """Whether every cut of a deck that was sealed is open."""
        return self.closing is not None and self.is_closed(deck) and not self.unopened

    @property
    def unopened(self) -> frozenset[Seat]:
        """The seats whose cuts are still to be opened."""
        closing = self.closing
        return frozenset() if closing is None else closing.cutting - self._open_seats

    @property
    def _open_seats(self) -> frozenset[Seat]:
        return frozenset(seat for seat, cut in enumerate(self.opened) if cut is not None)

    def may_cut(self, seat: Seat, deck: Deck) -> bool:
        """Whether a seat's cuts are still taken in this match."""
        return deck[1] == 1 or self.held_back[seat] < MOST_HELD_BACK

    def shuffle(self, deck: Deck) -> Shuffle:
        """What a closed deck follows from."""
        assert self._chain is not None
        assert self.closing is not None
        return Shuffle(self.closing, self._chain.secret(deck[1]), tuple(self.opened))

    # The bodies of entries.

    @staticmethod
    def promise_body(deck: Deck) -> Json:
        """A promise for the decks of a match, from one on."""
        return {"match": deck[0], "first": deck[1], "length": CHAIN_LENGTH, "seed": new_seed().hex()}

    def closing_body(self, deck: Deck, here: Sequence[Cutter]) -> Json:
        """The list of those who cut, as it is closed."""
        return {"match": deck[0], "deal": deck[1], "seats": [[cutter.kind, cutter.sealed] for cutter in here]}

    # Snapshots.

    def form(self, *, is_first: bool) -> Json:
        """All of it, as it stands in a snapshot; before the first deal of a match nobody held cuts back."""
        chain, closing = self._chain, self.closing
        return {
            "promise": chain
            and {
                "match": chain.match,
                "first": chain.first,
                "length": chain.length,
                "seed": chain.seed.hex(),
            },
            "sealed": self.sealed,
            "opened": self.opened,
            "closing": closing
            and {
                "match": closing.match,
                "deal": closing.deal,
                "seats": [[cutter.kind, cutter.sealed] for cutter in closing.seats],
            },
            "held_back": [0 if is_first else self.held_back[seat] for seat in range(self.game.seats)],
        }

    def restore(self, form: Json) -> None:
        """Be as a snapshot has it."""
        if form["promise"] is not None:
            self.take_promise(form["promise"])
        if form["closing"] is not None:
            self.take_closing(form["closing"])
        self.sealed, self.opened = list(form["sealed"]), list(form["opened"])
        self.held_back = Counter({seat: n for seat, n in enumerate(form["held_back"]) if n})

    # What entries do.

    def take_promise(self, body: Json) -> None:
        """The server has bound itself."""
        self._chain = Chain(body["match"], body["first"], body["length"], bytes.fromhex(body["seed"]))
        self.promise = self._chain.promise
        self.wipe()

    def take_cut(self, seat: Seat, body: Json) -> None:
        """A seat has sealed its cut."""
        self.sealed[seat] = body["sealed"]

    def take_closing(self, body: Json) -> Closing:
        """From now on the sealed cuts are fixed, and may be opened."""
        assert self.promise is not None
        seats = tuple(Cutter(kind, sealed) for kind, sealed in body["seats"])
        self.closing = Closing(self.table, body["match"], body["deal"], self.promise, self._cards, seats)
        return self.closing

    def take_opening(self, seat: Seat, body: Json) -> None:
        """A seat has opened its cut."""
        self.opened[seat] = body["cut"]

    def take_match(self) -> None:
        """A new match: everybody's cuts are taken again. Its first deck is closed already."""
        self.held_back = Counter()

    def take_deck(self, deck: Deck) -> Shuffle:
        """The deck is dealt; what it followed from."""
        assert self.is_closed(deck), "a deck is promised and cut before it is dealt"
        shuffle = self.shuffle(deck)
        self.held_back.update(shuffle.held_back)
        self.wipe()
        return shuffle

    def wipe(self) -> None:
        """Begin with the next deck."""
        self.sealed = [None] * self.game.seats
        self.opened = [None] * self.game.seats
        self.closing = None
