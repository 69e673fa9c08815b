"""OpenSpiel's dou_dizhu and spades at random: from Python, and by rollouts inside its C++.

Both start from the same deals, made beforehand: the deal itself, one chance node a card, is not timed, which
favours OpenSpiel. dou_dizhu starts after its auction (play only), spades with its bids.

C++: `MCTSBot` with one simulation plays out its root, which is the start state, with its evaluator. It does
not say how many decisions a rollout had. The mean length and the mean number of legal actions are therefore
counted beforehand by random play from the same start states (same distribution: uniform over legal actions).
Sixteen rollouts a call make the cost of the call itself vanish.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

import pyspiel

from benchmarks.peers.serving import run
from benchmarks.rounds import Label, Sample, Subject, clock

PYTHON = "openspiel python"
ROLLOUTS = "openspiel c++ rollouts"
STARTS = 64
ROLLOUTS_A_CALL = 16
COUNTED_A_START = 150
"""Playouts from each start for the mean length; its standard error is then below half a percent."""
HIGHEST_BID = 3
"""The actions of dou_dizhu's auction are 0 to 3; the first play is a lead, so some action is above them."""
SEATS = {"dou_dizhu": 3, "spades": 4}


def start_states(name: str, rng: Random) -> list[Any]:
    """Deals, up to the first decision that counts."""
    game = pyspiel.load_game(name)
    found: list[Any] = []
    while len(found) < STARTS:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
            elif name == "dou_dizhu" and max(state.legal_actions()) <= HIGHEST_BID:
                state.apply_action(rng.choice(state.legal_actions()))
            else:
                found.append(state)
                break
    return found


def play_out(start: Any, rng: Random) -> tuple[int, int]:
    state = start.clone()
    decisions = legal = 0
    while not state.is_terminal():
        actions = state.legal_actions()
        decisions += 1
        legal += len(actions)
        state.apply_action(rng.choice(actions))
    return decisions, legal


class PythonLoop:
    """Play-outs stepped from Python."""

    def __init__(self, name: str, starts: list[Any], rng: Random) -> None:
        self.label = Label(PYTHON, name, SEATS[name])
        self.starts = starts
        self.rng = rng

    def measure(self, seconds: float) -> Sample:
        """Pass over all start states until the time is over."""
        decisions = legal = deals = 0
        now = clock(self.label.threads)
        began, spent = now(), 0.0
        while spent < seconds:
            for start in self.starts:
                more_decisions, more_legal = play_out(start, self.rng)
                decisions += more_decisions
                legal += more_legal
            deals += len(self.starts)
            spent = now() - began
        return Sample(decisions, legal, deals, spent)


class Rollouts:
    """Play-outs inside C++."""

    def __init__(self, name: str, starts: list[Any], rng: Random) -> None:
        self.label = Label(ROLLOUTS, name, SEATS[name])
        self.starts = starts
        counted = [play_out(start, rng) for start in starts for _ in range(COUNTED_A_START)]
        self.decisions_a_deal = sum(decisions for decisions, _ in counted) / len(counted)
        self.legal_a_deal = sum(legal for _, legal in counted) / len(counted)
        evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS_A_CALL, 1)
        self.bot = pyspiel.MCTSBot(
            starts[0].get_game(),
            evaluator,
            uct_c=1.0,
            max_simulations=1,
            max_memory_mb=100,
            solve=False,
            seed=1,
            verbose=False,
        )
        # The root alone was played out, without a node below it: each call is exactly the rollouts.
        root = self.bot.mcts_search(starts[0])
        assert root.explore_count == 1, root.explore_count
        assert not root.children

    def measure(self, seconds: float) -> Sample:
        """Pass over all start states until the time is over."""
        deals = 0
        now = clock(self.label.threads)
        began, spent = now(), 0.0
        while spent < seconds:
            for start in self.starts:
                self.bot.mcts_search(start)
            deals += len(self.starts) * ROLLOUTS_A_CALL
            spent = now() - began
        return Sample(round(deals * self.decisions_a_deal), round(deals * self.legal_a_deal), deals, spent)


def make_subjects(threads: int) -> Sequence[Subject]:
    """OpenSpiel has one thread."""
    subjects: list[Subject] = []
    for name in SEATS:
        rng = Random(1)
        starts = start_states(name, rng)
        subjects += [PythonLoop(name, starts, rng), Rollouts(name, starts, rng)]
    return subjects


if __name__ == "__main__":
    run(make_subjects)
