"""A deal against bots once more, with the expert in a person's place and the same cards."""

import time
from collections.abc import Mapping
from typing import Any, Final

from stramash import games
from stramash.core.errors import MoveSyntaxError
from stramash.core.events import Event
from stramash.core.match import AnyMatch
from stramash.core.seats import Seat
from stramash.duplicate.standing import margin
from stramash.server.thinking.line import Share
from stramash.server.thinking.processes import BotPool
from stramash.wire.codec import Json
from stramash.wire.families import forms_of

ATTEMPTS: Final = 3
"""How often a bot is asked for a decision before the deal is given up."""
EXPERT: Final = "expert"
MOST_MOVES: Final = 1_000
"""Decisions after which a deal is given up; no deal has as many."""
UNASKED_SECONDS: Final = 20.0
"""After this time without anybody asking for it the work ends."""


class _NoAnswerError(Exception):
    """A bot does not answer however often it is asked, and nobody may play for it."""


class Others:
    """The latest deal of a match played again by bots, each told at its decisions what its seat may know."""

    def __init__(
        self, match: AnyMatch, number: int, deal: int, seat: Seat, levels: Mapping[Seat, str]
    ) -> None:
        self._match = match
        self._number = number
        self._deal = deal
        self._seat = seat
        self._levels = {**levels, seat: EXPERT}
        self._scores: tuple[int, ...] | None = None
        self.is_over = False
        self.asked_at = time.monotonic()

    def form(self, retry_after: int | None = None) -> Json:
        """As far as it is worked out; `retry_after`: seconds until the expert is ready, about."""
        result = self._match.deals[-1].result
        assert result is not None, "only finished deals are played again"
        side = next(side for side, seats in enumerate(self._match.game.sides) if self._seat in seats)
        return {
            "match": self._number,
            "deal": self._deal,
            "seat": self._seat,
            "by": EXPERT,
            "scores": list(result.scores),
            "margin": margin(result.scores, side),
            "expert_scores": None if self._scores is None else list(self._scores),
            "expert_margin": None if self._scores is None else margin(self._scores, side),
            "complete": self.is_over,
            "retry_after": None if self.is_over else retry_after,
        }

    @property
    def is_given_up(self) -> bool:
        """Whether it ended without a result."""
        return self.is_over and self._scores is None

    async def work(self, pool: BotPool, share: Share) -> None:
        """Play the deal; what takes too long, or nobody waits for, is given up."""
        await pool.readiness.wait()
        game, deal = self._match.game, self._match.deals[-1]
        state, events = game.start(deal.deck, deal.carry)
        told = list(events)
        for _ in range(MOST_MOVES):
            result = game.result(state)
            if result is not None:
                self._scores = result.scores
                break
            if time.monotonic() - self.asked_at > UNASKED_SECONDS:
                return
            try:
                seat, move = await self._next(pool, share, state, told)
            except _NoAnswerError:
                break
            state, events = game.apply(state, seat, move)
            told += events
        self.is_over = True

    async def _next(self, pool: BotPool, share: Share, state: Any, told: list[Event]) -> tuple[Seat, Any]:
        """Who moves next and how, in the order of `bots.driver.step`."""
        game = self._match.game
        waiting = game.waiting(state)
        for seat in sorted(game.may_act(state) - waiting):
            move = await self._ask(pool, share, state, seat, told, "interject")
            if move is not None:
                return seat, move
        seat = min(waiting)
        move = await self._ask(pool, share, state, seat, told, "choose")
        if move is None:
            raise _NoAnswerError
        return seat, move

    async def _ask(
        self, pool: BotPool, share: Share, state: Any, seat: Seat, told: list[Event], op: str
    ) -> Any:
        game = self._match.game
        write = forms_of(game).events.write
        request = {
            "op": op,
            "key": f"others {share.table} {self._number} {self._deal} {self._seat} {seat}",
            "game": game.id,
            "seats": game.seats,
            "options": games.written_options(game),
            "seat": seat,
            "level": self._levels[seat],
            "events": [write(event.seen_by(seat)) for event in told],
            "seed": len(told),
        }
        for _ in range(ATTEMPTS):
            answer = await pool.ask(request, share=share)
            if answer is not None:
                break
        else:
            raise _NoAnswerError
        text = answer["move"]
        if text is None:
            return None
        try:
            move = game.parse_move(text)
        except MoveSyntaxError:
            return None
        return move if game.check(state, seat, move) is None else None
