"""The list of public tables: what cannot be read is left out, and the log says so once."""

import json
from pathlib import Path

import pytest
from tests.server.conftest import MakeStore
from tests.server.harness import Running, act, create
from tests.server.test_uptime import spoilt


@pytest.mark.parametrize("damage", ["unknown field", "missing field", "no JSON", "no table"])
def test_a_row_that_cannot_be_read_is_left_out(
    make_store: MakeStore, tmp_path: Path, caplog: pytest.LogCaptureFixture, damage: str
) -> None:
    store = make_store()

    async def scene(running: Running) -> None:
        hall = running.service.hall
        ids = [
            (await create(running, "haggis", 2, settings={"public": True}))["table"]["id"] for _ in range(3)
        ]
        for table in tuple(hall.tables.values()):
            await hall._unload(table, "moved")
        row = next(row for row in await store.public(10) if row.table == ids[1])
        form = json.loads(row.info)
        text = {
            "unknown field": json.dumps({**form, "colour": "green"}),
            "missing field": json.dumps({"id": ids[1]}),
            "no JSON": row.info[:40],
            "no table": "[]",
        }[damage]
        await spoilt(store, ids[1], "UPDATE documents SET info = ? WHERE table_id = ?", text)
        for _ in range(2):
            listed = (await running.rest("GET", "/tables"))["tables"]
            assert {table["id"] for table in listed} == {ids[0], ids[2]}

        lines = [record for record in caplog.records if record.name == "stramash.lobby"]
        assert [record.__dict__["table"] for record in lines] == [ids[1]]

    act(tmp_path, scene, store=store)


def test_a_table_in_memory_is_listed_as_it_is_now(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        created = await create(running, "haggis", 2, settings={"public": True})
        table = running.service.hall.tables[created["table"]["id"]]
        await spoilt(running.service.hall.store, table.id,  # type: ignore[arg-type]
                     "UPDATE documents SET info = ? WHERE table_id = ?", "no JSON")  # fmt: skip
        listed = (await running.rest("GET", "/tables"))["tables"]
        assert [each["id"] for each in listed] == [table.id]
        table.roster.settings = table.roster.settings.model_copy(update={"public": False})
        assert (await running.rest("GET", "/tables"))["tables"] == []

    act(tmp_path, scene)
