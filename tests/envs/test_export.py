"""Decisions as Parquet: what is written is what the seats were told, and it is read back."""

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.playing import random_match
from typer.testing import CliRunner

from stramash import games, records
from stramash.cli import app
from stramash.core.extras import MissingExtra
from stramash.core.match import AnyMatch
from stramash.envs import export
from stramash.envs.action_ids import action_ids
from stramash.envs.observations import Planes

GAMES = [("haggis", 2), ("neeps", 4), ("tatties", 3), ("mu", 3)]


def played(game_id: str, seats: int, seed: int) -> AnyMatch:
    """A short match between players who know nothing, with bets out of turn."""
    game = games.get(game_id, seats, rounds=1)
    return [moment.match for moment in random_match(game, Random(seed))][-1]


def expected(match: AnyMatch) -> list[tuple[Any, Any, int, int]]:
    """Observation, mask, seat and number of every decision, from views alone."""
    game = match.game
    numbers, planes = action_ids(game), Planes(game, 3)
    rows = []
    for deal in match.deals:
        if deal.result is None or deal.result.redeal:
            continue
        state, events = game.start(deal.deck, deal.carry)
        told = [*events]
        for seat, move in deal.moves:
            view = game.view(state, seat, told)
            chosen = None
            for number in numbers.encode(view, move):
                rows.append((planes.of_view(view, chosen), numbers.mask(view, chosen), seat, number))
                chosen = numbers.choices(view, chosen)[number]
            state, events = game.apply(state, seat, move)
            told += events
    return rows


@pytest.mark.parametrize(("game_id", "seats"), GAMES)
def test_what_is_written_is_what_the_seats_were_told(game_id: str, seats: int, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="run by make test-envs")
    matches = [played(game_id, seats, seed) for seed in (1, 2)]
    for number, match in enumerate(matches):
        records.save(match, tmp_path / "run" / f"{number}.txt")
    out = tmp_path / "decisions.parquet"
    count = export.export([tmp_path / "run"], out, past=3)
    rows = [row for match in matches for row in expected(match)]
    assert count == len(rows)
    found = [*export.read(out, rows=50)]
    assert sum(len(batch.action) for batch in found) == count
    observation, mask, deal, step, seat, action, points, lead = (
        np.concatenate([batch[column] for batch in found]) for column in range(8)
    )
    assert (observation == np.array([row[0] for row in rows])).all()
    assert (mask == np.array([row[1] for row in rows])).all()
    assert seat.tolist() == [row[2] for row in rows]
    assert action.tolist() == [row[3] for row in rows]
    assert (mask[np.arange(count), action] == 1).all()
    assert deal[0] == step[0] == 0
    results = [
        each.result for match in matches for each in match.deals if each.result and not each.result.redeal
    ]
    sides = {one: side for side, ones in enumerate(matches[0].game.sides) for one in ones}
    assert points.tolist() == [results[d].scores[sides[s]] for d, s in zip(deal, seat, strict=True)]
    others = [sum(result.scores) for result in results]
    rest = len(matches[0].game.sides) - 1
    wanted = [p - (others[d] - p) / rest for d, p in zip(deal, points, strict=True)]
    assert lead == pytest.approx(np.array(wanted))
    assert export.about(out)["game"] == game_id


def test_what_does_not_belong_together_is_refused(tmp_path: Path) -> None:
    arrow = pytest.importorskip("pyarrow", reason="run by make test-envs")
    for name, match in (("a", played("haggis", 2, 1)), ("b", played("mu", 4, 1))):
        records.save(match, tmp_path / f"{name}.txt")
    out = str(tmp_path / "out.parquet")
    for words, said in (
        ([str(tmp_path), "--out", out], "one file holds one game"),
        ([str(tmp_path / "none.txt"), "--out", out], "none.txt"),
        ([str(tmp_path / "a.txt"), "--out", str(tmp_path / "no" / "where.parquet")], "where"),
    ):
        result = CliRunner().invoke(app, ["export", *words])
        assert result.exit_code in (1, 2)
        assert said in result.stderr
        assert len(result.stderr.strip().splitlines()) == 1
    (tmp_path / "empty").mkdir()
    with pytest.raises(export.ExportError, match="no record"):
        export.export([tmp_path / "empty"], Path(out))
    other = tmp_path / "other.parquet"
    arrow.parquet.write_table(arrow.table({"a": [1]}), other)
    with pytest.raises(export.ExportError, match="no decisions"):
        export.about(other)
    result = CliRunner().invoke(app, ["export", str(tmp_path / "a.txt"), "-o", out])
    assert "decisions of haggis" in result.stderr
    result = CliRunner().invoke(app, ["export", str(tmp_path / "a.txt"), "-o", out, "--json"])
    assert '"decisions": ' in result.stdout


def test_pyarrow_is_asked_for_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    records.save(played("haggis", 2, 1), tmp_path / "a.txt")
    monkeypatch.setattr("stramash.core.extras.find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=r'pip install "stramash\[data\]"'):
        export.export([tmp_path / "a.txt"], tmp_path / "out.parquet")
    result = CliRunner().invoke(app, ["export", str(tmp_path / "a.txt"), "-o", str(tmp_path / "b.parquet")])
    assert result.exit_code == 2
    assert "pip install" in result.stderr
