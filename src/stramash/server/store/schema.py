"""The tables of the database, and how each version of them becomes the next."""

from typing import Final

from stramash.server.store.base import StoreError

_TABLES: Final = """CREATE TABLE tables (
    id TEXT PRIMARY KEY, doc TEXT NOT NULL, info TEXT NOT NULL, is_public INTEGER NOT NULL,
    n BIGINT NOT NULL, updated DOUBLE PRECISION NOT NULL,
    owner TEXT, address TEXT, epoch BIGINT NOT NULL, expires DOUBLE PRECISION NOT NULL)"""
_ENTRIES: Final = """CREATE TABLE entries (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE, n BIGINT NOT NULL,
    kind TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (table_id, n))"""
_PAPERS: Final = """CREATE TABLE papers (
    table_id TEXT PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    doc TEXT NOT NULL, info TEXT NOT NULL)"""
_EVENINGS: Final = """CREATE TABLE evenings (
    id TEXT PRIMARY KEY, doc TEXT NOT NULL, updated DOUBLE PRECISION NOT NULL)"""
_PLAYS: Final = """CREATE TABLE plays (
    evening_id TEXT NOT NULL REFERENCES evenings (id) ON DELETE CASCADE, table_id TEXT NOT NULL,
    deal INTEGER NOT NULL, body TEXT NOT NULL, at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (evening_id, table_id, deal))"""
_ENTRANTS: Final = """CREATE TABLE entrants (
    evening_id TEXT NOT NULL REFERENCES evenings (id) ON DELETE CASCADE, person TEXT NOT NULL,
    table_id TEXT NOT NULL, network TEXT NOT NULL, at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (evening_id, person))"""
_SNAPSHOTS: Final = """CREATE TABLE snapshots (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE, n BIGINT NOT NULL,
    match_number INTEGER NOT NULL, deal_number INTEGER NOT NULL,
    body TEXT NOT NULL, digest TEXT NOT NULL, PRIMARY KEY (table_id, n))"""

MIGRATIONS: Final[tuple[tuple[str, ...], ...]] = (
    (  # version 1
        _TABLES,
        "CREATE INDEX tables_public ON tables (is_public, updated)",
        "CREATE INDEX tables_owner ON tables (owner)",
        _ENTRIES,
    ),
    (  # version 2: a move changes a short row and, at a private table, no index beside its own
        _PAPERS,
        "INSERT INTO papers SELECT id, doc, info FROM tables",
        "ALTER TABLE tables DROP COLUMN doc",
        "ALTER TABLE tables DROP COLUMN info",
        "DROP INDEX tables_public",
        "CREATE INDEX tables_public ON tables (updated) WHERE is_public = 1",
    ),
    (  # version 3: called what they are
        "ALTER TABLE papers RENAME TO documents",
    ),
    (  # version 4: a process asks another for a table here and nowhere else
        "ALTER TABLE tables DROP COLUMN address",
        "ALTER TABLE tables ADD COLUMN wanted INTEGER NOT NULL DEFAULT 0",
    ),
    (  # version 5: evenings of duplicate; what was played in one stays there when its table goes
        _EVENINGS,
        _PLAYS,
    ),
    (  # version 6: what is written to see whether something can be
        "CREATE TABLE probes (id TEXT PRIMARY KEY, body TEXT NOT NULL)",
    ),
    (  # version 7: a person enters an evening once, at one table; and it ends
        _ENTRANTS,
        "CREATE INDEX entrants_table ON entrants (table_id)",
        "ALTER TABLE evenings ADD COLUMN is_closed INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE evenings ADD COLUMN ends DOUBLE PRECISION NOT NULL DEFAULT 0",
    ),
    (  # version 8: a table is read from the deal before its last one on, and its past deal by deal
        _SNAPSHOTS,
        "CREATE INDEX snapshots_deal ON snapshots (table_id, match_number, deal_number)",
    ),
)
"""The statements that lead from each version of the schema to the next; never changed, only added to."""


def checked_version(found: object, known: int = len(MIGRATIONS), what: str = "database") -> int:
    """The version of a schema as it was read; raises StoreError for one that this stramash does not know."""
    if not isinstance(found, int) or found < 0:
        raise StoreError(
            f"the {what} has schema version {str(found)[:40]!r}, which is no version of stramash"
        )
    if found > known:
        raise StoreError(f"the {what} has schema version {found}; this stramash knows up to {known}")
    return found
