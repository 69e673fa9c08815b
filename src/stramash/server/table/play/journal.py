"""The numbered entries of a table, and the match that follows from them: the truth that is stored."""

import time
from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any, Final

from stramash import games
from stramash.core.events import Event
from stramash.core.game import AnyGame
from stramash.core.match import AnyMatch, Match
from stramash.core.seats import Seat
from stramash.duplicate.sets import DealSet
from stramash.fairness import decks
from stramash.fairness.cuts import Cutter, Shuffle
from stramash.server.http.refusal import Refusal
from stramash.server.protocol.bodies import DealAgain
from stramash.server.table.play.cuts import Cuts, Deck
from stramash.server.table.play.entries import DoesNotReplay, Entry, Happening, Kind
from stramash.server.table.play.finished import By, FinishedMatch, Occupant, begun
from stramash.server.table.play.position import Position
from stramash.server.table.play.snapshot import Snapshot
from stramash.wire.codec import Json, read_carry, write_carry
from stramash.wire.families import forms_of

DEALS_KEPT: Final = 2
"""How many deals of events stay in memory for those who come back; older ones are read from the store."""
IDS_KEPT: Final = 2048
"""How many message ids of those deals are remembered at most, to recognise repeated messages."""
BREATH: Final = 16
"""Entries replayed after which the event loop gets the interpreter, without waiting to take it away."""
MOST_TAKE_BACKS: Final = 10
"""How many moves a seat may take back in a deal: enough for anybody, and the store stays small."""


class Journal:
    """A table's entries from the first on, replayed into a match."""

    def __init__(
        self,
        table: str,
        game: AnyGame,
        again: DealAgain | None = None,
        revision: int = games.RULES_REVISION,
        deal_set: DealSet | None = None,
    ) -> None:
        self.table = table
        self.revision = revision
        """The revision of the rules that the table was opened under."""
        self.game = game
        self.again = again
        self.deal_set = deal_set
        """The deals of an evening of duplicate: match after match, instead of shuffled decks."""
        self.family = forms_of(game)
        self.n = 0
        self.match: AnyMatch | None = None
        self.match_number = 0
        self.deal_number = 0
        self.begun = 0
        """The match that the host has asked for last: its first deck is cut, then it begins."""
        self.cuts = Cuts(table, game)
        self.latest: FinishedMatch | None = None
        """The match that goes on or went on last, with its latest deals; what was before is in the store."""
        self.recent: deque[Happening] = deque()
        self._must: dict[Seat, int] = {}
        self._may = 0
        self._deal_starts: list[int] = []
        self._done: dict[tuple[Seat, str], int] = {}
        self._move_entries: list[int] = []
        """The entry of each move of the current deal that stands."""
        self._answers: dict[Seat, tuple[int, Any, By]] = {}
        """The last answer of each seat to a decision it had to make: its entry, the move, who made it."""
        self._taken_back: dict[int, Seat] = {}
        """The entries of this deal's moves that were taken back, and by whom."""

    def blank(self) -> "Journal":
        """A journal of the same table into which nothing has been taken."""
        return Journal(self.table, self.game, self.again, self.revision, self.deal_set)

    # What is so.

    @property
    def is_playing(self) -> bool:
        """Whether a deal is going on."""
        return self.match is not None and bool(self.match.deals) and self.match.deals[-1].result is None

    @property
    def is_between(self) -> bool:
        """Whether the next deal of a match is due."""
        return self.match is not None and self.match.needs_deck

    @property
    def next_deck(self) -> Deck:
        """The match and deal that the next deck is for."""
        if self.match is None or self.match.is_over:
            return self.match_number + 1, 1
        return self.match_number, self.deal_number + 1

    @property
    def is_starting(self) -> bool:
        """Whether a match was asked for that has not been dealt yet."""
        return self.begun == self.match_number + 1

    @property
    def is_promised(self) -> bool:
        """Whether the next deck's secret is fixed."""
        return self.cuts.is_promised(self.next_deck)

    @property
    def needs_cuts(self) -> bool:
        """Whether the next deck is cut; one that was brought along is not."""
        return self.deal_set is None and (self.next_deck[1] > 1 or self.again is None)

    @property
    def waiting(self) -> frozenset[Seat]:
        """The seats that must act."""
        if self.match is None or not self.is_playing:
            return frozenset()
        return self.game.waiting(self.match.state)

    @property
    def may_act(self) -> frozenset[Seat]:
        """The seats that may act."""
        if self.match is None or not self.is_playing:
            return frozenset()
        return self.game.may_act(self.match.state)

    @property
    def deal_start(self) -> int:
        """The number of the entry that began the current or last deal; 0 before the first."""
        return self._deal_starts[-1] if self._deal_starts else 0

    @property
    def match_start(self) -> int:
        """The number of the entry that began the current or last match; 0 before the first."""
        return self.latest.first_n if self.latest is not None else 0

    def refuse_secret(self, match: int) -> None:
        """Refuse to show a match whose cards are not open to all who were there, or that never was."""
        if not 0 < match <= self.match_number:
            raise Refusal("unknown-match", f"there is no match {match} at this table")
        if match == self.match_number and not (self.match is not None and self.match.is_over):
            raise Refusal("not-over", "the match is not over; its cards are still secret")

    def must(self, seat: Seat | None) -> int | None:
        """The decision a seat must make."""
        return self._must.get(seat) if seat is not None else None

    def may(self, seat: Seat | None) -> int | None:
        """The decision a seat may make out of turn."""
        return self._may if seat is not None and seat in self.may_act - self.waiting else None

    def asked(self, seat: Seat | None) -> int | None:
        """The decision that is open for a seat, be it one that it must or one that it may make."""
        must = self.must(seat)
        return self.may(seat) if must is None else must

    @property
    def window(self) -> int:
        """The number of every decision that may be made out of turn in this deal."""
        return self._may

    def may_take_back(self, seat: Seat | None) -> int | None:
        """The entry of a seat's last move, while nobody has learned anything from it."""
        match = self.match
        if seat is None or match is None or not self.is_playing:
            return None
        if not self._move_entries or self._is_fickle(seat):
            return None
        n, move, by = self._answers.get(seat, (0, None, None))
        is_last = n == self._move_entries[-1]
        is_hidden = by == "person" and self.game.is_still_hidden(match.state, seat, move, is_last=is_last)
        return n if is_hidden else None

    def _is_fickle(self, seat: Seat) -> bool:
        return len(self._taken_back) >= MOST_TAKE_BACKS and (
            list(self._taken_back.values()).count(seat) >= MOST_TAKE_BACKS
        )

    @property
    def times_taken_back(self) -> int:
        """How many moves of this deal have been taken back."""
        return len(self._taken_back)

    def answers(self, seat: Seat, decision: int, move: Any) -> bool:
        """Whether a move answers a question that is still open."""
        if decision == self._must.get(seat):
            return True
        is_window = decision == self._may and seat in self.may_act
        return is_window and self.game.is_interjection(move)

    def done(self, seat: Seat, message_id: str) -> int | None:
        """The entry that a message with this id has already become."""
        return self._done.get((seat, message_id))

    def seen(self, seat: Seat | None) -> list[Event]:
        """The events of the current deal as a seat saw them."""
        start = self.deal_start
        told = (past for past in self.recent if past.n >= start > 0 and past.n not in self._taken_back)
        return [event.seen_by(seat) for past in told for event in past.events]

    # What comes next.

    def entry(self, kind: Kind, body: Json) -> Entry:
        """The next entry, not taken yet."""
        return Entry(self.n + 1, kind, body)

    def commit_entry(self) -> Entry:
        """A promise for the decks to come of a match."""
        return self.entry("commit", self.cuts.promise_body(self.next_deck))

    def cut_entry(self, seat: Seat, sealed: str | None, message_id: str | None) -> Entry:
        """A seat's part in the next shuffle, sealed; None: it has none any more."""
        return self.entry("cut", {"seat": seat, "sealed": sealed, "id": message_id})

    def begin_entry(self) -> Entry:
        """A match is asked for."""
        return self.entry("begin", {"match": self.match_number + 1})

    def close_entry(self, seats: tuple[Cutter, ...]) -> Entry:
        """The end of the list of those who cut."""
        return self.entry("close", self.cuts.closing_body(self.next_deck, seats))

    def open_entry(self, seat: Seat, cut: str, message_id: str) -> Entry:
        """A seat's part in the next shuffle, for all to see."""
        return self.entry("open", {"seat": seat, "cut": cut, "id": message_id})

    def match_entries(self, occupants: tuple[Occupant, ...]) -> tuple[Entry, ...]:
        """The beginning of a match and its first deal, saved together: nothing can come between them.

        Where the table begins in the middle of a deal, the moves before that place are saved with them.
        """
        given = self._given()
        dealer = given.dealer if given else decks.first_dealer(self.game.seats, self.shuffle())
        who = [occupant.body() for occupant in occupants]
        body: Json = {"occupants": who, "dealer": dealer, "rules": self.revision, "at": int(time.time())}
        made = self.again.moves if isinstance(self.again, Position) else []
        if isinstance(self.again, Position) and self.again.carry is not None:
            body["carry"] = write_carry(self.again.carry)
        match = self.entry("match", body)
        moves: list[Json] = [{"seat": one.seat, "move": one.move, "by": "bot"} for one in made]
        before = (Entry(n, "move", move) for n, move in enumerate(moves, match.n + 2))
        return match, Entry(match.n + 1, "deal", self._deck_body()), *before

    def deal_entry(self) -> Entry:
        """The next deal. The deck is stored as a fact, although it follows from the promise and the cuts."""
        return self.entry("deal", self._deck_body())

    def _given(self) -> DealAgain | None:
        """The next deck, where it was decided before the table was made."""
        match, deal = self.next_deck
        if self.deal_set is None:
            return self.again if deal == 1 else None
        return DealAgain(deck=self.deal_set.written_deck(match, deal - 1), dealer=self.deal_set.dealer(match))

    def _deck_body(self) -> Json:
        given = self._given()
        if given is not None:
            return {"deck": given.deck, "again": True}
        cards = decks.deck(self.game, self.shuffle())
        return {"deck": " ".join(self.game.card_code(card) for card in cards)}

    def move_entry(
        self,
        seat: Seat,
        move: Any,
        by: By,
        message_id: str | None = None,
        *,
        level: str | None = None,
        occupant: Occupant | None = None,
    ) -> Entry:
        """A move that has been checked; the level is a bot's. An occupant is noted where it is a new one."""
        body: Json = {"seat": seat, "move": str(move), "by": by}
        if level is not None:
            body["level"] = level
        if message_id is not None:
            body["id"] = message_id
        assert self.latest is not None
        body |= self.latest.changes(seat, occupant)
        return self.entry("move", body)

    def take_back_entry(self, seat: Seat, n: int, message_id: str) -> Entry:
        """The end of a seat's last move, which `may_take_back` allows."""
        return self.entry("take_back", {"seat": seat, "n": n, "id": message_id})

    def shuffle(self) -> Shuffle:
        """What the next deck follows from, once it is cut."""
        return self.cuts.shuffle(self.next_deck)

    # Snapshots.

    def snapshot(self, match: Entry | None = None) -> Snapshot:
        """What is known before the next deal; before the first of a match, once its entry has happened."""
        n, deal, played = self.n, self.deal_number + 1, self.latest
        if match is not None:
            n, deal, played = match.n, 1, self._begun(match)
        assert played is not None
        assert played.match.next_carry is not None
        form = {
            "match": played.body(),
            "carry": write_carry(played.match.next_carry),
            "begun": self.begun,
            "cuts": self.cuts.form(is_first=match is not None),
        }
        return Snapshot.of(n, played.number, deal, form)

    def snapshot_before(self, entries: Sequence[Entry]) -> Snapshot | None:
        """What is known before the deal that begins with some entries to come, if one does."""
        kinds = [entry.kind for entry in entries[:2]]
        if kinds[:1] == ["deal"]:
            return self.snapshot()
        return self.snapshot(entries[0]) if kinds == ["match", "deal"] else None

    def resume(self, snapshot: Snapshot) -> None:
        """Be, with nothing taken yet, as a snapshot has it; raises DoesNotReplay."""
        try:
            form = snapshot.form()
            carry = read_carry(form["carry"])
            self.latest = FinishedMatch.from_body(form["match"], self.game, self._earlier, carry)
            self.cuts.restore(form["cuts"])
            self.begun = form["begun"]
        except Exception as error:  # damage has as many faces as there are bytes
            raise DoesNotReplay(snapshot.n, f"snapshot: {type(error).__name__}") from error
        self.n, self.match = snapshot.n, self.latest.match
        self.match_number, self.deal_number = snapshot.match, snapshot.deal - 1

    def replay(self, entries: Iterable[Entry], made: list[Snapshot] | None = None) -> None:
        """Take many entries, and make the snapshots before their deals; raises DoesNotReplay."""
        for entry in entries:
            try:
                _refuse_newer_rules(entry)
                if made is not None and entry.kind == "deal":
                    made.append(self.snapshot())
                self.take(entry)
                if not entry.n % BREATH:
                    time.sleep(0)
            except DoesNotReplay:
                raise
            except Exception as error:  # damage has as many faces as there are bytes
                raise DoesNotReplay(entry.n, type(error).__name__) from error

    def take(self, entry: Entry) -> Happening:
        """Let a stored entry happen."""
        if entry.n != self.n + 1:
            raise ValueError(f"entry {entry.n} cannot follow {self.n}")
        self.n = entry.n
        match entry.kind:
            case "move":
                happening = self._take_move(entry)
            case "deal":
                happening = self._take_deal(entry)
            case "cut":
                happening = self._take_cut(entry)
            case "open":
                happening = self._take_opening(entry)
            case "close":
                happening = self._take_closing(entry)
            case "commit":
                happening = self._take_commit(entry)
            case "begin":
                self.begun = entry.body["match"]
                happening = Happening(self.n, "begin", self.match_number, self.deal_number)
            case "match":
                happening = self._take_match(entry)
            case "take_back":
                happening = self._take_back(entry)
            case _:  # a later version wrote it
                raise DoesNotReplay(entry.n, f"entries called {entry.kind!r} are unknown")
        self.recent.append(happening)
        return happening

    def _take_commit(self, entry: Entry) -> Happening:
        self.cuts.take_promise(entry.body)
        return Happening(self.n, "commit", self.match_number, self.deal_number)

    def _take_cut(self, entry: Entry) -> Happening:
        seat: Seat = entry.body["seat"]
        self.cuts.take_cut(seat, entry.body)
        self._remember(seat, entry)
        return Happening(self.n, "cut", self.match_number, self.deal_number, seat)

    def _take_closing(self, entry: Entry) -> Happening:
        closing = self.cuts.take_closing(entry.body)
        return Happening(self.n, "close", self.match_number, self.deal_number, closing=closing)

    def _take_opening(self, entry: Entry) -> Happening:
        seat: Seat = entry.body["seat"]
        self.cuts.take_opening(seat, entry.body)
        self._remember(seat, entry)
        return Happening(self.n, "open", self.match_number, self.deal_number, seat)

    def _take_match(self, entry: Entry) -> Happening:
        self.latest = self._begun(entry)
        self.match = self.latest.match
        self.match_number += 1
        self.deal_number = 0
        self.cuts.take_match()
        self._must, self._may = {}, 0
        return Happening(self.n, "match", self.match_number, 0)

    @property
    def _earlier(self) -> int | None:
        """The revision of the rules that matches here are played under, if it is not today's."""
        return self.revision if self.revision < games.RULES_REVISION else None

    def _begun(self, entry: Entry) -> FinishedMatch:
        """The match that an entry begins."""
        names = tuple(occupant["name"] for occupant in entry.body["occupants"])
        carry = None if "carry" not in entry.body else read_carry(entry.body["carry"])
        match = Match(self.game, entry.body["dealer"], names, self._earlier, carry)
        return begun(self.match_number + 1, entry.n, match, entry.body)

    def _take_deal(self, entry: Entry) -> Happening:
        match, latest = self.match, self.latest
        assert match is not None
        assert latest is not None
        deck = tuple(self.game.parse_card(code) for code in entry.body["deck"].split(" "))
        events = match.deal(deck)
        self.deal_number += 1
        if entry.body.get("again"):
            latest.is_again = True
            latest.shuffles.append(None)
            self.cuts.wipe()
        else:
            latest.shuffles.append(self.cuts.take_deck((self.match_number, self.deal_number)))
        latest.movers.append([])
        latest.forget(DEALS_KEPT)
        self._must = dict.fromkeys(self.waiting, self.n)
        self._may = self.n
        self._move_entries, self._answers, self._taken_back = [], {}, {}
        self._deal_starts = [*self._deal_starts[1 - DEALS_KEPT :], self.n]
        while self.recent and self.recent[0].n < self._deal_starts[0]:
            self.recent.popleft()
        self._done = {one: n for one, n in self._done.items() if n >= self._deal_starts[0]}
        return Happening(self.n, "deal", self.match_number, self.deal_number, events=events)

    def _take_move(self, entry: Entry) -> Happening:
        match, latest = self.match, self.latest
        assert match is not None
        assert latest is not None
        seat: Seat = entry.body["seat"]
        move = self.game.parse_move(entry.body["move"])
        events = match.act(seat, move)
        waiting = self.waiting
        # A seat that was asked before and is asked still has the same question, unless it answered it:
        # bets and choices made at the same time change nothing for the others.
        kept = {
            other: n
            for other, n in self._must.items()
            if other in waiting and (other != seat or self.game.is_interjection(move))
        }
        self._must = {other: kept.get(other, self.n) for other in waiting}
        self._remember(seat, entry)
        self._move_entries.append(self.n)
        if not self.game.is_interjection(move):
            self._answers[seat] = self.n, move, entry.body["by"]
        latest.take_move(self.n, entry.body)
        result = match.deals[-1].result
        return Happening(
            self.n,
            "move",
            self.match_number,
            self.deal_number,
            seat,
            entry.body["by"],
            entry.body.get("level"),
            events,
            result,
            latest.shuffles[-1] if result is not None else None,
        )

    def _take_back(self, entry: Entry) -> Happening:
        """The move is gone from the match and from its record; only the entries and updates tell of it."""
        match, latest = self.match, self.latest
        assert match is not None
        assert latest is not None
        seat: Seat = entry.body["seat"]
        index = self._move_entries.index(entry.body["n"])
        match.take_back(index)
        self._taken_back[self._move_entries.pop(index)] = seat
        by = latest.take_back(seat, index).by
        del self._answers[seat]  # the answer before it is nobody's secret any more
        waiting = self.waiting
        kept = {other: n for other, n in self._must.items() if other in waiting and other != seat}
        self._must = {other: kept.get(other, self.n) for other in waiting}
        self._remember(seat, entry)
        place = self.match_number, self.deal_number
        return Happening(self.n, "take_back", *place, seat, by, took_back=entry.body["n"])

    def _remember(self, seat: Seat, entry: Entry) -> None:
        message_id = entry.body.get("id")
        if message_id is not None:
            self._done[seat, message_id] = entry.n
            if len(self._done) > IDS_KEPT:
                del self._done[next(iter(self._done))]


def _refuse_newer_rules(entry: Entry) -> None:
    """An older revision is played on as long as its moves are legal; of a newer one nothing is known."""
    revision, known = entry.body.get("rules", 1), games.RULES_REVISION
    if revision > known:
        why = f"it was played under rules revision {revision}; this version knows up to {known}"
        raise DoesNotReplay(entry.n, "newer rules", why)
