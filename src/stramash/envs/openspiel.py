"""OpenSpiel: every game as a registered Python game with chance, observations and information states.

Importing this module registers ``stramash_haggis3``, ``stramash_mu`` and so on, with the parameters `seats`
and `options`, which are options of the rules: ``haggis_size:20;bets:15/30``. A game is one deal: first chance
draws the dealer and the deck, card by card, then the seats act by the numbers of `stramash.envs.action_ids`.
Returns are the points of a side less the mean of the others'.
"""

from functools import cache
from random import Random
from typing import Any, ClassVar, Final

import numpy as np

from stramash import games
from stramash.core.errors import RulesError
from stramash.core.extras import need
from stramash.core.game import AnyGame
from stramash.envs.action_ids import VERSION
from stramash.envs.observations import USUAL_PAST, Planes
from stramash.envs.tables import Tables
from stramash.sim.tables.observations import STALE, TOLD_TO

need("openspiel", "pyspiel")

import pyspiel  # noqa: E402  # what is missing has been said

MOST_POINTS: Final = 1_000.0
"""No deal wins or loses more than this."""
PREFIX: Final = "stramash_"


class Shared:
    """What all states of a game use and none of them owns: copies of a state share it."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.deck = game.deck()
        self.most_moves = len(self.deck_and_courts()) * (game.seats + 2)
        self.tables = Tables(game, 1, past=self.most_moves, goes_on=False)
        self.short = Planes(game, USUAL_PAST)

    def deck_and_courts(self) -> tuple[int, ...]:
        """As many cards as are held at the table."""
        return (*self.deck, *(0 for _ in range(3 * self.game.seats)))

    def __deepcopy__(self, memo: Any) -> "Shared":
        return self

    def __reduce__(self) -> Any:
        game = self.game
        texts = ";".join(f"{name}:{value}" for name, value in games.written_options(game).items())
        return shared_by, (game.id, game.seats, texts.replace(",", "/"))


@cache
def shared_by(game_id: str, seats: int, options: str) -> Shared:
    """What the states of a game share, by its id, its seats and its options as texts; raises RulesError."""
    texts = dict(pair.partition(":")[::2] for pair in options.replace("/", ",").split(";") if pair)
    return Shared(games.get_written(game_id, seats, texts))


class StramashGame(pyspiel.Game):
    """One of our games for OpenSpiel; each has a class of its own, made where it is registered."""

    game_id: ClassVar[str]
    kind: ClassVar[Any]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        seats = given.get("seats") or games.info(self.game_id).usual_seats
        self.shared = shared_by(self.game_id, seats, str(given.get("options", "")))
        game = self.shared.game
        info = pyspiel.GameInfo(
            num_distinct_actions=self.shared.tables.action_ids.size,
            max_chance_outcomes=max(max(game.deck()) + 1, game.seats),
            num_players=game.seats,
            min_utility=-MOST_POINTS,
            max_utility=MOST_POINTS,
            utility_sum=0.0,
            max_game_length=self.shared.most_moves + len(self.shared.deck_and_courts()),
        )
        super().__init__(self.kind, info, given)

    def new_initial_state(self) -> "StramashState":
        """Before the deal."""
        return StramashState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """What observes states: with perfect recall the whole past, else the latest moves."""
        if params:
            raise RulesError("observer", str(params), "no parameters are known")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.shared, is_whole=kind.perfect_recall)


class StramashState(pyspiel.State):
    """A deal, or the dealing of it."""

    def __init__(self, game: StramashGame) -> None:
        super().__init__(game)
        self._shared = game.shared
        self._dealer: int | None = None
        self._deck: tuple[int, ...] = ()
        self._record: Any = None
        self._chosen: Any = None
        self._past: Any = None
        self._open: Any = None
        self._moves: tuple[tuple[int, str], ...] = ()
        """Who made which move that everybody saw, the oldest first."""
        self._seat = -1
        self._legal: list[int] = []
        self._returns = [0.0] * game.shared.game.seats
        self._is_over = False

    @property
    def is_dealt(self) -> bool:
        """Whether all cards have been dealt."""
        return self._record is not None

    def current_player(self) -> int:
        """The seat to act, chance or the end."""
        if self._is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self._record is None else self._seat

    def _legal_actions(self, player: int) -> list[int]:
        """The numbers that are open."""
        return [*self._legal] if player == self._seat else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The dealer, then each card of the deck by its face."""
        if self._dealer is None:
            seats = self._shared.game.seats
            return [(seat, 1 / seats) for seat in range(seats)]
        left = [*self._shared.deck]
        for card in self._deck:
            left.remove(card)
        return [(face, left.count(face) / len(left)) for face in sorted(set(left))]

    def _apply_action(self, action: int) -> None:
        shared = self._shared
        if self._record is not None:
            self._sit_down()
            shared.tables.step_one(action)
            made = shared.tables.made_in_public()
            if made is not None:
                self._moves = (*self._moves, (self._seat, str(made)))
            self._stand_up()
        elif self._dealer is None:
            self._dealer = action
        else:
            self._deck = (*self._deck, action)
            if len(self._deck) == len(shared.deck):
                game = shared.game
                shared.tables.load(0, game.start(self._deck, game.first(self._dealer)).state)
                self._stand_up()

    def _sit_down(self) -> None:
        """Put this state at the shared table."""
        tables = self._shared.tables
        tables.records[0], tables.chosen[0], tables.past[0] = self._record, self._chosen, self._past
        tables.chosen[0, TOLD_TO] |= STALE
        tables.open_bits[0] = self._open
        tables.seats[0] = self._seat

    def _stand_up(self) -> None:
        """Take what is at the shared table."""
        tables = self._shared.tables
        self._record, self._chosen = tables.records[0].copy(), tables.chosen[0].copy()
        self._past, self._open = tables.past[0].copy(), tables.open_bits[0].copy()
        self._seat = int(tables.seats[0])
        self._legal = np.flatnonzero(tables.masks[0]).tolist()
        if tables.finished[0]:
            self._is_over = True
            self._legal = []
            self._returns = tables.leads()[0].tolist()

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return self._shared.tables.action_ids.names[action]
        return f"dealer {action}" if self._dealer is None else self._shared.game.card_code(action)

    def is_terminal(self) -> bool:
        """Whether the deal is over."""
        return self._is_over

    def returns(self) -> list[float]:
        """The points of each seat's side less the mean of the others'."""
        return self._returns

    def __str__(self) -> str:
        cards = " ".join(map(self._shared.game.card_code, self._deck))
        moves = "" if self._record is None else f": {self.past_text(len(self._past))}"
        chosen = "" if self._chosen is None else f" {self._chosen[:TOLD_TO].tolist()} {self._building()}"
        return f"dealer {self._dealer} {cards}{moves}{chosen}"

    def _building(self) -> str:
        """A display that is being built is part of the state."""
        is_building = self._shared.tables.planes.is_building(self._record)
        return f"{self._record.tolist()}" if is_building else ""

    def past_text(self, most: int) -> str:
        """The latest moves that everybody saw, the oldest first."""
        latest = self._moves[max(0, len(self._moves) - most) :]
        return ", ".join(f"{seat} {move}" for seat, move in latest)

    def observation(self, player: int) -> Any:
        """The bits of a seat's observation with the whole past."""
        self._sit_down()
        return self._shared.tables.observe(player)[0]

    def information_text(self, player: int, most: int) -> str:
        """What a seat may know, as a text: its cards, its secrets, and the moves that everybody saw."""
        if self._record is None:
            return f"seat {player}, before the deal"
        own = np.packbits(self.observation(player)[: self._shared.tables.planes.own_size]).tobytes().hex()
        return f"seat {player} knows {own} after: {self.past_text(most)}"

    def resample_from_infostate(self, player: int, sampler: Any) -> "StramashState":
        """A state in which this seat knows the same and the other cards are dealt by chance."""
        shared = self._shared
        family, game = shared.tables.family, shared.game
        other: StramashState = self.clone()
        if self._record is not None and not self._is_over:
            view = game.view(family.unpack_state(game.rules, self._record), player)
            world = game.determinize(view, Random(sampler()))
            other._record = family.pack_state(game.rules, world)
            shared.tables.planes.keep_building(self._record, other._record)
        return other


class Observer:
    """What a seat may know as a tensor and as a text."""

    def __init__(self, shared: Shared, *, is_whole: bool) -> None:
        self._most = shared.most_moves if is_whole else USUAL_PAST
        size = shared.tables.planes.size if is_whole else shared.short.size
        self.tensor = np.zeros(size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: StramashState, player: int) -> None:
        """Fill in the tensor; before the deal nobody knows anything."""
        if not state.is_dealt:
            self.tensor.fill(0)
        else:
            # The latest moves come first, so a shorter past is the beginning of a longer one.
            self.tensor[:] = state.observation(player)[: len(self.tensor)]

    def string_from(self, state: StramashState, player: int) -> str:
        """The same as a text."""
        return state.information_text(player, self._most)


def _register(game_id: str) -> None:
    info = games.info(game_id)
    kind = pyspiel.GameType(
        short_name=PREFIX + game_id.replace("-", "_"),
        long_name=f"{info.name}, stramash {game_id}-v{VERSION}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(info.seats),
        min_num_players=min(info.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"seats": info.usual_seats, "options": ""},
    )
    # A class and no function: OpenSpiel keeps it until after the interpreter has ended, and a function would
    # be freed then.
    pyspiel.register_game(kind, type(kind.short_name, (StramashGame,), {"game_id": game_id, "kind": kind}))


for _game_id in games.GAMES:
    _register(_game_id)
