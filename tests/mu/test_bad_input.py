"""Moves that make no sense are refused with a reason, in every phase, and change nothing."""

import pytest
from tests.mu.playing import Written

from stramash.core.errors import IllegalMove
from stramash.mu.moves import NO_TRUMP, PASS, Bury, Display, NextDealer, Partner, PlayCard

FOREIGN: list[object] = [None, "pass", 7, object(), ("play", 7), [], type(PASS)]


def in_phase(phase: str) -> Written:
    """A deal in a phase; its clause for a move that does not fit is looked up by the tests."""
    deal = Written(3 if phase == "bury" else 4, ["7r 7y", "2g"])
    if phase == "thrown_in":
        deal.all_pass()
    if phase in ("auction", "thrown_in"):
        return deal
    deal.do("0 display 7r 7y", "1 display 2g")
    deal.all_pass()
    for line in ("1 trump green", "0 trump 7", "0 partner 3"):
        if deal.phase == phase:
            return deal
        deal.do(line)
    if phase == "play":
        return deal
    deal.play_out()
    if phase == "over":
        deal.do("0 dealer 1")
    return deal


PHASES = {
    "auction": "M3.1",
    "shield_trump": "M4.1",
    "crown_trump": "M4.1",
    "bury": "M4.4",
    "partner": "M4.5",
    "play": "M5.1",
    "next_dealer": "M6.6",
    "over": "M5.6",
    "thrown_in": "M3.5",
}


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("foreign", FOREIGN)
def test_foreign_objects_are_refused(phase: str, foreign: object) -> None:
    deal = in_phase(phase)
    assert deal.phase == phase
    for seat in range(deal.game.seats):
        reason = deal.game.check(deal.state, seat, foreign)  # type: ignore[arg-type]  # wrong on purpose
        assert reason is not None
        assert reason.clause == PHASES[phase]
        assert reason.sentence.endswith(".")


@pytest.mark.parametrize("phase", PHASES)
def test_out_of_turn_moves_are_refused(phase: str) -> None:
    deal = in_phase(phase)
    (turn,) = deal.game.waiting(deal.state) or (None,)
    for seat in (*range(deal.game.seats), 9, -1):
        if seat == turn:
            continue
        for move in (PASS, Display(1), NO_TRUMP, Partner(3), Bury(7), PlayCard(7), NextDealer(1)):
            reason = deal.game.check(deal.state, seat, move)
            assert reason is not None
            assert reason.clause == PHASES[phase]


@pytest.mark.parametrize("phase", PHASES)
def test_moves_of_another_phase_are_refused(phase: str) -> None:
    deal = in_phase(phase)
    turn = deal.table.turn if deal.table.turn is not None else 0
    fitting = {type(move) for move in deal.game.legal(deal.state, turn)}
    for move in (PASS, Display(1), NO_TRUMP, Partner(3), Bury(7), PlayCard(7), NextDealer(1)):
        if type(move) not in fitting:
            reason = deal.game.check(deal.state, turn, move)
            assert reason is not None
            assert reason.clause == PHASES[phase]


def test_apply_raises_the_reason_that_check_gives_and_changes_nothing() -> None:
    deal = in_phase("play")
    before = deal.state
    for seat, move in ((1, PlayCard(7)), (0, PlayCard(49)), (0, PASS)):
        reason = deal.game.check(before, seat, move)
        with pytest.raises(IllegalMove) as refused:
            deal.game.apply(before, seat, move)
        assert refused.value.reason == reason
    assert deal.state == before


def test_a_reason_says_whose_turn_it_is() -> None:
    deal = in_phase("shield_trump")
    assert "seat 1" in deal.refusal(0, "trump 7").sentence
