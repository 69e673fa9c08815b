"""PettingZoo's own tests, and what an agent is told."""

import warnings
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="comes with make setup")

with warnings.catch_warnings():
    # Where pygame is there, PettingZoo's tests load a game in a way that PettingZoo warns of.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, performance_benchmark, seed_test

from stramash.core.errors import RulesError
from stramash.envs.action_ids import ActionIdError
from stramash.envs.pettingzoo import env, raw_env

GAMES = [("haggis", 2), ("haggis3", 3), ("neeps", 4), ("tatties", 3), ("haggis-classic", 3), ("mu", 5)]


# The spaces are a dictionary of observation and mask, as PettingZoo's own card games have it.
@pytest.mark.filterwarnings("ignore:Observation")
@pytest.mark.parametrize(("game_id", "seats"), GAMES)
def test_the_api_is_kept(game_id: str, seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(env(game_id, seats), num_cycles=120)


def test_the_same_seed_gives_the_same_deals(capsys: pytest.CaptureFixture[str]) -> None:
    seed_test(lambda: env("haggis3"), num_cycles=60)


def test_the_benchmark_runs(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    moments = iter(np.arange(0.0, 1e6, 0.5))
    monkeypatch.setattr("time.time", lambda: next(moments))  # it would go on for five seconds
    performance_benchmark(env("haggis3"))
    assert "turns per second" in capsys.readouterr().out


def play(table: Any, rng: np.random.Generator, seed: int) -> tuple[dict[str, float], list[int]]:
    """A deal by chance: the rewards that each agent was given in all, and the actions."""
    total = dict.fromkeys(table.possible_agents, 0.0)
    actions = []
    table.reset(seed=seed)
    for agent in table.agent_iter():
        observation, reward, is_terminated, _, _ = table.last()
        total[agent] += reward
        action = None if is_terminated else int(rng.choice(np.flatnonzero(observation["action_mask"])))
        actions.append(-1 if action is None else action)
        table.step(action)
    return total, actions


@pytest.mark.parametrize(("game_id", "seats"), GAMES)
def test_rewards_come_at_the_end_and_sum_to_nothing(game_id: str, seats: int) -> None:
    rng = np.random.default_rng(3)
    table = raw_env(game_id, seats)
    assert table.metadata["name"] == f"{game_id}-v1"
    given = [play(table, rng, seed)[0] for seed in range(4)]
    assert all(abs(sum(total.values())) < 1e-9 for total in given)
    assert any(any(total.values()) for total in given)
    points, _ = play(raw_env(game_id, seats, rewards="points"), np.random.default_rng(3), 0)
    assert all(value == int(value) for value in points.values())


def test_what_is_not_open_is_refused_or_ends_the_deal() -> None:
    plain, wrapped = raw_env("haggis3"), env("haggis3")
    for table in (plain, wrapped):
        table.reset(seed=1)
    closed = int(np.flatnonzero(plain.observe(plain.agent_selection)["action_mask"] == 0)[0])
    with pytest.raises(ActionIdError, match="not open"):
        plain.step(closed)
    wrapped.step(closed)
    assert all(wrapped.terminations.values())
    with pytest.raises(RulesError, match="lead and points"):
        raw_env("haggis3", rewards="glory")
    with pytest.raises(RulesError, match="no such game"):
        raw_env("whist")


def test_the_caller_is_watched_as_by_the_wrappers_of_pettingzoo() -> None:
    table = env("haggis3")
    for early in (lambda: table.step(0), lambda: table.observe("seat_0"), table.render, table.agent_iter):
        with pytest.raises(AssertionError, match="reset"):
            early()
    with pytest.raises(AttributeError, match="agents"):
        _ = table.agents
    table.reset(seed=1)
    for outside in (-1, table.action_space("seat_0").n, None, 1.5):
        with pytest.raises(AssertionError, match="not in action space"):
            table.step(outside)
    turns = iter(table.agent_iter())
    next(turns)
    with pytest.raises(AssertionError, match="in a loop over"):
        next(turns)
    agent = table.agent_selection
    table.step(int(np.flatnonzero(table.observe(agent)["action_mask"] == 0)[0]))
    assert table.rewards == {each: -1.0 if each == agent else 0.0 for each in table.possible_agents}
    while table.agents:
        with pytest.raises(AssertionError, match="not in action space"):
            table.step(0)
        table.step(None)
    table.step(0)  # said in the log, as PettingZoo does


def test_the_table_is_shown() -> None:
    table = raw_env("haggis3", render_mode="ansi")
    table.reset(seed=2)
    assert "seat 0" in str(table.render())
    assert raw_env("haggis3").render() is None
    assert table.number_names[0] == "pass"
    table.close()
