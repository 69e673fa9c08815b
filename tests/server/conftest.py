"""What the server's tests share."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.server.postgresql import STORES, fresh_database, running_postgres

from stramash.server.store.postgres import PostgresStore
from stramash.server.store.schema import MIGRATIONS
from stramash.server.store.sql import SqlStore
from stramash.server.store.sqlite import SqliteStore

MakeStore = Callable[..., SqlStore]


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    with running_postgres() as url:
        yield url


@pytest.fixture(params=STORES)
def make_store(request: pytest.FixtureRequest, tmp_path: Path) -> MakeStore:
    """Makes stores on one and the same empty database."""
    if request.param == "sqlite":
        return lambda migrations=MIGRATIONS: SqliteStore(tmp_path / "tables.sqlite3", migrations)
    url = fresh_database(request.getfixturevalue("postgres"), f"t{abs(hash(request.node.nodeid))}")
    return lambda migrations=MIGRATIONS: PostgresStore(url, migrations)
