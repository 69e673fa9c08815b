"""What is told beside a view follows from it: held against the events, the true state and the next move."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from stramash import games
from stramash.climbing import events as climbing_events
from stramash.climbing import outlook as climbing
from stramash.climbing.cards import NUMBERS
from stramash.climbing.determinize import known_with_partner
from stramash.climbing.determinize import unseen as climbing_unseen
from stramash.climbing.moves import Play
from stramash.climbing.plays.combos import BOMB, readings
from stramash.core.cards import card_set, each, join
from stramash.core.events import Event
from stramash.core.match import Match, shuffled
from stramash.mu import events as mu_events
from stramash.mu import outlook as mu
from stramash.mu.determinize import unseen as mu_unseen
from stramash.mu.moves import Display, PlayCard
from stramash.mu.state import Phase

BY_FAMILY = {
    family: [
        (game_id, n) for game_id, info in games.GAMES.items() if info.family == family for n in info.seats
    ]
    for family in games.FAMILIES
}
CLIMBING, MU = BY_FAMILY["climbing"], BY_FAMILY["mu"]


def moments(game: Any, seed: int, deals: int = 2) -> Iterator[tuple[Any, Any, tuple[Event, ...]]]:
    """Every state of some random deals, with the events that led to it."""
    rng, match = Random(seed), Match(game, 0)
    while not match.is_over and len(match.deals) < deals:
        events = match.deal(shuffled(game, rng))
        yield match.state, None, events
        while match.deals[-1].result is None:
            seat = rng.choice(sorted(game.may_act(match.state)))
            move = rng.choice(game.legal(match.state, seat))
            yield match.state, (seat, move), ()
            events = match.act(seat, move)
            yield match.state, None, events


@pytest.mark.parametrize(("game_id", "seats"), CLIMBING)
def test_climbing_tells_who_passed_what_piles_hold_and_how_it_stands(game_id: str, seats: int) -> None:
    game = games.get(game_id, seats)
    rules, passed = game.rules, set[int]()
    for state, _, events in moments(game, 3):
        for event in events:
            match event:
                case climbing_events.Passed(seat=seat) | climbing_events.BidPassed(seat=seat):
                    passed.add(seat)
                case climbing_events.Played() | climbing_events.Leads() | climbing_events.Dealt():
                    passed.clear()
                case _:
                    pass
        if state.table.phase in ("trick", "auction"):
            assert set(climbing.have_passed(rules, state.table)) == passed
        if state.table.result is not None:
            sheet = state.table.result.sheet
            cards = sum(line.points for line in sheet if line.clause == "C10.5")
            assert sum(climbing.pile_points(rules, state.table)) == cards
            assert climbing.standing(rules, state.table) == state.table.result.totals


@pytest.mark.parametrize(("game_id", "seats"), CLIMBING)
def test_c3_1_every_bomb_of_a_hand_is_told(game_id: str, seats: int) -> None:
    game = games.get(game_id, seats)
    for state, _, _ in moments(game, 4):
        for seat in range(seats):
            view = game.view(state, seat)
            held = climbing.bombs_held(view)
            assert all(readings(game.rules, cards)[-1].kind is BOMB for cards in held)
            legal = {move.cards for move in view.legal if isinstance(move, Play) and move.combo.is_bomb}
            assert legal <= set(held)
            if state.table.top is None and legal:
                assert legal == set(held)


@pytest.mark.parametrize(("game_id", "seats"), CLIMBING)
def test_climbing_unseen_cards_are_where_the_seat_cannot_look(game_id: str, seats: int) -> None:
    game = games.get(game_id, seats)
    for state, _, _ in moments(game, 5):
        if state.table.result is not None:
            continue
        for seat in range(seats):
            view = game.view(state, seat)
            hidden = card_set(state.haggis) if not state.table.open_haggis else 0
            for other in range(seats):
                if other != seat:
                    hidden = join(hidden, state.hands[other] & NUMBERS)
            told = join(climbing_unseen(game.rules, view), known_with_partner(game.rules, view))
            assert Counter(each(join(told, view.put_back))) == Counter(each(hidden))


@pytest.mark.parametrize(("game_id", "seats"), MU)
def test_mu_tells_who_passed_who_wins_the_trick_and_how_the_teams_stand(game_id: str, seats: int) -> None:
    game = games.get(game_id, seats)
    passed: list[int] = []
    before: int | None = None
    for state, doing, events in moments(game, 6):
        table = state.table
        for event in events:
            match event:
                case mu_events.Passed(seat=seat):
                    passed.append(seat)
                case mu_events.Displayed() | mu_events.Dealt():
                    passed.clear()
                case mu_events.TrickWon(seat=seat):
                    assert seat in (before, (table.leader or seat) if before is None else seat)
                case _:
                    pass
        if table.phase is Phase.AUCTION:
            assert list(mu.have_passed(table)) == passed
        before = mu.winning_seat(table)
        assert (before is None) == (not table.trick)
        teams = mu.teams(game.rules, table)
        if table.phase is Phase.PLAY:
            assert sorted(seat for team in teams for seat in team.seats) == list(range(seats))
            assert teams[0].target == game.rules.target(table.bids[table.crown])
        if table.scores is not None:
            assert mu.standing(table) == tuple(
                a + b for a, b in zip(table.carry.totals, table.scores, strict=True)
            )
        if doing is not None and isinstance(doing[1], Display):
            seat, move = doing
            told = mu.bidding(game.rules, game.view(state, seat), move)
            after = game.apply(state, seat, move).state.table
            holds = {after.crown: "crown", after.shield: "shield"}.get(seat)
            if after.crown is None:  # M3.8: the most is shared
                holds = "eclat" if after.bids[seat] == max(after.bids) else None
            assert told is not None
            assert (told.bid, told.holds) == (after.bids[seat], holds)


@pytest.mark.parametrize(("game_id", "seats"), MU)
def test_mu_unseen_cards_are_where_the_seat_cannot_look(game_id: str, seats: int) -> None:
    game = games.get(game_id, seats)
    for state, _, _ in moments(game, 7, deals=1):
        table = state.table
        for seat in range(seats):
            view = game.view(state, seat)
            hidden = join(state.talon, 0 if view.buried else state.buried)
            for other in range(seats):
                if other != seat:
                    hidden = join(hidden, table.hidden(other, state.hands[other]))
            assert Counter(each(mu_unseen(game.rules, view))) == Counter(each(hidden))


@pytest.mark.parametrize(("game_id", "seats"), MU)
def test_m5_4_following_is_told_as_it_is_judged(game_id: str, seats: int) -> None:
    game = games.get(game_id, seats)
    for state, _, _ in moments(game, 8, deals=1):
        if state.table.phase is not Phase.PLAY or state.table.led is None:
            continue
        view = game.view(state, state.table.turn)
        suit_of = state.table.trumps.suit_of
        led = suit_of[state.table.led]
        cards = [move.card for move in view.legal if isinstance(move, PlayCard)]
        follows = {suit_of[card] for card in cards} == {led}
        assert mu.can_follow(view) == follows
        kinds = mu.trump_kinds(state.table.trumps)
        assert set(kinds) == {face for face, suit in enumerate(suit_of) if suit == 5}


@pytest.mark.parametrize(("game_id", "seats"), [*CLIMBING, *MU])
def test_cards_to_choose_are_those_of_the_legal_moves(game_id: str, seats: int) -> None:
    game = games.get(game_id, seats)
    tell = mu.cards_to_choose if game.family == "mu" else climbing.cards_to_choose
    for state, doing, _ in moments(game, 9, deals=1):
        if doing is None:
            continue
        seat, move = doing
        sets = tell(game.view(state, seat))
        cards = getattr(move, "cards", None) or (1 << move.card if hasattr(move, "card") else None)
        if cards is None:
            continue
        assert cards in sets
