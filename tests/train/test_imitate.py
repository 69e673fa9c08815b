"""A net that learns to bid like a bot."""

import json
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="torch comes with the extra train")

from tests.train.tiny import NET  # noqa: E402

from stramash import games  # noqa: E402
from stramash.core.cards import join  # noqa: E402
from stramash.core.errors import StramashError  # noqa: E402
from stramash.mu.moves import Display  # noqa: E402
from stramash.mu.state import Phase  # noqa: E402
from stramash.nets.cards import read_card  # noqa: E402
from stramash.nets.mu.player import Net, auction_moves  # noqa: E402
from stramash.train.learn import Settings, Trainer  # noqa: E402
from stramash.train.mu.auctions import Task, decisions, play  # noqa: E402
from stramash.train.mu.imitate import CARD, COUNT, PLAY, imitate, lessons_of  # noqa: E402
from stramash.train.run import finish  # noqa: E402
from stramash.train.start import learn_among  # noqa: E402

SMALL: dict[str, Any] = {**NET, "games": 4}


def begun(folder: Path, game_id: str = "mu", seats: int = 4) -> Path:
    """A net that knows nothing."""
    finish(Trainer(games.get(game_id, seats), Settings(**SMALL), "cpu"), folder / "begun")
    return folder / "begun.net"


def test_a_display_is_a_count_and_then_its_cards() -> None:
    game = games.get("mu", 4)
    learner = Trainer(game, Settings(**SMALL), "cpu")
    net = Net(game.rules, {name: part.numpy() for name, part in learner.parameters.ema_parts().items()})
    shown = 0
    for deal in range(6):
        line = play(Task("mu", ("greedy",) * 4, deal))
        for view, move in decisions(line, "greedy"):
            lessons = list(lessons_of(net, view, move, deal))
            if view.table.phase is not Phase.AUCTION:
                assert len(lessons) == (len(view.legal) > 1)
                continue
            cards = move.cards if isinstance(move, Display) else 0
            assert [lesson.kind for lesson in lessons] == [COUNT] + [CARD] * (len(lessons) - 1)
            assert lessons[0].action == cards.bit_count()
            staged = 0
            for lesson in lessons[1:]:
                moves = auction_moves(game.rules, view, staged, cards.bit_count())
                staged = join(staged, 1 << (int(moves[lesson.action, 0]) & 63))
            assert staged == cards
            shown += bool(cards)
    assert shown > 6


def test_it_comes_to_bid_like_the_bot(tmp_path: Path) -> None:
    lines = [play(Task("mu", ("greedy",) * 4, deal)) for deal in range(40)]
    file = tmp_path / "greedy.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    out = tmp_path / "like.net"
    start = begun(tmp_path)
    told = imitate(start, "greedy", [file], out, learning_rate=3e-3, epochs=40, deals=8)
    assert told["deals"] == 40
    assert told["after"]["count"]["log_chance"] > told["before"]["count"]["log_chance"] + 0.3
    assert told["after"]["card"]["log_chance"] > told["before"]["card"]["log_chance"]
    assert read_card(out).start == read_card(start).sha256
    learner = Trainer(games.get("mu", 4), Settings(**SMALL), "cpu")
    learn_among(learner, out)
    assert learner.among is not None
    assert len(learner.among) == learner.parameters.player_size
    with pytest.raises(StramashError, match="no auction of club"):
        imitate(start, "club", [file], out, learning_rate=1e-3, epochs=1)
    file.write_text("nothing", encoding="utf-8")
    with pytest.raises(StramashError, match="no file of auctions"):
        imitate(start, "greedy", [file], out, learning_rate=1e-3, epochs=1)


def test_whole_deals_teach_cards_too(tmp_path: Path) -> None:
    lines = [play(Task("mu", ("greedy",) * 4, deal, is_whole=True)) for deal in range(40)]
    file = tmp_path / "greedy.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    told = imitate(
        begun(tmp_path), "greedy", [file], tmp_path / "x.net", learning_rate=3e-3, epochs=25, deals=8
    )
    before, after = told["before"]["play"], told["after"]["play"]
    assert before["decisions"] == after["decisions"] > 150
    assert after["log_chance"] > before["log_chance"] + 0.1


def test_a_card_in_a_trick_is_a_lesson_if_there_is_another() -> None:
    game = games.get("mu", 4)
    learner = Trainer(game, Settings(**SMALL), "cpu")
    net = Net(game.rules, {name: part.numpy() for name, part in learner.parameters.ema_parts().items()})
    line, met = play(Task("mu", ("greedy",) * 4, 3, is_whole=True)), 0
    for view, move in decisions(line, "greedy"):
        if view.table.phase is Phase.PLAY:
            lessons = list(lessons_of(net, view, move, 3))
            assert [lesson.kind for lesson in lessons] == [PLAY] * (len(view.legal) > 1)
            assert all(view.legal[lesson.action] == move for lesson in lessons)
            met += len(lessons)
    assert met > 20


def test_other_games_have_no_displays(tmp_path: Path) -> None:
    with pytest.raises(StramashError, match="only Mü"):
        imitate(begun(tmp_path, "haggis", 2), "greedy", [], tmp_path / "x.net", learning_rate=1e-3, epochs=1)
