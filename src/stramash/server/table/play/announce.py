"""What each seat is told of what happened."""

from typing import Any, Final

from stramash.core.seats import Seat
from stramash.fairness.cuts import Closing, Shuffle, card_codes
from stramash.server.table.people.connection import dump
from stramash.server.table.play.entries import Happening
from stramash.server.table.play.journal import Journal
from stramash.wire.codec import Json, write_result


def fair_form(journal: Journal) -> Json:
    """What is fixed about the next deck so far."""
    cuts, (match, deal) = journal.cuts, journal.next_deck
    promise, closing = cuts.promise if journal.is_promised else None, cuts.closing
    return {
        "match": match,
        "deal": deal,
        "commitment": promise.anchor if promise else "",
        "first": promise.first if promise else 1,
        "length": promise.length if promise else 0,
        "cuts": [cut is not None for cut in cuts.sealed],
        "closed": closing.digest if closing else None,
        "opened": [cut is not None for cut in cuts.opened],
    }


def closing_form(journal: Journal, closing: Closing) -> Json:
    """The closing of the list of those who cut, with all that its deck is then shuffled and dealt by."""
    game = journal.game
    return {
        "match": closing.match,
        "deal": closing.deal,
        "commitment": closing.promise.anchor,
        "first": closing.promise.first,
        "length": closing.promise.length,
        "seats": [{"kind": cutter.kind, "sealed": cutter.sealed} for cutter in closing.seats],
        "cards": card_codes(game),
        "blocks": [[block.start, block.stop] for block in map(game.block, range(game.seats))],
    }


def reveal_form(shuffle: Shuffle) -> Json:
    """The proof of a deck that has been played."""
    return {
        "match": shuffle.match,
        "deal": shuffle.deal,
        "secret": shuffle.secret.hex(),
        "cuts": list(shuffle.cuts),
    }


def decision_form(journal: Journal, seat: Seat | None) -> Json:
    """What a seat is asked."""
    return {
        "must": journal.must(seat),
        "may": journal.may(seat),
        "take_back": journal.may_take_back(seat),
        "legal": None,
    }


MOST_TOLD: Final = 100
"""Legal moves that come with a decision: all of them at two leads of three, and at all but a few answers."""


def view_of(journal: Journal, seat: Seat | None) -> Any:
    """What a seat may know now; None before the first deal of a match."""
    if journal.match is None or not journal.match.deals:
        return None
    return journal.game.view(journal.match.state, seat)


def view_form(journal: Journal, view: Any) -> Json | None:
    """A view as JSON."""
    return None if view is None else journal.family.view(journal.game, view)


def legal_form(journal: Journal, view: Any) -> Json | None:
    """What the seat of a view may do, where that is not too much to be told unasked; None: nothing."""
    if view is None or not view.legal:
        return None
    moves, write = view.legal, journal.family.move
    is_long = len(moves) > MOST_TOLD
    return {
        "moves": [write(move) for move in moves if not is_long or not journal.family.cards_of(move)],
        "more": is_long,
        "choice": journal.family.choice(journal.game, view),
    }


_NOTHING: Final = dump({"must": None, "may": None, "take_back": None, "legal": None})


class UpdateWriter:
    """Writes the update that each seat gets of one happening. What all see is written once."""

    def __init__(
        self, journal: Journal, happening: Happening, deadline: float | None, *, is_past: bool = False
    ) -> None:
        self.journal = journal
        self._is_past = is_past
        self._write = journal.family.events.write
        # An event that shows itself whole to a spectator is public.
        self._events = [
            (event, dump(self._write(event)) if event.seen_by(None) is event else None)
            for event in happening.events
        ]
        waiting = frozenset() if is_past else journal.waiting
        # What is so now is told with what happens now, not with what happened long ago.
        is_about_decks = happening.kind not in ("move", "take_back") and happening.n == journal.n
        common: Json = {
            "type": "update",
            "n": happening.n,
            "kind": happening.kind,
            "match": happening.match,
            "deal": happening.deal,
            "seat": happening.seat,
            "by": happening.by,
            "by_level": happening.by_level,
            "result": None if happening.result is None else write_result(happening.result),
            "reveal": None if happening.reveal is None else reveal_form(happening.reveal),
            "fair": fair_form(journal) if is_about_decks else None,
            "closing": None if happening.closing is None else closing_form(journal, happening.closing),
            "took_back": happening.took_back,
            "waiting": sorted(waiting),
            "deadline": deadline,
        }
        self._out_of_turn = frozenset() if is_past else journal.may_act - waiting
        self._common = dump(common)[:-1]

    def text(self, seat: Seat | None, has_view: bool) -> str:
        """The update for a seat, as it is sent."""
        events = ",".join(
            text if text is not None else dump(self._write(event.seen_by(seat)))
            for event, text in self._events
        )
        view = view_of(self.journal, seat) if has_view else None
        decision, written = self._decision(seat, view), dump(view_form(self.journal, view))
        return f'{self._common},"events":[{events}],"decision":{decision},"view":{written}}}'

    def _decision(self, seat: Seat | None, view: Any) -> str:
        """What a seat is asked, as `decision_form` has it, and what it may do where it is told its view."""
        journal = self.journal
        if self._is_past:
            return _NOTHING
        must, back = journal.must(seat), journal.may_take_back(seat)
        may = journal.window if seat in self._out_of_turn else None
        if must is None and may is None and back is None:
            return _NOTHING
        legal = None if must is None and may is None else legal_form(journal, view)
        return dump({"must": must, "may": may, "take_back": back, "legal": legal})
