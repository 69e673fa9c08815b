"""The list of public tables."""

import logging
from typing import Final

from pydantic import ValidationError

from stramash.server.protocol.bodies import TableInfo
from stramash.server.store.base import Listed
from stramash.server.table.hall import Hall

_log = logging.getLogger("stramash.lobby")
MOST_LISTED: Final = 100
MOST_NOTED: Final = 1000


class Lobby:
    """What everybody may see of public tables, as far as this version can read it."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._noted: dict[str, None] = {}
        """Tables left out of which the log has a line already."""

    async def tables(self) -> list[TableInfo]:
        """The public tables, those that changed last first; raises StoreError."""
        infos = [self._info(row) for row in await self._hall.store.public(MOST_LISTED)]
        # One may have become private just now.
        return [info for info in infos if info is not None and info.settings.public]

    def _info(self, row: Listed) -> TableInfo | None:
        live = self._hall.tables.get(row.table)
        if live is not None:
            return TableInfo.model_validate(live.info())
        try:
            return TableInfo.model_validate_json(row.info)
        except ValidationError as error:  # of another version, or damaged: one table less, not none at all
            self._note(row.table, error)
            return None

    def _note(self, table: str, error: ValidationError) -> None:
        if table in self._noted:
            return
        while len(self._noted) >= MOST_NOTED:
            del self._noted[next(iter(self._noted))]
        self._noted[table] = None
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"]))
        _log.warning(
            "table left out of the list", extra={"table": table, "error": f"{first['type']} {where}"}
        )
