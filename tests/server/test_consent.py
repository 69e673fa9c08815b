"""Whose match it is decides what it is played under: present or not, whoever makes their moves meanwhile."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.server.harness import Running, act, as_host, create, fill, refused, start
from tests.server.in_process import open_table, told
from tests.server.test_hosting import as_seat, playing

from stramash.client import SeatClient
from stramash.server.http.refusal import Refusal
from stramash.server.protocol.bodies import JoinTable, Settings
from stramash.server.table.people.auth import Key, digest
from stramash.server.table.people.connection import Connection
from stramash.server.table.people.hosting import AGREED_UPON
from stramash.server.table.people.roster import Person
from stramash.server.table.table import Table

OTHER: dict[str, Any] = {"clock": 1, "takeover_after": 1, "hints": False, "unseen": False}


class Three:
    """A running match of Ann, the host, and Bob and Cat, without a server; Ann and Cat are here."""

    def __init__(self, table: Table, secret: str) -> None:
        self.table = table
        self.keys: list[Key] = [digest(secret)]
        self.connections: dict[int, Connection] = {}

    async def begin(self) -> "Three":
        """Everybody sits down and the match begins."""
        for name in ("Bob", "Cat"):
            wish, person = JoinTable(name=name), Person(name.lower())
            _, secret = await self.do(partial(self.table.join, wish, person))
            self.keys.append(digest(secret))
        for seat in (0, 2):
            await self.come(seat)
        await self.do(lambda: self.table.hosting.start(self.keys[0]))
        while self.table.stage != "playing":
            await asyncio.sleep(0)
        return self

    async def do(self, operation: Callable[[], Awaitable[Any]]) -> Any:
        """In the table's task."""
        return await self.table.do(operation)

    async def come(self, seat: int) -> None:
        """Connect to a seat."""
        connection = self.connections[seat] = Connection(self.keys[seat], "events")
        await self.do(lambda: self.table.connect(connection, None))

    async def go(self, seat: int) -> None:
        """The connection of a seat is lost."""
        connection = self.connections.pop(seat)
        await self.do(lambda: self.table.disconnect(connection))

    async def propose(self, **change: Any) -> None:
        """What the host asks for."""
        wish = self.table.roster.settings.model_copy(update=change)
        await self.do(lambda: self.table.hosting.set_settings(self.keys[0], wish))

    async def answer(self, seat: int, agrees: bool = True) -> None:
        """Say something to what is proposed."""
        number = self.table.hosting.form["number"]  # type: ignore[index]
        await self.do(lambda: self.table.hosting.answer(self.keys[seat], number, agrees))

    async def stand_in(self, seat: int) -> None:
        """A bot steps in for somebody who is away."""
        await self.do(lambda: self.table._stand_in(seat))
        assert self.table.roster.places[seat].stand_in == "absent"

    async def pass_by(self, seconds: float) -> None:
        """So much time passes for those who are away."""
        gone = self.table.clocks._gone_since
        for seat in gone:
            gone[seat] -= seconds
        await self.do(self.table.progress)

    @property
    def asked(self) -> list[int]:
        """Who is still asked."""
        form = self.table.hosting.form
        return [] if form is None else form["asked"]


def scene(play: Callable[[Three], Awaitable[None]], **settings: Any) -> None:
    """Play a scene with three people."""

    async def run() -> None:
        table, made = open_table("haggis", 3, **settings)
        try:
            await play(await Three(table, made["secret"]).begin())
        finally:
            await table.close("stopping")

    asyncio.run(asyncio.wait_for(run(), 30))


@pytest.mark.parametrize("name", AGREED_UPON)
def test_who_is_away_is_asked_although_a_bot_plays_for_them(name: str) -> None:
    async def play(three: Three) -> None:
        await three.stand_in(1)
        before = getattr(three.table.roster.settings, name)
        await three.propose(**{name: OTHER[name]})
        assert three.asked == [1, 2]
        await three.answer(2)
        assert three.asked == [1]
        assert getattr(three.table.roster.settings, name) == before
        await three.answer(1)
        assert getattr(three.table.roster.settings, name) == OTHER[name]

    scene(play)


def test_a_bot_that_steps_in_does_not_agree_to_what_was_proposed_before() -> None:
    async def play(three: Three) -> None:
        await three.propose(hints=False)
        await three.answer(2)
        await three.stand_in(1)
        assert (three.asked, three.table.roster.settings.hints) == ([1], True)

    scene(play)


def test_who_let_a_bot_play_is_still_asked() -> None:
    async def play(three: Three) -> None:
        hosting, keys = three.table.hosting, three.keys
        await three.come(1)
        await three.do(lambda: hosting.put_bot(keys[0], 1, "greedy"))
        await three.answer(1)
        await three.answer(2)
        assert three.table.roster.places[1].stand_in == "host"
        await three.propose(clock=5)
        assert three.asked == [1, 2]

    scene(play)


def test_nobody_is_removed_while_a_bot_plays_for_them() -> None:
    async def play(three: Three) -> None:
        await three.stand_in(1)
        await three.do(lambda: three.table.hosting.remove(three.keys[0], 1))
        await three.answer(2)
        assert three.asked == [1]
        assert three.table.roster.identify(three.keys[1]) is not None
        await three.answer(1, agrees=False)
        assert three.table.hosting.form is None

    scene(play)


def test_nobody_is_replaced_while_their_page_reloads() -> None:
    async def play(three: Three) -> None:
        three.table.roster.settings = three.table.roster.settings.model_copy(
            update={"takeover_after": 86_400}
        )
        hosting, place = three.table.hosting, three.table.roster.places[1]
        await three.do(lambda: hosting.put_bot(three.keys[0], 1, "random"))
        assert (place.stand_in, three.asked) == (None, [1, 2])
        # Nor is the bot that has stepped in exchanged for one that plays worse.
        await three.stand_in(1)
        await three.do(lambda: hosting.put_bot(three.keys[0], 1, "random"))
        assert (place.level, three.asked) == ("greedy", [1, 2])

    scene(play)


def test_a_proposal_that_has_come_true_by_itself_is_closed() -> None:
    async def play(three: Three) -> None:
        await three.do(lambda: three.table.hosting.put_bot(three.keys[0], 1, "greedy"))
        assert three.asked == [1, 2]
        await three.stand_in(1)
        assert three.table.hosting.form is None

    scene(play)


def test_whoever_is_away_for_long_is_given_up_and_asked_again_when_back() -> None:
    async def play(three: Three) -> None:
        await three.propose(hints=False)
        await three.answer(2)
        await three.pass_by(890)
        assert three.asked == [1]
        await three.pass_by(20)  # as the page says it
        assert (three.asked, three.table.roster.settings.hints) == ([], False)
        await three.come(1)
        await three.propose(hints=True)
        assert three.asked == [1, 2]
        await three.go(1)
        await three.answer(2)
        assert three.asked == [1]
        await three.go(2)
        await three.pass_by(1000)
        await three.propose(clock=30)
        assert three.table.roster.settings.clock == 30

    scene(play)


def test_a_bot_for_somebody_who_was_given_up_goes_when_they_are_back() -> None:
    async def play(three: Three) -> None:
        await three.pass_by(1000)
        await three.do(lambda: three.table.hosting.put_bot(three.keys[0], 1, "random"))
        await three.answer(2)
        place = three.table.roster.places[1]
        assert (place.stand_in, place.level) == ("absent", "random")
        await three.come(1)
        assert place.stand_in is None

    scene(play)


def test_a_table_that_waits_for_a_day_asks_for_a_day() -> None:
    async def play(three: Three) -> None:
        await three.propose(hints=False)
        await three.answer(2)
        await three.pass_by(80_000)
        assert three.asked == [1]
        await three.pass_by(10_000)
        assert three.asked == []

    scene(play, takeover_after=86_400)


def test_who_is_given_up_may_still_say_no() -> None:
    async def play(three: Three) -> None:
        await three.propose(hints=False)
        await three.pass_by(1000)
        assert three.asked == [2]
        await three.answer(1, agrees=False)
        assert (three.table.hosting.form, three.table.roster.settings.hints) == (None, True)

    scene(play)


def test_the_time_away_is_told_and_starts_anew_with_every_visit() -> None:
    async def play(three: Three) -> None:
        seats = three.table.info()["seats"]
        assert [seat["given_up_at"] is None for seat in seats] == [True, False, True]
        first = seats[1]["given_up_at"]
        await three.pass_by(600)
        await three.come(1)
        assert three.table.info()["seats"][1]["given_up_at"] is None
        await three.go(1)
        assert three.table.info()["seats"][1]["given_up_at"] >= first

    scene(play)


def test_where_the_host_decides_nobody_is_told_to_be_waited_for() -> None:
    async def play(three: Three) -> None:
        assert [seat["given_up_at"] for seat in three.table.info()["seats"]] == [None] * 3

    scene(play, host_decides=True)


def test_an_exchanged_link_is_still_the_same_person_and_their_time_away_counts() -> None:
    async def play(three: Three) -> None:
        await three.come(1)
        await three.propose(hints=False)
        new = digest("n" * 32)
        await three.do(lambda: three.table.exchange(three.keys[1], new))
        assert three.asked == [1, 2]
        with pytest.raises(Refusal):
            await three.answer(1)  # with the old one
        three.keys[1] = new
        # The table has closed the connection: from then on they are away, and are not waited for for ever.
        assert three.table.info()["seats"][1]["given_up_at"] is not None
        await three.answer(2)
        await three.pass_by(1000)
        assert not three.table.roster.settings.hints

    scene(play)


def test_who_leaves_gives_the_match_up_and_who_hosts_then_asks_for_themselves() -> None:
    async def play(three: Three) -> None:
        await three.propose(hints=False)
        await three.answer(2)
        await three.do(lambda: three.table.leave(three.keys[0]))
        assert (three.table.hosting.form, three.table.roster.host) == (None, three.keys[1])
        wish = three.table.roster.settings.model_copy(update={"hints": False})
        await three.do(lambda: three.table.hosting.set_settings(three.keys[1], wish))
        assert three.asked == [2]
        await three.do(lambda: three.table.leave(three.keys[2]))
        assert not three.table.roster.settings.hints

    scene(play)


def test_who_comes_back_to_a_table_that_was_opened_again_counts_from_then(tmp_path: Path) -> None:
    kept: dict[str, Any] = {}

    async def before(running: Running) -> None:
        created = await create(running, "haggis", 2)
        kept.update(created=created, secrets=await fill(running, created))
        await start(running, created)

    async def after(running: Running) -> None:
        host, path = as_host(running, kept["created"]), f"/tables/{kept['created']['table']['id']}"
        settings = (await host("GET", path))["table"]["settings"]
        state = await host("PUT", f"{path}/settings", {**settings, "hints": False})
        assert state["table"]["proposal"]["asked"] == [1]
        assert state["table"]["seats"][1]["given_up_at"] is not None

    act(tmp_path, before)
    act(tmp_path, after)


def test_a_host_cannot_use_a_lost_connection_over_real_sockets(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        async with playing(running, settings={"takeover_after": 1}) as (host, path, (own, other), secrets):
            settings = (await host("GET", path))["table"]["settings"]
            await other.__aexit__()
            await own.until(lambda: own.table["seats"][1]["stand_in"] == "absent")
            for change in ({"clock": 1}, {"hints": False}, {"unseen": False}):
                state = await host("PUT", f"{path}/settings", {**settings, **change})
                assert state["table"]["settings"] == settings
                assert state["table"]["proposal"]["asked"] == [1]
            removal = await host("POST", f"{path}/seats/1/remove")
            assert (removal["links"], removal["table"]["proposal"]["what"]) == (None, "remove")
            async with SeatClient(running.address, path.rpartition("/")[2], secrets[1]) as back:
                assert (back.seat, back.table["seats"][1]["stand_in"]) == (1, None)
            assert await refused(as_seat(running, secrets[1])("POST", f"{path}/links")) == "not-host"

    act(tmp_path, scene)


def test_the_time_runs_by_itself(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        async with playing(running, settings={"takeover_after": 1}) as (host, path, (own, other), _):
            settings = (await host("GET", path))["table"]["settings"]
            await host("PUT", f"{path}/settings", {**settings, "hints": False})
            await other.__aexit__()
            await own.until(lambda: not own.table["settings"]["hints"])

    act(tmp_path, scene, given_up_after=0.0)


def test_everybody_here_hears_who_is_asked() -> None:
    async def play(three: Three) -> None:
        told(three.connections[2])
        await three.propose(clock=30)
        heard = [message for message in told(three.connections[2]) if message["type"] == "table"]
        table = heard[-1]["table"]
        assert table["proposal"]["asked"] == [1, 2]
        assert Settings.model_validate(table["proposal"]["settings"]).clock == 30
        assert table["seats"][1]["given_up_at"] is not None

    scene(play)
