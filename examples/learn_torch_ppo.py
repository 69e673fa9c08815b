"""PPO in one file, on hundreds of tables at once: a small net learns Haggis for three against a quick policy.

Try it:  pip install "stramash[train]"
         python examples/learn_torch_ppo.py --minutes 2
On a GPU:  pip install "stramash[train,gpu]"
         python examples/learn_torch_ppo.py --device cuda --tables 16384

Written to be read: one net for policy and value, masked logits, advantages over time (GAE), clipped updates.
Tables, observations, masks and net are tensors of one device: on a GPU nothing of them goes over the host.
"""

import argparse
import statistics
import time

import torch
from torch import nn

from stramash import games
from stramash.envs.torch import TorchTables

DISCOUNT, TRACE, CLIP, ENTROPY, SCALE = 1.0, 0.95, 0.2, 0.01, 40.0
"""`SCALE`: points are divided by it, so that values are about one."""


class Net(nn.Module):
    """Bits to logits and a value."""

    def __init__(self, bits, numbers, width):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(bits, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy, self.value = nn.Linear(width, numbers), nn.Linear(width, 1)

    def forward(self, bits, mask):
        """A distribution over the open numbers, and the value of the position."""
        inner = self.body(bits.float())
        logits = self.policy(inner).masked_fill(~mask, -1e9)
        return torch.distributions.Categorical(logits=logits), self.value(inner)[:, 0]


class Learner:
    """Tables, a net and what it takes to improve it."""

    def __init__(self, tables, width, rate, seed):
        torch.manual_seed(seed)
        self.tables, self.every = tables, torch.arange(tables.n, device=tables.device)
        self.net = Net(tables.planes.size, tables.action_ids.size, width).to(tables.device)
        self.adam = torch.optim.Adam(self.net.parameters(), lr=rate)
        self.seen = self.look()

    def look(self):
        """What the learners see; the tables write their tensors anew in each step, so they are copied."""
        return self.tables.observations.clone(), self.tables.masks.clone()

    def collect(self, steps):
        """Play so many steps at all tables; returns what happened, and the leads of deals that ended."""
        rows = []
        for _ in range(steps):
            with torch.no_grad():
                chances, value = self.net(*self.seen)
                action = chances.sample()
            self.tables.step(action)
            reward = self.tables.leads()[self.every, self.tables.learners] / SCALE
            ended = self.tables.finished.clone()
            rows.append((*self.seen, action, chances.log_prob(action), value, reward, ended))
            self.seen = self.look()
        columns = [torch.stack(column) for column in zip(*rows, strict=True)]
        rewards, ended = columns[-2:]
        return columns, (rewards[ended] * SCALE).tolist()

    def gains(self, values, rewards, ended):
        """Advantages over time (GAE); a deal that ended has no value after it."""
        with torch.no_grad():
            following = self.net(*self.seen)[1]
        gain, gains = torch.zeros_like(following), torch.zeros_like(values)
        for step in reversed(range(len(values))):
            goes_on = (~ended[step]).float()
            surprise = rewards[step] + DISCOUNT * following * goes_on - values[step]
            gain = surprise + DISCOUNT * TRACE * goes_on * gain
            gains[step], following = gain, values[step]
        return gains

    def improve(self, rows, epochs, minibatch):
        """Clipped updates (PPO)."""
        bits, masks, actions, chances, values, rewards, ended = rows
        gains = self.gains(values, rewards, ended)
        targets = (gains + values).flatten()
        gains = ((gains - gains.mean()) / (gains.std() + 1e-6)).flatten()
        bits, masks, actions, chances = (part.flatten(0, 1) for part in (bits, masks, actions, chances))
        for _ in range(epochs):
            for part in torch.randperm(len(actions), device=actions.device).split(minibatch):
                now, value = self.net(bits[part], masks[part])
                ratio = (now.log_prob(actions[part]) - chances[part]).exp()
                clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
                gain = torch.minimum(ratio * gains[part], clipped * gains[part]).mean()
                loss = -gain + 0.5 * (value - targets[part]).square().mean() - ENTROPY * now.entropy().mean()
                self.adam.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.net.parameters(), 0.5)
                self.adam.step()


def main():
    """Learn for some minutes, or some rounds, and say how it goes."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--game", default="haggis3")
    options.add_argument("--seats", type=int)
    options.add_argument("--device", default="cpu", choices=("cpu", "cuda"))
    options.add_argument("--opponent", default="quick", choices=("quick", "random"))
    options.add_argument("--tables", type=int, default=256)
    options.add_argument("--steps", type=int, default=32)
    options.add_argument("--width", type=int, default=256)
    options.add_argument("--rate", type=float, default=1e-3)
    options.add_argument("--rounds", type=int, default=10**9)
    options.add_argument("--minutes", type=float, default=2.0)
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    game = games.get(chosen.game, chosen.seats)
    tables = TorchTables(game, chosen.tables, chosen.seed, device=chosen.device, opponents=chosen.opponent)
    learner = Learner(tables, chosen.width, chosen.rate, chosen.seed)
    ends = time.monotonic() + 60 * chosen.minutes
    latest = []
    for number in range(1, chosen.rounds + 1):
        rows, leads = learner.collect(chosen.steps)
        learner.improve(rows, epochs=2, minibatch=2048)
        latest = (latest + leads)[-2000:]
        is_last = number == chosen.rounds or time.monotonic() > ends
        if latest and (number % 10 == 0 or is_last):
            error = statistics.pstdev(latest) / len(latest) ** 0.5
            mean = statistics.fmean(latest)
            print(f"round {number}: {mean:+.1f} ± {error:.1f} points a deal, {len(latest)} deals")
        if is_last:
            break


if __name__ == "__main__":
    main()
