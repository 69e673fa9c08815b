"""What holds in every game at every moment of every match, as plain functions that assert it."""

import dataclasses
from random import Random
from typing import Any

import pytest
from tests.playing import random_match

from stramash.core.errors import IllegalMove, Reason
from stramash.core.game import AnyGame, Carry, Result
from stramash.core.match import AnyMatch
from stramash.core.seats import Seat

# Leads have up to some thousand moves: of long lists, check this many.
MOST_CHECKED = 25


def check_match(game: AnyGame, rng: Random, *, thorough: bool = True) -> AnyMatch:
    """Play a match at random; all laws hold after every move (or, not thorough, after every fifth)."""
    for step, moment in enumerate(random_match(game, rng)):
        match = moment.match
        if thorough or step % 5 == 0:
            check_moment(game, match, rng)
        if moment.move is not None:
            check_move(game, moment.move)
            if game.is_interjection(moment.move):
                assert game.waiting(moment.before) == game.waiting(match.state)
    assert match.is_over
    check_history(game, match)
    return match


def check_moment(game: AnyGame, match: AnyMatch, rng: Random) -> None:
    """Who must and may act, what they may do, and that nobody else may do anything."""
    state = match.state
    waiting, may_act = game.waiting(state), game.may_act(state)
    assert waiting <= may_act <= frozenset(range(game.seats))
    over = game.result(state) is not None
    assert over == (not waiting)
    assert over == (not may_act)
    legal = {seat: game.legal(state, seat) for seat in range(game.seats)}
    for seat, moves in legal.items():
        assert bool(moves) == (seat in may_act)
        assert len(set(moves)) == len(moves), "a move is listed twice"
        for move in some(moves, rng):
            assert game.check(state, seat, move) is None, str(move)
            assert seat in waiting or game.is_interjection(move)
        if moves:
            check_samples(game, match, seat, rng)
    if not over:
        check_refusals(game, match, legal, rng)


def check_samples(game: AnyGame, match: AnyMatch, seat: Seat, rng: Random) -> None:
    """A sampled move is legal, and it is listed or grows card by card from one that is."""
    view = match.view(seat)
    for _ in range(2):
        sampled = game.sample(view, rng)
        assert game.check(match.state, seat, sampled) is None, str(sampled)
        assert sampled in view.legal or sampled in grown(game, view, str(sampled).split())


def grown(game: AnyGame, view: Any, words: list[str]) -> set[Any]:
    """The unlisted moves that hold no card which a move's text does not name."""
    found: set[Any] = set()
    front = [move for move in view.legal if set(str(move).split()) <= set(words)]
    while front:
        front = [
            longer
            for move in front
            for longer in game.extensions(view, move)
            if set(str(longer).split()) <= set(words)
        ]
        assert found.isdisjoint(front), "a move is reached twice"
        found.update(front)
    return found


def check_refusals(game: AnyGame, match: AnyMatch, legal: dict[Seat, tuple[Any, ...]], rng: Random) -> None:
    """A move that is not on a seat's list is refused with a clause, and nothing has changed."""
    state = match.state
    everything = [move for moves in legal.values() for move in some(moves, rng, 3)]
    before, moves_made = repr(state), len(match.deals[-1].moves)
    for seat, moves in legal.items():
        for move in everything:
            if move in moves:
                continue
            reason = game.check(state, seat, move)
            assert isinstance(reason, Reason), f"{move} by seat {seat}"
            assert reason.clause[0] in "CM"
            assert not reason.sentence[0].islower(), "a reason is a sentence"
            assert reason.sentence.endswith(".")
            with pytest.raises(IllegalMove) as caught:
                match.act(seat, move)
            assert caught.value.reason == reason
    assert match.state is state
    assert repr(state) == before
    assert len(match.deals[-1].moves) == moves_made


def some(moves: tuple[Any, ...], rng: Random, most: int = MOST_CHECKED) -> list[Any]:
    """All moves of a short list, a sample of a long one."""
    return list(moves) if len(moves) <= most else rng.sample(moves, most)


def check_move(game: AnyGame, move: Any) -> None:
    """Moves are small values: hashable, frozen, seatless text that reads back."""
    again = game.parse_move(str(move))
    assert again == move
    assert hash(again) == hash(move)
    assert type(again) is type(move)
    is_record = dataclasses.is_dataclass(move)
    for name in [item.name for item in dataclasses.fields(move)] if is_record else move._fields:
        with pytest.raises(AttributeError):
            setattr(move, name, None)


def check_history(game: AnyGame, match: AnyMatch) -> None:
    """Sheets add up to scores, scores to totals; the match ends when it should (C11.2, M6.5)."""
    totals = [0] * len(game.sides)
    counted = 0
    carry = game.first(match.first_dealer)
    for place, deal in enumerate(match.deals):
        result = deal.result
        assert result is not None
        assert deal.carry == carry
        counted += not result.redeal
        for side in range(len(totals)):
            on_sheet = sum(line.points for line in result.sheet if line.side == side)
            assert result.scores[side] == on_sheet
            totals[side] += result.scores[side]
        assert result.totals == tuple(totals)
        is_last = place == len(match.deals) - 1
        expected = winners_of(game, counted, totals, result)
        assert result.winners == expected
        assert bool(expected) == is_last
        if is_last:
            assert result.carry is None
        else:
            assert isinstance(result.carry, Carry)
            carry = result.carry
            assert carry.totals == tuple(totals)
            assert carry.deal == counted + 1
            assert 0 <= carry.dealer < game.seats
    assert match.totals == tuple(totals)


def winners_of(game: AnyGame, counted: int, totals: list[int], result: Result) -> tuple[int, ...]:
    """The sides that have won after a deal, from the options alone."""
    best = max(totals)
    leaders = tuple(side for side, total in enumerate(totals) if total == best)
    rules = game.rules
    if result.redeal:
        return ()
    if rules.rounds:  # M6.5, C11.2: with rounds a tie is a shared win
        return leaders if counted == rules.rounds else ()
    is_shared = game.family == "mu"  # M6.5: a tie is a shared win with a goal too; C11.2: it is played on
    return leaders if best >= rules.goal and (is_shared or len(leaders) == 1) else ()
