"""A small net that learns to do what a teacher does."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch comes with the extra train")

from tests.train.tiny import TINY  # noqa: E402

from stramash import games  # noqa: E402
from stramash.core.errors import RulesError  # noqa: E402
from stramash.nets.cards import WeightsError, for_matches, read_card, shipped  # noqa: E402
from stramash.nets.files import read  # noqa: E402
from stramash.train import checkpoint  # noqa: E402
from stramash.train.learn import Settings, Trainer  # noqa: E402
from stramash.train.net.plain import PpoTarget, policy_gradient  # noqa: E402
from stramash.train.run import Plan, begin, finish, train_and_draw  # noqa: E402
from stramash.train.selfplay.play import decide  # noqa: E402
from stramash.train.start import StartError, learn_from  # noqa: E402
from stramash.train.teach.distillation import distillation_gradient, log_chances, only  # noqa: E402
from stramash.train.teach.teacher import SETTINGS  # noqa: E402

PUPIL: dict[str, Any] = {
    **TINY,
    "games": 64,
    "learning_rate": 5e-3,
    "last_learning_rate": 5e-3,
    "ema_decay": 0.9,
}


def known(game_id: str, seats: int) -> Path:
    """The net that comes with stramash."""
    path = shipped(games.get(game_id, seats))
    assert path is not None
    return path


def pupil(game_id: str, seats: int, path: Path | None = None, **changes: Any) -> Trainer:
    made = Trainer(games.get(game_id, seats), Settings(**{**PUPIL, **changes}), "cpu")
    learn_from(made, path or known(game_id, seats))
    return made


def agreement(learner: Trainer, step: Any) -> float:
    """How often a net likes best what the teacher does, of decisions that it has not learned from."""
    chosen, _ = decide(learner.parameters.ema_parts(), learner.sight, step, 0, is_greedy=True)
    return float((chosen == step.teacher_move).float().mean())


@pytest.mark.parametrize(("game_id", "seats"), [("haggis", 2), ("mu", 3)])
def test_a_pupil_comes_to_do_what_its_teacher_does(game_id: str, seats: int) -> None:
    asked = learner_slice(pupil(game_id, seats, games=256, random_steps=30, seed=9, teacher_plays=1.0))
    learner = pupil(game_id, seats, epochs=3, random_steps=30)
    critic = {name: part.clone() for name, part in learner.parameters.critic_parts().items()}
    before = agreement(learner, asked)
    told = [learner.round() for _ in range(20)]
    assert agreement(learner, asked) > before + 0.15
    assert told[-1]["divergence"] < told[0]["divergence"]
    assert learner.decisions == 20 * 64 * 4
    for name, part in learner.parameters.critic_parts().items():
        assert torch.equal(part, critic[name]), name


def test_gradients_go_to_what_is_wanted() -> None:
    learner = pupil("haggis", 2)
    learner.begin()
    assert learner.games is not None
    moves = learner.games.observe().moves
    count = len(moves.offsets) - 1
    dice = torch.Generator().manual_seed(3)
    values = torch.randn(moves.rows, generator=dice, requires_grad=True)
    level_values = torch.randn((count, learner.layout.levels - 1), generator=dice, requires_grad=True)
    with torch.no_grad():
        other = torch.randn(moves.rows, generator=dice), torch.randn(level_values.shape, generator=dice)
        wanted = torch.exp(log_chances(*other, moves))
        sums = torch.zeros(count).index_add(0, moves.owner, wanted)
        assert torch.allclose(sums, torch.ones(count), atol=1e-5)
        found = distillation_gradient(values, level_values, moves, wanted)
    loss = -(wanted * log_chances(values, level_values, moves)).sum() / count
    loss.backward()
    assert torch.allclose(found.moves, values.grad, atol=1e-6)
    assert torch.allclose(found.levels, level_values.grad, atol=1e-6)
    apart = float(loss.detach()) + float((wanted * wanted.log()).sum()) / count
    assert float(found.stats.mean()) == pytest.approx(apart, abs=1e-4)
    # Where the same is wanted the gradient is 0; where one move is, it is that of its log-likelihood.
    with torch.no_grad():
        same = torch.exp(log_chances(values, level_values, moves))
        still = distillation_gradient(values, level_values, moves, same)
        assert float(still.moves.abs().max()) < 1e-6
        assert float(still.stats.abs().max()) < 1e-4
        actions = torch.zeros(count, dtype=torch.int64)
        ones = torch.ones(count)
        now = policy_gradient(
            values, level_values, moves, PpoTarget(actions, ones, ones, 1.0, 0.0, 0.0, 0.0)
        ).stats[:, 0]
        likelier = policy_gradient(
            values, level_values, moves, PpoTarget(actions, now, ones, 1.0, 0.0, 0.0, 0.0)
        )
        one = distillation_gradient(values, level_values, moves, only(moves, actions))
        assert torch.allclose(one.moves, likelier.moves, atol=1e-6)
        assert torch.allclose(one.levels, likelier.levels, atol=1e-6)


def test_the_teacher_plays_its_share_of_the_seats() -> None:
    for share in (0.0, 1.0):
        learner = pupil("haggis", 2, teacher_plays=share)
        step = learner_slice(learner)
        own = learner_slice(Trainer(learner.game, learner.settings, "cpu"))
        assert torch.equal(step.words, own.words)
        assert torch.equal(step.actions, own.actions) == (share == 0.0)
        assert step.teacher_probs is not None
        assert step.teacher_move is not None


def learner_slice(learner: Trainer) -> Any:
    """The first decisions of a run."""
    learner.begin()
    return learner._collect_rollout()[0]


def test_a_teacher_may_know_more_than_the_pupil_is_told(tmp_path: Path) -> None:
    path = for_matches(games.get("haggis", 2))
    assert path is not None
    learner = pupil("haggis", 2, path, games=8)
    assert np.isfinite(learner.round()["divergence"])
    finish(learner, tmp_path / "small")
    assert read_card(tmp_path / "small.net").teacher == read_card(path).sha256
    assert not (tmp_path / "small.critic").exists()


def test_a_pupil_that_was_stopped_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    whole, part = pupil("mu", 3, among_bidders=0.25), pupil("mu", 3, among_bidders=0.25)
    for _ in range(3):
        whole.round()
    part.round()
    checkpoint.save(part, tmp_path / "part.npz")
    plan = Plan(game="mu", seats=3, resume=tmp_path / "part.npz", teacher=known("mu", 3))
    again = begin(plan)
    assert again.settings == whole.settings
    for _ in range(2):
        again.round()
    for name in checkpoint.FLAT:
        assert torch.equal(getattr(whole.parameters, name), getattr(again.parameters, name)), name
    with pytest.raises(checkpoint.CheckpointError, match="learned from a teacher"):
        begin(replace(plan, teacher=None))
    finish(part, tmp_path / "other")
    with pytest.raises(StartError, match="another teacher"):
        begin(replace(plan, teacher=tmp_path / "other.net"))
    # By itself the player goes on with a critic that begins anew.
    alone = begin(Plan(game="mu", seats=3, start=tmp_path / "other.net", settings=TINY))
    assert alone.teacher is None
    assert all(np.isfinite(value) for value in alone.round().values())


def test_a_run_with_a_teacher_leaves_a_player_without_a_critic(tmp_path: Path) -> None:
    plan = Plan(
        game="haggis",
        teacher=known("haggis", 2),
        out=tmp_path / "small",
        settings={**TINY, "games": 8},
        measured_deals=2,
        most_rounds=1,
    )
    lines: list[dict[str, Any]] = []
    written = train_and_draw(plan, lines.append)
    assert all(path.is_file() for path in written)
    assert ".critic" not in {path.suffix for path in written}
    assert lines[0]["learning_rate"] == SETTINGS["learning_rate"]
    assert {"agreement", "divergence", "lead"} <= set(lines[0])
    card, shape, _ = read(tmp_path / "small.net", games.get("haggis", 2))
    assert (card.teacher, shape.width) == (read_card(known("haggis", 2)).sha256, TINY["width"])


def test_who_cannot_teach_is_refused() -> None:
    with pytest.raises(WeightsError, match="is for mu with 3 seats"):
        pupil("mu", 4, known("mu", 3))
    for wrong in ({"epochs": 0}, {"teacher_plays": 1.5}):
        with pytest.raises(RulesError, match="once at least"):
            pupil("haggis", 2, **wrong)
    with pytest.raises(WeightsError, match="no such card"):
        pupil("haggis", 2, Path("nobody.net"))


def test_a_pupil_that_is_taught_cards_alone_learns_from_nothing_else() -> None:
    learner = pupil("mu", 3, taught_cards=1, teacher_plays=0.0, games=256, random_steps=0)
    before = learner.parameters.ema.clone()
    told = learner.round()
    assert told["agreement"] == told["divergence"] == 0.0  # an auction, which the teacher holds by itself
    assert torch.equal(learner.parameters.ema, before)
    learner = pupil("mu", 3, taught_cards=1, teacher_plays=0.0, games=256, random_steps=30)
    learner.begin()
    step = learner._collect_rollout()
    shares = [float(part.taught.float().mean()) for part in step if part.taught is not None]
    assert len(shares) == len(step)
    assert all(0.0 < share < 1.0 for share in shares)
    plain = pupil("mu", 3, teacher_plays=0.0, games=256, random_steps=30)
    plain.begin()
    first, other = step[0], plain._collect_rollout()[0]
    # Both begin with the same positions: cards are the pupil's own, what comes before them the teacher's.
    assert torch.equal(first.words, other.words)
    taught = first.taught
    assert taught is not None
    assert torch.equal(first.actions[taught], other.actions[taught])
    assert not torch.equal(first.actions[~taught], other.actions[~taught])


def test_cards_alone_are_taught_where_there_is_an_auction_of_displays() -> None:
    with pytest.raises(RulesError, match="no auction of displays"):
        pupil("haggis", 2, taught_cards=1)
