"""A player's own witness: cuts every deck, keeps what the server promised, and checks what it shows.

It hears every message of the server and says what to answer. The page carries the same witness in TypeScript
(frontend/src/lib/fair/witness.ts); tests/fairness plays both the same messages.
"""

import re
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from stramash.core.game import AnyGame
from stramash.core.seats import Seat
from stramash.fairness import decks
from stramash.fairness.cuts import (
    CUT,
    MOST_HELD_BACK,
    Closing,
    Cutter,
    Shuffle,
    card_codes,
    cards_digest,
    new_cut,
    sealed,
)
from stramash.fairness.promise import Promise
from stramash.fairness.seen import Fault, Seen, SeenDeck, events_digest
from stramash.wire.codec import Json

SENTENCES: Final = {
    "promise-changed": "the server replaced the secret it had promised",
    "promise-reused": "the server promised the same secrets a second time",
    "promise-broken": "the secret shown after the deal is not the one that was promised",
    "unreadable": "the server's part of the proof cannot be read",
    "closed-twice": "the list of cuts was closed a second time, otherwise than before",
    "left-out": "the server had your cut and closed the list without it",
    "not-your-cut": "the list was closed with a cut in your name that is not yours",
    "cut-dropped": "the server had your opened cut and dealt without it",
    "cut-changed": "another seat's cut is not the one that it had sealed",
    "too-often": "a seat was let cut after it had held cuts back too often",
    "wrong-cards": "the deck to be shuffled was not the one of the game",
    "wrong-hand": "the cards you were dealt do not follow from the secret and the cuts",
    "wrong-dealer": "the first dealer does not follow from the secret and the cuts",
    "dealt-twice": "the same deal was dealt a second time",
    "never-dealt": "a deck was closed, and another one dealt in its place",
    "taken-back": "a move was taken back that you had seen, or that was not its seat's last hidden one",
    "never-shown": "a deal ended, or was given up, without its secret being shown",
}

_HIDDEN: Final[dict[str, set[str]]] = {
    "climbing.card_chosen": {
        "climbing.card_chosen",
        "climbing.bet_made",
    },  # chosen at the same time; bets at any time
    "climbing.haggis_returned": {"climbing.leads"},  # whose lead is next, which follows by itself
    "mu.buried": set(),
}
"""The choices that others do not see (C8.1, C8.3, M4.4), and what may follow before anything comes of it."""

Deck = tuple[int, int]


class _Unreadable(Exception):
    """A part of the server's message that is not as the protocol has it."""


class Witness:
    """One connection's witness. `hear` takes every message of the server, in order."""

    def __init__(
        self,
        seen: Seen,
        game: AnyGame | None = None,
        *,
        keep: Callable[[], None] = lambda: None,
        make_cut: Callable[[], str] = new_cut,
    ) -> None:
        self.seen = seen
        self.game = game
        self._keep = keep
        self._make_cut = make_cut
        self._again = False
        self._fair: Json | None = None
        self._connection = 0
        self._n: int | None = None
        self._asked: set[tuple[str, Deck]] = set()
        self._acknowledged: dict[Deck, int] = {}
        """The connection on which the server acknowledged a sealed cut."""
        self._blocks: dict[Deck, tuple[list[str], list[list[int]]]] = {}
        self._told: list[Json] | None = None
        """The updates of the deal that is being played, as far as they stand; None where some were missed."""
        self._unsettled: set[Deck] = set()
        """Decks that were closed or dealt before these eyes, and whose secret must be shown next."""

    @property
    def is_broken(self) -> bool:
        """Whether anything did not fit."""
        return bool(self.seen.broken)

    # What the server says.

    def hear(self, message: Json) -> list[Json]:
        """Take a message in; what is to be sent because of it."""
        take = {"welcome": self._welcome, "table": self._told_table, "update": self._update}
        kind = message.get("type")
        if kind not in take:
            return []
        before = len(self.seen.broken)
        try:
            take[kind](message)
            answers = self._answers()
        except (LookupError, TypeError, ValueError, AttributeError, _Unreadable):
            self._fault(message.get("match") or 0, message.get("deal") or 0, "unreadable")
            answers = []
        is_news = kind == "update" and (message.get("kind") != "move" or message.get("result") is not None)
        if answers or is_news or len(self.seen.broken) != before:
            self._keep()  # before a cut leaves: it must be there to be opened, whatever happens
        return answers

    def answered(self, sent: Json, answer: Json) -> None:
        """How the server answered something that `hear` had asked to send."""
        deck = self.seen.deck(sent["match"], sent["deal"])
        if answer.get("type") == "ack" and sent["type"] == "cut":
            self._acknowledged[deck.match, deck.deal] = self._connection
        elif answer.get("type") == "ack":
            deck.opened = True
            self._keep()

    def _welcome(self, message: Json) -> None:
        self._connection += 1
        self._asked.clear()
        self.seen.seat, self.seen.name = message["you"]["seat"], message["you"]["name"]
        if (
            self._n is None or message["first"] > self._n + 1
        ):  # what was missed cannot be held against anybody
            self._n = message["first"] - 1
            self._told = None
            self._unsettled.clear()
        self._table(message["table"])

    def _told_table(self, message: Json) -> None:
        self._table(message["table"])

    def _table(self, table: Json) -> None:
        self._again = bool(table.get("again"))
        self._take_fair(table["fair"])

    def _update(self, update: Json) -> None:
        if self._n is not None and update["n"] <= self._n:
            return
        self._n = update["n"]
        if update.get("closing") is not None:
            self._take_closing(update["closing"])
        if update["kind"] == "deal":
            self._take_deal(update)
        elif self._told is not None:
            self._told.append(update)
            if update["took_back"] is not None:
                self._take_back(self._told, update)
        if update["result"] is not None:
            self._take_result(update)
        if update["fair"] is not None:
            self._take_fair(update["fair"])

    def _take_fair(self, fair: Json) -> None:
        self._fair = fair
        if not fair["commitment"] or "first" not in fair:
            return
        self._take_promise(_promise(fair), fair["deal"])
        deck = self.seen.deck(fair["match"], fair["deal"])
        if (
            fair["closed"] is not None
            and deck.closing is not None
            and fair["closed"] != _digest(deck.closing)
        ):
            self._fault(deck.match, deck.deal, "closed-twice")
        seat = self.seen.seat
        if seat is not None and fair["opened"][seat] and deck.cut is not None:
            deck.opened = deck.opened or self._may_open(deck, seat)

    def _take_promise(self, promise: Promise, deal: int) -> None:
        for known in self.seen.promises:
            if known == promise:
                return
            if known.covers(promise.match, promise.first):
                self._fault(promise.match, deal, "promise-changed")
                return
            if known.anchor == promise.anchor:
                self._fault(promise.match, deal, "promise-reused")
        self.seen.promises.append(promise)

    def _take_closing(self, form: Json) -> None:
        closing, blocks = _closing(self.seen.table, form), _blocks(form)
        match, deal = closing.match, closing.deal
        self._take_promise(closing.promise, deal)
        deck = self.seen.deck(match, deal)
        if deck.closing is not None and deck.closing != closing.text:
            self._fault(match, deal, "closed-twice")
            return
        deck.closing = closing.text
        self._blocks[match, deal] = blocks
        if self.game is not None and not self._is_the_game(blocks):
            self._fault(match, deal, "wrong-cards")
        if any(other < (match, deal) for other in self._unsettled):
            self._unsettled.clear()
            self._fault(match, deal, "never-dealt")
        self._unsettled.add((match, deal))
        held_back = self._held_back(match)
        if any(held_back[seat] >= MOST_HELD_BACK for seat in closing.cutting):
            self._fault(match, deal, "too-often")
        self._check_own(deck, closing)

    def _check_own(self, deck: SeenDeck, closing: Closing) -> None:
        seat = self.seen.seat
        if seat is None or deck.cut is None or seat >= len(closing.seats):
            return
        is_acknowledged = self._acknowledged.get((deck.match, deck.deal)) == self._connection
        if is_acknowledged and closing.seats[seat].sealed is None:
            self._fault(deck.match, deck.deal, "left-out")
        elif is_acknowledged and not closing.is_sealed_by(seat, deck.cut):
            self._fault(deck.match, deck.deal, "not-your-cut")

    def _is_the_game(self, blocks: tuple[list[str], list[list[int]]]) -> bool:
        assert self.game is not None
        own = [[block.start, block.stop] for block in map(self.game.block, range(self.game.seats))]
        return blocks == (card_codes(self.game), own)

    def _held_back(self, match: int) -> Counter[Seat]:
        found: Counter[Seat] = Counter()
        for deck in self.seen.decks:
            if deck.match == match and deck.closing is not None and deck.cuts is not None:
                cuts = deck.cuts
                found.update(seat for seat in _sealing(deck.closing) if cuts[seat] is None)
        return found

    def _take_deal(self, update: Json) -> None:
        match, deal = update["match"], update["deal"]
        deck = self.seen.deck(match, deal)
        if deck.n is not None and deck.n != update["n"]:
            self._fault(match, deal, "dealt-twice")
            return
        if any(other < (match, deal) for other in self._unsettled):
            self._unsettled.clear()
            self._fault(match, deal, "never-shown")
        self._unsettled.add((match, deal))
        dealt = next((event for event in update["events"] if "hands" in event), None)
        if dealt is not None:
            seat = self.seen.seat
            deck.hand = None if seat is None else dealt["hands"][seat]
            deck.dealer = dealt["carry"]["dealer"]
        deck.n = update["n"]
        self._told = [update]

    def _take_back(self, told: list[Json], update: Json) -> None:
        """A move has not happened after all; it must have been hidden, and nothing may have come of it."""
        places = [place for place, one in enumerate(told) if one["n"] == update["took_back"]]
        if not places or not self._is_hidden(told[places[0]], told[places[0] + 1 : -1], update["seat"]):
            self._fault(update["match"], update["deal"], "taken-back")
        for place in places:
            del told[place]

    def _is_hidden(self, move: Json, later: list[Json], seat: Seat) -> bool:
        """Whether a move is the last of a seat, and nothing that was told until now shows it."""
        if (move["kind"], move["by"], move["seat"]) != ("move", "person", seat):
            return False
        choice, *since = [event for one in (move, *later) for event in one["events"]]
        harmless = _HIDDEN.get(choice["type"])
        if harmless is None or any(event["type"] not in harmless for event in since):
            return False
        is_shown = choice.get("card") is not None or choice.get("cards") is not None
        is_last = all(event["seat"] != seat or event["type"] != choice["type"] for event in since)
        return is_last and (not is_shown or seat == self.seen.seat)

    def _take_result(self, update: Json) -> None:
        match, deal = update["match"], update["deal"]
        self._unsettled.discard((match, deal))
        deck = self.seen.deck(match, deal)
        deck.scores = update["result"]["scores"]
        if self._told is not None:
            deck.told = events_digest(event for one in self._told for event in one["events"])
        reveal = update["reveal"]
        if reveal is not None:
            self._take_reveal(deck, reveal)
        elif deck.closing is not None:
            self._fault(match, deal, "never-shown")
        elif deck.state == "open":
            deck.state = "unproved"

    def _take_reveal(self, deck: SeenDeck, reveal: Json) -> None:
        if (reveal["match"], reveal["deal"]) != (deck.match, deck.deal):
            self._fault(deck.match, deck.deal, "never-shown")
            return
        deck.secret, deck.cuts = reveal["secret"], reveal["cuts"]
        if deck.closing is None:
            deck.state = "unproved"
            return
        closing = _read_closing(deck.closing)
        cuts = tuple(None if cut is None else _hash(cut) for cut in reveal["cuts"])
        if len(cuts) != len(closing.seats):
            raise _Unreadable
        shuffle = Shuffle(closing, bytes.fromhex(_hash(reveal["secret"])), cuts)
        code = self._wrong_with(deck, shuffle)
        if code is not None:
            self._fault(deck.match, deck.deal, code)
        elif deck.state != "broken":
            seat = self.seen.seat
            is_own = seat is not None and deck.cut is not None and shuffle.cuts[seat] == deck.cut
            deck.state = "whole" if is_own else "without"

    def _wrong_with(self, deck: SeenDeck, shuffle: Shuffle) -> str | None:
        """The first thing that does not fit about a deck that was shown."""
        seat = self.seen.seat
        if not shuffle.closing.promise.is_kept_by(deck.deal, shuffle.secret):
            return "promise-broken"
        if shuffle.fault() is not None:
            return "cut-changed"
        if deck.opened and seat is not None and shuffle.cuts[seat] is None:
            return "cut-dropped"
        dealer = decks.first_dealer(len(shuffle.closing.seats), shuffle)
        if deck.deal == 1 and deck.dealer is not None and deck.dealer != dealer:
            return "wrong-dealer"
        cards, blocks = self._blocks.get((deck.match, deck.deal), ([], []))
        if not cards and self.game is not None:
            cards = card_codes(self.game)
            blocks = [[block.start, block.stop] for block in map(self.game.block, range(self.game.seats))]
        if deck.hand is None or seat is None or not cards:
            return None
        start, stop = blocks[seat]
        # Cards that everybody holds, like the courts, are not shuffled.
        held = sorted(card for card in deck.hand if card in cards)
        return None if held == sorted(decks.shuffled(cards, shuffle)[start:stop]) else "wrong-hand"

    def _fault(self, match: int, deal: int, code: str) -> None:
        fault = Fault(match, deal, code)
        if fault not in self.seen.broken:
            self.seen.broken.append(fault)
        self.seen.deck(match, deal).state = "broken"

    # What is to be sent.

    def _answers(self) -> list[Json]:
        fair, seat = self._fair, self.seen.seat
        if fair is None or seat is None or "first" not in fair or not fair["commitment"]:
            return []
        where: Deck = (fair["match"], fair["deal"])
        deck = self.seen.deck(*where)
        if deck.state == "broken":
            return []
        form: Json | None = None
        if fair["closed"] is None and deck.closing is None:
            if not fair["cuts"][seat] and not (self._again and deck.deal == 1):
                deck.cut = deck.cut or self._make_cut()
                form = {"type": "cut", "sealed": sealed(self.seen.table, *where, seat, deck.cut)}
        elif self._may_open(deck, seat):
            form = {"type": "open_cut", "cut": deck.cut}
        if form is None or (form["type"], where) in self._asked:
            return []
        self._asked.add((form["type"], where))
        return [{**form, "match": deck.match, "deal": deck.deal}]

    @staticmethod
    def _may_open(deck: SeenDeck, seat: Seat) -> bool:
        """Whether an own cut is in a closing that was kept, and not opened yet."""
        if deck.closing is None or deck.cut is None or deck.opened or deck.n is not None:
            return False
        return _read_closing(deck.closing).is_sealed_by(seat, deck.cut)


# Reading what the server says, which may be anything.

_CLOSING: Final = re.compile(
    r"stramash closing 2\ntable ([a-z0-9]+)\nmatch (\d+)\ndeal (\d+)\n"
    r"promise ([0-9a-f]{64}) (\d+) (\d+)\ncards ([0-9a-f]{64})\n((?:seat .*\n)+)",
    re.ASCII,
)


def _digest(closing: str) -> str:
    return _read_closing(closing).digest


def _read_closing(text: str) -> Closing:
    """A closing that was kept."""
    found = _CLOSING.fullmatch(text)
    if found is None:
        raise ValueError("no closing")
    promise = Promise(int(found[2]), int(found[5]), int(found[6]), found[4])
    cutters: list[Cutter] = []
    for line in found[8].splitlines():
        _, _, kind, *cut = line.split(" ")
        cutters.append(Cutter(kind, cut[0] if cut else None))  # type: ignore[arg-type]  # as it was written
    return Closing(found[1], int(found[2]), int(found[3]), promise, found[7], tuple(cutters))


def _sealing(closing: str) -> frozenset[Seat]:
    return _read_closing(closing).cutting


def _hash(value: Any) -> str:
    if not isinstance(value, str) or not CUT.fullmatch(value):
        raise _Unreadable
    return value


def _number(value: Any) -> int:
    if type(value) is not int or not 1 <= value < 1 << 31:
        raise _Unreadable
    return value


def _promise(form: Json) -> Promise:
    promise = Promise(
        _number(form["match"]), _number(form["first"]), _number(form["length"]), _hash(form["commitment"])
    )
    if not promise.covers(promise.match, _number(form["deal"])):
        raise _Unreadable
    return promise


def _closing(table: str, form: Json) -> Closing:
    cutters = []
    for seat in form["seats"]:
        if seat["kind"] not in ("person", "away", "bot") or (seat["kind"] != "person" and seat["sealed"]):
            raise _Unreadable
        cutters.append(Cutter(seat["kind"], None if seat["sealed"] is None else _hash(seat["sealed"])))
    promise = _promise(form)
    return Closing(table, promise.match, form["deal"], promise, cards_digest(form["cards"]), tuple(cutters))


def _blocks(form: Json) -> tuple[list[str], list[list[int]]]:
    cards, blocks = form["cards"], form["blocks"]
    if len(blocks) != len(form["seats"]) or any(not 0 <= a <= b <= len(cards) for a, b in blocks):
        raise _Unreadable
    return cards, blocks
