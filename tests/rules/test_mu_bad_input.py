"""Moves that make no sense are refused with a reason, in every phase, and change nothing."""

import pytest
from tests.rules.mu import Round, deal, mu

from stramash.core.errors import IllegalMove
from stramash.mu.moves import NO_TRUMP, PASS, Bury, Display, NextDealer, Partner, PlayCard

FOREIGN: list[object] = [None, "pass", 7, object(), ("play", 7), [], type(PASS)]


def in_phase(phase: str) -> Round:
    """A deal in a phase; its clause for a move that does not fit is looked up by the tests."""
    dealt = deal(mu(3 if phase == "bury" else 4), "7r 7y", "2g")
    if phase == "thrown_in":
        dealt.all_pass()
    if phase in ("auction", "thrown_in"):
        return dealt
    dealt.play("0 display 7r 7y", "1 display 2g")
    dealt.all_pass()
    for line in ("1 trump green", "0 trump 7", "0 partner 3"):
        if dealt.phase == phase:
            return dealt
        dealt.play(line)
    if phase == "play":
        return dealt
    dealt.play_out()
    if phase == "over":
        dealt.play("0 dealer 1")
    return dealt


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
    dealt = in_phase(phase)
    assert dealt.phase == phase
    for seat in range(dealt.game.seats):
        reason = dealt.game.check(dealt.state, seat, foreign)  # type: ignore[arg-type]  # wrong on purpose
        assert reason is not None
        assert reason.clause == PHASES[phase]
        assert reason.sentence.endswith(".")


@pytest.mark.parametrize("phase", PHASES)
def test_out_of_turn_moves_are_refused(phase: str) -> None:
    dealt = in_phase(phase)
    (turn,) = dealt.game.waiting(dealt.state) or (None,)
    for seat in (*range(dealt.game.seats), 9, -1):
        if seat == turn:
            continue
        for move in (PASS, Display(1), NO_TRUMP, Partner(3), Bury(7), PlayCard(7), NextDealer(1)):
            reason = dealt.game.check(dealt.state, seat, move)
            assert reason is not None
            assert reason.clause == PHASES[phase]


@pytest.mark.parametrize("phase", PHASES)
def test_moves_of_another_phase_are_refused(phase: str) -> None:
    dealt = in_phase(phase)
    turn = dealt.table.turn if dealt.table.turn is not None else 0
    fitting = {type(move) for move in dealt.game.legal(dealt.state, turn)}
    for move in (PASS, Display(1), NO_TRUMP, Partner(3), Bury(7), PlayCard(7), NextDealer(1)):
        if type(move) not in fitting:
            reason = dealt.game.check(dealt.state, turn, move)
            assert reason is not None
            assert reason.clause == PHASES[phase]


def test_apply_raises_the_reason_that_check_gives_and_changes_nothing() -> None:
    dealt = in_phase("play")
    before = dealt.state
    for seat, move in ((1, PlayCard(7)), (0, PlayCard(49)), (0, PASS)):
        reason = dealt.game.check(before, seat, move)
        with pytest.raises(IllegalMove) as refused:
            dealt.game.apply(before, seat, move)
        assert refused.value.reason == reason
    assert dealt.state == before


def test_a_reason_says_whose_turn_it_is() -> None:
    dealt = in_phase("shield_trump")
    assert "seat 1" in dealt.refuse("0 trump 7").sentence
