"""The club player of the climbing games: rules of thumb over a good split of its hand (docs/bots.md)."""

from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import Any, Final

import numpy as np

from stramash.bots.climbing.club import split as splitting
from stramash.bots.climbing.club.bets import Outlook, best_bet, best_bid
from stramash.bots.climbing.worlds import Worlds
from stramash.climbing.cards import NUMBERS, classic_points, flat_points, laid_down, rank_of
from stramash.climbing.game import ClimbingGame
from stramash.climbing.moves import PASS, Award, Bet, Bid, GiveCard, Move, NameLead, Play, PutBack
from stramash.climbing.state import Phase, View
from stramash.core.cards import CardSet, card_set, each, remove
from stramash.core.seats import Seat
from stramash.sim.climbing.facts import combo_code
from stramash.sim.climbing.pack import pack_rules, unpack_move
from stramash.sim.climbing.plays.lists import visit_plays
from stramash.sim.visit import NO_TARGET, SCRATCH, SKIP

WORLDS: Final = 24
"""Deals of the unseen cards over which chances are counted."""
MOST_PLAYS: Final = 2048
LONGEST_PLAN: Final = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class Taste:
    """What the club player weighs, in tempos: the loss of the lead to a hand that is not in a hurry is 1."""

    at_least: float = -0.25
    if_beaten: float = 1.4
    a_rank: float = 0.09
    lead: float = 1.1
    """What losing the lead costs."""
    press: float = 2.0
    """How much more, divided by the cards of the opponent who holds fewest."""
    a_card: float = 0.1
    """What shedding a card is worth beyond the play."""
    a_point: float = 0.04
    hand_out: float = 3.0
    """What a play costs that lets an opponent go out if it is beaten."""
    over_partner: float = 0.6
    tiers: tuple[float, float, float] = (0.95, 0.5, 0.2)
    """How likely an opponent beats a play who can do so by nature, with courts, with a bomb only."""
    sure: float = 0.25
    """A play beaten less often than this counts as control."""


TASTE: Final = Taste()


class Study:
    """One view, thought through: worlds, the best split of the hand, and what each play leaves behind."""

    def __init__(self, player: "ClubClimber", view: View) -> None:
        assert view.seat is not None, "a spectator is never asked"
        self.player, self.view, self.seat = player, view, view.seat
        game, taste = player.game, player.taste
        self.rules = player.rules
        worlds = Worlds(game, view, player.rng.getrandbits(60))
        hands, _, weights = worlds.deal(WORLDS)
        side_of = game.rules.side_of
        self.opponents = [
            seat for seat, n in enumerate(view.table.counts) if n and side_of[seat] != side_of[view.seat]
        ]
        tiers = np.zeros((game.seats, 3))
        for seat in self.opponents:
            # Who is nearly out, or sees somebody nearly out, holds nothing back.
            near = min(view.table.counts[seat], len_of(view.hand)) <= 5
            tiers[seat] = [1 - (1 - tier) * 0.5 for tier in taste.tiers] if near else taste.tiers
        prices = np.array([taste.at_least, taste.if_beaten, taste.a_rank])
        chances = np.full(splitting.SHAPES, -1.0)
        player.memory["counters"][:] = (0, player.memory["counters"][splitting.GENERATION] + 1, 0)
        self.tables = splitting.Tables(worlds.rules, hands, weights, tiers, chances, prices, **player.memory)

    def risk(self, code: int) -> float:
        """How likely a combination is beaten."""
        return splitting.chance_beaten(code, self.tables)

    def price(self, cards: CardSet) -> float:
        """What a hand costs to shed."""
        return splitting.split(*splitting.words_of(cards), self.tables)

    def evaluate(self, moves: Any) -> tuple[Any, Any]:
        """For each play the price of the hand left behind, and how likely it is beaten."""
        left, risks = np.zeros(len(moves)), np.zeros(len(moves))
        splitting.evaluate(*splitting.words_of(self.view.hand), moves, self.tables, left, risks)
        return left, risks

    def plan(self, cards: CardSet) -> list[tuple[Play, float]]:
        """The best split of some cards, each play with the chance that it is beaten."""
        rows = np.zeros((LONGEST_PLAN, 3), np.int64)
        count = splitting.best_split(*splitting.words_of(cards), self.tables, rows)
        plays = [unpack_move(*map(int, row)) for row in rows[:count]]
        return [(play, self.risk(combo_code(play.combo))) for play in plays if isinstance(play, Play)]


@dataclass(slots=True)
class MoveScores:
    """How the club player scores the moves of one decision in a trick."""

    moves: Any
    scores: Any
    left: Any
    risks: Any
    plan: list[tuple[Play, float]] = field(default_factory=list)


class ClubClimber:
    """A player of the climbing games who has read the rules of thumb."""

    def __init__(self, game: ClimbingGame, rng: Random, taste: Taste = TASTE) -> None:
        self.game, self.rules, self.rng, self.taste = game, game.rules, rng, taste
        self.memory = splitting.fresh_tables()
        self.packed = pack_rules(game.rules)
        self._ready: tuple[View, Move] | None = None
        """A move found while thinking about a bet, and the view it is for."""
        self._mem = np.zeros(SCRATCH, np.int64)
        self._move = np.zeros(3, np.int64)
        self._buffer = np.zeros((MOST_PLAYS, 3), np.int64)

    def choose(self, view: View) -> Move:
        """The move of the seat that must act."""
        if len(view.legal) == 1:
            return view.legal[0]
        match view.table.phase:
            case Phase.TRICK:
                return self._trick(view)
            case Phase.PASSING:
                return self._give(view)
            case Phase.AUCTION:
                return self._bid(view)
            case Phase.PUTTING_BACK:
                return self._put_back(view)
            case Phase.NAMING_LEAD:
                return self._name_lead(view)
        return self._award(view)

    def interject(self, view: View) -> Move | None:
        """A bet, as late as may be: just before the seat's first card (C10.1)."""
        bets = [move for move in view.legal if isinstance(move, Bet)]
        table = view.table
        if not bets or table.phase is not Phase.TRICK or table.turn != view.seat:
            return None
        move = self._trick(view)
        if not isinstance(move, Play):
            return None
        self._ready = (view, move)
        return best_bet(self.rules, view, self.outlook(view), [bet.value for bet in bets])

    def study(self, view: View) -> Study:
        """A view, thought through."""
        return Study(self, view)

    def outlook(self, view: View) -> Outlook:
        """What a hand that has not been played from promises."""
        study = Study(self, view)
        table = view.table
        counts = [table.counts[seat] for seat in study.opponents]
        return Outlook(
            price=study.price(view.hand),
            ahead=min(counts) - len_of(view.hand) if counts else 0,
            leads=table.top is None,
        )

    def _give(self, view: View) -> Move:
        """C8.1: the card the hand is best without; of equals the one of most use across the table."""
        study = Study(self, view)
        gifts = [move for move in view.legal if isinstance(move, GiveCard)]
        return min(
            gifts, key=lambda gift: study.price(remove(view.hand, 1 << gift.card)) - 0.03 * rank_of(gift.card)
        )

    def _bid(self, view: View) -> Move:
        """C8.2: the lowest bid that may be made, as long as the hand is worth it."""
        bids = [move.value for move in view.legal if isinstance(move, Bid)]
        if not bids:
            return PASS
        return best_bid(self.rules, self.outlook(view), bids)

    def _put_back(self, view: View) -> Move:
        """C8.3: the cards that the hand is best without."""
        study = Study(self, view)
        wanted = self.rules.draw(view.table.bid)
        cards = sorted(each(view.hand & NUMBERS), key=lambda card: study.price(remove(view.hand, 1 << card)))
        choices = [card_set(chosen) for chosen in combinations(cards[:8], wanted)]
        return PutBack(min(choices, key=lambda chosen: study.price(remove(view.hand, chosen))))

    def _award(self, view: View) -> Move:
        """C6.2, C9.3: the cards go where they hurt least, to the lowest total."""
        awards = [move for move in view.legal if isinstance(move, Award)]
        totals, counts = view.table.totals, view.table.counts
        side_of = self.rules.side_of
        return min(awards, key=lambda move: (totals[side_of[move.seat]], -counts[move.seat]))

    def _name_lead(self, view: View) -> Move:
        """C7.2: the partner leads, unless this hand can run out or is the shorter one."""
        leads = [move for move in view.legal if isinstance(move, NameLead)]
        study = Study(self, view)
        losers = sum(risk > self.taste.sure for _, risk in study.plan(view.hand))
        if losers <= 1 and view.hand:
            return next((move for move in leads if move.seat == view.seat), leads[0])
        return min(leads, key=lambda move: view.table.counts[move.seat])

    def lean_plays(self, view: View) -> Any:
        """The plays of the hand in which wild cards stand only where the hand has a gap, packed."""
        return self._plays(view.hand, combo_code(view.table.top))

    def all_plays(self, hand: CardSet) -> Any:
        """What a hand can lead, lean, packed."""
        return self._plays(hand, combo_code(None))

    def _plays(self, hand: CardSet, top: int) -> Any:
        self._mem[SKIP] = 0
        words = splitting.words_of(hand)
        count = visit_plays(self._mem, self._buffer, self._move, self.packed, True, *words, top, NO_TARGET[0])
        return self._buffer[: min(count, MOST_PLAYS)].copy()

    def _trick(self, view: View) -> Move:
        if self._ready is not None and self._ready[0] is view:
            return self._ready[1]
        scored = self.evaluate(view)
        best = int(np.argmax(scored.scores))
        if best == len(scored.moves):
            return PASS
        return unpack_move(*map(int, scored.moves[best]))

    def evaluate(self, view: View) -> MoveScores:
        """Every lean play of a trick and, where it may be, the pass (last), with what speaks for it."""
        taste, table = self.taste, view.table
        study = Study(self, view)
        moves = self.lean_plays(view)
        left, risks = study.evaluate(moves)
        plan = study.plan(view.hand)
        cards = np.bitwise_count(moves[:, 1]).astype(np.int64) + np.bitwise_count(moves[:, 2])
        fewest = min(table.counts[seat] for seat in study.opponents) if study.opponents else 99
        lead = taste.lead * (1 + taste.press / fewest)
        losers = sum(risk > taste.sure for _, risk in plan)
        if losers <= 1:
            lead = max(lead, 3.0)
        scores = -left - lead * risks + taste.a_card * cards
        for seat in study.opponents:
            scores -= np.where(cards == table.counts[seat], taste.hand_out * risks, 0.0)
        bombs = (moves[:, 0] >> 24 & 255) == 5
        points = self._points_in_trick(view)
        if table.top is not None:
            keeps = self.rules.bomb_prize == "keeps"
            scores += taste.a_point * points * (1 - risks) * (1 if keeps else np.where(bombs, -1, 1))
            partner_holds = self._is_ours(table.top_seat, view)
            stay = -study.price(view.hand) - lead * (0.3 if partner_holds else 1.0)
            if partner_holds:
                near = table.counts[table.top_seat] <= 4
                scores -= 5.0 if near else taste.over_partner
            scores = np.append(scores, stay)
        out = cards == len_of(view.hand)
        scores[: len(cards)] += np.where(out, 100.0 - 10 * bombs, 0.0)
        return MoveScores(moves, scores, left, risks, plan)

    def _points_in_trick(self, view: View) -> int:
        points = classic_points if self.rules.card_points == "classic" else flat_points
        return sum(points(laid_down(play.cards, seat)) for seat, play in view.table.trick)

    def _is_ours(self, holder: Seat, view: View) -> bool:
        rules, table = self.rules, view.table
        if rules.partners:
            return view.seat is not None and holder == rules.partner(view.seat)
        # Sheep share the bid as long as the Shepherd may still be beaten to it (C10.4).
        shepherd = table.shepherd
        return shepherd is not None and not table.out and shepherd not in (holder, view.seat)


def len_of(cards: CardSet) -> int:
    """How many cards a set holds."""
    return cards.bit_count()
