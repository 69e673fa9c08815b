"""Learning from self-play, by PPO with a critic that sees all cards; or from a teacher."""

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
from stramash.train.net.towers import criticise, look
from stramash.train.selfplay.others import BIDDERS, FROZEN, NET, REGULAR, others_of
from stramash.train.selfplay.play import Games, Sight, Slice, decide, kernels, try_out
from stramash.train.selfplay.standing import Standing
from stramash.train.teach.distillation import distillation_gradient
from stramash.train.teach.teacher import Teacher

STUDIED: Final = 16_384
"""Deals from which chances to win a match are computed."""
MOST_STEPS: Final = 400
RARE: Final = 1e-4
"""A move of no more than this chance that was tried in vain need not become rarer."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How a net learns."""

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
    """The share of the decisions that explore: a move is sampled at `explore_temperature`, see `try_out`."""
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
    """1: deals count for the match, whose standing the net is told; see `standing`. 0: each for itself."""
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


def _all(met: Slice) -> torch.Tensor:
    return torch.ones_like(met.seats, dtype=torch.bool)


def _usual(slices: list[Slice]) -> torch.Tensor | None:
    """The decisions that are learned from and are no trials; None for all."""
    masks = [met.learned for met in slices if met.learned is not None]
    tried = [~met.tried for met in slices if met.tried is not None]
    if masks and tried:
        return torch.stack(masks) & torch.stack(tried)
    return torch.stack(masks or tried) if masks or tried else None


class Trainer:
    """A net that learns one game."""

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
        self.standing: Standing | None = None
        """How the matches stand, where deals count for them."""
        if settings.match:
            self.standing = Standing(game, settings.match_worth, device, settings.match_begun)
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
        """How much of its way a run has gone, where that goes by the clock and not by `anneal_over`."""
        self.games: Games | None = None
        self._work = kernels(device)
        module = BIDDING.of(game)
        self.bids: Any = None if module is None else import_module(module)
        """What is known of auctions, where a game has some of displays."""
        if settings.taught_cards and self.bids is None:
            raise RulesError("set", "taught_cards", "there is no auction of displays in this game")

    def begin(self) -> None:
        """Deal, and let chance play for a while."""
        settings = self.settings
        self.study()
        self.games = self._batch(self._seed_for(1) + self.rounds)
        if self.standing is not None:
            everywhere = torch.ones(self.games.count, dtype=torch.bool, device=self.device)
            self.standing.scatter(self.games.records, everywhere, self._seed_for(4))
        for step in range(settings.random_steps):
            self.games.act_at_random(self._seed_for(2) + step)

    def take_up(self, records: Any) -> None:
        """Go on with these games."""
        self.study()
        self.games = self._batch(0)
        self.games.batch.load(records)

    def study(self) -> None:
        """Where deals count for a match: find out what they bring among players like the net, once."""
        if self.standing is None or self.standing.scores is not None:
            return
        count = min(self.settings.games, STUDIED)
        games = Games(self.game, count, self._seed_for(5), self.device, goes_on=False)
        parts = self.parameters.averaged()
        for step in range(MOST_STEPS):
            if bool((games.seats < 0).all()):
                break
            met = games.meet()
            games.act(met, decide(parts, self.sight, met, self._seed_for(6) + step)[0])
        self.standing.study(games.scores.cpu().numpy())

    def _batch(self, seed: int) -> Games:
        settings = self.settings
        return Games(self.game, settings.games, seed, self.device, others=self.others, standing=self.standing)

    def _seed_for(self, purpose: int) -> int:
        """A seed of its own for each round and purpose: the luck of a run is that of its round."""
        return (self.settings.seed * 1_000_003 + self.rounds * 1_009 + purpose * 7) * 65_537 & (1 << 60) - 1

    def _annealed(self, first: float, last: float) -> float:
        done = self.decisions / self.settings.anneal_over if self.done is None else self.done
        return first + (last - first) * min(1.0, done)

    def round(self) -> dict[str, float]:
        """Play for some steps, then learn from them; returns what is good to know."""
        if self.games is None:
            self.begin()
        began = perf_counter()
        slices = self._play()
        known: dict[str, torch.Tensor] = {}
        if self.teacher is None:
            advantages, returns, known = self._advantages(slices, self._values(slices))
            played = perf_counter()
            stats = self._ppo_update(slices, advantages, returns)
        else:
            played = perf_counter()
            stats = self._distil(slices)
        self.rounds += 1
        self.decisions += self.settings.games * self.settings.steps
        if self.device == "cuda":
            torch.cuda.synchronize()
        took = perf_counter() - began
        self.seconds += took
        told = {name: float(value) for name, value in known.items()}
        return {**told, **stats, "round_seconds": took, "playing": played - began}

    def _play(self) -> list[Slice]:
        assert self.games is not None
        games, slices = self.games, []
        seed = self._seed_for(3)
        is_due = self.frozen is None or self.rounds % max(1, self.settings.frozen_rounds) == 0
        if self.fixed is not None:
            self.frozen = self.fixed
        elif self.others is not None and self.others.has[FROZEN] and is_due:
            self.frozen = self.parameters.average.clone()
        forced = torch.zeros((), dtype=torch.int64, device=self.device)
        for step in range(self.settings.steps):
            met = games.meet()
            self._decide(games, met, seed + 2 * step)
            games.act(met, met.actions, seed + 2 * step + 1)
            forced += games.forced.sum()
            slices.append(met)
        self.moves_made += int(forced) + len(slices) * games.count
        return slices

    def _values(self, slices: list[Slice]) -> list[torch.Tensor]:
        """What the critic expects at each decision, and after the last."""
        assert self.games is not None
        with torch.no_grad():
            # It is told from the acting seat's place; from here on seats are as they sit.
            every = (*slices, self.games.meet())
            return [self._seated(self._critic_values(met), met.seats) for met in every]

    def _decide(self, games: Games, met: Slice, seed: int) -> None:
        """What everybody does in each game; others than the net that learns may sit at some seats."""
        others, settings = self.others, self.settings
        parts = self.parameters.parts
        if settings.explore_share:
            found = try_out(
                parts, self.sight, met, seed, settings.explore_share, settings.explore_temperature
            )
            met.actions, met.chances, met.tried = found
        else:
            met.actions, met.chances = decide(parts, self.sight, met, seed)
        if self.teacher is not None:
            before = self._is_before_cards(games)
            self.teacher.teach(met, seed ^ 0x696969, before)
            met.taught = None if before is None else ~before
        if others is None:
            return
        kinds = others.kinds(met.seats)
        if others.has[FROZEN]:
            assert self.frozen is not None, "set when the round began"
            parts = self.parameters.player(self.frozen)
            is_fixed = self.fixed is not None
            actions, _ = decide(parts, self.sight, met, seed ^ 0x5A5A5A, is_greedy=is_fixed)
            met.actions = torch.where(kinds == FROZEN, actions, met.actions)
        if others.has[NET]:
            assert self.among is not None, "asked for when the run began"
            parts = self.parameters.player(self.among)
            is_sure = others.is_sure(games.records)
            actions, _ = decide(parts, self.sight, met, seed ^ 0x3C3C3C, is_sure=is_sure)
            met.actions = torch.where(others.net(games.records, met.seats), actions, met.actions)
        if others.has[REGULAR] or others.has[BIDDERS]:
            games.batch.choose(games.lent(met.actions), games.lent(others.quick(games.records, met.seats)))
        met.learned = others.learned(games.records, met.seats)
        if met.tried is not None:
            met.tried &= met.learned

    def _is_before_cards(self, games: Games) -> torch.Tensor | None:
        """Where nothing is taught, if cards alone are."""
        if not self.settings.taught_cards:
            return None
        assert self.bids is not None, "asked for when the run began"
        is_before: torch.Tensor = self.bids.is_before_cards(games.records)
        return is_before

    def _critic_values(self, met: Slice) -> torch.Tensor:
        """The critic's values by seat, from the acting one on."""
        return criticise(self.parameters.parts, self.sight.everything(met.words))

    def _seated(self, values: torch.Tensor, seats: torch.Tensor) -> torch.Tensor:
        count = self.game.seats
        every = torch.arange(count, device=self.device)
        return values.gather(1, (every[None, :] - seats[:, None]) % count)

    def _turned(self, values: torch.Tensor, seats: torch.Tensor) -> torch.Tensor:
        count = self.game.seats
        every = torch.arange(count, device=self.device)
        return values.gather(1, (every[None, :] + seats[:, None]) % count)

    def _advantages(
        self, slices: list[Slice], values: list[torch.Tensor]
    ) -> tuple[torch.Tensor, list[torch.Tensor], dict[str, torch.Tensor]]:
        """How much better than expected each decision was, and what the critic should have said."""
        settings = self.settings
        carried = torch.zeros_like(values[0])
        advantages, returns = [], []
        for step in reversed(range(len(slices))):
            met = slices[step]
            goes_on = (~met.finished)[:, None].float()
            surprise = met.points / settings.reward_scale + goes_on * values[step + 1] - values[step]
            carried = surprise + settings.gae_lambda * goes_on * carried
            advantages.append(carried.gather(1, met.seats[:, None])[:, 0])
            if met.tried is not None:
                # What a trial brought is its own: decisions before it, and the critic, do not answer for it.
                carried = carried * (~met.tried)[:, None]
            returns.append(self._turned(carried + values[step], met.seats))
        every = torch.stack(advantages[::-1])
        wanted = torch.stack(returns)
        mean, spread = every.mean(), every.std()
        usual = _usual(slices)
        if usual is not None:
            mine = usual.float()
            mean = (every * mine).sum() / mine.sum().clamp(min=1)
            spread = ((every - mean).square() * mine).sum().div(mine.sum().clamp(min=1)).sqrt()
        explained = 1 - torch.stack([g.square().mean() for g in advantages]).mean() / wanted.var()
        finished = torch.stack([met.finished.sum() for met in slices]).sum()
        bets = torch.stack([level_of(met.moves, met.actions).gt(0).sum() for met in slices]).sum()
        known = {
            "bets": bets / finished.clamp(min=1),
            "spread": spread,
            "explained": explained,
            "deals": finished,
            "return_std": wanted.std(),
        }
        scaled = (every - mean) / spread.clamp(min=settings.min_advantage_std)
        tried = [met.tried for met in slices if met.tried is not None]
        if tried:
            places, chances = torch.stack(tried), torch.stack([met.chances for met in slices])
            in_vain = places & (scaled < 0) & (chances < log(RARE))
            scaled = scaled.masked_fill(in_vain, 0.0)
            known["rare"] = (places & (chances < log(RARE))).sum() / places.sum().clamp(min=1)
            known["found"] = (every * places).sum() / places.sum().clamp(min=1)
        return scaled, returns[::-1], known

    def _ppo_update(
        self, slices: list[Slice], advantages: torch.Tensor, returns: list[torch.Tensor]
    ) -> dict[str, float]:
        """One update a slice: lists of moves are never shuffled."""
        settings, parameters = self.settings, self.parameters
        learning_rate = self._annealed(settings.learning_rate, settings.last_learning_rate)
        entropy = self._annealed(settings.entropy, settings.last_entropy)
        level_entropy = self._annealed(settings.level_entropy, settings.last_level_entropy)
        level_floor = self._annealed(settings.level_floor, settings.last_level_floor)
        learns = self.rounds >= settings.critic_warmup
        kept, norms, errors = [], [], []
        for step, met in enumerate(slices):
            if learns:
                looks, level_values = look(parameters.parts, self.sight.position(met.words))
                values = self._work.values_of(parameters.parts, met.moves, looks)
                target = PpoTarget(
                    met.actions,
                    met.chances,
                    advantages[step],
                    settings.clip,
                    entropy,
                    level_entropy,
                    level_floor,
                )
                with torch.no_grad():
                    to = self._work.policy_gradient(values.detach(), level_values.detach(), met.moves, target)
                    if met.learned is not None:
                        mine, rows = met.learned.float(), met.moves.rows
                        to.moves[:rows] *= mine[met.moves.owner[:rows].long()]
                        to.levels.mul_(mine[:, None])
                torch.autograd.backward([values, level_values], [to.moves, to.levels])
                kept.append(torch.cat([to.stats.mean(dim=0), (met.chances - to.stats[:, 0]).mean()[None]]))
            said = self._critic_values(met)
            error = (said - returns[step]).square().mean()
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
            "clipped": mean[3],
            "moved": mean[4],
            "critic_error": float(torch.stack(errors).mean()),
            "norm": norm[0],
            "critic_norm": norm[1],
            "learning_rate": learning_rate,
        }

    def _distil(self, slices: list[Slice]) -> dict[str, float]:
        """Come nearer to what the teacher thinks of all moves, one update a slice."""
        settings, parameters = self.settings, self.parameters
        learning_rate = self._annealed(settings.learning_rate, settings.last_learning_rate)
        apart, agrees, norms = [], [], []
        for time in range(settings.epochs):
            for met in slices:
                assert met.wanted is not None, "the teacher was asked"
                looks, level_values = look(parameters.parts, self.sight.position(met.words))
                values = self._work.values_of(parameters.parts, met.moves, looks)
                with torch.no_grad():
                    found = values.detach(), level_values.detach(), met.moves
                    to = distillation_gradient(*found, met.wanted)
                    taught = _all(met) if met.taught is None else met.taught
                    share = taught.float() / taught.float().mean().clamp(min=1e-6)
                    if met.taught is not None:
                        rows = met.moves.rows
                        to.moves[:rows] *= share[met.moves.owner[:rows].long()]
                        to.levels.mul_(share[:, None])
                    if not time:  # of decisions that it has not learned from yet
                        liked, _ = self._work.choose(*found, 0, is_greedy=True)
                        agrees.append(((liked == met.liked) * share).mean())
                        apart.append((to.stats[:, 0] * share).mean())
                torch.autograd.backward([values, level_values], [to.moves, to.levels])
                norms.append(parameters.update(learning_rate, settings.ema_decay, settings.max_grad_norm))
        return {
            "apart": float(torch.stack(apart).mean()),
            "agrees": float(torch.stack(agrees).mean()),
            "norm": float(torch.stack(norms)[:, 0].mean()),
            "learning_rate": learning_rate,
        }
