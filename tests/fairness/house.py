"""A table without a network: the server's own journal, one witness a person, and room to cheat in between."""

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from stramash import games, records
from stramash.core.match import AnyMatch, Deal
from stramash.core.seats import Seat
from stramash.fairness import proof
from stramash.fairness.cuts import Cutter, Shuffle
from stramash.fairness.proof import Proof
from stramash.fairness.seen import Agreement, Seen, compare
from stramash.fairness.witness import SENTENCES, Witness
from stramash.server.table.play.announce import UpdateWriter, fair_form
from stramash.server.table.play.entries import Entry
from stramash.server.table.play.finished import Occupant, Sitting
from stramash.server.table.play.journal import Journal
from stramash.wire.codec import Json

TABLE = "abcdefgh2345"
PEOPLE = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")

Tamper = Callable[[Seat, Json], Json | None]


class House:
    """An honest server; a subclass cheats by what it does, a `tamper` by what it says."""

    def __init__(
        self, game: str = "haggis", seats: int = 2, bots: frozenset[Seat] = frozenset(), rounds: int = 2
    ) -> None:
        self.game = games.get_written(game, seats, {"rounds": str(rounds)})
        self.journal = Journal(TABLE, self.game)
        self.rng = Random(11)
        self.bots = bots
        self.names = PEOPLE[:seats]
        self.tamper: Tamper = lambda _, message: message
        self.heard: dict[Seat, list[Json]] = {}
        """Every message to a seat, and every answer to what it sent: the page's witness hears the same."""
        self.sent: dict[Seat, list[Json]] = {}
        self.silent: set[Seat] = set()
        """Seats that seal a cut and do not open it."""
        self.witnesses: dict[Seat, Witness] = {}
        self.deals: list[Deal[Any]] = []
        """Of the match, and what each was shuffled from: the journal keeps the latest ones alone."""
        self.shuffles: list[Shuffle] = []
        self._waiting: list[tuple[Seat, Json]] = []
        for seat in range(seats):
            if seat not in bots:
                self.add_witness(seat)

    def add_witness(self, seat: Seat) -> None:
        cuts = Random(100 + seat)
        make_cut = lambda: cuts.randbytes(32).hex()  # noqa: E731
        self.witnesses[seat] = Witness(Seen(TABLE), self.game, make_cut=make_cut)
        self.heard[seat], self.sent[seat] = [], []

    # Saying.

    def welcome(self) -> None:
        for seat in self.witnesses:
            self.say(seat, {
                "type": "welcome", "you": {"seat": seat, "name": self.names[seat], "host": False},
                "first": self.journal.n + 1, "n": self.journal.n,
                "table": {"again": False, "fair": fair_form(self.journal)},
            })  # fmt: skip
        self.settle()

    def say(self, seat: Seat, message: Json) -> None:
        told = self.tamper(seat, json.loads(json.dumps(message)))
        if told is not None:
            self.heard[seat].append({"hear": told})
            answers = self.witnesses[seat].hear(told)
            self.sent[seat] += answers
            self._waiting += [(seat, form) for form in answers]

    def take(self, entry: Entry) -> None:
        """An entry happens, and everybody is told."""
        happening = self.journal.take(entry)
        writer = UpdateWriter(self.journal, happening, None)
        for seat in self.witnesses:
            self.say(seat, json.loads(writer.text(seat, has_view=False)))

    def settle(self) -> None:
        """Take what people sent."""
        while self._waiting:
            seat, form = self._waiting.pop(0)
            answer = {"type": "ack", "n": self.journal.n + 1}
            if form["type"] == "cut":
                self.take(self.journal.cut_entry(seat, form["sealed"], f"{self.journal.n}"))
            elif seat in self.silent:
                continue
            else:
                self.take_opening(seat, form["cut"])
            self.heard[seat].append({"answered": form, "with": answer})
            self.witnesses[seat].answered(form, answer)

    # Playing.

    def promise(self) -> None:
        if not self.journal.is_promised:
            self.take(self.journal.commit_entry())
            self.settle()

    def cutters(self) -> tuple[Cutter, ...]:
        sealed = self.journal.cuts.sealed
        return tuple(
            Cutter("bot" if seat in self.bots else "person", sealed[seat]) for seat in range(self.game.seats)
        )

    def close(self) -> None:
        self.take(self.journal.close_entry(self.cutters()))
        self.settle()

    def take_opening(self, seat: Seat, cut: str) -> None:
        self.take(self.journal.open_entry(seat, cut, f"{self.journal.n}"))

    def deal(self) -> None:
        if self.journal.is_starting:
            people = tuple(Occupant("person", name, Sitting(name)) for name in self.names)
            self.deals, self.shuffles = [], []
            match, deal = self.journal.match_entries(people)
            self.take(match)
            self.take(deal)
        else:
            self.take(self.journal.deal_entry())
        self.promise()
        self.settle()

    def play_deal(self) -> None:
        journal, latest = self.journal, self.journal.latest
        if latest is None or not journal.is_playing:
            return
        while journal.is_playing:
            match = latest.match
            self.think_again()
            seat = min(journal.waiting)
            move = self.choose(match, self.game.legal(match.state, seat))
            self.take(journal.move_entry(seat, move, "person", None))
        self.deals.append(latest.match.deals[-1])
        self.shuffles += [shuffle for shuffle in latest.shuffles[-1:] if shuffle is not None]
        self.settle()

    def choose(self, match: AnyMatch, moves: Sequence[Any]) -> Any:
        """The move of whoever must act."""
        return self.rng.choice(moves)

    def think_again(self) -> None:
        """Nobody takes anything back, unless a subclass has it so."""

    def take_back(self, seat: Seat, n: int) -> None:
        """A seat takes the move back that an update was."""
        self.take(self.journal.take_back_entry(seat, n, f"{self.journal.n}"))

    def play(self) -> "House":
        """A whole match."""
        self.promise()
        if not any(self.heard.values()) or self.journal.match_number == 0:
            self.welcome()
        self.take(self.journal.begin_entry())
        self.settle()
        while self.journal.is_starting or self.journal.is_between:
            self.close()
            self.deal()
            self.play_deal()
        self.promise()
        return self

    # Afterwards.

    @property
    def match(self) -> AnyMatch:
        """As its record tells it."""
        assert self.journal.match is not None
        writer = records.writer(self.journal.match)
        return records.load("".join([writer.head, *map(writer.deal, self.deals), writer.end(is_over=True)]))

    def proof_text(self, **changed: Any) -> str:
        shuffles = changed.get("shuffles", self.shuffles)
        return proof.dump(changed.get("match", self.match), TABLE, self.journal.match_number, shuffles)

    def verified(self) -> Proof:
        return proof.verify(self.match, self.proof_text())

    def compared(self, seat: Seat, text: str | None = None, match: AnyMatch | None = None) -> Agreement:
        """The record and its proof against what a seat's witness kept."""
        found = self.match if match is None else match
        verified = proof.verify(found, self.proof_text() if text is None else text)
        return compare(self.witnesses[seat].seen, found, verified, SENTENCES)

    def faults(self, seat: Seat) -> list[str]:
        return [fault.code for fault in self.witnesses[seat].seen.broken]
