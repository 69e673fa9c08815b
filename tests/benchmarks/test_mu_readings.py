"""Readings of Mü's auction: every one is a game, and what is told of deals adds up."""

import numpy as np
import pytest
from benchmarks.mu_readings import (
    CROWN_BID,
    CROWN_SEAT,
    MADE,
    READINGS,
    STYLES,
    Tables,
    figures,
    leads,
    row,
    work_out,
)

from stramash import games
from stramash.mu.rules import TARGETS


@pytest.mark.parametrize("name", READINGS)
def test_a_reading_is_a_game_for_all_seats(name: str) -> None:
    for seats in TARGETS:
        rules = games.get("mu", seats, **READINGS[name].of(seats)).rules
        if READINGS[name].step is not None and rules.target_base:
            assert rules.target(4) == games.preset("mu", seats).target(4)
            assert rules.target(5) - rules.target(4) == READINGS[name].step


def test_deals_of_bidders_keep_to_the_reading_and_add_up() -> None:
    tables = Tables(4, {"display_limit": 3})
    styles = np.random.default_rng(0).integers(len(STYLES), size=(60, 4))
    told = tables.play(styles, 1)
    assert (told == tables.play(styles, 1)).all()
    assert np.allclose(leads(told, 4).sum(axis=1), 0)
    facts = told[:, 4:]
    bids = facts[facts[:, CROWN_SEAT] >= 0, CROWN_BID]
    assert 0 < bids.min() <= bids.max() <= 3
    found = figures(told, 4)
    assert found["crown"] == pytest.approx(bids.mean(), abs=0.01)
    assert found["made"] == pytest.approx(facts[facts[:, CROWN_SEAT] >= 0, MADE].mean(), abs=0.01)
    assert sum(found["majors"]) == pytest.approx(1, abs=0.01)


def test_a_cell_of_the_table_is_worked_out() -> None:
    told = work_out("cap 5", 3, deals=20)
    assert told["crown"] <= 5
    assert sum(told["openings"]) == pytest.approx(1, abs=0.05)
    assert row(told).startswith("| 3 | at most 5 cards |")
