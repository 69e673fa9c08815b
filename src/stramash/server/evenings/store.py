"""The rows of evenings: who entered which table, and what was played."""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Final, Protocol, TypeVar

from stramash.server.evenings.model import MOST_TABLES, Entrant, NotAdmitted, Play, Progress, Stage
from stramash.wire.codec import Json

T = TypeVar("T")
Execute = Callable[..., Any]
ENDED: Final = 0
"""When an evening ended, once somebody knows that it has: a clock that is set back does not reopen it."""


class EveningStore(Protocol):
    """What is kept of evenings. Every method returns only when what it did is durable."""

    async def create_evening(self, evening: str, doc: Json, seconds: float) -> None:
        """A new evening, which ends by itself after so many seconds."""

    async def evening(self, evening: str) -> Json | None:
        """An evening's document."""

    async def advance_evening(self, evening: str, stage: Stage) -> None:
        """Let no more tables come, or end it; never the other way about."""

    async def progress(self, evening: str) -> Progress | None:
        """How far an evening has come; None where there is no such evening any more."""

    async def enter(self, entrant: Entrant, table: str) -> NotAdmitted | None:
        """A person takes a seat at a table of the evening: at one table, where they may come again."""

    async def withdraw(self, evening: str, person: str, table: str) -> None:
        """A person leaves a table before any cards were dealt there, and may come to another one."""

    async def networks(self, evening: str) -> dict[str, frozenset[str]]:
        """For each table of an evening the marks of the networks that its people came from."""

    async def plays(self, evening: str) -> list[Play]:
        """All that was played in an evening, in the order of the tables' coming."""

    async def count_evenings(self) -> int:
        """How many evenings there are."""


class EveningRows(ABC):
    """The statements of an SQL store that are about evenings."""

    now: str
    """The database's clock: it is the same for all processes."""

    @abstractmethod
    async def _ask(self, work: Callable[[Execute], T]) -> T:
        """Run statements in one transaction."""

    async def create_evening(self, evening: str, doc: Json, seconds: float) -> None:
        """A new evening, which ends by itself after so many seconds."""
        statement = (
            "INSERT INTO evenings (id, doc, updated, is_closed, ends)"
            f" VALUES (?, ?, {self.now}, 0, {self.now} + ?)"
        )
        await self._ask(lambda execute: execute(statement, evening, _dump(doc), seconds) and None)

    async def evening(self, evening: str) -> Json | None:
        """An evening's document."""

        def work(execute: Execute) -> Json | None:
            found = execute("SELECT doc FROM evenings WHERE id = ?", evening).fetchone()
            return None if found is None else json.loads(found[0])

        return await self._ask(work)

    async def advance_evening(self, evening: str, stage: Stage) -> None:
        """Let no more tables come, or end it; never the other way about."""
        change = f"ends = {ENDED}" if stage == "ended" else "is_closed = 1"
        await self._ask(
            lambda execute: execute(f"UPDATE evenings SET {change} WHERE id = ?", evening) and None
        )

    async def progress(self, evening: str) -> Progress | None:
        """How far an evening has come; None where there is no such evening any more."""

        def work(execute: Execute) -> Progress | None:
            # Once somebody has been told that it is over, it is over.
            execute(f"UPDATE evenings SET ends = {ENDED} WHERE id = ? AND ends <= {self.now}", evening)
            found = execute("SELECT is_closed, ends FROM evenings WHERE id = ?", evening).fetchone()
            if found is None:
                return None
            is_closed, ends = found
            rows = execute(
                "SELECT table_id, MAX(deal) FROM plays JOIN tables ON id = table_id WHERE evening_id = ?"
                " GROUP BY table_id",
                evening,
            ).fetchall()
            stage: Stage = "ended" if ends == ENDED else "closed" if is_closed else "open"
            return Progress(stage, None if stage == "ended" else ends, dict(map(tuple, rows)))

        return await self._ask(work)

    async def enter(self, entrant: Entrant, table: str) -> NotAdmitted | None:
        """A person takes a seat at a table of the evening: at one table, where they may come again."""
        return await self._ask(lambda execute: self._enter(execute, entrant, table))

    def _enter(
        self, execute: Execute, entrant: Entrant, table: str, coming: Play | None = None
    ) -> NotAdmitted | None:
        """Enter, with a new table of one's own or at one that is there; or say what speaks against it."""
        # Written first: whoever enters, closes or ends the evening meanwhile waits for this transaction.
        found = execute(
            f"UPDATE evenings SET updated = {self.now} WHERE id = ? AND ends > {self.now}", entrant.evening
        )
        if found.rowcount != 1:
            return NotAdmitted("ended")
        before = execute(
            "SELECT table_id FROM entrants WHERE evening_id = ? AND person = ?",
            entrant.evening, entrant.person,
        ).fetchone()  # fmt: skip
        if before is not None:
            return None if before[0] == table else NotAdmitted("entered", before[0])
        refused = None if coming is None else self._refuse_table(execute, entrant.evening)
        if refused is None:
            execute(
                f"INSERT INTO entrants VALUES (?, ?, ?, ?, {self.now})",
                entrant.evening, entrant.person, table, entrant.network,
            )  # fmt: skip
        return refused

    def _refuse_table(self, execute: Execute, evening: str) -> NotAdmitted | None:
        (is_closed,) = execute("SELECT is_closed FROM evenings WHERE id = ?", evening).fetchone()
        if is_closed:
            return NotAdmitted("closed")
        (came,) = execute(
            "SELECT COUNT(*) FROM plays WHERE evening_id = ? AND deal = 0", evening
        ).fetchone()  # fmt: skip
        return NotAdmitted("full") if came >= MOST_TABLES else None

    async def withdraw(self, evening: str, person: str, table: str) -> None:
        """A person leaves a table before any cards were dealt there, and may enter at another one."""
        statement = "DELETE FROM entrants WHERE evening_id = ? AND person = ? AND table_id = ?"
        await self._ask(lambda execute: execute(statement, evening, person, table) and None)

    def _withdraw(self, execute: Execute, table: str) -> None:
        """Everybody leaves a table where no cards have been dealt; elsewhere they have seen some."""
        execute(
            "DELETE FROM entrants WHERE table_id = ? AND NOT EXISTS"
            " (SELECT 1 FROM entries WHERE entries.table_id = entrants.table_id AND kind = 'deal')",
            table,
        )

    def _note(self, execute: Execute, play: Play) -> None:
        """Add a line to an evening; what is played after its end, when hands are open, counts for nothing."""
        done = execute(
            f"UPDATE evenings SET updated = {self.now} WHERE id = ? AND ends > {self.now}", play.evening
        )
        if done.rowcount == 1:
            execute(
                f"INSERT INTO plays VALUES (?, ?, ?, ?, {self.now}) ON CONFLICT DO NOTHING",
                play.evening, play.table, play.deal, _dump(play.body),
            )  # fmt: skip

    def _forget_names(self, execute: Execute, table: str, nobody: str) -> None:
        """A table is deleted: its deals stay, and so does who entered there, without their name."""
        rows = execute("SELECT evening_id, deal, body FROM plays WHERE table_id = ?", table).fetchall()
        for evening, deal, body in rows:
            execute(
                "UPDATE plays SET body = ? WHERE evening_id = ? AND table_id = ? AND deal = ?",
                _dump(_nameless(json.loads(body), nobody)), evening, table, deal,
            )  # fmt: skip

    def _expire_evenings(self, execute: Execute, older_than: float) -> None:
        quiet = f"updated < {self.now} - ? AND ends <= {self.now}"
        for kept in ("plays", "entrants"):
            execute(
                f"DELETE FROM {kept} WHERE evening_id IN (SELECT id FROM evenings WHERE {quiet})", older_than
            )
        execute(f"DELETE FROM evenings WHERE {quiet}", older_than)

    async def networks(self, evening: str) -> dict[str, frozenset[str]]:
        """For each table of an evening the marks of the networks that its people came from."""

        def work(execute: Execute) -> dict[str, frozenset[str]]:
            rows = execute("SELECT table_id, network FROM entrants WHERE evening_id = ?", evening).fetchall()
            tables = {table for table, _ in rows}
            return {table: frozenset(mark for of, mark in rows if of == table) for table in tables}

        return await self._ask(work)

    async def plays(self, evening: str) -> list[Play]:
        """All that was played in an evening, in the order of the tables' coming."""

        def work(execute: Execute) -> list[Play]:
            rows = execute(
                "SELECT table_id, deal, body FROM plays WHERE evening_id = ? ORDER BY at, table_id, deal",
                evening,
            ).fetchall()
            return [Play(evening, table, deal, json.loads(body)) for table, deal, body in rows]

        return await self._ask(work)

    async def count_evenings(self) -> int:
        """How many evenings there are."""
        return await self._ask(lambda execute: int(execute("SELECT COUNT(*) FROM evenings").fetchone()[0]))


def _nameless(body: Json, nobody: str) -> Json:
    """What stays of somebody's part in an evening: the points, without the name."""
    people = zip(body["names"], body["kinds"], strict=True)
    names = [nobody if kind == "person" else name for name, kind in people]
    return {**body, "names": names}


def _dump(value: Json) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
