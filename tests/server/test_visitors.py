"""Who may come in, who may watch and who may do what; against a real server."""

from pathlib import Path

import pytest
from tests.server.harness import Running, act, as_host, create, refused

from stramash.client import ClientError, Rest, SeatClient
from stramash.server.table.people.roster import MOST_WATCHERS


def test_who_may_come_in_and_who_may_do_what(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        created = await create(running, "haggis", 2)
        path = f"/tables/{created['table']['id']}"
        stranger, host = running.rest, as_host(running, created)
        assert await refused(stranger("GET", path)) == "forbidden"
        assert await refused(stranger("POST", f"{path}/start")) == "forbidden"
        assert await refused(stranger("POST", f"{path}/join", {"name": "X"})) == "forbidden"
        wrong = {"name": "X", "invite": created["watch"]}
        assert await refused(stranger("POST", f"{path}/join", wrong)) == "forbidden"
        assert (
            await refused(stranger("POST", f"{path}/session", {"secret": created["invite"]})) == "forbidden"
        )
        invited = Rest(running.address, created["invite"])
        assert (await invited("GET", path))["table"]["stage"] == "open"
        assert await refused(host("POST", f"{path}/start")) == "not-open"
        taken = {"name": "X", "invite": created["invite"], "seat": 0}
        assert await refused(stranger("POST", f"{path}/join", taken)) == "seat-taken"
        guest = await stranger("POST", f"{path}/join", {"name": "Ann", "invite": created["invite"]})
        assert guest["you"] == {"seat": 1, "name": "Ann 2", "host": False}
        assert await refused(Rest(running.address, guest["secret"])("POST", f"{path}/start")) == "not-host"
        links = await host("POST", f"{path}/links")
        old = {"name": "X", "invite": created["watch"], "watch": True}
        assert await refused(stranger("POST", f"{path}/join", old)) == "forbidden"
        await stranger("POST", f"{path}/join", {**old, "invite": links["watch"]})
        settings = {**created["table"]["settings"], "spectators": False, "public": True}
        await host("PUT", f"{path}/settings", settings)
        watch = {"name": "X", "watch": True}
        assert await refused(stranger("POST", f"{path}/join", watch)) == "forbidden"
        assert [t["id"] for t in (await stranger("GET", "/tables"))["tables"]] == [created["table"]["id"]]
        assert await refused(stranger("GET", "/tables/aaaaaaaaaaaa")) == "unknown-table"
        client = SeatClient(running.address, created["table"]["id"], links["invite"])
        with pytest.raises(Exception, match="4403"):
            async with client:
                pass

    act(tmp_path, scene)


def test_a_host_who_only_watches_is_not_crowded_out_and_hands_over_when_leaving(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        created = await create(running, "haggis", 2, places=[{"kind": "person"}, {"kind": "person"}])
        path = f"/tables/{created['table']['id']}"
        table = running.service.hall.tables[created["table"]["id"]]
        for number in range(MOST_WATCHERS + 5):
            table.roster.add_watcher(f"W{number}")
        assert len(table.roster.watchers) == MOST_WATCHERS
        first, second = [
            (await running.rest("POST", f"{path}/join", {"name": name, "invite": created["invite"]}))[
                "secret"
            ]
            for name in ("Bob", "Cat")
        ]
        assert await refused(Rest(running.address, first)("POST", f"{path}/start")) == "not-host"
        await as_host(running, created)("POST", f"{path}/leave")
        assert await refused(Rest(running.address, second)("POST", f"{path}/start")) == "not-host"
        await Rest(running.address, first)("POST", f"{path}/start")

    act(tmp_path, scene)


def test_spectators_who_are_no_longer_allowed_cannot_come_back(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        created = await create(running, "haggis", 2)
        table, path = created["table"]["id"], f"/tables/{created['table']['id']}"
        wish = {"name": "Eve", "invite": created["watch"], "watch": True}
        eve = (await running.rest("POST", f"{path}/join", wish))["secret"]
        async with SeatClient(running.address, table, eve) as watcher:
            settings = {**created["table"]["settings"], "spectators": False}
            await as_host(running, created)("PUT", f"{path}/settings", settings)
            with pytest.raises(ClientError, match="4403"):
                await watcher.until(lambda: False)
        with pytest.raises(ClientError, match="4403"):
            async with SeatClient(running.address, table, eve):
                pass
        async with SeatClient(running.address, table, created["secret"]) as host:
            assert host.seat == 0

    act(tmp_path, scene)


def test_a_links_secret_may_come_as_a_header(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        created = await create(running, "haggis", 2)
        path = f"/tables/{created['table']['id']}"
        for secret in (created["invite"], created["watch"], created["secret"]):
            assert (await Rest(running.address, secret)("GET", path))["table"] == created["table"]
        for stranger in (Rest(running.address), Rest(running.address, "x" * 22)):
            assert await refused(stranger("GET", path)) == "forbidden"

    act(tmp_path, scene)
