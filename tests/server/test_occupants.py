"""Who had each seat of a match and who made each move: as it was then, whatever the table is now."""

from random import Random
from typing import Any

import pytest

from stramash import games
from stramash.fairness.cuts import Cutter
from stramash.server.table.play.entries import Entry
from stramash.server.table.play.finished import By, FinishedMatch, Occupant, Sitting
from stramash.server.table.play.journal import Journal

ANN, BOB = (Occupant("person", name, Sitting(name.lower())) for name in ("Ann", "Bob"))
RANDOM, NET = (Occupant("bot", "Morag", level=level) for level in ("random", "net"))


class Begun:
    """A journal with a match begun, and what was saved of it."""

    def __init__(self, *occupants: Occupant) -> None:
        self.rng = Random(1)
        self.game = games.with_rounds(games.get("haggis", len(occupants)), 1)
        self.journal = Journal("t", self.game)
        self.entries: list[Entry] = []
        self.begin(*occupants)

    def begin(self, *occupants: Occupant) -> None:
        if not self.journal.is_promised:
            self.take(self.journal.commit_entry())
        self.take(self.journal.close_entry((Cutter("bot", None),) * len(occupants)))
        for entry in self.journal.match_entries(occupants):
            self.take(entry)

    def take(self, entry: Entry) -> None:
        self.entries.append(entry)
        self.journal.take(entry)

    def move(self, by: By, level: str | None, *occupants: Occupant) -> int:
        """Somebody's next move; who has its seat then."""
        assert self.journal.match is not None
        seat = min(self.journal.waiting)
        move: Any = self.rng.choice(self.game.legal(self.journal.match.state, seat))
        self.take(self.journal.move_entry(seat, move, by, level=level, occupant=occupants[seat]))
        return seat

    def finish(self, *occupants: Occupant) -> None:
        while self.journal.is_playing:
            seat = min(self.journal.waiting)
            level = occupants[seat].level
            self.move("person" if level is None else "bot", level, *occupants)

    def both(self) -> list[FinishedMatch]:
        """The match as it is, and as it is after a restart."""
        journal = Journal("t", self.game)
        journal.replay(self.entries)
        assert self.journal.latest is not None
        assert journal.latest is not None
        return [self.journal.latest, journal.latest]


def test_each_match_keeps_the_bots_of_its_time() -> None:
    begun = Begun(ANN, RANDOM)
    begun.finish(ANN, RANDOM)
    first = begun.both()
    begun.begin(ANN, NET)
    begun.finish(ANN, NET)
    for matches, bot in ((first, RANDOM), (begun.both(), NET)):
        for one in matches:
            assert {mover.level for mover in one.movers_in(1)} == {bot.level}
            assert one.occupant(1) == bot
            assert {mover.occupant for mover in one.movers_in(0)} == {ANN}


def test_who_comes_later_has_the_seat_from_their_first_move_on() -> None:
    begun = Begun(ANN, BOB)
    bot = Occupant("bot", "Bob", level="greedy")
    moved: list[tuple[int, int]] = []
    while begun.journal.is_playing:
        is_early = len(moved) < 4
        seat = min(begun.journal.waiting)
        by: By = "bot" if seat == 1 and not is_early else "person"
        begun.move(by, "greedy" if by == "bot" else None, ANN, BOB if is_early else bot)
        moved.append((seat, begun.journal.n))
    first_of_bot = next(n for seat, n in moved[4:] if seat == 1)
    for one in begun.both():
        assert [(each.occupant, each.since) for each in one.occupancies[1]] == [
            (BOB, one.first_n),
            (bot, first_of_bot),
        ]
        assert [mover.occupant for mover in one.movers_in(1)].count(BOB) == 2
        assert one.match.names == ("Ann", "Bob")
    # What does not change is not written.
    assert [entry.n for entry in begun.entries if entry.kind == "move" and "occupant" in entry.body] == [
        first_of_bot
    ]


@pytest.mark.parametrize(("by", "level"), [("bot", "greedy"), ("clock", None)])
def test_a_stand_in_makes_moves_and_has_no_seat(by: By, level: str | None) -> None:
    begun = Begun(ANN, BOB)
    seat = begun.move(by, level, ANN, BOB)
    for one in begun.both():
        (mover,) = one.movers_in(seat)
        assert (mover.by, mover.level, mover.occupant) == (by, level, (ANN, BOB)[seat])
        assert len(one.occupancies[seat]) == 1
        assert one.tallies[seat] == {mover: 1}
