"""Auctions that are written down to be learned."""

import json
from pathlib import Path
from typing import Any

import pytest

from stramash import games
from stramash.bots.outside.specs import find_bot
from stramash.mu.moves import Display, Pass
from stramash.mu.state import Phase
from stramash.train import duel
from stramash.train.mu import auctions
from stramash.train.mu.auctions import Task, decisions, main, play, seating, watch


def test_every_number_of_them_sits_there() -> None:
    lines = [seating(deal, 4, "a", ["b", "c"]) for deal in range(32)]
    assert sorted(line.count("a") for line in lines) == [1] * 8 + [2] * 8 + [3] * 8 + [4] * 8
    assert {line for line in lines if line.count("a") == 1} == {
        tuple("a" if seat == lone else other for seat in range(4)) for lone in range(4) for other in "bc"
    }


def test_what_was_written_is_what_was_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    class Watched:
        def __init__(self, bot: Any) -> None:
            self.bot = bot

        def choose(self, view: Any) -> Any:
            move = self.bot.choose(view)
            asked.append((view, move))
            return move

    real = find_bot

    def found(name: str, game: Any) -> Any:
        spec = real(name, game=game)

        class Spec:
            @staticmethod
            def factory(game: Any, rng: Any) -> Any:
                bot = spec.factory(game, rng)
                return Watched(bot) if name == "greedy" else bot

        return Spec

    monkeypatch.setattr(duel, "find_bot", found)
    for is_whole in (False, True):
        asked.clear()
        task = Task("mu", ("greedy", "random", "greedy", "random"), 5, is_whole)
        line = json.loads(json.dumps(play(task)))
        told = list(decisions(line, "greedy"))
        assert told == asked
        assert len(told) > 2
        assert all(view.seat in (0, 2) for view, _ in told)
        assert any(isinstance(move, (Display, Pass)) for _, move in told)
        cards = [view for view, _ in told if view.table.phase is Phase.PLAY]
        assert len(cards) == (2 * games.get("mu", 4).rules.hand_size if is_whole else 0)


def test_it_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    into = tmp_path / "bids.jsonl"
    monkeypatch.setattr(auctions, "play", _told)
    now = iter(range(1_000))
    monkeypatch.setattr(auctions, "monotonic", lambda: next(now))
    for _ in range(2):
        assert watch("mu", 4, "greedy", ["random"], into, first=7, cores=1, ends=next(now) + 8) > 0
    numbers = [json.loads(line)["deal"] for line in into.read_text(encoding="utf-8").splitlines()]
    assert numbers == list(range(7, 7 + len(numbers)))


def _told(task: Task) -> dict[str, Any]:
    return {"deal": task.deal}


def test_other_games_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        "sys.argv", ["auctions", "3", "greedy", "--game", "haggis3", "--into", str(tmp_path / "x")]
    )
    assert main() == 1
    assert "only Mü" in capsys.readouterr().err
