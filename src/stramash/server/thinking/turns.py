"""The bots of one table at work: each question is put to a process, with a natural delay."""

import asyncio
from random import Random
from typing import TYPE_CHECKING, Any

from stramash import games
from stramash.core.seats import Seat
from stramash.server.thinking.advice import GREEDY
from stramash.server.thinking.line import Rank, Share
from stramash.wire.codec import Json

if TYPE_CHECKING:  # the table owns its bots' thinking, and this asks the table
    from stramash.server.table.table import Table


class Thinking:
    """At most one question a seat is under way."""

    def __init__(self, table: "Table") -> None:
        self._table = table
        self._tasks: dict[Seat, asyncio.Task[None]] = {}
        self._asked: dict[Seat, tuple[int | None, int]] = {}
        self._rng = Random()

    @property
    def is_busy(self) -> bool:
        """Whether a bot is thinking."""
        return bool(self._tasks)

    def wake(self) -> None:
        """Put the open questions to the bots that have none under way."""
        journal = self._table.journal
        if self._table.is_resting:
            return
        for seat in journal.may_act:
            if seat in self._tasks or not self._table.is_bot(seat):
                continue
            must = journal.must(seat)
            # Out of turn a bot is asked once after each update (C10.1).
            question = (must, 0) if must is not None else (None, journal.n)
            if must is None and self._asked.get(seat) == question:
                continue
            self._asked[seat] = question
            self._tasks[seat] = asyncio.create_task(
                self._think(seat, must), name=f"bot {self._table.id}/{seat}"
            )

    def share(self, rank: Rank = Rank.PLAY) -> Share:
        """For whom a question is asked: who made the table has one share, for however many tables."""
        is_alone = rank is Rank.PLAY and not len(self._table.audience)
        return Share(Rank.ALONE if is_alone else rank, self._table.maker, self._table.id)

    def stop(self) -> None:
        """Drop all questions."""
        for task in self._tasks.values():
            task.cancel()
        self._tasks.clear()

    def request(self, seat: Seat, op: str, level: str) -> Json:
        """A question about a seat's decision: with its own events and nothing else."""
        journal = self._table.journal
        write = journal.family.events.write
        events = [write(event) for event in journal.seen(seat)]
        deal_set = journal.deal_set
        request: Json = {
            "op": op,
            # A worker goes on from the events it knows, which it cannot once some of them did not happen.
            "key": f"{self._table.id} {journal.match_number} {journal.deal_number} {seat} "
            f"{journal.times_taken_back}",
            "game": journal.game.id,
            "seats": journal.game.seats,
            "options": games.written_options(journal.game),
            "seat": seat,
            "level": level,
            "events": events,
            "seed": self._rng.getrandbits(32),
        }
        if deal_set is not None:  # the same chance at every table of an evening
            request["seed"] = deal_set.bot_seed(journal.match_number, seat, len(events))
            request["is_seeded"] = True
        return request

    async def _think(self, seat: Seat, must: int | None) -> None:
        table = self._table
        level = table.roster.places[seat].level or GREEDY
        substitute = table.around.pool.substitute(level, table.roster.game)
        plays = level if substitute is None else substitute.level
        request = self.request(seat, "choose" if must is not None else "interject", plays)
        delay = table.around.bot_delay * self._rng.uniform(0.5, 1.5)
        thought: Any
        thought, _ = await asyncio.gather(
            table.around.pool.ask(request, share=self.share()),
            asyncio.sleep(delay if must is not None else delay / 4),
        )
        text = thought.get("move") if thought is not None else None
        self._tasks.pop(seat, None)
        if text is None and must is None:
            self.wake()  # something may have happened meanwhile
            return
        table.post(lambda: table.moving.bot_move(seat, must, text, plays))
