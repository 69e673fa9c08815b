"""Matches: match odds, nets that are told of them, and who wins from there."""

import json
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch comes with the extra train")

from tests.train.tiny import TINY  # noqa: E402

from stramash import games  # noqa: E402
from stramash.bots.climbing.learned.net import NetClimber  # noqa: E402
from stramash.nets.files import read  # noqa: E402
from stramash.sim.climbing import record as at  # noqa: E402
from stramash.train.finals import Player, finals, main  # noqa: E402
from stramash.train.learn import Settings, Trainer  # noqa: E402
from stramash.train.run import finish  # noqa: E402
from stramash.train.selfplay import match_odds  # noqa: E402
from stramash.train.selfplay.match_odds import Odds, odds  # noqa: E402
from stramash.train.selfplay.match_rewards import MatchRewards  # noqa: E402
from stramash.train.selfplay.play import decide  # noqa: E402
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
    told.parameters.ema_parts_float32()["first"][first : first + 120] += torch.from_numpy(drawn)
    finish(told, folder / "told")
    return folder


def test_chances_are_those_of_all_ways_a_match_can_go_on() -> None:
    found = odds(np.array([[10, 0], [15, 8], [0, 0]]), 20)
    chances = found.table
    brings = [(10, 0), (0, 10), (15, 8), (8, 15)]

    def exact(a: int, b: int) -> float:
        if max(a, b) >= 20:
            return (a > b) + (a == b) / 2
        return sum(exact(a + x, b + y) for x, y in brings) / 4

    assert (found.low, found.step) == (0, 1)
    for a in range(0, 20, 3):
        for b in range(20):
            assert float(chances[a, b]) == pytest.approx(exact(a, b), abs=1e-7)
            looked_up = found.chances(torch.tensor([[a, b]]))[0].tolist()
            assert looked_up == pytest.approx([exact(a, b), exact(b, a)], abs=1e-6)
    found = odds(np.array([[10, -5], [3, 0]]), 20)  # lost points: no end to look ahead to
    chances = found.table
    assert (found.low, found.step) == (-20, 1)
    assert np.allclose(chances + chances.T, 1, atol=1e-6)
    assert chances[38, 20] > chances[30, 20] > 0.5 > chances[10, 20]
    with pytest.raises(ValueError, match="points"):
        odds(np.zeros((4, 2)), 20)


def exact_chances(deals: Sequence[tuple[int, ...]], goal: int) -> Callable[..., list[Fraction]]:
    """What each of three sides has of a match, by going through all ways it can go on."""
    brings = [order for deal in deals for order in permutations(deal)]

    @cache
    def chances(*totals: int) -> list[Fraction]:
        best = max(totals)
        if best >= goal:
            return [Fraction(total == best, totals.count(best)) for total in totals]
        later = [chances(*map(int.__add__, totals, brought)) for brought in brings]
        return [sum(parts, Fraction()) / len(brings) for parts in zip(*later, strict=True)]

    return chances


def test_chances_of_three_sides_are_those_of_all_ways_a_match_can_go_on() -> None:
    exact = exact_chances([(10, 0, 0)], 20)
    assert exact(10, 10, 0) == [Fraction(4, 9), Fraction(4, 9), Fraction(1, 9)]
    for deals in ([(10, 0, 0)], [(10, 0, 0), (15, 8, 3), (7, 7, 1)]):
        exact = exact_chances(deals, 20)
        found = odds(np.array([*deals, (0, 0, 0)]), 20)
        assert found.step == 1
        every = [(a, b, c) for a in range(0, 20, 3) for b in range(20) for c in range(0, 20, 2)]
        wanted = np.array([[float(part) for part in exact(*totals)] for totals in every])
        assert np.allclose(found.chances(torch.tensor(every)), wanted, atol=1e-6)


def test_equal_sides_have_equal_chances_and_all_add_up() -> None:
    deals = np.random.default_rng(2).integers(-10, 40, (300, 3))
    for found in (odds(deals.clip(0), 90), odds(deals, 90)):
        level = torch.tensor([[total] * 3 for total in (0, 31, 60, 88, 89)])
        assert torch.allclose(found.chances(level), torch.full((5, 3), 1 / 3), atol=1e-6)
        totals = torch.randint(-60, 90, (500, 3), generator=torch.Generator().manual_seed(1))
        chances = found.chances(totals)
        assert torch.allclose(chances.sum(dim=1), torch.ones(500), atol=1e-6)
        for order in permutations(range(3)):
            assert torch.allclose(found.chances(totals[:, order]), chances[:, order], atol=1e-6)
        # C11.2: a match goes on from equal totals at the goal; the third side is as far behind as before.
        tied, before = found.chances(torch.tensor([[95, 95, 75], [89, 89, 69]]))
        assert torch.equal(tied, before)
        assert 0 < tied[2] < tied[0] == tied[1]


def draw_chances(deals: Any, goal: int, totals: tuple[int, ...], count: int, seed: int) -> tuple[Any, Any]:
    """What each side has of so many matches from there, and its standard error."""
    dice = np.random.default_rng(seed)
    now = np.tile(np.array(totals), (count, 1))
    while (on := np.flatnonzero(now.max(axis=1) < goal)).size:
        drawn = deals[dice.integers(len(deals), size=len(on))]
        now[on] += dice.permuted(drawn, axis=1)
    won = now == now.max(axis=1, keepdims=True)
    shares = won / won.sum(axis=1, keepdims=True)
    return shares.mean(axis=0), shares.std(axis=0) / count**0.5


def test_chances_of_three_sides_are_those_of_matches_drawn_from_the_same_deals() -> None:
    deals = np.rint(np.random.default_rng(4).normal(40, 40, (2000, 3))).clip(0).astype(np.int64)
    match_rewards = MatchRewards(games.get("haggis3", 3), 1.0)
    guessed = match_rewards.chances(torch.tensor([[200, 230, 150]]), torch.tensor([5]))
    match_rewards.study(deals)
    computed = match_rewards.chances(torch.tensor([[200, 230, 150]]), torch.tensor([5]))
    assert float((computed - guessed).abs().max()) > 0.05
    for totals in ((200, 230, 150), (240, 240, 100), (249, 200, 180), (120, 60, 0)):
        drawn, error = draw_chances(deals, 250, totals, 60_000, seed=7)
        looked_up = match_rewards.chances(torch.tensor([totals]), torch.tensor([5]))[0].numpy()
        assert (np.abs(looked_up - drawn) < 4 * error + 0.002).all(), (totals, looked_up, drawn)


def test_chances_of_three_sides_that_may_lose_points() -> None:
    deals = np.rint(np.random.default_rng(6).normal(15, 20, (2000, 3))).astype(np.int64)
    found = odds(deals, 100)
    assert found.low <= -100
    for totals in ((80, 92, 60), (95, 95, 20), (99, 60, 50), (-60, 10, 40)):
        drawn, error = draw_chances(deals, 100, totals, 60_000, seed=8)
        computed = found.chances(torch.tensor([totals]))[0].numpy()
        assert (np.abs(computed - drawn) < 4 * error + 0.002).all(), (totals, computed, drawn)


@pytest.mark.parametrize(("least", "most_places"), [(0, 110**2), (-999, 200**2)])
def test_places_further_apart_say_nearly_the_same(
    least: int, most_places: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two sides can have both; the mean shows a goal that is moved, the greatest what happens close to it."""
    dice = np.random.default_rng(9)
    deals = np.rint(dice.normal(40, 40, (2000, 2))).clip(least).astype(np.int64)
    totals = torch.from_numpy(dice.integers(0, 250, (20_000, 2)))
    exact = odds(deals, 250)
    monkeypatch.setattr(match_odds, "MOST_PLACES", most_places)
    apart = odds(deals, 250)
    assert (exact.step, apart.step) == (1, 5)
    differences = (apart.chances(totals) - exact.chances(totals)).abs()
    assert float(differences.mean()) < 0.0006
    assert float(differences.max()) < 0.007


@pytest.mark.parametrize("step", [1, 5])
def test_looking_chances_up_makes_no_gpu_wait(step: int) -> None:
    """There are no values on `meta`: who asked for one would fail."""
    found = Odds(250, 0, step, torch.zeros((9, 9, 9), dtype=torch.float64, device="meta"))
    chances = found.chances(torch.zeros((6, 3), dtype=torch.int64, device="meta"))
    assert chances.shape == (6, 3)


def test_matches_begin_on_the_way_to_their_end() -> None:
    game = games.get("haggis", 2)
    match_rewards = MatchRewards(game, 1.0, begun=0.5)
    batch = learner(match=1)
    batch.begin()
    assert batch.games is not None
    records = batch.games.records.clone()
    match_rewards.scatter(records, torch.ones(24, dtype=torch.bool), 1)
    assert torch.equal(records, batch.games.records)  # before it knows what deals bring
    match_rewards.study(np.array([[40, 20], [10, 60]]))
    new = torch.arange(24) < 20
    once, again = records.clone(), records.clone()
    match_rewards.scatter(once, new, 1)
    match_rewards.scatter(again, new, 1)
    totals = slice(at.TOTALS, at.TOTALS + 2)
    assert torch.equal(once, again)
    moved = (once[:, totals] != records[:, totals]).any(dim=1)
    assert 3 < int(moved.sum()) < 20
    assert not bool(moved[20:].any())
    assert bool((once[:, totals] < 250).all())
    once[:, totals] = records[:, totals]
    assert torch.equal(once, records)
    # In Mü so many deals are over, and they brought what deals bring.
    by_rounds = MatchRewards(games.get("mu", 3), 1.0, begun=1.0)
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
        step = told.games.observe()
        here, there = (decide(each.parameters.ema_parts(), each.sight, step, 0) for each in (plain, told))
        assert torch.equal(here[0], there[0])
        assert torch.allclose(here[1], there[1], atol=1e-6)
        told.games.act(step, here[0], number)
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
        step = told.games.observe()
        wanted = decide(told.parameters.ema_parts(), told.sight, step, 0, is_greedy=True)[0]
        offsets, moves = told.games.batch.legal()
        for i in range(told.games.count):
            view = game.view(told.games.batch.state(i), int(step.seats[i]))
            # A batch lists lean moves only, and bets among them, which a player interjects.
            move = bots["told"].interject(view) or bots["told"].choose(view)
            listed = [told.games.batch.unpack_move(row) for row in moves[offsets[i] : offsets[i + 1]]]
            assert move == listed[int(wanted[i])]
            alike = [bots[name].interject(view) or bots[name].choose(view) for name in ("plain", "begun")]
            assert alike[0] == alike[1]
            differ += move != alike[0]
        told.games.act(step, wanted, number)
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
    assert [(line["totals"], line["won"], line["matches"]) for line in lines] == [
        ("245:240", 0.5, 8),
        ("240:200", 0.5, 8),
    ]
    assert main(["haggis", "2", net]) == 2
    assert main(["haggis", "2", net, net, "2", "cpu", "1:2:3"]) == 1
    assert main(["haggis", "2", net, str(taught / "none.net"), "2", "cpu", "1:2"]) == 1
