"""The driver of a match: deals, moves, totals, and what each seat has seen."""

import random

import pytest

from stramash import games, records
from stramash.core.errors import IllegalMove
from stramash.core.events import Event
from stramash.core.match import AnyMatch, Match, MatchError


def short_match(game_id: str, deals: int) -> AnyMatch:
    """A match of a number of deals."""
    return Match(games.get(game_id, rounds=deals), 0)


def play_out(match: AnyMatch, rng: random.Random) -> list[Event]:
    """Deal, then make random moves until the deal is over."""
    events = list(match.deal(rng))
    while match.deals[-1].result is None:
        seat = min(match.game.waiting(match.state))
        events.extend(match.act(seat, rng.choice(match.game.legal(match.state, seat))))
    return events


def test_a_new_match() -> None:
    match = Match(games.get("tatties"), 1)
    assert match.first_dealer == 1
    assert match.names == ("seat 0", "seat 1", "seat 2")
    assert match.totals == (0, 0, 0)
    assert match.winners == ()
    assert not match.is_over
    assert match.needs_deck
    assert match.deals == []
    carry = match.next_carry
    assert carry is not None
    assert (carry.dealer, carry.lead, carry.deal) == (1, 2, 1)


def test_names() -> None:
    assert Match(games.get("haggis"), 0, ("Ann", "Ben")).names == ("Ann", "Ben")
    with pytest.raises(MatchError, match="2 names are needed"):
        Match(games.get("haggis"), 0, ("Ann", "Ben", "Cat"))


@pytest.mark.parametrize("game_id", games.GAMES)
def test_deals_follow_each_other_until_somebody_wins(game_id: str) -> None:
    rng = random.Random(7)
    match = short_match(game_id, 3)
    totals = match.totals
    while not match.is_over:
        assert match.needs_deck
        carry = match.next_carry
        play_out(match, rng)
        last = match.deals[-1]
        assert last.carry == carry
        assert last.result is not None
        assert last.moves
        assert match.totals == last.result.totals
        assert match.totals == tuple(a + b for a, b in zip(totals, last.result.scores, strict=True))
        totals = match.totals
    assert not match.needs_deck
    assert match.next_carry is None
    assert [deal.carry.deal for deal in match.deals if deal.result and not deal.result.redeal] == [1, 2, 3]
    best = max(match.totals)
    assert match.winners == tuple(side for side, total in enumerate(match.totals) if total == best)


def test_totals_stay_those_of_the_last_finished_deal() -> None:
    rng = random.Random(3)
    match = Match(games.get("haggis", goal=1000), 0)
    play_out(match, rng)
    before = match.totals
    match.deal(rng)
    assert match.totals == before
    assert not match.needs_deck
    assert match.winners == ()


def test_a_refused_move_is_not_remembered() -> None:
    match = Match(games.get("haggis"), 0)
    match.deal(match.game.deck())
    with pytest.raises(IllegalMove):
        match.act(1, match.game.parse_move("pass"))
    assert match.deals[0].moves == []
    move = match.game.legal(match.state, 1)[0]
    match.act(1, move)
    assert match.deals[0].moves == [(1, move)]


@pytest.mark.parametrize("game_id", games.GAMES)
def test_a_view_holds_what_the_seat_has_seen_in_this_deal(game_id: str) -> None:
    rng = random.Random(11)
    match = short_match(game_id, 2)
    play_out(match, rng)
    events = list(match.deal(rng))
    seat = min(match.game.waiting(match.state))
    events.extend(match.act(seat, match.game.legal(match.state, seat)[0]))
    for viewer in (None, *range(match.game.seats)):
        view = match.view(viewer)
        assert view.past == tuple(event.seen_by(viewer) for event in events)
        assert view == match.game.view(match.state, viewer)  # the past is no part of equality


def test_a_view_needs_a_deal_and_a_seat() -> None:
    match = Match(games.get("haggis"), 0)
    with pytest.raises(MatchError, match="no cards have been dealt yet"):
        match.view(None)
    match.deal(match.game.deck())
    with pytest.raises(MatchError, match="there is no seat 2"):
        match.view(2)


def test_a_move_is_taken_back_as_if_it_had_not_been_made() -> None:
    match = Match(games.get("neeps"), 0)
    with pytest.raises(MatchError, match="no deal is being played"):
        match.take_back(0)
    match.deal(random.Random(3))
    first, second = (match.game.legal(match.state, seat)[0] for seat in (0, 1))
    match.act(0, first)
    before = match.state, match.view(1)
    match.act(1, second)
    match.take_back(1)
    assert (match.state, match.view(1)) == before
    assert match.deals[-1].moves == [(0, first)]
    match.act(1, second)
    match.take_back(0)
    assert match.game.waiting(match.state) == {0, 2, 3}


@pytest.mark.parametrize("index", [-1, 1, 99])
def test_there_must_be_a_move_to_take_back(index: int) -> None:
    match = Match(games.get("neeps"), 0)
    match.deal(random.Random(3))
    match.act(0, match.game.legal(match.state, 0)[0])
    state = match.state
    with pytest.raises(MatchError, match=f"no move {index} in this deal, which has 1"):
        match.take_back(index)
    assert match.state is state
    assert len(match.deals[-1].moves) == 1


def test_a_move_that_others_rest_on_stays() -> None:
    rng = random.Random(3)
    match = Match(games.get("haggis"), 0)
    match.deal(rng)
    seat = min(match.game.waiting(match.state))
    match.act(seat, match.game.legal(match.state, seat)[0])
    match.act(1 - seat, match.game.parse_move("pass"))
    state = match.state
    with pytest.raises(IllegalMove):
        match.take_back(0)
    assert match.state == state
    assert len(match.deals[-1].moves) == 2


@pytest.mark.parametrize("game_id", ["haggis", "mu"])
def test_a_match_goes_on_from_one_of_its_deals(game_id: str) -> None:
    whole, rng = short_match(game_id, 3), random.Random(5)
    for _ in range(2):
        play_out(whole, rng)
    whole.deal(rng)
    last = whole.deals[-1]
    part = Match(whole.game, carry=last.carry)
    assert part.totals == whole.totals
    part.deal(last.deck)
    assert part.view(0) == whole.view(0)
    assert (whole.is_whole, part.is_whole) == (True, False)
    whole.forget(2)
    assert len(whole.deals) == 2
    assert part.totals == whole.totals
    for match in (whole, part):
        with pytest.raises(ValueError, match="later deals"):
            records.dump(match)
