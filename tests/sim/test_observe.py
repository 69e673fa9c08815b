"""An observation tells what the view tells, and nothing else."""

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.playing import TABLES, TableId, random_match, random_options

from stramash.climbing.state import Phase as ClimbingPhase
from stramash.climbing.state import View as ClimbingView
from stramash.core.cards import FIRST_COPIES, SECOND_COPY, CardSet
from stramash.core.game import AnyGame
from stramash.mu.moves import TRUMPS
from stramash.mu.state import Phase as MuPhase
from stramash.mu.state import View as MuView
from stramash.sim.climbing.facts import combo_code
from stramash.sim.family import family_of
from stramash.sim.mu.record import STAGED, TURN

POSITIONS = 60
EVERY = 4
CLIMBING = [table for table in TABLES if table.family == "climbing"]
MU = [table for table in TABLES if table.family == "mu"]


def observed(game: AnyGame, state: Any, seat: int) -> dict[str, int]:
    """A state as the fast engine shows it to a seat, by column."""
    family = family_of(game)
    rows = np.full((1, len(family.columns)), -99, np.int64)
    records = family.pack_state(game.rules, state)[None]
    family.observe_games(0, 1, family.pack_rules(game.rules), records, np.array([seat]), rows)
    return dict(zip(family.columns, rows[0].tolist(), strict=True))


def positions(table: TableId) -> Iterator[tuple[AnyGame, Any, int]]:
    """States of random matches and a seat that looks, by the sheet and with other options."""
    rng = Random(str(table))
    for options in ({}, random_options(table, rng), random_options(table, rng)):
        game = table.game(**options)
        for number, moment in enumerate(random_match(game, rng)):
            if number % EVERY == 0:
                yield game, moment.match.state, rng.randrange(game.seats)
            if number > EVERY * POSITIONS:
                break


def two_words(name: str, cards: CardSet) -> dict[str, int]:
    return {f"{name}_once": cards & FIRST_COPIES, f"{name}_twice": cards >> SECOND_COPY}


def packed_cards(cards: tuple[int, ...]) -> int:
    return sum(card + 1 << 8 * place for place, card in enumerate(cards))


def climbing_columns(game: AnyGame, view: ClimbingView, phases: list[Any]) -> dict[str, int]:
    """What the columns must hold, from the view alone."""
    seat, table, seats = view.seat, view.table, game.seats
    assert seat is not None
    totals = table.totals if table.result is None else table.result.totals
    expected = {
        "seat": seat,
        "phase": phases.index(table.phase),
        "turn": (table.turn - seat) % seats,
        "dealer": (table.dealer - seat) % seats,
        "deal": table.deal,
        "to_beat": combo_code(table.top),
        "top_seat": (table.top_seat - seat) % seats,
        "passes": table.passes,
        "haggis_count": table.haggis_count,
        "bid": table.bid,
        "shepherd": -1 if table.shepherd is None else (table.shepherd - seat) % seats,
        "passed": packed_cards(view.passed),
        "received": packed_cards(view.received),
        **two_words("hand", view.hand),
        **two_words("taken", view.taken),
        **two_words("put_back", view.put_back),
    }
    for step in range(4):
        other = (seat + step) % seats
        its = {
            "cards": table.counts[other],
            "courts": table.courts[other],
            "bet": table.bets[other],
            "out_points": table.out_points[other],
            "total": totals[game.rules.side_of[other]],
            **two_words("shown", table.shown[other]),
            **two_words("pile", table.piles[other]),
        }
        expected |= {f"{name}_{step}": value if step < seats else 0 for name, value in its.items()}
    return expected


def mu_columns(game: AnyGame, view: MuView, phases: list[Any]) -> dict[str, int]:
    """What the columns must hold, from the view alone; nothing is staged in a reference state."""
    seat, table, seats = view.seat, view.table, game.seats
    assert seat is not None

    def from_here(other: int | None) -> int:
        return -1 if other is None else (other - seat) % seats

    trump: dict[Any, int] = {None: -1, **{named: place for place, named in enumerate(TRUMPS)}}
    scores = table.scores or (0,) * seats
    in_trick = {}
    for place, card in enumerate(table.trick):
        assert table.leader is not None
        in_trick[(table.leader + place) % seats] = card + 1
    expected = {
        "seat": seat,
        "phase": phases.index(table.phase),
        "turn": from_here(table.turn),
        "dealer": from_here(table.dealer),
        "deal": table.carry.deal,
        "crown": from_here(table.crown),
        "shield": from_here(table.shield),
        "partner": from_here(table.partner),
        "major": trump[table.trumps.major],
        "minor": trump[table.trumps.minor],
        "leader": from_here(table.leader),
        "passes": table.passes,
        **two_words("hand", view.hand),
        **two_words("staged", 0),
        **two_words("taken", view.taken),
        **two_words("buried", view.buried),
    }
    for step in range(6):
        other = (seat + step) % seats
        its = {
            "cards": table.counts[other],
            "bid": table.bids[other],
            "card_in_trick": in_trick.get(other, 0),
            "voids": table.voids[other],
            "total": table.carry.totals[other] + scores[other],
            **two_words("display", table.displays[other]),
            **two_words("pile", table.won[other]),
        }
        expected |= {f"{name}_{step}": value if step < seats else 0 for name, value in its.items()}
    return expected


@pytest.mark.parametrize("table", CLIMBING, ids=str)
def test_every_column_of_a_climbing_game_is_in_the_view(table: TableId) -> None:
    for game, state, seat in positions(table):
        assert observed(game, state, seat) == climbing_columns(
            game, game.view(state, seat), list(ClimbingPhase)
        )


@pytest.mark.parametrize("table", MU, ids=str)
def test_every_column_of_mu_is_in_the_view(table: TableId) -> None:
    for game, state, seat in positions(table):
        phases = list(MuPhase)
        if state.table.phase is MuPhase.THROWN_IN:  # M3.5: it is over, too
            phases[phases.index(MuPhase.OVER)] = MuPhase.THROWN_IN
        assert observed(game, state, seat) == mu_columns(game, game.view(state, seat), phases)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_what_a_seat_cannot_know_changes_nothing(table: TableId) -> None:
    rng = Random(f"hidden {table}")
    differing = 0
    for game, state, seat in positions(table):
        if not game.waiting(state):
            continue
        other = game.determinize(game.view(state, seat), rng)
        differing += other.hands != state.hands
        assert observed(game, other, seat) == observed(game, state, seat)
    assert differing > POSITIONS // 2


@pytest.mark.parametrize("table", MU, ids=str)
def test_a_display_that_is_being_built_is_seen_by_its_owner_alone(table: TableId) -> None:
    game = table.game()
    family = family_of(game)
    state = game.start(game.deck(), game.first(0)).state
    record = family.pack_state(game.rules, state)
    record[STAGED] = 1
    rows = np.zeros((game.seats, len(family.columns)), np.int64)
    records = np.repeat(record[None], game.seats, axis=0)
    family.observe_games(0, game.seats, family.pack_rules(game.rules), records, np.arange(game.seats), rows)
    staged = rows[:, family.columns.index("staged_once")]
    assert staged.nonzero()[0].tolist() == [int(record[TURN])]
