"""Exact best responses at the ends of deals, by OpenSpiel: a yardstick for `stramash exploit`.

Whole deals are too large to be solved, whatever the options. Towards the end of one, where few cards are left
and few worlds agree with what a seat knows, the best response to a bot can be had exactly.
"""

from collections.abc import Iterator, Sequence
from random import Random
from statistics import fmean
from typing import Any, Final, NamedTuple

import numpy as np

from stramash import games
from stramash.arena.exploit import BestResponse, as_bots_do, lead_of
from stramash.bots.base import Bot
from stramash.bots.outside.specs import FoundBot
from stramash.core.errors import RulesError
from stramash.core.extras import need
from stramash.core.game import AnyGame
from stramash.core.match import Match
from stramash.core.seats import Seat
from stramash.envs.action_ids import Chosen
from stramash.envs.openspiel import PREFIX, StramashState
from stramash.sim.family import family_of
from stramash.sim.tables.observations import NOTHING_CHOSEN, TOLD_TO

need("openspiel", "open_spiel")

import pyspiel  # noqa: E402
from open_spiel.python import policy as openspiel_policy  # noqa: E402
from open_spiel.python.algorithms import best_response, expected_game_score  # noqa: E402

MOST_CARDS: Final = 7
"""In all hands together, at the positions that are solved."""
MOST_WORLDS: Final = 12
MOST_DEALS: Final = 1_000
"""So many are looked at for positions."""
DRAWN: Final = 400
"""Worlds that are dealt to find all there are: of twelve, each is met some thirty times."""


class Checked(NamedTuple):
    """What one end position is worth to the seat to act, which is told nothing but its view."""

    worlds: int
    as_bot: float
    """As the bot plays it."""
    found: float
    """As the responder does."""
    exact: float
    """As well as can be, against the bot."""


class EndState(StramashState):
    """A deal that begins at a position: chance draws which world it is."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self._worlds = game.worlds

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """One of the worlds."""
        count = len(self._worlds)
        return [(world, 1 / count) for world in range(count)]

    def _apply_action(self, action: int) -> None:
        if self._record is not None:
            super()._apply_action(action)
            return
        tables = self._shared.tables
        tables.records[0], tables.chosen[0], tables.past[0] = self._worlds[action], NOTHING_CHOSEN, 0
        tables.look()
        self._stand_up()


def _begin(game: Any) -> EndState:
    return EndState(game)


def end_game(game: AnyGame, records: Sequence[Any]) -> Any:
    """A game for OpenSpiel that begins at one of some packed games."""
    texts = ";".join(f"{name}:{value}" for name, value in games.written_options(game).items())
    params = {"seats": game.seats, "options": texts.replace(",", "/")}
    whole = pyspiel.load_game(PREFIX + game.id.replace("-", "_"), params)
    # OpenSpiel copies a state by asking its game for a new one, so the game has to be of its own kind.
    kind = type("EndGame", (type(whole),), {"worlds": tuple(records), "new_initial_state": _begin})
    return kind(params)


class BotPolicy(openspiel_policy.Policy):  # type: ignore[misc]
    """A bot that plays the same in the same place, for OpenSpiel."""

    def __init__(self, game: Any, of: AnyGame, bot: Bot) -> None:
        super().__init__(game, list(range(of.seats)))
        self._of, self._bot = of, bot

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        """The number that the bot gives, for certain."""
        seat = state.current_player()
        tables = state._shared.tables  # noqa: SLF001  states are our own
        view = self._of.view(tables.family.unpack_state(self._of.rules, state._record), seat)  # noqa: SLF001
        move = self._bot.interject(view)
        if move is None:
            move = self._bot.choose(view)
        reached: Chosen | None = None
        now = state._chosen[:TOLD_TO].tolist()  # noqa: SLF001
        for number in tables.action_ids.encode(view, move):
            if (not now[0] and reached is None) or (reached is not None and list(reached) == now):
                return {number: 1.0}
            reached = tables.action_ids.choices(view, reached)[number]
        # In the middle of a move that the bot does not make: it goes on somehow, and is never there.
        return {state.legal_actions()[0]: 1.0}


def ends(game: AnyGame, bot: Bot, seed: int) -> Iterator[tuple[Any, Any, list[Any]]]:
    """End positions of deals that a bot plays with itself: view, state, and all worlds that fit the view."""
    for number in range(MOST_DEALS):
        rng = Random(f"{seed}/end {number}")
        match: Any = Match(game, rng.randrange(game.seats))
        match.deal(rng)
        while not match.needs_deck and not match.is_over:
            seat = min(match.waiting)
            view = game.view(match.state, seat)
            if _cards(game, match.state) <= MOST_CARDS and len(view.legal) > 1:
                worlds = {str(state): state for state in (game.determinize(view, rng) for _ in range(DRAWN))}
                if 1 < len(worlds) <= MOST_WORLDS:
                    yield view, match.state, [worlds[text] for text in sorted(worlds)]
                    break
            match.act(*as_bots_do(game, match.state, [], dict.fromkeys(range(game.seats), bot)))

    raise RulesError("exact", game.id, "no end position of this game is small enough to be solved")


def _cards(game: AnyGame, state: Any) -> int:
    return sum(hand.bit_count() for hand in state.hands)


def check_ends(
    game: AnyGame, found: FoundBot, count: int, worlds: int, moves: int, seed: int = 0
) -> Iterator[Checked]:
    """Solve so many end positions, and let the responder play them in every world."""
    bot = found.factory(game, Random(seed))
    family = family_of(game)
    for view, _, states in ends(game, bot, seed):
        if count == 0:
            return
        count -= 1
        records = [np.array(family.pack_state(game.rules, state), np.int64) for state in states]
        spiel = end_game(game, records)
        root, policy = spiel.new_initial_state(), BotPolicy(spiel, game, bot)
        best = best_response.BestResponsePolicy(spiel, view.seat, policy, root_state=root)
        as_bot = expected_game_score.policy_value(root, [policy] * game.seats)[view.seat]
        played = [_respond(game, found, state, view.seat, worlds, moves, seed) for state in states]
        yield Checked(len(states), float(as_bot), fmean(played), float(best.value(root)))


def _respond(
    game: AnyGame, found: FoundBot, state: Any, seat: int, worlds: int, moves: int, seed: int
) -> float:
    """What the responder gets in one world; it is told nothing but its views."""
    bots: dict[Seat, Bot] = {place: found.factory(game, Random(seed)) for place in range(game.seats)}
    bots[seat] = BestResponse(game, Random(seed), found, worlds, moves)
    while (result := game.result(state)) is None:
        state = game.apply(state, *as_bots_do(game, state, [], bots)).state
    return lead_of(game, result.scores, seat)
