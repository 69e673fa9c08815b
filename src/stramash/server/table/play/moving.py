"""Moves of people, of bots and of the clock: parsed, checked, and handed to the table to be saved."""

import time
from random import Random
from typing import TYPE_CHECKING, Any

from stramash.bots.registry import seat_bot
from stramash.core.errors import MoveSyntaxError
from stramash.core.seats import Seat
from stramash.server.evenings.results import play_of
from stramash.server.http.refusal import Refusal
from stramash.server.metrics import MOVE_SECONDS, MOVES_BY
from stramash.server.protocol.messages import MakeMove, TakeBack
from stramash.server.table.people.auth import Key, own_id
from stramash.server.table.people.roster import Place
from stramash.server.table.play.finished import By
from stramash.server.thinking.advice import GREEDY
from stramash.wire.codec import Forms

if TYPE_CHECKING:
    from stramash.server.table.table import Table


class Moving:
    """The moves of one table; every method runs in its turn, inside the table's task."""

    def __init__(self, table: "Table") -> None:
        self._table = table
        self._rng = Random()

    async def move(self, key: Key, message: MakeMove) -> int:
        """A person's move; the number of the update it became."""
        began = time.perf_counter()
        table, journal = self._table, self._table.journal
        seat = table.acting_seat(key)
        done = journal.done(seat, own_id(key, message.id))
        if done is not None:
            return done
        _refuse_if_stood_in(table.roster.places[seat])
        if not journal.is_playing:
            raise Refusal("not-playing", "no deal is being played")
        try:
            move = journal.game.parse_move(message.move)
        except MoveSyntaxError as error:
            raise Refusal("syntax", str(error)) from None
        if not journal.answers(seat, message.decision, move):
            raise Refusal("stale", "that came too late: the decision is no longer open")
        _refuse_other_cards(journal.family, move, message.cards)
        n = await self._make(seat, move, "person", own_id(key, message.id))
        MOVE_SECONDS.observe(time.perf_counter() - began)
        await table.progress()
        return n

    async def _make(
        self, seat: Seat, move: Any, by: By, message_id: str | None = None, level: str | None = None
    ) -> int:
        table, journal = self._table, self._table.journal
        match = journal.match
        assert match is not None
        reason = journal.game.check(match.state, seat, move)
        if reason is not None:
            raise Refusal("illegal", reason.sentence, clause=reason.clause)
        play = play_of(table, seat, move, by)
        occupant = table.roster.occupant(seat)
        entry = journal.move_entry(seat, move, by, message_id, level=level, occupant=occupant)
        (happening,) = await table.append(entry, play=play)
        MOVES_BY[by].inc()
        if happening.result is not None:
            table.dealing.ready = set()
        return happening.n

    async def take_back(self, key: Key, message: TakeBack) -> int:
        """A person thinks again, where nobody has learned anything; the number of the update it became."""
        table, journal = self._table, self._table.journal
        seat = table.acting_seat(key)
        done = journal.done(seat, own_id(key, message.id))
        if done is not None:
            return done
        _refuse_if_stood_in(table.roster.places[seat])
        if journal.may_take_back(seat) != message.n:
            raise Refusal("stale", "that move can no longer be taken back")
        entry = journal.take_back_entry(seat, message.n, own_id(key, message.id))
        (happening,) = await table.append(entry)
        await table.progress()
        return happening.n

    async def bot_move(self, seat: Seat, must: int | None, text: str | None, level: str) -> None:
        """A bot's answer, if the question still stands; where it is no good, the greedy bot's.

        `level`: which bot gave it, who may be another than the one that sits there.
        """
        table, journal = self._table, self._table.journal
        if not table.is_bot(seat) or journal.match is None or journal.must(seat) != must:
            await table.progress()
            return
        move: Any = None
        if text is not None:
            try:
                move = journal.game.parse_move(text)
            except MoveSyntaxError:
                move = None
        is_legal = move is not None and journal.game.check(journal.match.state, seat, move) is None
        if must is not None and not is_legal:
            move, is_legal, level = self._fallback(seat), True, GREEDY
        if is_legal and (must is not None or seat in journal.may_act):
            await self._make(seat, move, "bot", level=level)
        await table.progress()

    async def time_out(self, seat: Seat, must: int) -> None:
        """The clock has run out: a pass in an auction, else what the greedy bot would do."""
        if self._table.journal.must(seat) == must and not self._table.is_bot(seat):
            move, level = self._least_harm(seat)
            await self._make(seat, move, "clock", level=level)
            await self._table.progress()

    def _fallback(self, seat: Seat) -> Any:
        """A move without any other process."""
        journal = self._table.journal
        assert journal.match is not None
        return seat_bot(GREEDY, journal.game, self._rng).choose(journal.match.view(seat))

    def _least_harm(self, seat: Seat) -> tuple[Any, str | None]:
        """In an auction a pass: nobody is bound to a bid that they did not make. And which bot chose it."""
        journal = self._table.journal
        assert journal.match is not None
        legal = {journal.family.move(move)["kind"]: move for move in journal.match.view(seat).legal}
        is_auction = not legal.keys().isdisjoint({"bid", "display"})
        if is_auction and "pass" in legal:
            return legal["pass"], None
        return self._fallback(seat), GREEDY


def _refuse_other_cards(family: Forms, move: Any, chosen: list[str] | None) -> None:
    """What a player chose is what is played, or nothing is."""
    cards: list[str] = family.cards.write(family.cards_of(move))
    if chosen is not None and sorted(chosen) != sorted(cards):
        said, meant = (" ".join(some) or "no cards" for some in (cards, chosen))
        raise Refusal("other-cards", f"that move is made with {said}, and {meant} was chosen")


def _refuse_if_stood_in(place: Place) -> None:
    if place.stand_in is not None:
        raise Refusal("forbidden", "a bot plays for you until the host hands your seat back")
