"""PPO from self-play, with a centralised critic that sees all cards; or distillation from a teacher."""

from dataclasses import asdict, dataclass
from importlib import import_module
from math import log
from time import perf_counter
from typing import Any, Final

import torch

from stramash.core.errors import RulesError
from stramash.core.game import AnyGame
from stramash.nets.layout import Layout, layout_of
from stramash.nets.shape import CRITIC_SCALE, Shape
from stramash.train.families import BIDDING
from stramash.train.net.parameters import Parameters
from stramash.train.net.plain import Moves, PpoTarget
from stramash.train.net.towers import critic_values, look
from stramash.train.selfplay.match_rewards import MatchRewards
from stramash.train.selfplay.others import BIDDERS, FROZEN, NET, REGULAR, others_of
from stramash.train.selfplay.play import Games, Sight, Step, decide, explore, kernels
from stramash.train.teach.distillation import distillation_gradient
from stramash.train.teach.teacher import Teacher

STUDIED: Final = 16_384
"""Deals from which match odds are computed."""
MOST_STEPS: Final = 400
RARE: Final = 1e-4
"""A move of no more than this probability that was explored in vain need not become rarer."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Hyperparameters of a run."""

    seed: int = 0
    games: int = 65_536
    steps: int = 32
    """Decisions of each game in a rollout."""
    learning_rate: float = 6e-4
    last_learning_rate: float = 3e-5
    entropy: float = 0.03
    last_entropy: float = 0.003
    level_entropy: float = 0.1
    last_level_entropy: float = 0.005
    level_floor: float = 0.02
    last_level_floor: float = 0.004
    """How hard every level is kept alive, see `plain.PpoTarget`."""
    anneal_over: float = 3e9
    """Decisions over which learning rate and entropy bonuses are annealed to their last values, linearly."""
    clip: float = 0.2
    gae_lambda: float = 0.95
    """Lambda of generalised advantage estimation (GAE); there is no discount."""
    reward_scale: float = CRITIC_SCALE
    """Points that are a reward of 1."""
    explore_share: float = 0.0
    """The share of the decisions that explore: a move is sampled at `explore_temperature`, see `explore`."""
    explore_temperature: float = 4.0
    """The temperature of the softmax at those decisions."""
    min_advantage_std: float = 0.1
    """A floor under the standard deviation by which advantages are normalised."""
    random_steps: int = 90
    """Random moves before the first decision, so that the games are at different places."""
    critic_warmup: int = 4
    """Rounds at the start in which only the critic learns."""
    ema_decay: float = 0.9995
    """Decay of the exponential moving average (EMA) of the weights, which is what plays."""
    max_grad_norm: float = 1.0
    """Gradients are clipped to this norm, policy and critic each."""
    among_frozen: float = 0.0
    """The share of the games in which some seats are played by the net as it was, see `others`."""
    frozen_rounds: int = 50
    """Rounds after which that net is replaced by the one of today."""
    among_regular: float = 0.0
    """The share of the games in which some seats are played by `regular`."""
    among_bidders: float = 0.0
    """The share of the games of Mü in which bidders of many kinds bid for some seats, see `others`."""
    bidder_hopes: int = 0
    """Icons by which those bidders hope for more than they do by the sheet; fewer where a miss costs."""
    among_net: float = 0.0
    """The share of the games in which another net plays some seats, in Mü until cards are played."""
    net_draws: float = 0.0
    """The share of the games in which that net draws trumps and partner too, by its chances."""
    net_everywhere: float = 0.0
    """The share of its games in which that net bids in Mü at every seat: there only cards are learned."""
    net_plays: float = 0.0
    """The share of the games of Mü in which that net plays the cards of its seats too."""
    teacher_plays: float = 0.5
    """The share of the seats that the teacher plays, where there is one; the pupil plays the others."""
    taught_cards: int = 0
    """1: a pupil of Mü is taught cards alone, after auctions of its teacher's: a search plays on with it."""
    epochs: int = 1
    """Passes of the pupil over each round's decisions: the teacher costs more time than a small pupil."""
    match: int = 0
    """1: the reward is what a deal does for the match odds, see `match_rewards`; 0: its points."""
    match_worth: float = 200.0
    """Points that winning a match for certain counts, with `match`."""
    match_begun: float = 0.5
    """The share of the matches that begin somewhere on the way to their end, with `match`."""
    width: int = 512
    blocks: int = 2
    move_width: int = 128
    critic_width: int = 384
    critic_blocks: int = 1

    def shape(self, layout: Layout) -> Shape:
        """The net's shape for what it is told."""
        names = ("width", "blocks", "move_width", "critic_width", "critic_blocks")
        return Shape.for_layout(layout, **{name: getattr(self, name) for name in names})

    def layout(self, game: AnyGame) -> Layout:
        """What the net of a game is told."""
        return layout_of(game, match=bool(self.match))

    def as_json(self) -> dict[str, Any]:
        """The settings as plain data."""
        return asdict(self)


def level_of(moves: Moves, actions: torch.Tensor) -> torch.Tensor:
    """The level of the action taken in each position."""
    return (moves.words[moves.offsets[:-1] + actions, 3] >> 28) & 7


def _all(step: Step) -> torch.Tensor:
    return torch.ones_like(step.seats, dtype=torch.bool)


def _usual(rollout: list[Step]) -> torch.Tensor | None:
    """The decisions that are learned from and were not explored; None for all."""
    masks = [step.learned for step in rollout if step.learned is not None]
    usual = [~step.explored for step in rollout if step.explored is not None]
    if masks and usual:
        return torch.stack(masks) & torch.stack(usual)
    return torch.stack(masks or usual) if masks or usual else None


class Trainer:
    """The training of one game's net: rollouts, advantages, updates."""

    def __init__(self, game: AnyGame, settings: Settings, device: str) -> None:
        if not 0 <= settings.explore_share <= 1 or not settings.explore_temperature >= 1:
            raise RulesError(
                "set",
                "explore_share explore_temperature",
                "a share of the decisions, and a temperature of 1 or more",
            )
        if not settings.reward_scale > 0:
            raise RulesError("set", "reward_scale", "points above 0")
        self.game, self.settings, self.device = game, settings, device
        dtype = torch.bfloat16 if device == "cuda" else torch.float32
        self.layout = settings.layout(game)
        self.sight = Sight(self.layout, device, dtype)
        self.parameters = Parameters(
            settings.shape(self.layout), settings.seed, device, dtype, level_start=self.layout.level_start
        )
        self.others = others_of(game, settings, device)
        self.match_rewards: MatchRewards | None = None
        """Rewards by match odds, where deals count for their match."""
        if settings.match:
            self.match_rewards = MatchRewards(game, settings.match_worth, device, settings.match_begun)
        self.frozen: torch.Tensor | None = None
        """The player of some rounds ago, where others play with it."""
        self.fixed: torch.Tensor | None = None
        """A player that sits there instead and never changes; it plays what it likes best, as at a table."""
        self.among: torch.Tensor | None = None
        """The other net of `among_net`; it bids by its chances, as varied as whom it learned from."""
        self.teacher: Teacher | None = None
        """Whose chances are learned, instead of what deals bring."""
        self.rounds = 0
        self.decisions = 0
        """Decisions learned from."""
        self.moves_made = 0
        """All moves of all games, those that were forced as well."""
        self.seconds = 0.0
        self.start = ""
        """The digest of the weights of a file it began with."""
        self.taught_by = ""
        """The digest of its teacher's weights."""
        self.done: float | None = None
        """The share of the run that is over, where it is annealed by the clock and not by `anneal_over`."""
        self.games: Games | None = None
        self._work = kernels(device)
        module = BIDDING.of(game)
        self.bids: Any = None if module is None else import_module(module)
        """What is known of auctions, where a game has some of displays."""
        if settings.taught_cards and self.bids is None:
            raise RulesError("set", "taught_cards", "there is no auction of displays in this game")

    def begin(self) -> None:
        """Deal, and play random moves so that the games are at different places."""
        settings = self.settings
        self.study()
        self.games = self._batch(self._seed_for(1) + self.rounds)
        if self.match_rewards is not None:
            everywhere = torch.ones(self.games.count, dtype=torch.bool, device=self.device)
            self.match_rewards.scatter(self.games.records, everywhere, self._seed_for(4))
        for t in range(settings.random_steps):
            self.games.act_at_random(self._seed_for(2) + t)

    def take_up(self, records: Any) -> None:
        """Go on with these games."""
        self.study()
        self.games = self._batch(0)
        self.games.batch.load(records)

    def study(self) -> None:
        """Where deals count for a match: find out what they bring among players like the net, once."""
        if self.match_rewards is None or self.match_rewards.scores is not None:
            return
        count = min(self.settings.games, STUDIED)
        games = Games(self.game, count, self._seed_for(5), self.device, goes_on=False)
        parts = self.parameters.ema_parts()
        for t in range(MOST_STEPS):
            if bool((games.seats < 0).all()):
                break
            step = games.observe()
            games.act(step, decide(parts, self.sight, step, self._seed_for(6) + t)[0])
        self.match_rewards.study(games.scores.cpu().numpy())

    def _batch(self, seed: int) -> Games:
        settings = self.settings
        return Games(
            self.game, settings.games, seed, self.device, others=self.others, match_rewards=self.match_rewards
        )

    def _seed_for(self, purpose: int) -> int:
        """A seed of its own for each round and purpose: the luck of a run is that of its round."""
        return (self.settings.seed * 1_000_003 + self.rounds * 1_009 + purpose * 7) * 65_537 & (1 << 60) - 1

    def _annealed(self, first: float, last: float) -> float:
        done = self.decisions / self.settings.anneal_over if self.done is None else self.done
        return first + (last - first) * min(1.0, done)

    def round(self) -> dict[str, float]:
        """Collect a rollout and learn from it; returns the round's metrics."""
        if self.games is None:
            self.begin()
        began = perf_counter()
        rollout = self._collect_rollout()
        known: dict[str, torch.Tensor] = {}
        if self.teacher is None:
            advantages, returns, known = self._advantages(rollout, self._values(rollout))
            played = perf_counter()
            stats = self._ppo_update(rollout, advantages, returns)
        else:
            played = perf_counter()
            stats = self._distil(rollout)
        self.rounds += 1
        self.decisions += self.settings.games * self.settings.steps
        if self.device == "cuda":
            torch.cuda.synchronize()
        took = perf_counter() - began
        self.seconds += took
        metrics = {name: float(value) for name, value in known.items()}
        return {**metrics, **stats, "round_seconds": took, "rollout_seconds": played - began}

    def _collect_rollout(self) -> list[Step]:
        assert self.games is not None
        games, rollout = self.games, []
        seed = self._seed_for(3)
        is_due = self.frozen is None or self.rounds % max(1, self.settings.frozen_rounds) == 0
        if self.fixed is not None:
            self.frozen = self.fixed
        elif self.others is not None and self.others.has[FROZEN] and is_due:
            self.frozen = self.parameters.ema.clone()
        forced = torch.zeros((), dtype=torch.int64, device=self.device)
        for t in range(self.settings.steps):
            step = games.observe()
            self._decide(games, step, seed + 2 * t)
            games.act(step, step.actions, seed + 2 * t + 1)
            forced += games.forced.sum()
            rollout.append(step)
        self.moves_made += int(forced) + len(rollout) * games.count
        return rollout

    def _values(self, rollout: list[Step]) -> list[torch.Tensor]:
        """The critic's values at each step, and after the last."""
        assert self.games is not None
        with torch.no_grad():
            # It is told from the acting seat's place; from here on seats are as they sit.
            every = (*rollout, self.games.observe())
            return [self._seated(self._critic_values(step), step.seats) for step in every]

    def _decide(self, games: Games, step: Step, seed: int) -> None:
        """What everybody does in each game; others than the net that learns may sit at some seats."""
        others, settings = self.others, self.settings
        parts = self.parameters.parts
        if settings.explore_share:
            found = explore(
                parts, self.sight, step, seed, settings.explore_share, settings.explore_temperature
            )
            step.actions, step.log_probs, step.explored = found
        else:
            step.actions, step.log_probs = decide(parts, self.sight, step, seed)
        if self.teacher is not None:
            before = self._is_before_cards(games)
            self.teacher.teach(step, seed ^ 0x696969, before)
            step.taught = None if before is None else ~before
        if others is None:
            return
        kinds = others.kinds(step.seats)
        if others.has[FROZEN]:
            assert self.frozen is not None, "set when the round began"
            parts = self.parameters.player(self.frozen)
            is_fixed = self.fixed is not None
            actions, _ = decide(parts, self.sight, step, seed ^ 0x5A5A5A, is_greedy=is_fixed)
            step.actions = torch.where(kinds == FROZEN, actions, step.actions)
        if others.has[NET]:
            assert self.among is not None, "asked for when the run began"
            parts = self.parameters.player(self.among)
            is_sure = others.is_sure(games.records)
            actions, _ = decide(parts, self.sight, step, seed ^ 0x3C3C3C, is_sure=is_sure)
            step.actions = torch.where(others.net(games.records, step.seats), actions, step.actions)
        if others.has[REGULAR] or others.has[BIDDERS]:
            games.batch.choose(games.lent(step.actions), games.lent(others.quick(games.records, step.seats)))
        step.learned = others.learned(games.records, step.seats)
        if step.explored is not None:
            step.explored &= step.learned

    def _is_before_cards(self, games: Games) -> torch.Tensor | None:
        """Where nothing is taught, if cards alone are."""
        if not self.settings.taught_cards:
            return None
        assert self.bids is not None, "asked for when the run began"
        is_before: torch.Tensor = self.bids.is_before_cards(games.records)
        return is_before

    def _critic_values(self, step: Step) -> torch.Tensor:
        """The critic's values by seat, from the acting one on."""
        return critic_values(self.parameters.parts, self.sight.everything(step.words))

    def _seated(self, values: torch.Tensor, seats: torch.Tensor) -> torch.Tensor:
        count = self.game.seats
        every = torch.arange(count, device=self.device)
        return values.gather(1, (every[None, :] - seats[:, None]) % count)

    def _turned(self, values: torch.Tensor, seats: torch.Tensor) -> torch.Tensor:
        count = self.game.seats
        every = torch.arange(count, device=self.device)
        return values.gather(1, (every[None, :] + seats[:, None]) % count)

    def _advantages(
        self, rollout: list[Step], values: list[torch.Tensor]
    ) -> tuple[torch.Tensor, list[torch.Tensor], dict[str, torch.Tensor]]:
        """Advantages by GAE, normalised, the critic's targets, and metrics."""
        settings = self.settings
        carried = torch.zeros_like(values[0])
        advantages, returns = [], []
        for t in reversed(range(len(rollout))):
            step = rollout[t]
            goes_on = (~step.finished)[:, None].float()
            delta = step.points / settings.reward_scale + goes_on * values[t + 1] - values[t]
            carried = delta + settings.gae_lambda * goes_on * carried
            advantages.append(carried.gather(1, step.seats[:, None])[:, 0])
            if step.explored is not None:
                # What exploring brought is its own: earlier decisions and the critic do not answer for it.
                carried = carried * (~step.explored)[:, None]
            returns.append(self._turned(carried + values[t], step.seats))
        every = torch.stack(advantages[::-1])
        wanted = torch.stack(returns)
        mean, spread = every.mean(), every.std()
        usual = _usual(rollout)
        if usual is not None:
            mine = usual.float()
            mean = (every * mine).sum() / mine.sum().clamp(min=1)
            spread = ((every - mean).square() * mine).sum().div(mine.sum().clamp(min=1)).sqrt()
        explained = 1 - torch.stack([g.square().mean() for g in advantages]).mean() / wanted.var()
        finished = torch.stack([step.finished.sum() for step in rollout]).sum()
        bets = torch.stack([level_of(step.moves, step.actions).gt(0).sum() for step in rollout]).sum()
        known = {
            "bets": bets / finished.clamp(min=1),
            "advantage_std": spread,
            "explained_variance": explained,
            "deals": finished,
            "return_std": wanted.std(),
        }
        scaled = (every - mean) / spread.clamp(min=settings.min_advantage_std)
        tried = [step.explored for step in rollout if step.explored is not None]
        if tried:
            places, chances = torch.stack(tried), torch.stack([step.log_probs for step in rollout])
            in_vain = places & (scaled < 0) & (chances < log(RARE))
            scaled = scaled.masked_fill(in_vain, 0.0)
            known["explored_rare"] = (places & (chances < log(RARE))).sum() / places.sum().clamp(min=1)
            known["explored_advantage"] = (every * places).sum() / places.sum().clamp(min=1)
        return scaled, returns[::-1], known

    def _ppo_update(
        self, rollout: list[Step], advantages: torch.Tensor, returns: list[torch.Tensor]
    ) -> dict[str, float]:
        """PPO, one update a step of the rollout: lists of moves are never shuffled."""
        settings, parameters = self.settings, self.parameters
        learning_rate = self._annealed(settings.learning_rate, settings.last_learning_rate)
        entropy = self._annealed(settings.entropy, settings.last_entropy)
        level_entropy = self._annealed(settings.level_entropy, settings.last_level_entropy)
        level_floor = self._annealed(settings.level_floor, settings.last_level_floor)
        learns = self.rounds >= settings.critic_warmup
        kept, norms, errors = [], [], []
        for t, step in enumerate(rollout):
            if learns:
                looks, level_values = look(parameters.parts, self.sight.position(step.words))
                values = self._work.values_of(parameters.parts, step.moves, looks)
                target = PpoTarget(
                    step.actions,
                    step.log_probs,
                    advantages[t],
                    settings.clip,
                    entropy,
                    level_entropy,
                    level_floor,
                )
                with torch.no_grad():
                    to = self._work.policy_gradient(
                        values.detach(), level_values.detach(), step.moves, target
                    )
                    if step.learned is not None:
                        mine, rows = step.learned.float(), step.moves.rows
                        to.moves[:rows] *= mine[step.moves.owner[:rows].long()]
                        to.levels.mul_(mine[:, None])
                torch.autograd.backward([values, level_values], [to.moves, to.levels])
                kept.append(torch.cat([to.stats.mean(dim=0), (step.log_probs - to.stats[:, 0]).mean()[None]]))
            said = self._critic_values(step)
            error = (said - returns[t]).square().mean()
            torch.autograd.backward([error])
            errors.append(error.detach())
            norms.append(
                parameters.update(learning_rate, settings.ema_decay, settings.max_grad_norm, player=learns)
            )
        mean = torch.stack(kept).mean(dim=0).tolist() if kept else [0.0] * 5
        norm = torch.stack(norms).mean(dim=0).tolist()
        return {
            "entropy": mean[1],
            "level_entropy": mean[2],
            "clip_fraction": mean[3],
            "approx_kl": mean[4],
            "value_loss": float(torch.stack(errors).mean()),
            "grad_norm": norm[0],
            "critic_grad_norm": norm[1],
            "learning_rate": learning_rate,
        }

    def _distil(self, rollout: list[Step]) -> dict[str, float]:
        """Distil the teacher's policy, one update a step of the rollout."""
        settings, parameters = self.settings, self.parameters
        learning_rate = self._annealed(settings.learning_rate, settings.last_learning_rate)
        apart, agrees, norms = [], [], []
        for time in range(settings.epochs):
            for step in rollout:
                assert step.teacher_probs is not None, "the teacher was asked"
                looks, level_values = look(parameters.parts, self.sight.position(step.words))
                values = self._work.values_of(parameters.parts, step.moves, looks)
                with torch.no_grad():
                    found = values.detach(), level_values.detach(), step.moves
                    to = distillation_gradient(*found, step.teacher_probs)
                    taught = _all(step) if step.taught is None else step.taught
                    share = taught.float() / taught.float().mean().clamp(min=1e-6)
                    if step.taught is not None:
                        rows = step.moves.rows
                        to.moves[:rows] *= share[step.moves.owner[:rows].long()]
                        to.levels.mul_(share[:, None])
                    if not time:  # of decisions that it has not learned from yet
                        liked, _ = self._work.choose(*found, 0, is_greedy=True)
                        agrees.append(((liked == step.teacher_move) * share).mean())
                        apart.append((to.stats[:, 0] * share).mean())
                torch.autograd.backward([values, level_values], [to.moves, to.levels])
                norms.append(parameters.update(learning_rate, settings.ema_decay, settings.max_grad_norm))
        return {
            "divergence": float(torch.stack(apart).mean()),
            "agreement": float(torch.stack(agrees).mean()),
            "grad_norm": float(torch.stack(norms)[:, 0].mean()),
            "learning_rate": learning_rate,
        }
