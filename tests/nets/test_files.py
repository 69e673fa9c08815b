"""Weights: their card, their digest, and what is refused."""

import hashlib
import json
import logging
import subprocess
import sys
import zlib
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from stramash import games
from stramash.bots.climbing.expert import ExpertClimber
from stramash.bots.climbing.learned.net import NetClimber
from stramash.bots.driver import step
from stramash.bots.mu.endings import EndingTrickTaker
from stramash.bots.mu.expert import ExpertTrickTaker
from stramash.bots.net_bot import master_bot, net_bot
from stramash.core.match import Match, shuffled
from stramash.nets.batched_net import BatchedNet
from stramash.nets.cards import HOME, Card, WeightsError, read_card, shipped
from stramash.nets.climbing.layout import layout as climbing_layout
from stramash.nets.files import read, read_critic, write
from stramash.nets.quantize import write_quantized
from stramash.nets.shape import Shape
from stramash.sim.batch import Batch
from stramash.train.release_gate import AGAINST, PLAIN, has_passed, wins_matches

GAME = games.get("haggis", 2)


def written(folder: Path, *, with_critic: bool = False, match: bool = False, **changes: Any) -> Path:
    """Weights of a small net for haggis, with a card."""
    layout = climbing_layout(GAME.rules, match=match)
    shape = Shape.for_layout(layout, width=16, blocks=1, move_width=8)
    rng = np.random.default_rng(1)
    sizes = {**shape.player_parts(), **(shape.critic_parts() if with_critic else {})}
    parts = {name: rng.standard_normal(size) / 4 for name, size in sizes.items()}
    about: dict[str, Any] = {
        "game": "haggis",
        "seats": 2,
        "rules_revision": games.RULES_REVISION,
        "layout": layout.digest,
        "shape": shape.as_json(),
        "seed": 0,
        "minutes": 0.0,
        "decisions": 0,
        "moves": 0,
    }
    path = folder / "small.net"
    write(path, Card(**{**about, **changes}), parts)
    return path


def test_what_is_written_is_read(tmp_path: Path) -> None:
    card, shape, parts = read(written(tmp_path), GAME)
    assert (card.game, card.seats, shape.width) == ("haggis", 2, 16)
    assert {name: part.shape for name, part in parts.items()} == shape.player_parts()
    assert all(part.dtype == np.float32 for part in parts.values())


def test_int8_is_half_the_size_and_near(tmp_path: Path) -> None:
    halves = written(tmp_path / "a", with_critic=True)
    bytes_ = written(tmp_path / "b", with_critic=True, numbers="int8", critic_numbers="int8")
    for suffix in (".net", ".critic"):
        sizes = [path.with_suffix(suffix).stat().st_size for path in (halves, bytes_)]
        assert sizes[1] < 0.6 * sizes[0]
    one, other = ({**read(path, GAME)[2], **read_critic(path, GAME)} for path in (halves, bytes_))
    for name, part in one.items():
        assert other[name].dtype == np.float32
        assert np.abs(other[name] - part).max() <= np.abs(part).max() / 200
    card = json.loads(bytes_.with_suffix(".json").read_text("utf-8"))
    bytes_.with_suffix(".json").write_text(json.dumps({**card, "numbers": "int4"}), encoding="utf-8")
    with pytest.raises(WeightsError, match="int4"):
        read(bytes_, GAME)


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path)
    data = bytearray(path.read_bytes())
    data[100] ^= 1
    path.write_bytes(bytes(data))
    with pytest.raises(WeightsError, match="is damaged"):
        read(path, GAME)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"seats": 3}, "is for haggis with 3 seats"),
        ({"game": "neeps"}, "is for neeps"),
        ({"rules_revision": 0}, "other rules"),
        ({"layout": "0"}, "other rules or by another version"),
    ],
)
def test_a_foreign_file_is_refused(tmp_path: Path, changes: dict[str, Any], words: str) -> None:
    with pytest.raises(WeightsError, match=words):
        read(written(tmp_path, **changes), GAME)


def test_what_is_no_card_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path)
    card = path.with_suffix(".json")
    text = card.read_text(encoding="utf-8")
    for wrong in ("", "[]", "{}", "null", text.replace('"width": 16', '"depth": 16'), text[:-20]):
        card.write_text(wrong, encoding="utf-8")
        with pytest.raises(WeightsError):
            read(path, GAME)
    card.unlink()
    with pytest.raises(WeightsError, match="no such card"):
        read(path, GAME)


def test_the_search_plays_where_no_net_fits_and_the_log_says_why(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = written(tmp_path)
    assert isinstance(net_bot(GAME, Random(1), weights=str(path)), NetClimber)
    other = games.get("haggis", 2, bets=(10, 20))
    with caplog.at_level(logging.WARNING, "stramash.bots"):
        assert isinstance(net_bot(other, Random(1), weights=str(path)), ExpertClimber)
        damaged = tmp_path / "damaged.net"
        damaged.write_bytes(b"")
        damaged.with_suffix(".json").write_bytes(path.with_suffix(".json").read_bytes())
        assert isinstance(net_bot(GAME, Random(1), weights=str(damaged)), ExpertClimber)
        for _ in range(2):  # told once
            assert isinstance(net_bot(GAME, Random(1), weights=str(tmp_path / "none.net")), ExpertClimber)
    said = [record.getMessage() for record in caplog.records]
    assert len(said) == 3
    assert "other values of bets; the search plays" in said[0]
    assert "is damaged" in said[1]
    assert "no such card" in said[2]
    longer = games.get("haggis", 2, goal=300)
    assert isinstance(net_bot(longer, Random(1), weights=str(path)), NetClimber)
    assert shipped(games.get("mu-classic", 6)) is None


@pytest.mark.parametrize("path", sorted(HOME.glob("*.net")), ids=lambda path: path.stem)
def test_a_net_that_is_shipped_is_whole_and_says_how_strong_it_is(path: Path) -> None:
    card = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    game = games.get(card["game"], card["seats"])
    assert shipped(game) == path
    read(path, game)
    strength = [row for row in card["strength"] if row["against"] == "expert@budget=playouts:4000"]
    assert strength
    assert all(row["deals"] >= 400 and row["lead"] > 3.3 * row["error"] for row in strength)


@pytest.mark.parametrize("path", sorted((HOME / "matches").glob("*.net")), ids=lambda path: path.stem)
def test_a_net_for_matches_is_whole_and_wins_more_of_them(path: Path) -> None:
    card = read_card(path)
    game = games.get(card.game, card.seats)
    _, shape, _ = read(path, game)
    assert shape.inputs > read(HOME / path.name, game)[1].inputs
    assert wins_matches(card, len(game.sides))
    assert has_passed(card) == has_passed(read_card(HOME / path.name))


def test_of_three_sides_each_wins_a_third_of_the_matches(tmp_path: Path) -> None:
    for won, sides, expected in ((0.36, 3, True), (0.34, 3, False), (0.36, 2, False), (0.52, 2, True)):
        row = {"against": PLAIN, "matches": 1000, "won": won, "error": 0.005}
        card = read_card(written(tmp_path, strength=[row]))
        assert wins_matches(card, sides) == expected


def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a net of haggis for two and one for its matches."""
    for folder in ("", "matches"):
        path = written(tmp_path / folder, with_critic=not folder, match=bool(folder))
        for suffix in (".net", ".json", *([] if folder else [".critic"])):
            path.with_suffix(suffix).rename(path.with_name(f"haggis-2{suffix}"))
    monkeypatch.setattr("stramash.nets.cards.HOME", tmp_path)
    return tmp_path


def test_a_net_for_matches_plays_matches_to_a_goal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    told(tmp_path / "whole", monkeypatch)
    inputs = [len(climbing_layout(GAME.rules, match=match).position) for match in (False, True)]

    def seated(game: Any) -> int:
        bot: Any = net_bot(game, Random(1))
        return len(bot.net._parts["first"])

    assert seated(GAME) == inputs[1]
    assert seated(games.get("haggis", 2, goal=100)) == inputs[1]
    assert seated(games.get("haggis", 2, rounds=5)) == inputs[0]
    damaged = told(tmp_path / "damaged", monkeypatch)
    (damaged / "matches" / "haggis-2.json").write_text("{", encoding="utf-8")
    with caplog.at_level(logging.WARNING, "stramash.bots"):
        assert seated(GAME) == inputs[0]
    assert "the net for deals plays" in caplog.text


def test_a_search_plays_as_the_net_for_matches_and_asks_the_critic_of_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = told(tmp_path, monkeypatch)
    master: Any = master_bot(GAME, Random(1))
    plain, net = home / "haggis-2.net", home / "matches" / "haggis-2.net"
    critic = read_critic(plain, GAME)
    assert master.batched.parts.keys() == {*read(net, GAME)[2], *critic}
    assert master.batched.parts["first"] == pytest.approx(read(net, GAME)[2]["first"])
    batch = Batch(GAME, 1, 3, lean=True, skips_forced=True)
    batch.step(np.zeros(1, np.int64))
    _, listed = batch.legal()
    # No step is played: whoever plays, the critic alone speaks, and of the same.
    said = [
        batched.worth(int(batch.seats[0]), batch.records, listed, 0)
        for batched in (master.batched, BatchedNet(GAME, {**read(plain, GAME)[2], **critic}))
    ]
    assert np.ptp(said[0]) > 0
    assert said[0] == pytest.approx(said[1])
    match: Any = Match(GAME)
    match.deal(shuffled(GAME, Random(1)))
    (seat,) = GAME.waiting(match.state)
    assert master.choose(match.view(seat)) in match.view(seat).legal


def test_a_player_is_written_smaller(tmp_path: Path) -> None:
    path = written(tmp_path, with_critic=True)
    _, _, before = read(path, GAME)
    sizes = []
    for steps in (127, 31, 7):
        out = tmp_path / f"{steps}.net"
        write_quantized(path, out, steps, None)
        card, _, parts = read(out, GAME)
        assert (card.numbers, card.critic_sha256) == ("int8", "")
        sizes.append(len(zlib.compress(out.read_bytes())))
        step = np.abs(before["first"]).max(axis=0) / steps
        nearest = np.round(before["first"] / step) * step
        moved, at_most = (((part - before["first"]) ** 2).mean() for part in (parts["first"], nearest))
        assert 0 < moved < 1.1 * at_most
        assert all(len(np.unique(column)) <= 2 * steps + 1 for column in parts["first"].T)
    assert sizes[0] > sizes[1] > sizes[2]
    write_quantized(path, tmp_path / "judged.net", 127, 31)
    assert read_critic(tmp_path / "judged.net", GAME).keys() == read_critic(path, GAME).keys()


def test_a_player_is_deflated_without_a_loss(tmp_path: Path) -> None:
    path, plain, packed = written(tmp_path), tmp_path / "plain.net", tmp_path / "packed.net"
    write_quantized(path, plain, 31, None)
    write_quantized(path, packed, 31, None, is_deflated=True)
    assert packed.stat().st_size < 0.9 * plain.stat().st_size
    one, other = (read(each, GAME)[2] for each in (plain, packed))
    assert all((part == other[name]).all() for name, part in one.items())


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"no weights", "cannot be unpacked"),
        (zlib.compress(b"too few"), "not as many weights"),
        (zlib.compress(bytes(10_000_000)), "not as many weights"),
    ],
)
def test_what_cannot_be_unpacked_is_refused(tmp_path: Path, data: bytes, words: str) -> None:
    path = written(tmp_path, numbers="int8, deflated")
    path.write_bytes(data)
    card = json.loads(path.with_suffix(".json").read_text("utf-8"))
    form = {**card, "sha256": hashlib.sha256(data).hexdigest()}
    path.with_suffix(".json").write_text(json.dumps(form), encoding="utf-8")
    with pytest.raises(WeightsError, match=words):
        read(path, GAME)


def test_all_nets_together_are_small_enough_for_a_wheel() -> None:
    # A wheel is a zip archive: what lies in it is deflated.
    files = [path for path in HOME.rglob("*") if path.is_file()]
    assert sum(len(zlib.compress(path.read_bytes())) for path in files) < 20_000_000


@pytest.mark.parametrize("path", sorted(HOME.glob("*.net")), ids=lambda path: path.stem)
def test_a_shipped_net_beats_the_quick_policy(path: Path) -> None:
    card = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    game = games.get(card["game"], card["seats"])
    lead = 0.0
    for number in range(6):
        deck = shuffled(game, Random(number))
        for mine, side in enumerate(game.sides):
            match = Match(game, 0)
            match.deal(deck)
            bots: dict[int, Any] = {seat: games_bot("regular", game) for seat in range(game.seats)}
            bots |= {seat: games_bot("net", game) for seat in side}
            while (result := match.deals[-1].result) is None:
                step(match, bots)
            others = (sum(result.scores) - result.scores[mine]) / (len(game.sides) - 1)
            lead += result.scores[mine] - others
    assert lead > 0


def games_bot(name: str, game: Any) -> Any:
    from stramash.bots.registry import seat_bot  # noqa: PLC0415

    return seat_bot(name, game, Random(1))


def test_a_net_moves_without_compiled_code() -> None:
    code = """
import sys
from random import Random
from stramash import games
from stramash.bots.registry import seat_bot
from stramash.core.match import Match, shuffled
game = games.get("haggis3")
match = Match(game, 0)
match.deal(shuffled(game, Random(1)))
(seat,) = game.waiting(match.state)
bot = seat_bot("net", game, Random(1))
view = match.view(seat)
match.act(seat, bot.interject(view) or bot.choose(view))
print(sorted({"numba", "torch"} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


STRONG: dict[str, Any] = {"against": AGAINST, "deals": 400, "lead": 8.0, "error": 1.0, "alone": [7.0, 2.0]}


@pytest.mark.parametrize(
    ("game_id", "seats", "changes", "passes"),
    [
        ("haggis", 3, {}, True),
        ("haggis", 3, {"deals": 399}, False),
        ("haggis", 3, {"error": 2.5}, False),
        ("haggis", 3, {"against": "club"}, False),
        ("haggis", 2, {}, False),
        ("haggis", 2, {"lead": 10.0}, True),
        ("haggis3", 3, {"lead": 11.9}, False),
        ("mu", 4, {"lead": 12.0}, True),
        ("mu", 4, {"lead": 12.0, "alone": [4.0, 2.0]}, False),
    ],
)
def test_what_a_net_must_have_shown(
    tmp_path: Path, game_id: str, seats: int, changes: dict[str, Any], passes: bool
) -> None:
    path = written(tmp_path, game=game_id, seats=seats, strength=[{**STRONG, **changes}])
    assert has_passed(read_card(path)) == passes
    assert not has_passed(read_card(written(tmp_path)))


def test_every_net_that_is_shipped_has_passed_the_release_gate(caplog: pytest.LogCaptureFixture) -> None:
    for path in HOME.glob("*.net"):
        assert has_passed(read_card(path)), path
    assert isinstance(net_bot(games.get("tatties", 3), Random(1)), NetClimber)
    assert isinstance(net_bot(games.get("mu", 4), Random(1)), EndingTrickTaker)
    with caplog.at_level(logging.WARNING):
        assert isinstance(net_bot(games.get("mu-classic", 6), Random(1)), ExpertTrickTaker)
    assert "none has been trained" in caplog.text


def test_a_card_that_is_damaged_lets_the_search_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "haggis3-3.net"
    path.write_bytes(b"")
    path.with_suffix(".json").write_text("{", encoding="utf-8")
    monkeypatch.setattr("stramash.bots.net_bot.shipped", lambda game: path)
    monkeypatch.setattr("stramash.bots.net_bot.for_matches", lambda game: None)
    assert isinstance(net_bot(GAME, Random(1)), ExpertClimber)
    assert "is no card of weights" in caplog.text
