"""RLCard's doudizhu and bridge at random: the bare game, and the environment that agents learn in.

Whole deals, dealing included, until the time is over. The bare loop does without observations; doudizhu's
`game.step` lists the legal actions by itself, bridge's judge has to be asked for them.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import rlcard  # type: ignore[import-not-found]

from benchmarks.bars import ENV_STEP, GAME_STEP
from benchmarks.peers.serving import run
from benchmarks.rounds import Label, Sample, clock

SEATS = {"doudizhu": 3, "bridge": 4}


class RlcardLoop:
    """One game, stepped in one of two ways."""

    def __init__(self, engine: str, game: str, play_deal: Callable[[Any, Random], tuple[int, int]]) -> None:
        self.label = Label(engine, game, SEATS[game])
        self.env = rlcard.make(game, config={"seed": 1})
        self.rng = Random(1)
        self.play_deal = play_deal

    def measure(self, seconds: float) -> Sample:
        """Play whole deals until the time is over."""
        decisions = legal = deals = 0
        now = clock(self.label.threads)
        began, spent = now(), 0.0
        while spent < seconds:
            more_decisions, more_legal = self.play_deal(self.env, self.rng)
            decisions += more_decisions
            legal += more_legal
            deals += 1
            spent = now() - began
        return Sample(decisions, legal, deals, spent)


def doudizhu_bare(env: Any, rng: Random) -> tuple[int, int]:
    game = env.game
    decisions = legal = 0
    state, _ = game.init_game()
    while not game.is_over():
        actions = state["actions"]
        decisions += 1
        legal += len(actions)
        state, _ = game.step(rng.choice(actions))
    return decisions, legal


def bridge_bare(env: Any, rng: Random) -> tuple[int, int]:
    game = env.game
    decisions = legal = 0
    game.init_game()
    while not game.is_over():
        actions = game.judger.get_legal_actions()
        decisions += 1
        legal += len(actions)
        game.step(rng.choice(actions))
    return decisions, legal


def through_env(env: Any, rng: Random) -> tuple[int, int]:
    decisions = legal = 0
    state, _ = env.reset()
    while not env.is_over():
        actions = list(state["legal_actions"])
        decisions += 1
        legal += len(actions)
        state, _ = env.step(rng.choice(actions))
    return decisions, legal


def make_subjects(threads: int) -> Sequence[RlcardLoop]:
    """RLCard has one thread."""
    return [
        RlcardLoop(GAME_STEP, "doudizhu", doudizhu_bare),
        RlcardLoop(ENV_STEP, "doudizhu", through_env),
        RlcardLoop(GAME_STEP, "bridge", bridge_bare),
        RlcardLoop(ENV_STEP, "bridge", through_env),
    ]


if __name__ == "__main__":
    run(make_subjects)
