"""The process that thinks for bots: it answers from a seat's own events, and a fault does not end it."""

import io
import json
from random import Random
from typing import Any

import pytest

from stramash import games
from stramash.core.match import Match, shuffled
from stramash.server.thinking import worker as workers
from stramash.server.thinking.worker import Worker, serve
from stramash.wire.families import forms_of


class Table:
    """A deal, and requests about its seats."""

    def __init__(self, game_id: str, seats: int) -> None:
        self.game = games.get(game_id, seats)
        self.match = Match(self.game, 0)
        self.events = list(self.match.deal(shuffled(self.game, Random(1))))

    def request(self, op: str, seat: int, key: str = "t 1 1", level: str = "greedy") -> dict[str, Any]:
        write = forms_of(self.game).events.write
        return {
            "op": op,
            "key": f"{key} {seat}",
            "game": self.game.id,
            "seats": self.game.seats,
            "options": games.written_options(self.game),
            "seat": seat,
            "level": level,
            "events": [write(event.seen_by(seat)) for event in self.events],
            "seed": 7,
        }

    def play(self, seat: int, text: str) -> None:
        self.events += self.match.act(seat, self.game.parse_move(text))


@pytest.mark.parametrize(("game_id", "seats"), [("haggis", 2), ("neeps", 4), ("mu", 3)])
def test_a_bot_plays_a_deal_from_what_its_seat_is_told(game_id: str, seats: int) -> None:
    table, worker = Table(game_id, seats), Worker()
    while table.match.deals[0].result is None:
        seat = min(table.game.waiting(table.match.state))
        table.play(seat, worker.answer(table.request("choose", seat))["move"])
    assert len(worker._minds) == seats  # each was told its events once


def test_nobody_is_asked_out_of_turn_for_more_than_they_may_do() -> None:
    table, worker = Table("haggis", 2), Worker()
    (turn,) = table.game.waiting(table.match.state)
    other = 1 - turn
    answer = worker.answer(table.request("interject", other))["move"]
    assert answer is None or answer.startswith("bet")
    mu = Table("mu", 4)
    idle = next(seat for seat in range(4) if seat not in mu.game.waiting(mu.match.state))
    assert worker.answer(mu.request("interject", idle)) == {"move": None}


def test_a_seat_that_was_told_less_than_before_is_thought_about_anew() -> None:
    table, worker = Table("haggis", 2), Worker()
    (turn,) = table.game.waiting(table.match.state)
    early = table.request("choose", turn)
    first = worker.answer(early)["move"]
    table.play(turn, first)
    worker.answer(table.request("interject", turn))
    assert worker.answer(early) == Worker().answer(early)


def test_seats_of_long_ago_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "SEATS_KEPT", 3)
    table, worker = Table("haggis", 2), Worker()
    for number in range(5):
        worker.answer(table.request("interject", 0, key=f"t {number} 1"))
    assert [key.split()[1] for key in worker._minds] == ["2", "3", "4"]


def test_a_fault_is_answered_and_the_next_request_too() -> None:
    table = Table("haggis", 2)
    (turn,) = table.game.waiting(table.match.state)
    good = table.request("choose", turn)
    lines = [
        b"{\n",
        json.dumps({**good, "level": "nobody"}).encode() + b"\n",
        json.dumps(good).encode() + b"\n",
    ]
    answers = io.BytesIO()
    serve(io.BytesIO(b"".join(lines)), answers)
    first, second, third = (json.loads(line) for line in answers.getvalue().splitlines())
    assert set(first) == set(second) == {"error"}
    assert third == Worker().answer(good)
