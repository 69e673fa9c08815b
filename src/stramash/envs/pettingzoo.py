"""PettingZoo: every game as an AEC environment, one agent a seat; `env("haggis3")`.

An agent whose move takes several numbers is asked again at once. Rewards come when the deal ends.
"""

from typing import Any, Final

import numpy as np

from stramash import games
from stramash.core.errors import RulesError
from stramash.core.extras import need
from stramash.envs.action_ids import VERSION
from stramash.envs.observations import USUAL_PAST
from stramash.envs.tables import Tables

need("pettingzoo", "pettingzoo", "gymnasium")

from gymnasium import spaces  # noqa: E402  # what is missing has been said
from pettingzoo import AECEnv  # noqa: E402
from pettingzoo.utils.env import AECIterable, AECIterator  # noqa: E402
from pettingzoo.utils.env_logger import EnvLogger  # noqa: E402

REWARDS: Final = ("lead", "points")
ILLEGAL: Final = -1.0
"""What a number that is not open costs."""


def env(game_id: str, seats: int | None = None, **settings: Any) -> Any:
    """The environment of a game, which watches its caller as PettingZoo's own do: what is not open ends it.

    `settings` are those of `raw_env`, and options of the rules.
    """
    return CheckedEnv(game_id, seats, **settings)


class raw_env(AECEnv):  # noqa: N801  # PettingZoo's name for it
    """One deal an episode.

    `rewards`: ``lead``, the points of one's side less the mean of the other sides', which sums to nothing; or
    ``points`` alone. `past`: how many moves back an observation tells.
    """

    def __init__(
        self,
        game_id: str,
        seats: int | None = None,
        *,
        rewards: str = "lead",
        past: int = USUAL_PAST,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if rewards not in REWARDS:
            raise RulesError("rewards", rewards, "there are " + " and ".join(REWARDS))
        super().__init__()
        self.game = games.get(game_id, seats, **options)
        self.metadata = {
            "name": f"{game_id}-v{VERSION}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.seats)]
        self.agents = self.possible_agents[:]
        self._is_lead = rewards == "lead"
        self._tables = Tables(self.game, 1, past=past, goes_on=False)
        self._rng = np.random.default_rng()
        size, bits = self._tables.action_ids.size, self._tables.planes.size
        space = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, (bits,), np.uint8),
                "action_mask": spaces.Box(0, 1, (size,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        # One each: a space has a source of chance of its own.
        self.action_spaces = {agent: spaces.Discrete(size) for agent in self.possible_agents}
        self._no_mask = np.zeros(size, np.int8)
        self._size = size

    def observation_space(self, agent: str) -> Any:
        """The observation space of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The numbers of the game."""
        return self.action_spaces[agent]

    @property
    def number_names(self) -> tuple[str, ...]:
        """What each action means."""
        return self._tables.action_ids.names

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new deal."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self._tables.reset(int(self._rng.integers(1 << 62)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._is_over = False
        self.agent_selection = self.possible_agents[int(self._tables.seats[0])]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent may know; its mask is empty while another is to act."""
        tables = self._tables
        seat = self.possible_agents.index(agent)
        if seat == tables.seats[0]:
            return {"observation": tables.observations[0].copy(), "action_mask": tables.masks[0].copy()}
        return {"observation": tables.observe(seat)[0], "action_mask": self._no_mask.copy()}

    def step(self, action: int | None) -> None:
        """Give a number for the agent that is to act."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "an agent that is to act gives a number"
        tables = self._tables
        tables.step_one(int(action))
        self._cumulative_rewards[agent] = 0.0
        if not tables.finished[0]:
            self.agent_selection = self.possible_agents[int(tables.seats[0])]
            return
        points = tables.leads()[0] if self._is_lead else tables.points()[0]
        for seat, each in enumerate(self.possible_agents):
            self.rewards[each] = float(points[seat])
            self.terminations[each] = True
            self.infos[each] = {"points": int(tables.points()[0, seat])}
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> str | None:
        """The table as text, all cards open: for whoever runs the experiment."""
        if self.render_mode != "ansi":
            return None
        return str(self._tables.state(0))

    def close(self) -> None:
        """Nothing is held."""


class CheckedEnv(raw_env):
    """What PettingZoo's own games get from three wrappers, in the same words and without the layers.

    Each layer costs as much as a step here. Calls before `reset` are errors, so are actions outside the space
    (OrderEnforcingWrapper, AssertOutOfBoundsWrapper); a number that is not open ends the deal for everybody
    and costs its agent a point (TerminateIllegalWrapper).
    """

    def __init__(self, game_id: str, seats: int | None = None, **settings: Any) -> None:
        super().__init__(game_id, seats, **settings)
        self._has_reset = self.has_updated = False
        del self.agents  # nobody sits there before the first reset

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new deal."""
        self._has_reset = self.has_updated = True
        super().reset(seed, options)

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent may know."""
        if not self._has_reset:
            EnvLogger.error_observe_before_reset()
        return super().observe(agent)

    def render(self) -> str | None:
        """The table as text."""
        if not self._has_reset:
            EnvLogger.error_render_before_reset()
        return super().render()

    def step(self, action: int | None) -> None:
        """Give a number; one that is not open ends the deal."""
        if not self._has_reset:
            EnvLogger.error_step_before_reset()
        self.has_updated = True
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            assert action is None, "action is not in action space"
            self._was_dead_step(action)
            return
        is_number = isinstance(action, int | np.integer) and 0 <= action < self._size
        assert is_number, "action is not in action space"
        if self._tables.masks[0, action]:
            super().step(action)
        else:
            EnvLogger.warn_on_illegal_move()
            self._end_illegally(agent)

    def agent_iter(self, max_iter: int = 2**63) -> Any:
        """Whose turn it is, again and again; each time the caller must have made a step."""
        if not self._has_reset:
            EnvLogger.error_agent_iter_before_reset()
        return _Turns(self, max_iter)

    def _end_illegally(self, agent: str) -> None:
        self._cumulative_rewards[agent] = 0.0
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards[agent] = ILLEGAL
        self._accumulate_rewards()
        self._deads_step_first()


class _Turns(AECIterable[Any, Any, Any]):
    def __iter__(self) -> AECIterator[Any, Any, Any]:
        return _Turn(self.env, self.max_iter)


class _Turn(AECIterator[Any, Any, Any]):
    def __next__(self) -> Any:
        agent = super().__next__()
        table: Any = self.env
        assert table.has_updated, "need to call step() or reset() in a loop over `agent_iter`"
        table.has_updated = False
        return agent
