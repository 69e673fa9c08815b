"""MaskablePPO of sb3-contrib learns two-player Haggis against a quick policy.

Try it:  pip install "stramash[gymnasium]" sb3-contrib
         python examples/learn_maskable_ppo.py --steps 20000

It prints points a deal, its own less the opponent's, before and after.
"""

import argparse

import numpy as np
from sb3_contrib import MaskablePPO

from stramash.envs.gymnasium import SeatEnv


def points(model, opponent, deals, seed):
    """The mean reward of a model over some deals, and its standard error."""
    table = SeatEnv("haggis", 2, opponents=opponent)
    rewards = []
    for deal in range(deals):
        observation, _ = table.reset(seed=seed + deal)
        is_over = False
        while not is_over:
            action, _ = model.predict(observation, action_masks=table.action_masks(), deterministic=False)
            observation, reward, is_over, _, _ = table.step(int(action))
        rewards.append(reward)
    return np.mean(rewards), np.std(rewards) / np.sqrt(max(1, deals - 1))


def main():
    """Learn, and say what came of it."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--steps", type=int, default=20_000)
    options.add_argument("--deals", type=int, default=100)
    options.add_argument("--opponent", default="random")
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    table = SeatEnv("haggis", 2, opponents=chosen.opponent)
    model = MaskablePPO(
        "MlpPolicy", table, n_steps=512, batch_size=128, seed=chosen.seed, policy_kwargs={"net_arch": [128]}
    )
    for when, steps in (("before", 0), ("after", chosen.steps)):
        if steps:
            model.learn(steps)
        mean, error = points(model, chosen.opponent, chosen.deals, seed=10_000)
        print(f"{when}: {mean:+.1f} ± {error:.1f} points a deal against {chosen.opponent}")


if __name__ == "__main__":
    main()
