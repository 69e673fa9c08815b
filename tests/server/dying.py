"""Stores that end their own process in the middle of saving, at a moment chosen from inside."""

import os
import signal
import threading
import time
from collections.abc import Callable
from random import Random
from typing import Any, Final

from stramash.server.config import Config
from stramash.server.store.base import Store
from stramash.server.store.past import Execute
from stramash.server.store.postgres import PostgresStore
from stramash.server.store.sql import Job, SqlStore
from stramash.server.store.sqlite import SqliteStore

MOMENTS: Final = ("between two tables", "before the commit", "during the commit", "after the commit")
"""Of a group commit: one table's entry is written, another's not; nothing is final; who knows; all is."""
SLOWNESS: Final = 0.003
"""Seconds that a commit takes longer, so that several tables meet in the next one."""

PATIENCE: Final = 60
"""Commits after which it dies in any: tables may take turns so well that they never meet."""


def die() -> None:
    """No handler, no clean-up, nothing flushed."""
    os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(60)  # the signal comes to another thread first


class Fate:
    """When and how a store dies: in one of the next commits, of several tables at once if there are any."""

    def __init__(self, moment: str, seed: int) -> None:
        assert moment in MOMENTS
        self.moment = moment
        self.rng = Random(seed)
        self.left = self.rng.randint(1, 12)
        self.patience = PATIENCE

    def is_due(self, batch: list[Job[Any]]) -> bool:
        """Whether this is the commit to die in: one of several tables, or any if those do not come."""
        self.patience -= 1
        if len(batch) > 1:
            self.left -= 1
        return (len(batch) > 1 and self.left <= 0) or self.patience <= 0

    def transact(self, batch: list[Job[Any]], transact: Callable[[list[Job[Any]]], Any]) -> Any:
        """Do a batch, or part of it."""
        time.sleep(SLOWNESS)
        if not self.is_due(batch):
            return transact(batch)
        if self.moment == "between two tables":
            batch[min(1, len(batch) - 1)].work = lambda execute: die()
        elif self.moment == "before the commit":
            work = batch[-1].work

            def last(execute: Execute) -> None:
                work(execute)
                die()

            batch[-1].work = last
        elif self.moment == "during the commit":
            threading.Timer(self.rng.uniform(0, 0.004), die).start()
            while True:  # the batch is done, and if that was too quick, done for others
                transact(batch)
                batch = [Job(lambda execute: execute("UPDATE tables SET updated = updated"))]
        done = transact(batch)
        die()
        return done


def dying_store(config: Config, moment: str, seed: int) -> Store:
    """The store that the configuration names, with a fate."""
    fate = Fate(moment, seed)

    class Dying(SqlStore):
        """Dies as it is fated."""

        def _transact(self, batch: list[Job[Any]]) -> Any:
            return fate.transact(batch, super()._transact)

    class DyingSqlite(Dying, SqliteStore):
        """One file."""

    class DyingPostgres(Dying, PostgresStore):
        """A connection."""

    if config.database:
        return DyingPostgres(config.database)
    return DyingSqlite(config.data_folder / "tables.sqlite3")
