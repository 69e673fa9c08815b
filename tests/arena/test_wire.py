"""What a program is told is what a seat at the server is told: one form for both."""

from random import Random

import pytest
from tests.playing import TABLES, TableId, random_deal

from stramash.bots.outside.bot_messages import interjections, write_event, write_question, write_rules
from stramash.climbing.moves import Bet
from stramash.wire.families import forms_of


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_events_have_the_forms_of_the_server(table: TableId) -> None:
    game = table.game()
    for moment in random_deal(game, Random(f"wire {table}")):
        for seat in (*range(game.seats), None):
            for event in moment.events:
                seen = event.seen_by(seat)
                assert forms_of(game).events.read(write_event(game, seen)) == seen


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_question_has_every_legal_move_as_text(table: TableId) -> None:
    game = table.game()
    for moment in random_deal(game, Random(f"question {table}")):
        match = moment.match
        for seat in game.may_act(match.state):
            view = match.view(seat)
            question = write_question(game, view)
            assert question["view"] == forms_of(game).view(game, game.view(match.state, seat))
            assert [game.parse_move(text) for text in question["legal"]] == list(view.legal)
            assert set(interjections(game, view)) == {
                str(move) for move in view.legal if isinstance(move, Bet)
            }
            if question["view"]["phase"] == "auction" and table.family == "mu":
                assert len(question["displays"]) == len(question["view"]["hand"]) - len(
                    question["view"]["displays"][seat]
                )
                shown, most = question["displays"], question["displays_most"]
                for count in range(1, len(shown) + 1):
                    display = game.parse_move("display " + " ".join(shown[:count]))
                    assert (game.check(match.state, seat, display) is None) == (count <= most)
            else:
                assert "displays" not in question


def test_rules_are_written_as_options_are() -> None:
    rules = write_rules(TableId("tatties", 3).game())
    assert rules["bets"] == "15,30,45"
    assert rules["sets"] == "off"
