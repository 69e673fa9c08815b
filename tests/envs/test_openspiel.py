"""OpenSpiel's own test, its search and its solver on our games; `make test-envs` runs it."""

import pickle
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="run by make test-envs")

from open_spiel.python.algorithms import ismcts, mcts, outcome_sampling_mccfr

import stramash.envs.openspiel  # noqa: F401  # registers the games

SMALL = ("stramash_haggis", {"seats": 2, "options": "haggis_size:20"})
GAMES = [
    SMALL,
    ("stramash_haggis3", {}),
    ("stramash_tatties", {}),
    ("stramash_neeps", {}),
    ("stramash_haggis_classic", {"seats": 2, "options": "haggis_size:20;bets:15/30/60"}),
    ("stramash_mu", {"seats": 3, "options": "rounds:1"}),
]


def dealt(game: Any, rng: Any) -> Any:
    """A state after the deal."""
    state = game.new_initial_state()
    while state.is_chance_node():
        faces, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(int(rng.choice(faces, p=chances)))
    return state


@pytest.mark.parametrize(("name", "parameters"), GAMES, ids=str)
def test_a_simulation_by_chance(name: str, parameters: dict[str, Any]) -> None:
    is_small = name == SMALL[0]
    pyspiel.random_sim_test(pyspiel.load_game(name, parameters), 2 if is_small else 1, is_small, False)


@pytest.mark.parametrize(("name", "parameters"), GAMES, ids=str)
def test_hidden_cards_dealt_anew_change_no_information_state(name: str, parameters: dict[str, Any]) -> None:
    rng = np.random.RandomState(2)
    state = dealt(pyspiel.load_game(name, parameters), rng)
    differing = 0
    for _ in range(25):
        if state.is_terminal():
            break
        player = state.current_player()
        other = state.resample_from_infostate(player, rng.rand)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.information_state_tensor(player) == state.information_state_tensor(player)
        assert other.observation_string(player) == state.observation_string(player)
        assert other.legal_actions() == state.legal_actions()
        differing += (other._record != state._record).any()
        state.apply_action(int(rng.choice(state.legal_actions())))
    assert differing > 5


def test_a_state_is_pickled_and_copied_whole() -> None:
    rng = np.random.RandomState(3)
    state = dealt(pyspiel.load_game(*SMALL), rng)
    for _ in range(6):
        state.apply_action(int(rng.choice(state.legal_actions())))
    for same in (pickle.loads(pickle.dumps(state)), state.clone()):
        assert str(same) == str(state)
        assert same.legal_actions() == state.legal_actions()
        same.apply_action(same.legal_actions()[0])
        assert str(same) != str(state)


def test_information_set_mcts_plays() -> None:
    rng = np.random.RandomState(4)
    game = pyspiel.load_game(*SMALL)
    state = dealt(game, rng)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bot = ismcts.ISMCTSBot(game=game, uct_c=30.0, evaluator=evaluator, max_simulations=12, random_state=rng)
    for _ in range(4):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_counterfactual_regret_is_minimised() -> None:
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(pyspiel.load_game(*SMALL))
    for _ in range(3):
        solver.iteration()
    assert len(solver._infostates) > 10
