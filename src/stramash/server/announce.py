"""What each seat is told of what happened."""

from stramash.core.seats import Seat
from stramash.server.fair import Shuffle
from stramash.server.journal import Happening, Journal
from stramash.server.wire import Json, write_result


def commitment_form(journal: Journal) -> Json:
    """The promise about the next deck."""
    match, deal = journal.promised
    return {
        "match": match,
        "deal": deal,
        "commitment": journal.shuffle().commitment,
        "cuts": [cut is not None for cut in journal.cuts],
    }


def reveal_form(shuffle: Shuffle) -> Json:
    """The proof of a deck that has been played."""
    return {
        "match": shuffle.match,
        "deal": shuffle.deal,
        "commitment": shuffle.commitment,
        "secret": shuffle.secret.hex(),
        "cuts": list(shuffle.cuts),
    }


def decision_form(journal: Journal, seat: Seat | None) -> Json:
    """What a seat is asked."""
    return {"must": journal.must(seat), "may": journal.may(seat), "take_back": journal.may_take_back(seat)}


def view_form(journal: Journal, seat: Seat | None) -> Json | None:
    """What a seat may know now; None before the first deal of a match."""
    if journal.match is None or journal.match.state is None:
        return None
    return journal.family.view(journal.game, journal.match.state, seat)


class Announcement:
    """One happening, told to each seat as far as that seat may see it."""

    def __init__(self, journal: Journal, happening: Happening, deadline: float | None) -> None:
        self.happening = happening
        self.journal = journal
        write = journal.family.events.write
        self._events = [(event, write(event.seen_by(None))) for event in happening.events]
        is_promise = happening.kind in ("commit", "cut") and happening.n == journal.n
        self._common: Json = {
            "type": "update",
            "n": happening.n,
            "kind": happening.kind,
            "match": happening.match,
            "deal": happening.deal,
            "seat": happening.seat,
            "by": happening.by,
            "result": None if happening.result is None else write_result(happening.result),
            "reveal": None if happening.reveal is None else reveal_form(happening.reveal),
            "fair": commitment_form(journal) if is_promise else None,
            "took_back": happening.took_back,
            "waiting": sorted(journal.waiting),
            "deadline": deadline,
        }

    def form(self, seat: Seat | None, has_view: bool) -> Json:
        """The update for a seat."""
        write = self.journal.family.events.write
        events = []
        for event, public in self._events:
            seen = event.seen_by(seat)
            # An event that shows itself whole is public: its form is made once for all seats.
            events.append(public if seen is event and event.seen_by(None) is event else write(seen))
        return {
            **self._common,
            "events": events,
            "decision": decision_form(self.journal, seat),
            "view": view_form(self.journal, seat) if has_view else None,
        }
