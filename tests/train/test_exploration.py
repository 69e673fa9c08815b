"""Moves that a net would hardly make are tried, and what they bring counts for them alone."""

from itertools import pairwise
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="torch comes with the extra train")

from tests.train.tiny import TINY  # noqa: E402

from stramash import games  # noqa: E402
from stramash.core.errors import RulesError  # noqa: E402
from stramash.train.learn import RARE, Settings, Trainer  # noqa: E402
from stramash.train.net.plain import by_level  # noqa: E402
from stramash.train.net.towers import look  # noqa: E402
from stramash.train.selfplay.play import Step, decide, explore, kernels  # noqa: E402

ROOT = 4.0


def sure_net() -> tuple[Trainer, Step]:
    """A net that likes some moves far better than others, and what it meets."""
    settings = Settings(**{**TINY, "games": 40, "steps": 6, "min_advantage_std": 10.0})
    learner = Trainer(games.get("haggis3", 3), settings, "cpu")
    with torch.no_grad():
        learner.parameters.parts["move_last"].mul_(200)
    learner.begin()
    assert learner.games is not None
    return learner, learner.games.observe()


def chances_of(learner: Trainer, step: Step, root: float) -> Any:
    """The logarithms of the chances of every move, by position."""
    parts = learner.parameters.parts
    with torch.no_grad():
        looks, level_values = look(parts, learner.sight.position(step.words))
        values = kernels("cpu").values_of(parts, step.moves, looks) / root
    found = by_level(values, level_values, step.moves)
    every = found.within + found.levels.reshape(-1)[found.place]
    ends = step.moves.offsets.tolist()
    return [every[a:b].tolist() for a, b in pairwise(ends)]


def test_moves_are_tried_by_a_root_of_their_chances() -> None:
    learner, step = sure_net()
    flat, sharp = chances_of(learner, step, ROOT), chances_of(learner, step, 1.0)
    seen = [torch.zeros(len(chances)) for chances in flat]
    times = 400
    for seed in range(times):
        actions, chances, tried = explore(
            learner.parameters.parts, learner.sight, step, 1_000 * seed, 1.0, ROOT
        )
        usual, _ = decide(learner.parameters.parts, learner.sight, step, 1_000 * seed)
        assert torch.equal(tried, actions != usual)
        for place, action in enumerate(actions.tolist()):
            seen[place][action] += 1
            # What counts for learning is the net's own chance, however small.
            assert float(chances[place]) == pytest.approx(sharp[place][action], abs=1e-4)
    for counted, wanted in zip(seen, flat, strict=True):
        assert torch.allclose(counted / times, torch.tensor(wanted).exp(), atol=0.11)
    every, own = torch.cat(seen), torch.cat([torch.tensor(chances) for chances in sharp])
    assert every[own < -6].sum() > 100


def test_where_nothing_is_tried_all_is_as_before() -> None:
    learner, step = sure_net()
    actions, chances, tried = explore(learner.parameters.parts, learner.sight, step, 5, 0.0, ROOT)
    usual, before = decide(learner.parameters.parts, learner.sight, step, 5)
    assert torch.equal(actions, usual)
    assert torch.allclose(chances, before, atol=1e-5)
    assert not tried.any()


def played() -> tuple[Trainer, list[Step], list[Any], int, int]:
    """A round of decisions, and the place of one that is made a trial; that deal goes on afterwards."""
    learner, _ = sure_net()
    rollout = learner._collect_rollout()
    going = ~torch.stack([step.finished for step in rollout]).any(dim=0)
    game, t = int(going.nonzero()[0]), 3
    for step in rollout:
        step.explored = torch.zeros(len(step.seats), dtype=torch.bool)
        step.explored[game] = step is rollout[t]
    return learner, rollout, learner._values(rollout), game, t


def test_what_a_trial_brought_is_its_own() -> None:
    learner, rollout, values, game, t = played()
    plain, targets, _ = learner._advantages(rollout, values)
    rollout[-1].points[game] += torch.tensor([80.0, -40.0, -40.0])
    advantages, returns, _ = learner._advantages(rollout, values)
    moved = advantages - plain
    same = moved[0, game - 1]  # the mean of all advantages moves a little for everybody
    for before in range(t):
        assert torch.equal(returns[before][game], targets[before][game])
        assert float(moved[before, game]) == pytest.approx(float(same), abs=1e-6)
    # The critic is not told that its position was worth what an odd move made of it.
    there = learner._turned(values[t], rollout[t].seats)[game]
    assert torch.allclose(returns[t][game], there)
    assert abs(float(moved[t, game] - same)) > 0.05
    for after in range(t + 1, len(rollout)):
        assert not torch.allclose(returns[after][game], targets[after][game])


@pytest.mark.parametrize(("chance", "is_learned"), [(RARE / 2, False), (RARE * 2, True)])
def test_what_is_rare_enough_and_was_tried_in_vain_stays_as_it_is(chance: float, *, is_learned: bool) -> None:
    learner, rollout, values, game, t = played()
    rollout[t].log_probs[game] = torch.tensor(chance).log()
    seat = int(rollout[t].seats[game])
    worse = torch.full((3,), 100.0)
    worse[seat] = -200.0
    rollout[-1].points[game] += worse
    advantages, _, _ = learner._advantages(rollout, values)
    assert bool(advantages[t, game] < 0) == is_learned
    rollout[-1].points[game] -= 2 * worse
    advantages, _, known = learner._advantages(rollout, values)
    assert float(advantages[t, game]) > 0
    assert float(known["explored_rare"]) == (not is_learned)


def test_a_net_learns_with_trials_and_others_at_the_table() -> None:
    settings = Settings(**{**TINY, "explore_share": 0.3, "among_frozen": 0.5})
    learner = Trainer(games.get("mu", 4), settings, "cpu")
    for _ in range(2):
        told = learner.round()
    assert all(torch.isfinite(torch.tensor(value)) for value in told.values())
    rollout = learner._collect_rollout()
    for step in rollout:
        assert step.explored is not None
        assert step.learned is not None
        assert not (step.explored & ~step.learned).any()
    assert sum(int(step.explored.sum()) for step in rollout if step.explored is not None) > 0


@pytest.mark.parametrize(
    "wrong", [{"explore_share": 1.5}, {"explore_share": -0.1}, {"explore_temperature": 0.0}]
)
def test_trials_that_cannot_be_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(RulesError, match="a share of the decisions"):
        Trainer(games.get("haggis", 2), Settings(**{**TINY, **wrong}), "cpu")
