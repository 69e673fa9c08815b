"""Steps by what a net meets in play."""

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stramash import games
from stramash.core.game import AnyGame
from stramash.nets.cards import BY_ROW, Card, read_card
from stramash.nets.files import read, write
from stramash.nets.layout import layout_of
from stramash.nets.levels import best, level_of, log_chances
from stramash.nets.quantization.calibration import Calibration, LayerStatistics, forward, greedy_choices
from stramash.nets.quantization.gptq import gptq
from stramash.nets.quantization.samples import Sample, play
from stramash.nets.quantize import changed_share, main, write_calibrated
from stramash.nets.shape import Shape
from stramash.sim.mu.features import AT_MATCH, AT_PLANNED

GAMES: list[AnyGame] = [games.get("haggis", 2), games.get("mu", 4)]


def small(game: AnyGame, *, match: bool = False) -> tuple[Shape, dict[str, Any]]:
    """A small net that knows nothing, but has its opinions."""
    shape = Shape.for_layout(layout_of(game, match=match), width=32, blocks=2, move_width=16)
    rng = np.random.default_rng(1)
    parts = {
        name: (rng.standard_normal(size) / np.sqrt(size[0] / 4)).astype(np.float32)
        for name, size in shape.player_parts().items()
    }
    return shape, parts


def written(path: Path, game: AnyGame, *, match: bool = False) -> Path:
    shape, parts = small(game, match=match)
    about: dict[str, Any] = {"seed": 0, "minutes": 0.0, "decisions": 0, "moves": 0}
    about |= {"game": game.id, "seats": game.seats, "rules_revision": games.RULES_REVISION}
    layout = layout_of(game, match=match)
    write(path, Card(layout=layout.digest, shape=shape.as_json(), strength=[{"deals": 1}], **about), parts)
    return path


def positions_of(sample: Sample) -> list[Any]:
    """Its moves, position by position."""
    return [sample.moves[sample.owner == i] for i in range(len(sample.words))]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_what_is_met_follows_from_the_seed(game: AnyGame) -> None:
    _, parts = small(game)
    one, same, other = (play(game, parts, seed=seed, positions=600) for seed in (1, 1, 2))
    assert sum(len(sample.words) for sample in one) >= 600
    for mine, theirs in zip(one, same, strict=True):
        assert all((a == b).all() for a, b in zip(mine, theirs, strict=True))
    assert any(
        len(a.words) != len(b.words) or (a.words != b.words).any() for a, b in zip(one, other, strict=False)
    )
    assert all(len(moves) > 1 for moves in positions_of(one[0]))


def test_in_mu_counts_come_first() -> None:
    game = GAMES[1]
    met = np.concatenate([each.words for each in play(game, small(game)[1], seed=1, positions=900)])
    planned = met[:, AT_MATCH] >> AT_PLANNED & 1023
    assert (planned > 0).any()
    assert (planned == 0).any()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_what_is_asked_for_is_how_far_chances_shift(game: AnyGame) -> None:
    _, parts = small(game)
    bits = layout_of(game).position
    sample = play(game, parts, seed=1, positions=100)[0]
    calibration, rng = Calibration(bits, parts), np.random.default_rng(1)
    for _ in range(40):
        calibration.add(sample, rng)

    def chances(parts: dict[str, Any]) -> list[Any]:
        passed = forward(parts, bits, sample)
        found = [np.flatnonzero(sample.owner == i) for i in range(len(sample.words))]
        levels = level_of(sample.moves)
        each = zip(passed.by_level[:, 1:].astype(np.float64), found, strict=True)
        return [
            log_chances(passed.values[here].astype(np.float64), by_level, levels[here])
            for by_level, here in each
        ]

    before = chances(parts)
    for name in ("first", "block0.in", "block1.out", "look", "levels"):
        use = calibration.statistics(name).outputs
        column = int(use.argmax())
        by = np.sqrt(0.002 / use[column])
        shifts = []
        for sign in (-1, 1):
            bias = parts[calibration.bias_of(name)].copy()
            bias[column] += sign * by
            after = chances({**parts, calibration.bias_of(name): bias})
            shifts += [(np.exp(a) * (a - b)).sum() for a, b in zip(before, after, strict=True)]
        assert 0.5 < np.mean(shifts) / 0.001 < 2, name


def test_choices_are_those_of_a_player() -> None:
    game = GAMES[0]
    _, parts = small(game)
    sample = play(game, parts, seed=1, positions=200)[0]
    passed = forward(parts, layout_of(game).position, sample)
    levels = level_of(sample.moves)
    for i, chosen in enumerate(greedy_choices(passed, sample)):
        here = np.flatnonzero(sample.owner == i)
        assert chosen == here[best(passed.values[here], passed.by_level[i, 1:], levels[here])]


def test_what_is_seldom_there_has_coarse_steps_and_errors_are_made_good() -> None:
    rng = np.random.default_rng(1)
    often = np.array([0.5] * 20 + [0.02] * 20)
    common = rng.random((4000, 1)) < 0.5
    inputs = np.where(rng.random((4000, 40)) < 0.7, common, rng.random((4000, 40)) < 0.5) & (
        rng.random((4000, 40)) < 2 * often
    )
    told = np.pad(inputs.astype(np.float64), ((0, 0), (0, 1)), constant_values=1)
    part = rng.standard_normal((40, 30))
    made, shift = gptq(part, LayerStatistics(told.T @ told / len(told), np.ones(30)), 0.1)
    assert made.rows[20:].min() > made.rows[:20].max()
    weights = np.vstack([made.weights(), shift])
    step = (made.weights() / np.where(made.numbers == 0, 1, made.numbers)).max(axis=1)
    plain = np.vstack([np.round(part / step[:, None]) * step[:, None], np.zeros(30)])
    whole = np.vstack([part, np.zeros(30)])
    ours, theirs = (((told @ (each - whole)) ** 2).mean() for each in (weights, plain))
    assert ours < 0.7 * theirs


def test_columns_that_matter_have_fine_steps() -> None:
    rng = np.random.default_rng(1)
    outputs = np.array([0.0, 1.0, 100.0])
    made, _ = gptq(rng.standard_normal((10, 3)), LayerStatistics(np.eye(11), outputs), 0.01)
    assert made.columns[0] == made.columns[1] > made.columns[2]


@pytest.mark.parametrize("match", [False, True])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_player_is_written_smaller_by_play(tmp_path: Path, game: AnyGame, *, match: bool) -> None:
    path = written(tmp_path / "large.net", game, match=match)
    sizes, shares = [], []
    for loss in (0.001, 0.1):
        out = tmp_path / f"{loss}.net"
        made = write_calibrated(path, out, loss, positions=1000)
        sizes.append(made["bytes"])
        shares.append(made["changed decisions"])
        card, before = read_card(out), read_card(path)
        assert card.numbers == BY_ROW
        assert (card.strength, card.shape, card.layout) == (before.strength, before.shape, before.layout)
    assert path.stat().st_size / 2 > sizes[0] > sizes[1]
    assert shares[0] < 0.05
    assert shares[0] < shares[1]
    again = tmp_path / "again.net"
    write_calibrated(path, again, 0.1, positions=1000)
    assert again.read_bytes() == out.read_bytes()
    parts = read(path, game)[2]
    assert changed_share(game, parts, parts, seed=1, positions=100) == 0


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (["--loss", "0"], "above 0"),
        (["--loss", "nan"], "above 0"),
        (["--loss", "0.01", "--steps", "31"], "--loss goes without"),
        (["--loss", "0.01", "--deflated"], "--loss goes without"),
        (["--loss", "0.01", "--positions", "10"], "too few"),
        (["--loss", "0.01", "--seed", "-1"], "0 or more"),
        (["--steps", "0"], "from 1 to 127"),
    ],
)
def test_nonsense_is_refused_in_words(
    given: list[str], words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["smaller", "in.net", "out.net", *given])
    with pytest.raises(SystemExit):
        main()
    assert words in capsys.readouterr().err


def test_a_player_that_there_is_not_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "none.net")
    monkeypatch.setattr(sys, "argv", ["smaller", path, path, "--loss", "0.01"])
    assert main() == 1
    assert "there is no such card" in capsys.readouterr().err
