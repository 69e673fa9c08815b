"""Gymnasium: one seat of a game against bots, and many tables at once against a quick policy.

`SeatEnv` plays against any bot by name, through views as at every other table. `TablesEnv` is a `VectorEnv`
on the compiled engine. Observations are bits; which numbers are open is in `info["action_mask"]` and, as
MaskablePPO of sb3-contrib wants it, `action_masks()`.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar

import numpy as np

from stramash import games
from stramash.bots.driver import step as let_bots_act
from stramash.bots.registry import seat_bot
from stramash.core.errors import RulesError
from stramash.core.extras import need
from stramash.core.game import AnyGame
from stramash.core.match import AnyMatch, Match
from stramash.envs.action_ids import VERSION, ActionIdError
from stramash.envs.observations import USUAL_PAST
from stramash.envs.tables import Tables

need("gymnasium", "gymnasium")

import gymnasium as gym  # noqa: E402  # what is missing has been said
from gymnasium import spaces  # noqa: E402
from gymnasium.vector import AutoresetMode, VectorEnv  # noqa: E402
from gymnasium.vector.utils import batch_space  # noqa: E402

MOST_REDEALS = 100
"""So many deals in a row that nobody wants to play (M3.5) are an error of the bots."""
ILLEGAL = -1.0


class SeatEnv(gym.Env[Any, Any]):
    """One seat; an episode is a deal, and its reward, at the end, one's points less the mean of the others'.

    `opponents` are names of bots, one for all or one a seat to the left. `seat` is the learner's; None:
    another one by chance in every deal. A number that is not open ends the episode with a reward of -1.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"]}

    def __init__(
        self,
        game_id: str,
        seats: int | None = None,
        *,
        opponents: str | Sequence[str] = "club",
        seat: int | None = None,
        past: int = USUAL_PAST,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.game: AnyGame = games.get(game_id, seats, **options)
        names = [opponents] * (self.game.seats - 1) if isinstance(opponents, str) else [*opponents]
        if len(names) != self.game.seats - 1:
            raise RulesError(
                "opponents", " ".join(names), f"{self.game.seats - 1} are needed, or one for all"
            )
        if seat is not None and not 0 <= seat < self.game.seats:
            raise RulesError("seat", seat, f"seats are 0 to {self.game.seats - 1}, or None for any")
        for name in names:
            seat_bot(name, self.game, Random(0))
        self.id = f"{game_id}-v{VERSION}"
        self._names, self._wanted = names, seat
        self.render_mode = render_mode
        self._tables = Tables(self.game, 1, past=past, goes_on=False)
        self.observation_space = spaces.Box(0, 1, (self._tables.planes.size,), np.uint8)
        self.action_space = spaces.Discrete(self._tables.action_ids.size)
        self._seat = 0
        self._match: AnyMatch = Match(self.game)
        self._bots: dict[int, Any] = {}

    @property
    def number_names(self) -> tuple[str, ...]:
        """What each action means."""
        return self._tables.action_ids.names

    def action_masks(self) -> Any:
        """Which numbers are open."""
        return self._tables.masks[0].astype(bool)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Any]:
        """A new deal, played until it is the learner's turn."""
        super().reset(seed=seed)
        rng = Random(int(self.np_random.integers(1 << 62)))
        for _ in range(MOST_REDEALS):
            self._seat = rng.randrange(self.game.seats) if self._wanted is None else self._wanted
            self._match = Match(self.game, rng.randrange(self.game.seats))
            self._bots = {
                (self._seat + step) % self.game.seats: seat_bot(name, self.game, Random(rng.random()))
                for step, name in enumerate(self._names, 1)
            }
            self._match.deal(rng)
            self._tables.load(0, self._match.state)
            if not self._let_bots_act():
                return self._observe()
        raise ActionIdError("these bots never let the learner act")

    def step(self, action: Any) -> tuple[Any, float, bool, bool, Any]:
        """Give a number; the bots then act until it is the learner's turn again."""
        tables = self._tables
        number = int(action)
        if self._match.needs_deck or not (0 <= number < tables.action_ids.size and tables.masks[0, number]):
            observation, info = self._observe()
            return observation, ILLEGAL, True, False, {**info, "illegal": number}
        tables.step_one(number)
        if tables.is_choosing(0):
            observation, info = self._observe()
            return observation, 0.0, False, False, info
        self._match.act(self._seat, tables.made())
        is_over = self._let_bots_act()
        observation, info = self._observe()
        if not is_over:
            return observation, 0.0, False, False, info
        result = self._match.deals[-1].result
        assert result is not None, "the deal is over"
        side = next(number for number, seats in enumerate(self.game.sides) if self._seat in seats)
        others = [points for number, points in enumerate(result.scores) if number != side]
        lead = result.scores[side] - sum(others) / len(others)
        return observation, float(lead), True, False, {**info, "points": result.scores[side]}

    def render(self) -> Any:
        """The table as the learner sees it."""
        return str(self._match.view(self._seat)) if self.render_mode == "ansi" else None

    def _let_bots_act(self) -> bool:
        """Whether the deal is over; if not, it is the learner's turn."""
        deal = self._match.deals[-1]
        known = len(deal.moves)
        while deal.result is None and self._seat not in self._first_to_act():
            if let_bots_act(self._match, self._bots) is None:
                break
        made = deal.moves[known:]
        if made or deal.result is not None:
            self._tables.follow(0, self._match.state, made)
        return deal.result is not None

    def _first_to_act(self) -> tuple[int, ...]:
        """The seat that the tables take to be next: where several choose at once, the lowest."""
        return tuple(sorted(self._match.waiting)[:1])

    def _observe(self) -> tuple[Any, dict[str, Any]]:
        info = {"action_mask": self._tables.masks[0].copy(), "seat": self._seat}
        return self._tables.observations[0].copy(), info


class TablesEnv(VectorEnv[Any, Any, Any]):
    """`num_envs` tables, a learner at each against a policy of the compiled engine: ``quick`` or ``random``.

    The learner sits at seat i modulo the number of seats at table i, or at `seat`. A deal that ends is
    followed by the next in the same step. With `opponents=None` the learner plays every seat, one decision a
    step: `info["seat"]` says whose turn it is, `info["leads"]` what each seat gained where a deal ended, and
    the reward is that of the seat that acted. `packed` observations and masks have eight bits a byte, of
    which `planes.unpack` and `action_masks` make bits; with `copy=False` the arrays are those of the tables,
    which each step writes; packed observations, of which it writes what differs, can then only be read.
    `threads=None` takes all cores, if there are tables enough.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        game_id: str,
        num_envs: int,
        seats: int | None = None,
        *,
        opponents: str | None = "quick",
        seat: int | None = None,
        past: int = USUAL_PAST,
        packed: bool = False,
        copy: bool = True,
        threads: int | None = None,
        **options: Any,
    ) -> None:
        self.game: AnyGame = games.get(game_id, seats, **options)
        self.num_envs = num_envs
        self._tables = Tables(
            self.game, num_envs, past=past, policy=opponents, expands=not packed, threads=threads
        )
        self.planes = self._tables.planes
        self._has_opponents, self._copies = opponents is not None, copy
        every = np.arange(num_envs)
        self._learners = every % self.game.seats if seat is None else np.full(num_envs, seat)
        self._observations = self._tables.words.view(np.uint8) if packed else self._tables.observations
        self._masks = self._tables.open_bits.view(np.uint8) if packed else self._tables.masks
        if packed:
            self._observations.flags.writeable = False  # the tables keep their past there
        size, most = self._observations.shape[1], 255 if packed else 1
        self.single_observation_space = spaces.Box(0, most, (size,), np.uint8)
        self.single_action_space = spaces.Discrete(self._tables.action_ids.size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._never = np.zeros(num_envs, np.bool_)
        self._dice: int | None = None

    def action_masks(self) -> Any:
        """Which numbers are open, a row a table."""
        bits = self._tables.open_bits.view(np.uint8)
        count = self._tables.action_ids.size
        return np.unpackbits(bits, axis=1, count=count, bitorder="little").view(np.bool_)

    def sample(self) -> Any:
        """An open number for each table, by chance."""
        if self._dice is None:
            self._dice = int(self.np_random.integers(1 << 62))
        self._dice += self.num_envs  # another one for each table, every time
        return self._tables.sample(self._dice)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """New deals at all tables, played until it is the learners' turn."""
        first = seed[0] if isinstance(seed, list) else seed
        if first is not None or self._np_random is None:
            super().reset(seed=first)
        robots = ((1 << self.game.seats) - 1) & ~(1 << self._learners)
        self._tables.robots[:] = robots if self._has_opponents else 0
        self._tables.reset(int(self.np_random.integers(1 << 62)))
        if first is not None:
            self._dice = None
        return self._shown(self._observations), self._info()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """One number a table; raises ActionIdError for one that is not open."""
        tables = self._tables
        tables.step(np.asarray(actions))
        info = self._info()
        if not self._has_opponents and tables.ended:
            info["leads"] = self._shown(tables.seat_leads)
        return (
            self._shown(self._observations),
            self._shown(tables.rewards),
            self._shown(tables.finished),
            self._shown(self._never),
            info,
        )

    def _shown(self, array: Any) -> Any:
        return array.copy() if self._copies else array

    def _info(self) -> dict[str, Any]:
        info = {"action_mask": self._shown(self._masks)}
        if not self._has_opponents:
            info["seat"] = self._shown(self._tables.seats)
        return info


def register() -> None:
    """Make `gymnasium.make` know every game: ``stramash/haggis3-v1``, ``stramash/mu-4-v1``."""
    for game_id, info in games.GAMES.items():
        for seats in info.seats:
            name = game_id if len(info.seats) == 1 else f"{game_id}-{seats}"
            gym.register(
                id=f"stramash/{name}-v{VERSION}",
                entry_point="stramash.envs.gymnasium:SeatEnv",
                vector_entry_point="stramash.envs.gymnasium:TablesEnv",
                kwargs={"game_id": game_id, "seats": seats},
            )
