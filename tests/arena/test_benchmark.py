"""The fixed benchmark: its deals do not change, and its numbers are those of the arena."""

import json

import pytest
from typer.testing import CliRunner

from stramash.arena import benchmark
from stramash.cli import app


def test_the_deals_are_those_of_version_2() -> None:
    assert benchmark.VERSION == 2
    benchmark.check_deals()
    assert [*benchmark.DIGESTS] == [game_id for game_id, _ in benchmark.GAMES]


def test_opponents_that_play_otherwise_today_are_those_of_before() -> None:
    """Club's auction in Mü was mended after figures had been taken."""
    assert benchmark.opponents("haggis") == benchmark.OPPONENTS
    met = {plan.bots[1] for plan in benchmark.plans("greedy", "mu", 4, benchmark.SEED, 60.0)}
    assert met == {"club@auction=bold", "expert@budget=playouts:200"}


def test_other_decks_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(benchmark.DIGESTS, "mu", "0" * 16)
    with pytest.raises(benchmark.BenchmarkError, match="decks of mu"):
        benchmark.check_deals()
    result = CliRunner().invoke(app, ["benchmark", "random"])
    assert result.exit_code == 2
    assert "decks of mu" in result.stderr


def test_a_bot_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmark, "OPPONENTS", ("greedy", "random"))
    ask = ["benchmark", "random", "--game", "haggis3", "--deals", "4", "--jobs", "1", "--fresh", "--json"]
    found = json.loads(CliRunner().invoke(app, ask).stdout)
    (line,) = found["games"]
    assert (line["game"], line["deals"], found["complete"], found["held_out"]) == ("haggis3", 4, True, False)
    assert line["against"]["greedy"]["points_per_deal"] < 0
    mean = sum(each["points_per_deal"] for each in line["against"].values()) / 2
    assert line["points_per_deal"] == pytest.approx(mean)
    again = json.loads(CliRunner().invoke(app, ask).stdout)
    assert again == found
    other = json.loads(CliRunner().invoke(app, [*ask, "--seed", "5"]).stdout)
    assert other["held_out"]
    assert other["games"] != found["games"]
    page = CliRunner().invoke(app, [word for word in ask if word not in ("--json", "--fresh")]).stdout
    assert "haggis3" in page
    assert "±" in page


def test_an_unknown_game_or_bot_is_one_line() -> None:
    for words in (["benchmark", "random", "--game", "whist"], ["benchmark", "nobody"]):
        result = CliRunner().invoke(app, words)
        assert result.exit_code == 2
        assert len(result.stderr.strip().splitlines()) == 1
