"""Matches: what standings are worth, nets that are told of them, and who wins from there."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch comes with the extra train")

from tests.train.tiny import TINY  # noqa: E402

from stramash import games  # noqa: E402
from stramash.bots.climbing.net import NetClimber  # noqa: E402
from stramash.nets.files import read  # noqa: E402
from stramash.sim.climbing import record as at  # noqa: E402
from stramash.train.finals import Player, finals, main  # noqa: E402
from stramash.train.learn import Settings, Trainer  # noqa: E402
from stramash.train.run import finish  # noqa: E402
from stramash.train.selfplay.odds import odds  # noqa: E402
from stramash.train.selfplay.play import decide  # noqa: E402
from stramash.train.selfplay.standing import Standing  # noqa: E402
from stramash.train.start import begin_with  # noqa: E402


def learner(**changes: Any) -> Trainer:
    return Trainer(games.get("haggis", 2), Settings(**{**TINY, **changes}), "cpu")


@pytest.fixture(scope="module")
def taught(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A net that knows nothing of matches, and `told.net`, which began with it and then learned from some."""
    folder = tmp_path_factory.mktemp("nets")
    plain = learner()
    plain.round()
    finish(plain, folder / "plain")
    told = learner(match=1, seed=5)
    begin_with(told, folder / "plain.net")
    finish(told, folder / "begun")
    told.round()
    # As if it had learned much: what it is told of the match weighs as much as its cards.
    first = sum(field.width for field in plain.layout.fields)
    drawn = np.random.default_rng(3).normal(0, 0.3, (120, 32)).astype(np.float32)
    told.parameters.averaged_parts()["first"][first : first + 120] += torch.from_numpy(drawn)
    finish(told, folder / "told")
    return folder


def test_chances_are_those_of_all_ways_a_match_can_go_on() -> None:
    low, chances = odds(np.array([[10, 0], [15, 8], [0, 0]]), 20)
    brings = [(10, 0), (0, 10), (15, 8), (8, 15)]

    def exact(a: int, b: int) -> float:
        if max(a, b) >= 20:
            return (a > b) + (a == b) / 2
        return sum(exact(a + x, b + y) for x, y in brings) / 4

    assert low == 0
    for a in range(0, 20, 3):
        for b in range(20):
            assert chances[a, b] == pytest.approx(exact(a, b), abs=1e-7)
    low, chances = odds(np.array([[10, -5], [3, 0]]), 20)  # lost points: no end to look ahead to
    assert low == -20
    assert np.allclose(chances + chances.T, 1, atol=1e-6)
    assert chances[38, 20] > chances[30, 20] > 0.5 > chances[10, 20]
    with pytest.raises(ValueError, match="points"):
        odds(np.zeros((4, 2)), 20)


def test_matches_begin_on_the_way_to_their_end() -> None:
    game = games.get("haggis", 2)
    standing = Standing(game, 1.0, begun=0.5)
    batch = learner(match=1)
    batch.begin()
    assert batch.games is not None
    records = batch.games.records.clone()
    standing.scatter(records, torch.ones(24, dtype=torch.bool), 1)
    assert torch.equal(records, batch.games.records)  # before it knows what deals bring
    standing.study(np.array([[40, 20], [10, 60]]))
    new = torch.arange(24) < 20
    once, again = records.clone(), records.clone()
    standing.scatter(once, new, 1)
    standing.scatter(again, new, 1)
    totals = slice(at.TOTALS, at.TOTALS + 2)
    assert torch.equal(once, again)
    moved = (once[:, totals] != records[:, totals]).any(dim=1)
    assert 3 < int(moved.sum()) < 20
    assert not bool(moved[20:].any())
    assert bool((once[:, totals] < 250).all())
    once[:, totals] = records[:, totals]
    assert torch.equal(once, records)
    # In Mü so many deals are over, and they brought what deals bring.
    by_rounds = Standing(games.get("mu", 3), 1.0, begun=1.0)
    by_rounds.study(np.array([[7, 7, 7]]))
    rows = torch.zeros((50, by_rounds._at.WORDS), dtype=torch.int64)
    by_rounds.scatter(rows, torch.ones(50, dtype=torch.bool), 2)
    deal = rows[:, by_rounds._at.DEAL]
    assert set(deal.tolist()) == set(range(1, games.get("mu", 3).rules.rounds + 1))
    assert torch.equal(rows[:, by_rounds._at.TOTALS], 7 * (deal - 1))


def test_a_net_that_is_told_of_the_match_begins_with_the_same_play(taught: Path) -> None:
    plain, told = learner(), learner(match=1, seed=5)
    begin_with(plain, taught / "plain.net")
    begin_with(told, taught / "plain.net")
    told.begin()
    assert told.games is not None
    for number in range(8):
        met = told.games.meet()
        here, there = (decide(each.parameters.averaged(), each.sight, met, 0) for each in (plain, told))
        assert torch.equal(here[0], there[0])
        assert torch.allclose(here[1], there[1], atol=1e-6)
        told.games.act(met, here[0], number)
    totals = told.games.records[:, at.TOTALS : at.TOTALS + 2]
    assert len({*totals.flatten().tolist()}) > 10


def test_a_player_is_told_of_the_match_by_its_view(taught: Path) -> None:
    game = games.get("haggis", 2)
    bots = {
        name: NetClimber(game, read(taught / f"{name}.net", game)[2]) for name in ("plain", "begun", "told")
    }
    told = learner(match=1)
    begin_with(told, taught / "told.net")
    told.begin()
    assert told.games is not None
    differ = 0
    for number in range(3):
        met = told.games.meet()
        wanted = decide(told.parameters.averaged(), told.sight, met, 0, is_greedy=True)[0]
        offsets, moves = told.games.batch.legal()
        for i in range(told.games.count):
            view = game.view(told.games.batch.state(i), int(met.seats[i]))
            # A batch lists lean moves only, and bets among them, which a player interjects.
            move = bots["told"].interject(view) or bots["told"].choose(view)
            listed = [told.games.batch.unpack_move(row) for row in moves[offsets[i] : offsets[i + 1]]]
            assert move == listed[int(wanted[i])]
            alike = [bots[name].interject(view) or bots[name].choose(view) for name in ("plain", "begun")]
            assert alike[0] == alike[1]
            differ += move != alike[0]
        told.games.act(met, wanted, number)
    assert differ > 5


def test_of_two_that_play_alike_each_wins_its_share(taught: Path) -> None:
    game = games.get("haggis", 2)
    plain, told = (Player.read(game, str(taught / f"{name}.net"), "cpu") for name in ("plain", "told"))
    same = finals(game, plain, plain, (200, 230), 6, "cpu")
    assert (same.won, same.error) == (0.5, 0.0)
    assert sum(same.by_total) == pytest.approx(1)
    assert same.by_total[0] <= same.by_total[1]
    blind, plain_blind = (
        Player.read(game, f"{taught / name}.net@blind", "cpu") for name in ("told", "plain")
    )
    assert finals(game, told, blind, (240, 245), 6, "cpu").error > 0
    fresh = finals(game, plain, plain_blind, (240, 245), 3, "cpu")
    assert (fresh.won, fresh.error) == (0.5, 0.0)  # it was told nothing before either


def test_matches_from_the_command_line(taught: Path, capsys: pytest.CaptureFixture[str]) -> None:
    net = str(taught / "plain.net")
    assert main(["haggis", "2", net, net, "2", "cpu", "245:240", "240:200"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(line["standing"], line["won"], line["matches"]) for line in lines] == [
        ("245:240", 0.5, 8),
        ("240:200", 0.5, 8),
    ]
    assert main(["haggis", "2", net]) == 2
    assert main(["haggis", "2", net, net, "2", "cpu", "1:2:3"]) == 1
    assert main(["haggis", "2", net, str(taught / "none.net"), "2", "cpu", "1:2"]) == 1
