"""What the tests of evenings share: opening one, coming to it as somebody's browser, and playing a deal."""

from random import Random
from typing import Any

from tests.server.harness import Running, play_randomly

from stramash.client import Rest, SeatClient
from stramash.server.table.people.auth import new_secret


class Evening(Rest):
    """Requests with the key of an evening."""

    def __init__(self, running: Running, made: dict[str, Any]) -> None:
        super().__init__(running.address, made["key"])
        self.id: str = made["evening"]["id"]
        self.form: dict[str, Any] = made["evening"]
        self.host = Rest(running.address, made["host"])

    async def advance(self, stage: str) -> dict[str, Any]:
        """The host lets nobody else come, or ends the evening."""
        form: dict[str, Any] = await self.host("PUT", f"/evenings/{self.id}/stage", {"stage": stage})
        return form


async def opened(running: Running, game: str = "haggis", seats: int = 2, **wish: Any) -> Evening:
    """A new evening."""
    body = {"game": game, "seats": seats, "deals": 2, "level": "greedy", **wish}
    made = await running.rest("POST", "/evenings", body)
    assert made["evening"]["tables"] == made["evening"]["played"] == []
    return Evening(running, made)


def page(rest: Rest, browser: str, address: str = "") -> Rest:
    """The same requests as the page of somebody's browser sends them; behind a proxy, from an address."""
    of = Rest(rest.server, rest.secret)
    of._opener.addheaders += [
        ("Sec-Fetch-Site", "same-origin"),
        ("Cookie", f"stramash-browser=browser-{browser:-<20}"),
        *([("X-Forwarded-For", address)] if address else []),
    ]
    return of


async def sat_down(
    evening: Evening, name: str, people: int = 1, *, secret: str | None = None, rest: Rest | None = None
) -> dict[str, Any]:
    """A table of somebody's own, in a browser of their own unless they come otherwise."""
    wish = {"name": name, "people": people, "secret": secret or new_secret()}
    made: dict[str, Any] = await (rest or page(evening, name))("POST", f"/evenings/{evening.id}/tables", wish)
    return made


def own(running: Running, made: dict[str, Any]) -> Rest:
    """Requests of who sits at a table."""
    return Rest(running.address, made["secret"])


async def play_deal(running: Running, made: dict[str, Any], seed: int) -> None:
    """Play the deal that a table is at to its end; all tables play by the same seed or by others."""
    client = SeatClient(running.address, made["table"]["id"], made["secret"])
    async with client:
        await play_randomly(client, Random(seed))


async def next_deal(running: Running, made: dict[str, Any]) -> Any:
    """Go on to the next deal."""
    return await own(running, made)("POST", f"/tables/{made['table']['id']}/rematch")


async def seen(running: Running, made: dict[str, Any]) -> dict[str, Any]:
    """The evening as a table sees it."""
    form: dict[str, Any] = await own(running, made)("GET", f"/tables/{made['table']['id']}/evening")
    return form
