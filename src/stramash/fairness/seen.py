"""What one player's own client kept of a table, as a file, and how a record is held against it."""

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, Literal

from stramash.core.errors import StramashError
from stramash.core.game import AnyGame
from stramash.core.match import AnyMatch, Deal
from stramash.core.seats import Seat
from stramash.fairness.cuts import Shuffle
from stramash.fairness.promise import Promise
from stramash.fairness.proof import Proof
from stramash.wire.codec import Json
from stramash.wire.families import forms_of

FORMAT: Final = "stramash seen 1"
MOST_BYTES: Final = 16 * 1024 * 1024

State = Literal["open", "whole", "without", "unproved", "broken"]
"""open: not played yet; whole: all fits and your cut is in it; without: all fits, your cut is not in it;
unproved: your client could not check it; broken: something does not fit."""


class SeenError(StramashError):
    """A file that no client wrote."""


@dataclass
class SeenDeck:
    """One deck as a client saw it."""

    match: int
    deal: int
    cut: str | None = None
    """Its own cut."""
    closing: str | None = None
    """The text of the closing, kept before the own cut was opened."""
    opened: bool = False
    """Whether the server acknowledged the opened cut."""
    n: int | None = None
    """The update that dealt it."""
    dealer: Seat | None = None
    hand: list[str] | None = None
    told: str | None = None
    """The digest of all that was seen of the deal."""
    scores: list[int] | None = None
    secret: str | None = None
    cuts: list[str | None] | None = None
    state: State = "open"


@dataclass(frozen=True)
class Fault:
    """Something that does not fit, by the code of its sentence."""

    match: int
    deal: int
    code: str


@dataclass
class Seen:
    """All that a client kept of a table."""

    table: str
    seat: Seat | None = None
    name: str = ""
    promises: list[Promise] = field(default_factory=list)
    decks: list[SeenDeck] = field(default_factory=list)
    broken: list[Fault] = field(default_factory=list)

    def deck(self, match: int, deal: int) -> SeenDeck:
        """What is kept of a deck, a new leaf where there is nothing yet."""
        for deck in reversed(self.decks):
            if (deck.match, deck.deal) == (match, deal):
                return deck
        self.decks.append(SeenDeck(match, deal))
        return self.decks[-1]

    def dump(self) -> str:
        """As a file."""
        form = {"format": FORMAT, **asdict(self)}
        return json.dumps(form, indent=1, ensure_ascii=False) + "\n"

    def save(self, path: Path) -> None:
        """Write the file so that it is always whole."""
        unfinished = path.with_name(f".{path.name}.{os.getpid()}")
        unfinished.write_text(self.dump(), encoding="utf-8")
        unfinished.replace(path)


def load(text: str) -> Seen:
    """Read what a client kept; raises SeenError."""
    try:
        form = json.loads(text)
        is_ours = form.pop("format", None) == FORMAT
        promises = [Promise(**promise) for promise in form.pop("promises")]
        decks = [SeenDeck(**deck) for deck in form.pop("decks")]
        broken = [Fault(**fault) for fault in form.pop("broken")]
        seen = Seen(**form, promises=promises, decks=decks, broken=broken)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise SeenError(f"the file cannot be read: {type(error).__name__}") from None
    problem = _ill_typed(seen) if is_ours else "format"
    if problem:
        raise SeenError(f"the file cannot be read: {problem}")
    return seen


def read(path: Path) -> Seen:
    """The file of a client; raises SeenError and OSError."""
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise SeenError("the file is too long")
    try:
        return load(data.decode())
    except UnicodeDecodeError:
        raise SeenError("the file is no text") from None


def _ill_typed(seen: Seen) -> str:
    """The first field that no client would write so."""

    def wrong(thing: object, **kinds: Any) -> str:
        return next((name for name, kind in kinds.items() if not isinstance(getattr(thing, name), kind)), "")

    texts, numbers = str | None, int | None
    found = [wrong(seen, table=str, seat=numbers, name=str)]
    found += [wrong(promise, match=int, first=int, length=int, anchor=str) for promise in seen.promises]
    found += [
        wrong(
            deck, match=int, deal=int, cut=texts, closing=texts, opened=bool, n=numbers, dealer=numbers,
            hand=list | None, told=texts, scores=list | None, secret=texts, cuts=list | None, state=str,
        )
        for deck in seen.decks
    ]  # fmt: skip
    found += [wrong(fault, match=int, deal=int, code=str) for fault in seen.broken]
    return next(filter(None, found), "")


def events_digest(forms: Iterable[Json]) -> str:
    """One number for all events that a seat saw of a deal."""
    lines = [json.dumps(form, sort_keys=True, separators=(",", ":")) for form in forms]
    return sha256("".join(f"{line}\n" for line in ["stramash told 1", *lines]).encode()).hexdigest()


def told_forms(game: AnyGame, deal: Deal[Any], seat: Seat | None) -> list[Json]:
    """All events that a seat must have seen of a recorded deal."""
    write = forms_of(game).events.write
    state, events = game.start(deal.deck, deal.carry)
    told = list(events)
    for mover, move in deal.moves:
        state, events = game.apply(state, mover, move)
        told += events
    return [write(event.seen_by(seat)) for event in told]


@dataclass(frozen=True)
class Agreement:
    """How a record and what a client kept of it compare."""

    contradictions: tuple[str, ...]
    with_own_cut: tuple[int, ...]
    """The decks that the player's own cut is in."""
    without: tuple[int, ...]
    """The decks that were closed without it."""
    unseen: tuple[int, ...]
    """The decks of which the client kept no closing."""


def compare(seen: Seen, match: AnyMatch, proof: Proof, sentences: Mapping[str, str]) -> Agreement:
    """Hold a verified record and its proof against what a client kept."""
    if seen.table != proof.table:
        return Agreement(
            (f"the file is about table {seen.table}, the proof about {proof.table}",), (), (), ()
        )
    found = [
        f"deal {fault.deal}: your client had found: {sentences.get(fault.code, fault.code)}"
        for fault in seen.broken
        if fault.match == proof.match
    ]
    seat = seen.seat
    if seat is not None and (seat >= match.game.seats or match.names[seat] != seen.name):
        found.append(f"the record does not have {seen.name} at seat {seat}")
        seat = None
    found += _broken_promises(seen, proof)
    own: list[int] = []
    without: list[int] = []
    closed: set[int] = set()
    for deck in sorted(seen.decks, key=lambda deck: deck.deal):
        if deck.match != proof.match:
            continue
        if deck.deal > len(match.deals):
            if deck.closing is not None or deck.n is not None:
                found.append(f"deal {deck.deal}: you saw this deck closed or dealt; the record leaves it out")
            continue
        shuffle = proof.shuffles[deck.deal - 1]
        problems = [*_other_deck(deck, shuffle, seat), *_other_deal(deck, match, seat)]
        found += [f"deal {deck.deal}: {problem}" for problem in problems]
        if deck.closing is not None:
            closed.add(deck.deal)
            is_own = seat is not None and deck.cut is not None and shuffle.cuts[seat] == deck.cut
            (own if is_own else without).append(deck.deal)
    unseen = tuple(deal for deal in range(1, len(match.deals) + 1) if deal not in closed)
    return Agreement(tuple(found), tuple(own), tuple(without), unseen)


def _broken_promises(seen: Seen, proof: Proof) -> list[str]:
    found = []
    for promise in seen.promises:
        for shuffle in proof.shuffles:
            if promise.covers(proof.match, shuffle.deal) and shuffle.closing.promise != promise:
                found.append(f"deal {shuffle.deal}: the server had promised you another secret")
                break
    return found


def _other_deck(deck: SeenDeck, shuffle: Shuffle, seat: Seat | None) -> Iterable[str]:
    """Where the proof of a deck is not what the client saw of it."""
    if deck.closing is not None and deck.closing != shuffle.closing.text:
        yield "the list of cuts was closed otherwise before your eyes (promise, seats or sealed cuts differ)"
    elif deck.opened and seat is not None and shuffle.cuts[seat] != deck.cut:
        yield "the server had your cut and left it out"
    if deck.secret is not None and deck.secret != shuffle.secret.hex():
        yield "another secret was shown to you after the deal"
    if deck.cuts is not None and deck.cuts != list(shuffle.cuts):
        yield "other cuts were shown to you after the deal"


def _other_deal(deck: SeenDeck, match: AnyMatch, seat: Seat | None) -> Iterable[str]:
    """Where the record of a deal is not what the client saw of it."""
    deal = match.deals[deck.deal - 1]
    if deck.dealer is not None and deck.dealer != deal.carry.dealer:
        yield "another seat dealt when you played it"
    if deck.hand is not None and seat is not None:
        game = match.game
        write = forms_of(game).events.write
        (dealt, *_) = game.start(deal.deck, deal.carry).events
        if sorted(deck.hand) != sorted(write(dealt.seen_by(seat))["hands"][seat]):
            yield "you held other cards than the record says"
            return
    if deck.told is not None and deck.told != events_digest(told_forms(match.game, deal, seat)):
        yield "what you saw of the play is not what the record says"
    if deck.scores is not None and deal.result is not None and deck.scores != list(deal.result.scores):
        yield "the deal was scored otherwise when you played it"
