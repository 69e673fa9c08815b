"""Evenings of duplicate: everybody plays once, and nobody sees hands before the end."""

import asyncio
from functools import partial
from typing import Any, Final

from benchmarks.soak.people import People
from stramash.client import Rest, RestError, SeatClient
from stramash.server.table.people.auth import new_secret

MEMBERS: Final = 5
DEALS: Final = 2
AT_ONCE: Final = 3
"""Requests of one person to sit down."""


class Evenings(People):
    """One evening after the other."""

    async def live(self) -> None:
        """Hold evenings until time is up."""
        while not self.is_over():
            wish = {"game": "haggis", "seats": 2, "deals": DEALS, "level": "greedy", "days": 1}
            made = await self.patiently(lambda w=wish: self.rest()("POST", "/evenings", w))  # type: ignore[misc]
            evening, host = made["evening"]["id"], self.rest(made["host"])
            members = [Member(self, evening, made["key"], number) for number in range(MEMBERS)]
            await asyncio.gather(*(member.play_evening() for member in members))
            path = f"/evenings/{evening}/stage"
            await self.patiently(lambda h=host, p=path: h("PUT", p, {"stage": "ended"}))  # type: ignore[misc]
            decks = [await member.decks() for member in members if not member.is_gone]
            if any(one != decks[0] or len(one) != DEALS for one in decks):
                self.tally.wrong += 1
            self.tally.evenings += 1


class Member:
    """Somebody with a browser of their own; the first of them deletes their table and tries again."""

    def __init__(self, people: Evenings, evening: str, key: str, number: int) -> None:
        self.people = people
        self.is_gone = number == 0
        self.name = f"M{number}"
        self._tables = f"/evenings/{evening}/tables"
        self._key = key
        self._browser = new_secret()
        self._secret = new_secret()
        self._table = ""

    def _page(self) -> Rest:
        rest = self.people.rest(self._key)
        cookie = f"stramash-browser={self._browser}"
        rest._opener.addheaders += [("Sec-Fetch-Site", "same-origin"), ("Cookie", cookie)]  # noqa: SLF001
        return rest

    async def _ask(self, method: str, path: str, body: Any = None) -> Any:
        own = self.people.rest(self._secret)
        return await self.people.patiently(lambda: own(method, f"/tables/{self._table}{path}", body))

    async def play_evening(self) -> None:
        """Sit down, by several requests at once, and play every deal."""
        await self._sit_down()
        done: dict[int, str] = {}
        for deal in range(1, DEALS + 1):
            await self.people.play(self._table, self._secret, done, partial(_has_played, deal))
            await self._look(deal)
            if self.is_gone:
                await self._delete()
                return
            if deal < DEALS:
                await self._go_on()
        await self.people.patiently(lambda: self.people.compare(self._table, self._secret, [done]))

    async def _sit_down(self) -> None:
        while not self._table:
            secrets = [self._secret] * AT_ONCE + [new_secret()]
            found = set(await asyncio.gather(*map(self._attempt, secrets[:-1]))) - {""}
            other = await self._attempt(secrets[-1])
            self.people.tally.wrong += len(found) > 1 or other not in ("", *found, "seat-taken")
            self._table = next(iter(found - {"seat-taken"}), "")
            if not self._table:
                await asyncio.sleep(0.5)

    async def _attempt(self, secret: str) -> str:
        """The table of one request, why there is none, or nothing where the server did not answer."""
        try:
            made = await self._page()("POST", self._tables, {"name": self.name, "secret": secret})
        except (OSError, RestError, ValueError) as error:
            is_answer = isinstance(error, RestError) and error.status < 500 and error.code != "quarantined"
            return error.code if isinstance(error, RestError) and is_answer else ""
        return str(made["table"]["id"])

    async def _look(self, deal: int) -> None:
        """Results are there, hands are not."""
        form = await self._ask("GET", "/evening")
        mine = [one for one in form["played"] if one["deal"] == deal]
        self.people.tally.wrong += len(mine) != 1 or any(one["opened"] is not None for one in mine)
        try:
            await self._ask("GET", f"/matches/{deal}/replay")
        except RestError as error:
            self.people.tally.wrong += error.code != "not-over"
        else:
            self.people.tally.wrong += 1

    async def _go_on(self) -> None:
        try:
            await self._ask("POST", "/rematch")
        except RestError as error:  # begun already by a request whose answer got lost
            self.people.tally.wrong += error.code != "not-over"

    async def _delete(self) -> None:
        try:
            await self._ask("DELETE", "")
        except RestError as error:  # done already by a request whose answer got lost
            self.people.tally.wrong += error.code not in ("unknown-table", "forbidden")
        found = ""
        while not found:
            found = await self._attempt(new_secret())
        self.people.tally.wrong += found != "seat-taken"

    async def decks(self) -> list[str | None]:
        """The cards of all deals, once the evening has ended."""
        form = await self._ask("GET", "/evening")
        people = [one for one in form["tables"] if "person" in one["kinds"]]
        self.people.tally.wrong += len(people) != MEMBERS
        return [one["opened"] and one["opened"]["deck"] for one in form["played"]]


def _has_played(deal: int, client: SeatClient) -> bool:
    return client.stage == "over" and client.table is not None and client.table["match"] >= deal
