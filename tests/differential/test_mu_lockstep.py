"""Mü in both engines at once: the same moves, the same records, the same scores."""

from functools import reduce
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.playing import TableId, random_options

from stramash import games, records
from stramash.core.cards import FIRST_COPIES, SECOND_COPY, CardSet, card_set, each, join, remove, size
from stramash.core.game import AnyGame
from stramash.core.match import Match
from stramash.mu.moves import PASS, Bury, Display, Move, Pass
from stramash.mu.state import Phase
from stramash.sim.mu import record as at
from stramash.sim.mu.moves import acting_seat, count_legal, pick_legal, visit_moves
from stramash.sim.mu.pack import pack_move, pack_rules, pack_state, unpack_move, unpack_state
from stramash.sim.mu.step import DECK_ROOM, apply_move, first_deal, next_deal, shuffle, start
from stramash.sim.visit import SCRATCH, SKIP

TABLES = [TableId(game_id, seats) for game_id in ("mu", "mu-classic") for seats in (3, 4, 5, 6)]
ROWS = 900
"""More than the longest list: the sets of three out of eighteen cards."""
# How likely a player is to pass or to stop adding cards; None for every move alike.
PASSING = (None, 0.3, 0.6, 0.9)
NOTHING = np.zeros((0, 3), np.int64)

Packed = tuple[int, int, int]


class Lockstep:
    """A match that is played in both engines and compared at every step."""

    def __init__(self, game: AnyGame, seed: int) -> None:
        self.rng = Random(seed)
        self.passing = self.rng.choice(PASSING)
        self.match = Match(game, self.rng.randrange(game.seats))
        self.rules = pack_rules(game.rules)
        self.words = np.zeros(at.WORDS, np.int64)
        self.mem = np.zeros(SCRATCH, np.int64)
        self.chosen = np.zeros(3, np.int64)
        self.rows = np.zeros((ROWS, 3), np.int64)
        self.deck = np.zeros(DECK_ROOM, np.int64)
        self.shuffling = seed
        self.deals = 0

    def play(self) -> None:
        """The whole match."""
        first_deal(self.words, self.rules, self.match.first_dealer)
        while self.match.needs_deck:
            if self.deals:
                next_deal(self.words)
            self.play_deal()
            self.deals += 1
        self.same(int(self.words[at.WINNERS]), sum(1 << seat for seat in self.match.winners), "winners")

    def begin_deal(self) -> None:
        self.shuffling = shuffle(self.deck, self.rules, self.shuffling)
        start(self.words, self.rules, self.deck)
        self.match.deal(tuple(int(card) for card in self.deck[: int(self.rules[at.DECK_SIZE])]))
        self.compare_states()

    def play_deal(self) -> None:
        self.begin_deal()
        while not self.match.needs_deck and not self.match.is_over:
            self.decide()
        self.same(acting_seat(self.words, self.rules), -1, "seat to act")
        result = self.match.deals[-1].result
        assert result is not None
        seats = len(result.scores)
        self.same(self.words[at.SCORES : at.SCORES + seats].tolist(), list(result.scores), "scores")
        self.same(self.words[at.TOTALS : at.TOTALS + seats].tolist(), list(result.totals), "totals")

    def decide(self) -> None:
        """One move of the reference: a display is built of several moves of the compiled engine."""
        game, state = self.match.game, self.match.state
        (seat,) = game.waiting(state)
        self.same(acting_seat(self.words, self.rules), seat, "seat to act")
        moves = self.legal(seat)
        self.same([unpack_move(*move) for move in moves], list(game.legal(state, seat)), "legal moves")
        move = self.choose(moves)
        if move[0] >> 32 == at.ADD_CARD:
            move = self.build_display(seat, move)
        apply_move(self.words, self.rules, seat, *move)
        self.match.act(seat, unpack_move(*move))
        self.compare_states()

    def build_display(self, seat: int, move: Packed) -> Packed:
        """Add cards one by one; returns the display of all of them."""
        view = self.match.view(seat)
        staged: CardSet = 0
        while move[0] >> 32 == at.ADD_CARD:
            apply_move(self.words, self.rules, seat, *move)
            staged = join(staged, 1 << (move[0] & 0xFF))
            self.same(acting_seat(self.words, self.rules), seat, "seat to act")
            moves = self.legal(seat)
            more = self.match.game.extensions(view, Display(staged))
            expected = [Display(staged), *(Display(remove(grown.cards, staged)) for grown in more)]
            self.same([unpack_move(*item) for item in moves], expected, "cards to add")
            self.same({item[0] >> 32 for item in moves[1:]} - {at.ADD_CARD}, set(), "types of move")
            move = self.choose(moves)
        if self.rng.random() < 0.3:
            # The same display may also come whole: begin again with nothing staged.
            self.words[at.STAGED : at.STAGED + 2] = 0
        return move

    def choose(self, moves: list[Packed]) -> Packed:
        if self.passing is not None and moves[0][0] >> 32 in (at.PASS, at.DISPLAY):
            return moves[0] if self.rng.random() < self.passing else self.rng.choice(moves)
        return self.rng.choice(moves)

    def legal(self, seat: int) -> list[Packed]:
        """The compiled engine's list, which must be the same however one asks for it."""
        count = self.visit(self.rows, seat, -1)
        moves = [(int(a), int(b), int(c)) for a, b, c in self.rows[:count]]
        self.same(self.visit(NOTHING, seat, -1), count, "number of moves")
        index = self.rng.randrange(count)
        self.visit(NOTHING, seat, index)
        self.same(tuple(self.chosen.tolist()), moves[index], "the move picked by its number")
        self.visit(self.rows[:2], seat, index, skip=index)
        self.same(tuple(self.rows[0].tolist()), moves[index], "the move written from its number on")
        before = self.words.copy()
        self.same(count_legal(self.words, self.rules, seat, False, self.mem, self.chosen), count, "count")
        index = self.rng.randrange(count)
        pick_legal(self.words, self.rules, seat, False, index, count, self.mem, self.chosen)
        self.same(tuple(self.chosen.tolist()), moves[index], "the move picked without a walk")
        self.same(self.words.tolist(), before.tolist(), "the record after looking at it")
        return moves

    def visit(self, rows: Any, seat: int, target: int, skip: int = 0) -> int:
        self.mem[SKIP] = skip
        return visit_moves(self.mem, rows, self.chosen, self.words, self.rules, seat, False, target)

    def compare_states(self) -> None:
        rules, state = self.match.game.rules, self.match.state
        packed = pack_state(rules, state)
        for place in np.flatnonzero(packed != self.words):
            self.same(int(self.words[place]), int(packed[place]), f"word {place} of the record")
        unpacked = unpack_state(rules, self.words)
        self.same(unpacked, state, "unpacked state")
        for seat in range(rules.seats):
            move = self.match.game.legal(state, seat)
            self.same([unpack_move(*pack_move(item)) for item in move], list(move), "packed moves")

    def same(self, compiled: Any, reference: Any, what: str) -> None:
        assert compiled == reference, (
            f"{what}: compiled {compiled}, reference {reference}; the match:\n{records.dump(self.match)}"
        )


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_matches_by_the_sheet(table: TableId) -> None:
    for seed in range(8):
        lockstep = Lockstep(table.game(), seed)
        lockstep.play()
        assert lockstep.match.is_over


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_matches_with_other_options(table: TableId) -> None:
    rng = Random(table.seats)
    for seed in range(40):
        lockstep = Lockstep(table.game(**random_options(table, rng)), seed)
        lockstep.play()
        assert lockstep.match.is_over


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_m3_7_and_m6_7_limits_of_displays_and_losses(table: TableId) -> None:
    is_short, at_limit = False, False
    for seed in range(6):
        options: dict[str, Any] = {"display_limit": 1 + seed % 3, "short_loss": 7, "rounds": 1}
        lockstep = Lockstep(table.game(**options, target_base=60), seed)
        lockstep.passing = 0.4
        lockstep.play()
        end = lockstep.match.state.table
        is_short |= any(line.clause == "M6.7" for line in end.sheet)
        at_limit |= max(end.bids) == 1 + seed % 3
        assert max(end.bids) <= 1 + seed % 3
    assert is_short or table.game_id == "mu-classic"  # where equals at the limit play nothing (M3.8)
    assert at_limit


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_m3_5_a_deal_that_is_thrown_in_is_dealt_again(table: TableId) -> None:
    lockstep = Lockstep(table.game(rounds=1), 1)
    lockstep.passing = 1.0
    first_deal(lockstep.words, lockstep.rules, lockstep.match.first_dealer)
    lockstep.play_deal()
    assert lockstep.words[at.PHASE] == at.OVER
    assert lockstep.words[at.IS_REDEAL]
    lockstep.passing = 0.5
    next_deal(lockstep.words)
    assert lockstep.words[at.DEAL] == 1
    assert lockstep.words[at.DEALER] == lockstep.match.first_dealer
    lockstep.play_deal()


def test_m4_4_a_crown_that_shows_its_whole_hand_buries_the_talon_again() -> None:
    game = games.get("mu", 3, rounds=1)
    lockstep = Lockstep(game, 5)
    first_deal(lockstep.words, lockstep.rules, lockstep.match.first_dealer)
    lockstep.begin_deal()
    dealer = lockstep.match.first_dealer
    lines: list[tuple[int, Move]] = [
        (dealer, Display(lockstep.match.state.hands[dealer])),
        *(((dealer + step) % 3, PASS) for step in (1, 2, 3)),
    ]
    for seat, move in lines:
        apply_move(lockstep.words, lockstep.rules, seat, *pack_move(move))
        lockstep.match.act(seat, move)
        lockstep.compare_states()
    lockstep.decide()
    assert lockstep.match.state.table.phase is Phase.PLAY
    while not lockstep.match.is_over:
        lockstep.decide()


def test_m7_1_the_target_is_never_above_the_points_in_the_deck() -> None:
    game = games.get("mu", 4, rounds=1, target_base=60)
    is_reached = set()
    for seed in range(8):
        lockstep = Lockstep(game, seed)
        first_deal(lockstep.words, lockstep.rules, lockstep.match.first_dealer)
        lockstep.begin_deal()
        while sum(lockstep.match.state.table.counts) != 1 and not lockstep.match.needs_deck:
            lockstep.decide()
        if lockstep.match.needs_deck:
            continue
        # All tricks but the last go to the Crown.
        table = lockstep.match.state.table
        won = tuple(reduce(join, table.won) if seat == table.crown else 0 for seat in range(4))
        lockstep.match._state = lockstep.match.state._replace(table=table._replace(won=won))
        lockstep.words = pack_state(game.rules, lockstep.match.state)
        lockstep.decide()
        is_reached.add(any(line.clause == "M6.2" for line in lockstep.match.state.table.sheet))
    assert is_reached == {True, False}


def test_every_type_of_move_survives_packing() -> None:
    game = games.get("mu", 3)
    two_alike = Bury(card_set([1, 1, 7]))
    assert unpack_move(*pack_move(two_alike)) == two_alike
    assert pack_move(two_alike)[1:] == (two_alike.cards & FIRST_COPIES, two_alike.cards >> SECOND_COPY)
    for text in ("pass", "display 7r 7r 2b", "trump red", "trump 0", "trump none", "partner 2", "dealer 1"):
        move = game.parse_move(text)
        assert unpack_move(*pack_move(move)) == move
    assert isinstance(unpack_move(at.PASS << 32, 0, 0), Pass)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_shuffled_decks_hold_every_card_once(table: TableId) -> None:
    game = table.game()
    rules = pack_rules(game.rules)
    deck = np.zeros(DECK_ROOM, np.int64)
    seen = set()
    rng = 1
    for _ in range(20):
        rng = shuffle(deck, rules, rng)
        cards = tuple(int(card) for card in deck[: len(game.deck())])
        assert sorted(cards) == sorted(game.deck())
        seen.add(cards)
    assert len(seen) == 20


@pytest.mark.parametrize("colour", ["red", "green", "purple"])
def test_m1_3_the_colour_removed_is_not_in_the_deck(colour: str) -> None:
    game = games.get("mu", 3, removed_colour=colour)
    deck = np.zeros(DECK_ROOM, np.int64)
    shuffle(deck, pack_rules(game.rules), 1)
    assert card_set(int(card) for card in deck[:48]) == game.rules.cards
    assert size(game.rules.cards) == len(list(each(game.rules.cards))) == 48
