"""Training on the CPU with a tiny net: it learns, it can be repeated, and it goes on where it stopped."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch comes with the extra train")

from tests.playing import TABLES, TableId  # noqa: E402
from tests.train.tiny import TINY  # noqa: E402

from stramash import games  # noqa: E402
from stramash.core.errors import RulesError, StramashError  # noqa: E402
from stramash.nets.files import read  # noqa: E402
from stramash.train import checkpoint  # noqa: E402
from stramash.train.learn import Settings, Trainer  # noqa: E402
from stramash.train.measure import Measure, seatings  # noqa: E402
from stramash.train.net.plain import Moves, PpoTarget, choose, policy_gradient  # noqa: E402
from stramash.train.plots import plot_curves, points_of  # noqa: E402
from stramash.train.run import Plan, parse_settings, train, train_and_draw  # noqa: E402

SMALL: dict[str, Any] = {
    **TINY,
    "games": 48,
    "steps": 8,
    "critic_warmup": 1,
    "learning_rate": 3e-3,
    "anneal_over": 1e6,
}


def trainer(game_id: str = "haggis", seats: int = 2, **changes: Any) -> Trainer:
    return Trainer(games.get(game_id, seats), Settings(**{**SMALL, **changes}), "cpu")


def test_a_tiny_net_learns_to_beat_chance() -> None:
    learner = trainer(games=160, steps=10)
    measure = Measure(learner.game, 40, 5, "cpu", learner.sight, against="random")
    before = measure.play(learner.parameters.ema_parts())
    for _ in range(30):
        learner.round()
    after = measure.play(learner.parameters.ema_parts())
    assert after.lead - 2 * after.error > max(before.lead, 0.0)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_game_can_be_learned(table: TableId) -> None:
    learner = trainer(table.game_id, table.seats, games=12, steps=4)
    for _ in range(2):
        told = learner.round()
    assert all(np.isfinite(value) for value in told.values())
    assert learner.moves_made >= learner.decisions == 2 * 12 * 4


def test_the_same_seed_gives_the_same_first_rounds() -> None:
    first, second, other = trainer(), trainer(), trainer(seed=1)
    for learner in (first, second, other):
        for _ in range(2):
            learner.round()
    assert torch.equal(first.parameters.master, second.parameters.master)
    assert not torch.equal(first.parameters.master, other.parameters.master)


MIXED = {"among_frozen": 0.25, "frozen_rounds": 3, "among_regular": 0.25}


@pytest.mark.parametrize(
    ("game_id", "seats", "changes"),
    [
        ("haggis", 2, {}),
        ("neeps", 4, MIXED),
        ("mu", 4, {**MIXED, "among_bidders": 0.25}),
        ("mu", 3, {"match": 1}),
    ],
)
def test_a_run_that_was_stopped_goes_on_as_if_it_had_not_been(
    tmp_path: Path, game_id: str, seats: int, changes: dict[str, Any]
) -> None:
    whole, part = trainer(game_id, seats, **changes), trainer(game_id, seats, **changes)
    for _ in range(4):
        whole.round()
    for _ in range(2):
        part.round()
    checkpoint.save(part, tmp_path / "part.npz")
    again = checkpoint.load(tmp_path / "part.npz", "cpu")
    for _ in range(2):
        again.round()
    for name in checkpoint.FLAT:
        assert torch.equal(getattr(whole.parameters, name), getattr(again.parameters, name)), name
    for name in ("rounds", "decisions", "moves_made"):
        assert getattr(whole, name) == getattr(again, name)


def test_a_compact_checkpoint_keeps_what_matters(tmp_path: Path) -> None:
    learner = trainer()
    for _ in range(3):
        learner.round()
    checkpoint.save(learner, tmp_path / "small.npz", compact=True)
    checkpoint.save(learner, tmp_path / "exact.npz")
    assert (tmp_path / "small.npz").stat().st_size < (tmp_path / "exact.npz").stat().st_size / 2
    again = checkpoint.load(tmp_path / "small.npz", "cpu")
    near = {"master": 2e-5, "ema": 1e-3, "first_moment": 0.1, "second_moment": 0.25}
    for name, most in near.items():
        one, other = getattr(learner.parameters, name), getattr(again.parameters, name)
        assert float((one - other).norm() / one.norm()) < most, name
    again.round()
    assert again.rounds == 4


def test_what_is_no_checkpoint_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.npz"
    with pytest.raises(checkpoint.CheckpointError, match="no such file"):
        checkpoint.load(path, "cpu")
    for data in (b"", b"PK\x03\x04 nothing", b"\x93NUMPY"):
        path.write_bytes(data)
        with pytest.raises(checkpoint.CheckpointError, match="is no checkpoint"):
            checkpoint.load(path, "cpu")
    learner = trainer()
    checkpoint.save(learner, path)
    with pytest.raises(checkpoint.CheckpointError, match="reward_scale=40"):
        checkpoint.load(path, "cpu", reward_scale=80.0)
    with pytest.raises(checkpoint.CheckpointError, match="is for haggis with 2 seats, not for neeps"):
        train(Plan(game="neeps", resume=path, device="cpu"), tell=print)


def test_a_run_leaves_a_curve_a_checkpoint_and_a_player(tmp_path: Path) -> None:
    out = tmp_path / "run"
    lines: list[dict[str, Any]] = []
    plan = Plan(
        game="haggis",
        device="cpu",
        out=out,
        settings=SMALL,
        measured_deals=4,
        snapshots=(1.0, 0.0001),
        most_rounds=2,
        minutes=1.0,
    )
    written = train_and_draw(plan, lines.append)
    assert [line["rounds"] for line in lines] == [1, 2]
    early, *_ = read(tmp_path / "run-0.0001.net", games.get("haggis", 2))
    assert early.decisions == lines[0]["decisions"]
    assert not (tmp_path / "run-1.net").exists()
    assert len(points_of(out.with_suffix(".jsonl"))) == 2
    card, shape, *_ = read(out.with_suffix(".net"), games.get("haggis", 2))
    assert (card.decisions, shape.width) == (lines[-1]["decisions"], 32)
    assert all(path.is_file() for path in written)
    plot_curves({"run": out.with_suffix(".jsonl")}, tmp_path / "curve.svg")
    more = Plan(
        game="haggis",
        device="cpu",
        out=out,
        resume=out.with_suffix(".npz"),
        measured_deals=4,
        most_rounds=3,
    )
    assert train(more, tell=lines.append).rounds == 3
    kept = [json.loads(text) for text in out.with_suffix(".jsonl").read_text(encoding="utf-8").splitlines()]
    assert [line["rounds"] for line in kept] == [1, 2, 3]


def test_settings_are_read_and_refused() -> None:
    assert parse_settings(["games=64", "learning_rate=1e-3"]) == {"games": 64, "learning_rate": 1e-3}
    for wrong in ("game=1", "games=many", "games", ""):
        with pytest.raises(RulesError):
            parse_settings([wrong])
    with pytest.raises(StramashError):
        train(Plan(game="bridge", device="cpu"), tell=print)


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU here")
def test_without_a_gpu_a_sentence_says_so() -> None:
    with pytest.raises(StramashError, match=r"cpu|pip install"):
        train(Plan(game="haggis", device="cuda"), tell=print)


def lists(counts: list[int], seed: int = 0) -> tuple[Moves, Any, Any]:
    """Lists of moves with levels, and values for all of them."""
    dice = torch.Generator().manual_seed(seed)
    offsets = torch.tensor([0, *np.cumsum(counts)])
    owner = torch.repeat_interleave(torch.arange(len(counts)), torch.tensor(counts))
    words = torch.zeros((len(owner), 6), dtype=torch.int32)
    for number, end in enumerate(offsets[1:].tolist()):
        if number % 2 == 0:
            words[end - 1, 3] = 1 << 28
            words[end - 2, 3] = 2 << 28
    values = torch.randn(len(owner), generator=dice)
    return Moves(words, offsets, owner, len(owner)), values, torch.randn((len(counts), 2), generator=dice)


def test_the_pull_is_the_gradient_of_the_loss() -> None:
    moves, values, level_values = lists([5, 3, 9, 2, 40])
    actions, before = choose(values, level_values, moves, seed=3)
    advantages = torch.tensor([1.0, -0.5, 2.0, -1.0, 0.3])
    target = PpoTarget(actions, before + 0.25, advantages, 0.2, 0.03, 0.02, 0.05)
    found = policy_gradient(values, level_values, moves, target)
    x, y = values.clone().requires_grad_(), level_values.clone().requires_grad_()
    loss = torch.zeros(())
    for number in range(5):
        start, end = moves.offsets[number : number + 2].tolist()
        of = (moves.words[start:end, 3] >> 28) & 7
        every = torch.cat([torch.zeros(1), y[number]])
        present = torch.unique(of)
        levels = torch.log_softmax(every[present], dim=0)
        chance = torch.zeros(end - start)
        for level, log in zip(present, levels, strict=True):
            within = torch.log_softmax(x[start:end][of == level], dim=0)
            chance[of == level] = log + within
            loss = loss + 0.03 * (within.exp() * within).sum()
        loss = loss + 0.02 * (levels.exp() * levels).sum() - 0.05 * levels.mean()
        ratio = torch.exp(chance[actions[number]] - target.old_log_probs[number])
        loss = loss - torch.minimum(ratio * advantages[number], ratio.clamp(0.8, 1.2) * advantages[number])
    (loss / 5).backward()
    assert torch.allclose(found.moves, x.grad, atol=1e-6)
    assert torch.allclose(found.levels, y.grad, atol=1e-6)


def test_moves_are_drawn_by_their_chances() -> None:
    moves, values, level_values = lists([6])
    drawn = torch.stack([choose(values, level_values, moves, seed)[0] for seed in range(3000)])
    found = torch.bincount(drawn[:, 0], minlength=6) / 3000
    nothing = torch.zeros(1)
    targets = [PpoTarget(torch.tensor([i]), nothing, nothing, 0, 0, 0, 0) for i in range(6)]
    chances = torch.stack(
        [policy_gradient(values, level_values, moves, target).stats[0, 0].exp() for target in targets]
    )
    assert float(chances.sum()) == pytest.approx(1.0, abs=1e-5)
    assert float((found - chances).abs().max()) < 0.04


def test_who_sits_where_when_a_net_is_measured() -> None:
    assert len(seatings(games.get("haggis", 2))) == 2
    assert len(seatings(games.get("haggis3", 3))) == 6
    assert seatings(games.get("neeps", 4)) == [(True, False, True, False), (False, True, False, True)]
