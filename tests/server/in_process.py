"""A table without a server around it: a store in memory, bots that have no process to think in."""

import asyncio
import json
from typing import Any

from stramash import games
from stramash.server.protocol.bodies import CreateTable, Settings
from stramash.server.store.base import Claim
from stramash.server.table.people.connection import Connection
from stramash.server.table.people.roster import Person, new_roster
from stramash.server.table.play.journal import Journal
from stramash.server.table.table import Table


class NoStore:
    """Keeps nothing but the order of what it was asked to keep."""

    def __init__(self) -> None:
        self.saved: list[str] = []

    async def save(
        self,
        table: str,
        claim: Claim,
        entries: Any = (),
        doc: Any = None,
        info: Any = None,
        play: Any = None,
        snapshot: Any = None,
    ) -> None:
        """Nothing is kept, in a moment."""
        await asyncio.sleep(0)
        self.saved += [entry.kind for entry in entries] + (["doc"] if doc is not None else [])

    async def delete(self, table: str, claim: Claim, nobody: str) -> None:
        """Nothing was kept, in a moment."""
        await asyncio.sleep(0)
        self.saved.append("deleted")


class NoPool:
    """Bots that never come to a conclusion: the fallback moves for them."""

    async def ask(self, request: Any) -> None:
        """Nothing is known."""
        await asyncio.sleep(0)

    def substitute(self, level: str, game: Any) -> None:
        """Nobody plays for anybody."""


class Around:
    """What a table needs of the server it stands in."""

    def __init__(self) -> None:
        self.store: Any = NoStore()
        self.pool: Any = NoPool()
        self.bot_delay = 0.0
        self.rest_seconds = 0.0
        self.given_up_after = 900.0
        self.cut_seconds = 0.0
        self.thorough = asyncio.Semaphore(2)
        self.forgotten: list[Table] = []

    def forget(self, table: Table) -> None:
        """The table has ended."""
        self.forgotten.append(table)


def open_table(game_id: str = "haggis", seats: int = 2, **settings: Any) -> tuple[Table, dict[str, str]]:
    """A table whose creator sits at seat 0, and its secrets. Needs a running loop."""
    length = {"rounds": "2"} if game_id.startswith("mu") else {"rounds": "2", "goal": "0"}
    game = games.get_written(game_id, seats, length)
    wish = CreateTable(
        game=game_id, name="Ann", settings=Settings.model_validate({"pause": 0, "public": True, **settings})
    )
    roster, secrets = new_roster(game, wish, Person("ann"))
    journal = Journal("t", game)
    journal.take(journal.commit_entry())
    table = Table(Around(), "t", roster, journal, Claim(1))
    table.open()
    return table, secrets


def told(connection: Connection) -> list[dict[str, Any]]:
    """What a connection was told since it was asked last."""
    messages = []
    while connection.waiting:
        messages.append(json.loads(connection.take()))
    return messages
