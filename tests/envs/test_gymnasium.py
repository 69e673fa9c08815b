"""Gymnasium's own checkers, and learners among bots."""

from typing import Any

import numpy as np
import pytest

gym = pytest.importorskip("gymnasium", reason="comes with make setup")

from gymnasium.utils.env_checker import check_env, data_equivalence

from stramash.core.errors import RulesError
from stramash.core.match import Match
from stramash.envs import gymnasium as ours
from stramash.envs.action_ids import ActionIdError

GAMES = [("haggis", 2), ("haggis3", 3), ("neeps", 4), ("tatties", 3), ("mu", 4)]


@pytest.mark.parametrize(("game_id", "seats"), GAMES)
def test_the_checker_is_content(game_id: str, seats: int) -> None:
    table = ours.SeatEnv(game_id, seats, opponents="random", render_mode="ansi")
    table.spec = gym.envs.registration.EnvSpec(
        "stramash-v1",
        entry_point=lambda **other: ours.SeatEnv(game_id, seats, opponents="random", **other),
        kwargs={},
    )
    check_env(table, skip_render_check=True)


@pytest.mark.parametrize(("game_id", "seats"), GAMES)
def test_a_learner_is_told_what_its_view_tells(game_id: str, seats: int) -> None:
    table = ours.SeatEnv(game_id, seats, opponents="greedy" if game_id != "mu" else "random", past=5)
    rng = np.random.default_rng(4)
    ends = steps = 0
    observation, info = table.reset(seed=4)
    while ends < 4:
        match: Match[Any, Any, Any] = table._match
        if not table._tables.is_choosing(0):
            view = match.view(info["seat"])
            assert (observation == table._tables.planes.of_view(view)).all()
            assert (info["action_mask"] == table._tables.action_ids.mask(view)).all()
        assert (table.action_masks() == info["action_mask"]).all()
        action = rng.choice(np.flatnonzero(info["action_mask"]))
        observation, reward, is_over, is_cut, info = table.step(action)
        steps += 1
        assert not is_cut
        if is_over:
            ends += 1
            result = match.deals[-1].result
            assert result is not None
            assert info["points"] in result.scores
            observation, info = table.reset()
        else:
            assert reward == 0.0
    assert steps > 20


def test_what_is_not_open_ends_the_deal_and_costs_a_point() -> None:
    table = ours.SeatEnv("haggis3", opponents=["random", "greedy"], seat=1)
    _, info = table.reset(seed=1)
    assert info["seat"] == 1
    closed = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, is_over, _, info = table.step(closed)
    assert (reward, is_over, info["illegal"]) == (-1.0, True, closed)
    for wrong in ({"opponents": ["random"]}, {"opponents": "nobody"}, {"seat": 3}):
        with pytest.raises(RulesError):
            ours.SeatEnv("haggis3", **wrong)


def test_the_registered_games() -> None:
    ours.register()
    table = gym.make("stramash/haggis3-v1", opponents="random")
    observation, _ = table.reset(seed=3)
    assert observation.shape == table.observation_space.shape
    assert "stramash/mu-4-v1" in gym.registry
    many = gym.make_vec("stramash/haggis-2-v1", num_envs=3)
    assert many.reset(seed=3)[0].shape[0] == 3


@pytest.mark.parametrize("opponents", ["quick", "random"])
@pytest.mark.parametrize(("game_id", "seats"), GAMES)
def test_many_tables_at_once(game_id: str, seats: int, opponents: str) -> None:
    many = ours.TablesEnv(game_id, 7, seats, opponents=opponents)
    again = ours.TablesEnv(game_id, 7, seats, opponents=opponents)
    first = many.reset(seed=11)
    assert data_equivalence(first, again.reset(seed=11))
    rng = np.random.default_rng(5)
    mask = first[1]["action_mask"]
    ended = 0
    for _ in range(150):
        assert mask.any(axis=1).all()
        assert (many._tables.seats == many._learners).all()
        actions = np.array([rng.choice(np.flatnonzero(row)) for row in mask])
        step = many.step(actions)
        assert data_equivalence(step, again.step(actions))
        observations, rewards, over, cut, info = step
        assert many.observation_space.contains(observations)
        assert not cut.any()
        assert not rewards[~over].any()
        ended += int(over.sum())
        mask = info["action_mask"]
    assert ended > 3
    with pytest.raises(ActionIdError, match="not open"):
        many.step(np.full(7, -1))
    assert (many.action_masks() == mask).all()


@pytest.mark.parametrize(("game_id", "seats"), [("haggis3", 3), ("mu", 4)])
def test_packed_observations_unpack_to_the_bits_and_a_learner_may_play_every_seat(
    game_id: str, seats: int
) -> None:
    rng = np.random.default_rng(5)
    plain = ours.TablesEnv(game_id, 4, seats, opponents=None, past=2)
    packed = ours.TablesEnv(game_id, 4, seats, opponents=None, past=2, packed=True, copy=False, threads=2)
    seen, info = plain.reset(seed=3)
    rows, same = packed.reset(seed=3)
    gained = np.zeros(seats)
    for _ in range(200):
        assert packed.single_observation_space.contains(rows[0])
        assert not rows.flags.writeable
        assert (packed.planes.unpack(rows) == seen).all()
        assert (same["seat"] == info["seat"]).all()
        bits = np.unpackbits(same["action_mask"], axis=1, bitorder="little")
        assert (bits[:, : info["action_mask"].shape[1]] == info["action_mask"]).all()
        assert (packed.action_masks() == info["action_mask"]).all()
        acted = info["seat"]
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in info["action_mask"]])
        seen, rewards, is_finished, _, info = plain.step(actions)
        rows, others, _, _, same = packed.step(actions)
        assert (rewards == others).all()
        if is_finished.any():
            assert (info["leads"][np.arange(4), acted] == rewards).all()
            gained += np.abs(info["leads"]).sum(axis=0)
            assert np.allclose(info["leads"].sum(axis=1), 0)
    assert gained.any()


def test_numbers_by_chance_are_open_and_each_is_as_likely() -> None:
    many = ours.TablesEnv("mu", 2, 4, opponents=None)
    _, info = many.reset(seed=3)
    drawn = np.array([many.sample() for _ in range(2_000)])
    for table, mask in enumerate(info["action_mask"]):
        numbers, counts = np.unique(drawn[:, table], return_counts=True)
        assert numbers.tolist() == np.flatnonzero(mask).tolist()
        expected = 2_000 / len(numbers)
        assert (np.abs(counts - expected) < 6 * np.sqrt(expected)).all()
