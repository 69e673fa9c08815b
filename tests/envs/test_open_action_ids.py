"""C2, C3: open numbers of climbing games are known without a list, and are those that the list would give."""

from collections.abc import Iterator
from random import Random
from typing import Any, Final

import numpy as np
import pytest
from tests.playing import TABLES, TableId, random_options

from stramash.climbing.cards import HIGHEST_RANK, JACK, LOWEST_RANK, RANKS
from stramash.climbing.plays.combos import Kind, combo
from stramash.climbing.rules import ClimbingRules
from stramash.envs.tables import Tables
from stramash.sim.climbing.action_ids import shapes
from stramash.sim.climbing.facts import combo_code
from stramash.sim.climbing.record import BETS, BID, HANDS, IN_TRICK, PHASE, PUTTING_BACK, SHOWN, TOP, TURN
from stramash.sim.family import family_of
from stramash.sim.run import BUFFER_ROWS, Workspace
from stramash.sim.tables.loops import action_loops_of
from stramash.sim.tables.observations import NOTHING_CHOSEN

POSITIONS: Final = 500
GIVEN: Final = 12
"""Numbers of one position that are given."""
CLIMBING: Final = [table for table in TABLES if table.family == "climbing"]
DECKS: Final[dict[str, list[dict[str, Any]]]] = {
    "haggis": [{"sets": True, "haggis_size": 18}, {"runs_past_ten": True, "sets": True}],
    "haggis3": [{"suits": 4, "copies": 2, "haggis_size": 15, "sets": True, "runs_past_ten": True}],
    "neeps": [{"same_suit_tracks": False, "sets": True}, {"sets": True, "runs_past_ten": True}],
    "haggis-classic": [{"sets": False}, {"runs_past_ten": False, "haggis_size": 18}],
}
"""Options of the shapes that each game does not have by its sheet."""


class Ways:
    """A game's open numbers both ways: straight from the hand, and by a walk over the list of moves."""

    def __init__(self, table: TableId, options: dict[str, Any]) -> None:
        game = table.game(**options)
        self.rules: ClimbingRules = game.rules
        made = action_loops_of(game)
        self._walk, self._answer = made.loops["survey"], made.loops["answer"]
        family = family_of(game)
        self._space = Workspace(family, BUFFER_ROWS)
        self._packed = family.pack_rules(game.rules)
        self._table = made.action_ids.number_table(game.rules)
        tables = Tables(game, 1)
        self.record = tables.records[0]
        self._words = tables.open_bits.shape[1]
        self.tops = [combo_code(shape) for shape in dict.fromkeys(shape for shape, _ in shapes(game.rules))]
        self.singles = [
            combo_code(combo(Kind.SINGLE, 1, 1, rank)) for rank in range(LOWEST_RANK, HIGHEST_RANK + 1)
        ]

    def _ask(self, way: Any, seat: int, chosen: Any, number: int) -> tuple[Any, ...]:
        """What comes of a number, or the open ones where it is negative."""
        space, mask, chosen = self._space, np.zeros(self._words, np.int64), chosen.copy()
        space.move[:] = space.shared[:] = 0
        is_made = way(
            self.record,
            self._packed,
            seat,
            space.mem,
            space.move,
            space.buffer,
            self._table,
            chosen,
            space.shared,
            number,
            -1,
            mask,
        )
        move = space.move.tolist() if is_made else None
        return mask.tolist(), move, chosen.tolist(), space.shared.tolist()

    def check(self, seat: int, rng: Random, chosen: Any = None) -> int:
        """Both ways say the same, and so they do of some of the open numbers; how many are open."""
        if chosen is None:
            chosen = np.array(NOTHING_CHOSEN, np.int64)
        by_list = self._ask(self._walk, seat, chosen, -1)
        assert self._ask(self._answer, seat, chosen, -1) == by_list, (chosen, self._told(seat))
        mask = by_list[0]
        found = [64 * word + bit for word, bits in enumerate(mask) for bit in range(64) if bits >> bit & 1]
        for number in rng.sample(found, min(GIVEN, len(found))):
            by_list = self._ask(self._walk, seat, chosen, number)
            given = self._ask(self._answer, seat, chosen, number)
            assert given[1:3] == by_list[1:3], (number, chosen, self._told(seat))
            if given[1] is None and rng.random() < 0.3:
                self.check(seat, rng, np.array(given[2], np.int64))
        return len(found)

    def _told(self, seat: int) -> str:
        hand = [int(word) for word in self.record[HANDS + 2 * seat : HANDS + 2 * seat + 2]]
        return f"{self.rules}, hand {hand}, to beat {int(self.record[TOP]):#x}"


def random_hand(rules: ClimbingRules, rng: Random) -> tuple[int, int]:
    """Cards of a hand, often crowded in a few ranks and suits, where stairs and sets are."""
    lowest = rng.randint(0, RANKS - 1)
    ranks = range(lowest, rng.randint(lowest, RANKS - 1) + 1) if rng.random() < 0.6 else range(RANKS)
    suits = rng.sample(range(rules.suits), rng.randint(1, rules.suits))
    deck = [RANKS * suit + rank for suit in suits for rank in ranks] * rules.copies
    cards = rng.sample(deck, min(len(deck), rng.randint(0, rules.dealt)))
    once = sum(1 << card for card in set(cards))
    twice = sum(1 << card for card in set(cards) if cards.count(card) == 2)
    courts = rng.choice((0, 0b111, rng.randrange(8)))
    return once | courts << JACK, twice


def positions(ways: Ways, rng: Random) -> Iterator[int]:
    """Hands and what is to be beaten, put into the record; seats to act."""
    rules = ways.rules
    for i in range(POSITIONS):
        seat = rng.randrange(rules.seats)
        record = ways.record
        record[PHASE], record[TURN] = IN_TRICK, seat
        record[HANDS + 2 * seat], record[HANDS + 2 * seat + 1] = random_hand(rules, rng)
        # Every shape is to be beaten, one after the other.
        followed = rng.choice(
            (ways.tops[i % len(ways.tops)], rng.choice(ways.tops), rng.choice(ways.singles))
        )
        record[TOP] = rng.choice((0, followed))
        for other in range(rules.seats):
            record[BETS + other] = rng.choice((0, 0, *rules.bets))
            record[SHOWN + 2 * other] = rng.choice((0, 0, 1))
        yield seat


@pytest.mark.parametrize("table", CLIMBING, ids=str)
def test_open_numbers_are_those_of_the_list(table: TableId) -> None:
    rng = Random(f"open numbers {table}")
    several = [random_options(table, rng) for _ in range(4)]
    for options in ({}, *DECKS.get(table.game_id, ()), *several):
        ways = Ways(table, options)
        found = [ways.check(seat, rng) for seat in positions(ways, rng)]
        assert max(found) > 40


@pytest.mark.parametrize("table", CLIMBING, ids=str)
def test_open_numbers_are_those_of_the_list_over_every_shape(table: TableId) -> None:
    ways, rng = Ways(table, {}), Random(f"every shape {table}")
    followed = 0
    for code in (0, *ways.singles, *ways.tops):
        for _ in range(6):
            ways.record[PHASE], ways.record[TURN], ways.record[TOP] = IN_TRICK, 0, code
            ways.record[HANDS], ways.record[HANDS + 1] = random_hand(ways.rules, rng)
            followed += ways.check(0, rng) > 1
    assert followed > len(ways.tops)


@pytest.mark.parametrize("options", [{}, {"copies": 2, "suits": 4, "haggis_size": 18}], ids=str)
def test_c8_3_cards_that_are_put_back_have_the_numbers_of_the_list(options: dict[str, Any]) -> None:
    ways, rng = Ways(TableId("tatties", 3), options), Random("put back")
    record = ways.record
    for _ in range(POSITIONS):
        record[PHASE], record[TURN], record[BID] = PUTTING_BACK, 0, rng.choice(ways.rules.bets)
        record[HANDS], record[HANDS + 1] = 0, 0
        while (record[HANDS] & ((1 << JACK) - 1)).bit_count() < 3:
            record[HANDS], record[HANDS + 1] = random_hand(ways.rules, rng)
        assert ways.check(0, rng)
