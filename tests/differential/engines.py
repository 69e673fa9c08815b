"""Both engines in lockstep: matches played by the reference and the compiled engine, compared as they go.

Moves are chosen by the compiled engine and made in both, so each one is also checked by the reference's
`apply`. What is compared at every decision costs little; lists of moves and whole records are compared as
often as the `Effort` says, and records always when a deal begins and when it ends. A difference comes with
a record of the match, and `replay` compares everything along such a record.
"""

from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from random import Random
from types import ModuleType
from typing import Any, Final, NamedTuple, NoReturn

import numpy as np

from stramash import games
from stramash.climbing.cards import LOWEST_RANK, RANKS, ROW, courts_of
from stramash.climbing.moves import Play
from stramash.climbing.plays.combos import Kind
from stramash.climbing.rules import ClimbingRules
from stramash.core.cards import SECOND_COPY, CardSet, join, remove
from stramash.core.errors import IllegalMove, StramashError
from stramash.core.game import AnyGame
from stramash.core.match import Match
from stramash.core.record import dump, load
from stramash.core.seats import Seat
from stramash.mu.moves import Display
from stramash.sim.family import Family, family, family_of
from stramash.sim.mu.record import ADD_CARD
from stramash.sim.visit import NO_TARGET, SCRATCH, SKIP

OUT_OF_TURN: Final = 0.05
# How likely a player is to choose from the ends of the list, where the rare moves are: in climbing games
# bombs, passes and bets stand last, in Mü's auction the pass stands first.
STYLES: Final = (0.0, 0.0, 0.3, 0.7)
ROOMS: Final = (5, 64, 4096)
"""Rows of the buffers that a list is walked with; a longer list is walked again."""
PICKS: Final = 3
_PARTS: Final = ("record", "moves", "step")

Packed = tuple[int, int, int]


class Difference(StramashError):
    """The engines disagree; the message ends with a record that leads there."""


class Effort(NamedTuple):
    """How much is compared, as parts of all decisions."""

    lists: float
    """Lists of moves: all and lean, counted, picked from and written down."""
    records: float
    """Whole records after a move, word for word, and their way back to a state."""


EVERYTHING: Final = Effort(1.0, 1.0)
SAMPLE: Final = Effort(0.125, 0.05)


@dataclass
class Tally:
    """What has been compared."""

    deals: int = 0
    decisions: int = 0
    lists: int = 0
    moves: int = 0
    """In those lists."""
    records: int = 0

    def add(self, other: "Tally") -> None:
        """Count what somebody else has compared, too."""
        self.deals += other.deals
        self.decisions += other.decisions
        self.lists += other.lists
        self.moves += other.moves
        self.records += other.records


@dataclass(frozen=True)
class Engine:
    """The compiled engine with the functions that its loops are made of, and working memory for them."""

    family: Family
    at: ModuleType
    moves: ModuleType
    step: ModuleType
    mem: Any = field(default_factory=lambda: np.zeros(SCRATCH, np.int64))
    chosen: Any = field(default_factory=lambda: np.zeros(3, np.int64))
    buffers: Any = field(default_factory=lambda: [np.zeros((rows, 3), np.int64) for rows in ROOMS])


@cache
def _engine(name: str) -> Engine:
    at, moves, step = (import_module(f"stramash.sim.{name}.{part}") for part in _PARTS)
    return Engine(family(name), at, moves, step)


def engine_of(game: AnyGame) -> Engine:
    """The compiled engine for a game, one for each family."""
    return _engine(family_of(game).name)


class Lockstep:
    """One match in both engines."""

    def __init__(self, game: AnyGame, seed: int, effort: Effort = EVERYTHING) -> None:
        self.rng = Random(seed)
        self.effort = effort
        self.style = self.rng.choice(STYLES)
        self.match = Match(game, self.rng.randrange(game.seats))
        self.engine = engine_of(game)
        self.rules = self.engine.family.pack_rules(game.rules)
        self.words = np.zeros(self.engine.family.words, np.int64)
        self.deck = np.zeros(self.engine.family.deck_room, np.int8)
        self.shuffling = seed
        self.tally = Tally()
        self.engine.step.first_deal(self.words, self.rules, self.match.first_dealer)

    def play(self, most_deals: int) -> Tally:
        """Play to the end of the match, or some deals of it."""
        while self.match.needs_deck and self.tally.deals < most_deals:
            self.play_deal()
        return self.tally

    def play_deal(self) -> None:
        """Shuffle, deal and play."""
        self.shuffling = self.engine.step.shuffle(self.deck, self.rules, self.shuffling)
        size = len(self.match.game.deck())
        self.begin_deal(tuple(int(card) for card in self.deck[:size]))
        while self._is_in_a_deal:
            self.decide()
        self.end_deal()

    @property
    def _is_in_a_deal(self) -> bool:
        return not self.match.needs_deck and not self.match.is_over

    def begin_deal(self, deck: tuple[int, ...]) -> None:
        """Deal the same cards in both."""
        if self.match.deals:
            self.engine.step.next_deal(self.words)
        self.deck[: len(deck)] = deck
        self.engine.step.start(self.words, self.rules, self.deck)
        self.match.deal(deck)
        self.compare_records()

    def end_deal(self) -> None:
        """Compare what a deal leaves behind."""
        at, words = self.engine.at, self.words
        self._same(self.engine.moves.acting_seat(words, self.rules), -1, "seat to act")
        result = self.match.deals[-1].result
        assert result is not None
        sides = len(result.scores)
        self._same(words[at.SCORES : at.SCORES + sides].tolist(), list(result.scores), "scores")
        self._same(words[at.TOTALS : at.TOTALS + sides].tolist(), list(result.totals), "totals")
        self._same(int(words[at.WINNERS]), sum(1 << side for side in result.winners), "winners")
        if result.carry is not None:
            self._same(int(words[at.NEXT_DEALER]), result.carry.dealer, "next dealer")
            if result.carry.lead is not None:
                self._same(int(words[at.NEXT_LEAD]), result.carry.lead, "next lead")
        self.compare_records()
        self.tally.deals += 1

    def decide(self) -> None:
        """One move of the reference, chosen by the compiled engine."""
        seat = self._actor()
        compares = self.rng.random() < self.effort.lists
        if compares:
            self.compare_lists(seat)
        move = self._choose(seat)
        if self.engine.family.name == "mu" and move[0] >> 32 == ADD_CARD:
            move = self._build_display(seat, move, compares)
        self.make(seat, self.engine.family.unpack_move(*move), move)
        if self.rng.random() < self.effort.records:
            self.compare_records()

    def make(self, seat: Seat, move: Any, packed: Packed) -> None:
        """Make a move in both."""
        try:
            self.match.act(seat, move)
        except IllegalMove as error:
            self._fail(f"seat {seat} may not {move} ({error}), but the compiled engine lists it")
        self.engine.step.apply_move(self.words, self.rules, seat, *packed)
        self.tally.decisions += 1

    def _actor(self) -> Seat:
        """Who acts: one of those who must, or now and then one who may."""
        game, state, rng = self.match.game, self.match.state, self.rng
        waiting = game.waiting(state)
        first = self.engine.moves.acting_seat(self.words, self.rules)
        self._same(first, min(waiting), "seat to act")
        if rng.random() < OUT_OF_TURN:
            others = game.may_act(state) - waiting
            if others:
                return rng.choice(sorted(others))
        return first if len(waiting) == 1 else rng.choice(sorted(waiting))

    def _choose(self, seat: Seat) -> Packed:
        count = self._count(seat, lean=False)
        if count < 1:
            self._fail(f"the compiled engine has no move for seat {seat}")
        if self.rng.random() < self.style:
            end = self.rng.randrange(-3, 1) % count
            return self._pick(seat, end, count, lean=False)
        return self._pick(seat, self.rng.randrange(count), count, lean=False)

    def _build_display(self, seat: Seat, move: Packed, compares: bool) -> Packed:
        """Add cards one by one (M3.1); returns the display of all of them, which is still to be made."""
        view = self.match.view(seat)
        staged: CardSet = 0
        while move[0] >> 32 == ADD_CARD:
            self.engine.step.apply_move(self.words, self.rules, seat, *move)
            staged = join(staged, 1 << (move[0] & 0xFF))
            if compares:
                more = self.match.game.extensions(view, Display(staged))
                expected = [Display(staged), *(Display(remove(grown.cards, staged)) for grown in more)]
                self._compare_list(seat, expected, lean=False)
            move = self._choose(seat)
        if self.rng.random() < 0.3:
            # The same display may also come whole: begin again with nothing staged.
            self.words[self.engine.at.STAGED : self.engine.at.STAGED + 2] = 0
        return move

    # --- comparing -----------------------------------------------------------------------------------
    def compare_lists(self, seat: Seat) -> None:
        """Both lists of a seat: all, and lean."""
        moves = self.match.game.legal(self.match.state, seat)
        self._compare_list(seat, list(moves), lean=False)
        rules, hand = self.match.game.rules, self.match.state.hands[seat]
        lean = [move for move in moves if not isinstance(move, Play) or is_lean(rules, hand, move)]
        self._compare_list(seat, lean, lean=True)
        pack, unpack = self.engine.family.pack_move, self.engine.family.unpack_move
        self._same([unpack(*pack(move)) for move in moves], list(moves), "moves packed and unpacked")

    def _compare_list(self, seat: Seat, expected: list[Any], *, lean: bool) -> None:
        name = "lean list" if lean else "list"
        unpack = self.engine.family.unpack_move
        rows = self._walk(seat, lean)
        self._same([unpack(*row) for row in rows], expected, f"{name} of seat {seat}")
        before = self.words.copy()
        for index in {self.rng.randrange(len(rows)) for _ in range(PICKS)} if rows else ():
            count = self._count(seat, lean=lean)
            self._same(count, len(expected), f"number of moves in the {name}")
            self._same(self._pick(seat, index, count, lean=lean), rows[index], f"move {index} of the {name}")
        self._same(self.words.tolist(), before.tolist(), "record after looking at it")
        self.tally.lists += 1
        self.tally.moves += len(expected)

    def _walk(self, seat: Seat, lean: bool) -> list[Packed]:
        """The list as it is written down, one bufferful after the other."""
        buffer = self.rng.choice(self.engine.buffers)
        mem, chosen = self.engine.mem, self.engine.chosen
        rows: list[Packed] = []
        while True:
            mem[SKIP] = len(rows)
            total = self.engine.moves.visit_moves(
                mem, buffer, chosen, self.words, self.rules, seat, lean, NO_TARGET[0]
            )
            rows += [(a, b, c) for a, b, c in buffer[: min(len(buffer), total - len(rows))].tolist()]
            if len(rows) >= total:
                return rows

    def _count(self, seat: Seat, *, lean: bool) -> int:
        engine = self.engine
        return int(engine.moves.count_legal(self.words, self.rules, seat, lean, engine.mem, engine.chosen))

    def _pick(self, seat: Seat, index: int, count: int, *, lean: bool) -> Packed:
        """A move by its number, right after `_count`."""
        engine = self.engine
        engine.moves.pick_legal(self.words, self.rules, seat, lean, index, count, engine.mem, engine.chosen)
        code, once, twice = engine.chosen.tolist()
        return code, once, twice

    def compare_records(self) -> None:
        """The record, word for word, and its way back to a state."""
        rules, state, family = self.match.game.rules, self.match.state, self.engine.family
        packed = family.pack_state(rules, state)
        for place in np.flatnonzero(packed != self.words):
            self._same(int(self.words[place]), int(packed[place]), f"word {place} of the record")
        unpacked = family.unpack_state(rules, self.words)
        if family.name == "climbing":
            # Told in another form: the plays of the trick, and the order of the haggis (`unpack_state`).
            self._same(sorted(unpacked.haggis), sorted(state.haggis), "haggis")
            table = unpacked.table._replace(trick=state.table.trick)
            self._same(family.pack_state(rules, unpacked).tolist(), packed.tolist(), "record packed again")
            unpacked = unpacked._replace(table=table, haggis=state.haggis)
        self._same(unpacked, state, "unpacked state")
        self.tally.records += 1

    def _same(self, compiled: Any, reference: Any, what: str) -> None:
        if compiled != reference:
            self._fail(f"{what}: compiled {compiled}, reference {reference}")

    def _fail(self, problem: str) -> NoReturn:
        raise Difference(f"{problem}; the match:\n{dump(self.match, games)}")


def replay(record: str) -> Tally:
    """Compare everything along a record; raises Difference where the engines part."""
    recorded = load(record, games)
    lockstep = Lockstep(recorded.game, 0)
    lockstep.match = Match(recorded.game, recorded.first_dealer)
    lockstep.engine.step.first_deal(lockstep.words, lockstep.rules, recorded.first_dealer)
    for deal in recorded.deals:
        lockstep.begin_deal(deal.deck)
        for seat, move in deal.moves:
            for any_seat in sorted(recorded.game.may_act(lockstep.match.state)):
                lockstep.compare_lists(any_seat)
            lockstep.make(seat, move, lockstep.engine.family.pack_move(move))
            lockstep.compare_records()
        if deal.result is not None:
            lockstep.end_deal()
    for seat in sorted(recorded.game.may_act(lockstep.match.state)):
        lockstep.compare_lists(seat)
    return lockstep.tally


def is_lean(rules: ClimbingRules, hand: CardSet, play: Play) -> bool:
    """Whether wild cards stand only where the hand has a gap; written for reading, and used to check.

    In a sequence or a stair, the cards of a suit that is used are all that the hand has in the window: each
    rank once for one track, every copy for two tracks of the suit (C2.8). A track of courts alone needs a
    suit in which the hand has no card in the window. In a set a court means that all number cards of the
    rank are in it. Singles and bombs are always lean.
    """
    kind, tracks, length, top = play.combo
    if kind in (Kind.SINGLE, Kind.BOMB) or not courts_of(play.cards):
        return True
    lowest = top - length + 1
    own_tracks = empty_suits = 0
    for suit in range(rules.suits):
        held, held_twice = _window(hand, suit, lowest, top)
        used, used_twice = _window(play.cards, suit, lowest, top)
        if kind is Kind.SET:
            if (used, used_twice) != (held, held_twice):
                return False
            continue
        empty_suits += not held
        if used:
            own_tracks += 2 if used_twice else 1
            if used != held or (used_twice and used_twice != held_twice):
                return False
    return kind is Kind.SET or tracks - own_tracks <= empty_suits * rules.tracks_a_suit


def _window(cards: CardSet, suit: int, lowest: int, top: int) -> tuple[set[int], set[int]]:
    """The ranks of a suit in a window: those held, and those held twice."""
    once = cards >> RANKS * suit & ROW
    twice = cards >> SECOND_COPY + RANKS * suit & ROW
    held, held_twice = (
        {rank for rank in range(lowest, top + 1) if bits >> rank - LOWEST_RANK & 1} for bits in (once, twice)
    )
    return held, held_twice
