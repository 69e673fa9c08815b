"""Tables: sitting down, playing, leaving, coming back, bots, clocks; against a real server."""

import asyncio
import contextlib
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.server.harness import Running, act, as_host, create, fill, play_randomly, refused, start

from stramash import records
from stramash.client import Rest, SeatClient, parse_link, sit_down
from stramash.fairness import proof
from stramash.server.thinking import review as reviewing


@contextlib.asynccontextmanager
async def seated(running: Running, created: dict[str, Any], secrets: list[str]) -> Any:
    async with contextlib.AsyncExitStack() as stack:
        yield [
            await stack.enter_async_context(SeatClient(running.address, created["table"]["id"], secret))
            for secret in secrets
        ]


def test_another_seats_bet_never_makes_a_move_stale(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        created = await create(running, "haggis", 3)
        secrets = await fill(running, created)
        await start(running, created)
        async with seated(running, created, secrets) as clients:
            await clients[0].until(lambda: clients[0].view is not None)
            leader = clients[clients[0].view.table.turn]
            others = [client for client in clients if client is not leader]
            for client in clients:
                await client.until(lambda c=client: c.view is not None)
            must, move = leader.must, leader.view.legal[0]
            for other in others:
                assert other.must is None
                await other.move("bet 15", other.may)
            await leader.until(lambda: sum(leader.view.table.bets) == 30)
            assert leader.must == must
            await leader.move("bet 30", must)  # one's own bet does not answer the question either
            assert await refused(leader.move("bet 30", must)) == "illegal"
            await leader.move(move, must)
            assert await refused(leader.move(move, must)) == "stale"
            assert await refused(others[0].move("bet 15", 1)) == "stale"

    act(tmp_path, scene)


def test_choices_made_at_the_same_time_do_not_disturb_each_other(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        created = await create(running, "neeps", 4)
        secrets = await fill(running, created)
        await start(running, created)
        async with seated(running, created, secrets) as clients:
            for client in clients:
                await client.until(lambda c=client: c.must is not None)
            await asyncio.gather(*(client.move(client.view.legal[0], client.must) for client in clients))
            for client in clients:
                await client.until(lambda c=client: c.view.table.passed_rounds == 1)
                assert client.must is not None

    act(tmp_path, scene)


def test_a_repeated_message_has_no_second_effect_even_after_a_restart(tmp_path: Path) -> None:
    message: dict[str, Any] = {}
    kept: dict[str, Any] = {}

    async def first(running: Running) -> None:
        created = await create(running, "haggis", 2)
        secrets = await fill(running, created)
        await start(running, created)
        async with seated(running, created, secrets) as clients:
            await clients[0].until(lambda: clients[0].view is not None)
            turn = clients[0].view.table.turn
            leader = clients[turn]
            await leader.until(lambda: leader.must is not None)
            message.update(
                {
                    "type": "move",
                    "decision": leader.must,
                    "move": str(leader.view.legal[0]),
                    "cards": None,
                    "id": "same",
                }
            )
            leader._pending["same"] = message, asyncio.get_running_loop().create_future()
            for _ in range(3):
                await leader._send(message)
            answer = await leader._pending["same"][1]
            kept.update(created=created, secret=secrets[turn], n=answer["n"])
            await leader.ask({"type": "ping"})
            assert leader.n == answer["n"]

    async def second(running: Running) -> None:
        async with seated(running, kept["created"], [kept["secret"]]) as (client,):
            future = asyncio.get_running_loop().create_future()
            client._pending["same"] = message, future
            await client._send(message)
            answer = await future
            assert (answer["type"], answer["n"]) == ("ack", kept["n"])
            journal = running.service.hall.tables[kept["created"]["table"]["id"]].journal
            assert journal.n == kept["n"]

    act(tmp_path, first)
    act(tmp_path, second)


def test_coming_back_with_since_brings_exactly_what_was_missed(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        created = await create(running, "haggis", 2, options={"rounds": "4", "goal": "0"})
        secrets = await fill(running, created)
        everything: list[dict[str, Any]] = []
        async with seated(running, created, secrets) as clients:
            clients[0].on_message = everything.append
            await start(running, created)
            await asyncio.gather(*(play_randomly(c, Random(i)) for i, c in enumerate(clients)))
            view = clients[0].view
            # After the match everybody cuts the first deck of the next one; then nothing more happens.
            await clients[0].until(lambda: all(clients[0].table["fair"]["cuts"]))
        updates = {m["n"]: m["events"] for m in everything if m["type"] == "update"}
        last = running.service.hall.tables[created["table"]["id"]].journal.n
        for since in (0, 3, last * 3 // 4, last - 1, last):
            late = SeatClient(running.address, created["table"]["id"], secrets[0], cuts=False)
            late.n = since
            heard: list[dict[str, Any]] = []
            late.on_message = heard.append
            if since:  # it has no view to fold into
                late._update = partial(_only_count, late)  # type: ignore[method-assign]
            async with late:
                await late.until(partial(_has_all, late, last))
            got = {m["n"]: m["events"] for m in heard if m["type"] == "update"}
            past = {m["n"]: m["events"] for m in await late.history(since)}
            assert past == {**past, **got}
            assert (min(got, default=last + 1) == since + 1) == (since > 3)  # the rest is history
            got = past
            assert sorted(got) == list(range(since + 1, last + 1))
            assert {n: events for n, events in got.items() if n in updates} == {
                n: events for n, events in updates.items() if n > since
            }
            if since == 0:
                assert late.view == view

    act(tmp_path, scene)


def _only_count(client: SeatClient, update: dict[str, Any]) -> None:
    client.n = update["n"]


def _has_all(client: SeatClient, last: int) -> bool:
    return (client.n or 0) >= last


def test_several_tabs_of_one_seat_stay_in_step(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        created = await create(running, "haggis3", 3)
        secrets = await fill(running, created)
        async with seated(running, created, [*secrets, secrets[0]]) as clients:
            await start(running, created)
            await asyncio.gather(*(play_randomly(c, Random(i)) for i, c in enumerate(clients)))
            await clients[3].until(lambda: clients[3].n == clients[0].n)
            assert clients[3].view == clients[0].view
            assert clients[3].seat == clients[0].seat == 0

    act(tmp_path, scene)


def test_a_match_with_bots_a_rematch_and_its_records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviewing, "REVIEWING", 100)  # how good it is, others test

    async def scene(running: Running) -> None:
        places = [{"kind": "person", "you": True}, {"kind": "bot", "level": "random"}, {"kind": "bot"}]
        options = {"rounds": "2", "goal": "0"}
        created = await create(running, "tatties", 3, places=places, options=options)
        host, path = as_host(running, created), f"/tables/{created['table']['id']}"
        async with seated(running, created, [created["secret"]]) as (client,):
            await start(running, created)  # here already, and waited for: every cut is in
            await client.until(lambda: client.stage == "playing")
            assert await refused(host("GET", f"{path}/matches/1/record")) == "not-over"
            assert await refused(host("POST", f"{path}/rematch")) == "not-over"
            await play_randomly(client, Random(1))
            record = await host("GET", f"{path}/matches/1/record")
            match = records.load(record)
            assert match.is_over
            proved = proof.verify(match, await host("GET", f"{path}/matches/1/proof"))
            assert len(proved.shuffles) == len(match.deals)
            assert [deck.state for deck in client.witness.seen.decks[:2]] == ["whole", "whole"]
            for number, deal in enumerate(match.deals, 1):
                complete: set[int] = set()
                while number not in complete:
                    await asyncio.sleep(0.1)  # the bots' process needs the processor more than the answers
                    review = await host("GET", f"{path}/matches/1/review?seat=0&deal={number}")
                    complete = {one["deal"] for one in review["deals"] if one["complete"]}
                assert review["last"] == len(match.deals)
                assert len(review["decisions"]) == sum(1 for seat, _ in deal.moves if seat == 0)
                for query in ("", "&seat=1"):
                    replay = await host("GET", f"{path}/matches/1/replay?deal={number}{query}")
                    assert len(replay["steps"]) == len(deal.moves) + 1
            state = await host("POST", f"{path}/rematch")
            assert (state["table"]["match"], state["table"]["stage"]) == (2, "playing")
            await client.until(lambda: client.stage == "playing")
            await play_randomly(client, Random(2))
            assert records.load(await host("GET", f"{path}/matches/2/record")).is_over
            assert await refused(host("GET", f"{path}/matches/3/record")) == "unknown-match"

    act(tmp_path, scene, cut_seconds=20.0)


def test_a_rematch_does_not_wait_for_a_host_who_is_gone(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        created = await create(running, "haggis", 2)
        secrets = await fill(running, created)
        path = f"/tables/{created['table']['id']}"
        watcher = await running.rest(
            "POST", f"{path}/join", {"name": "W", "watch": True, "invite": created["invite"]}
        )
        guest, watching = (Rest(running.address, secret) for secret in (secrets[1], watcher["secret"]))
        async with seated(running, created, secrets[1:]) as (other,):
            async with seated(running, created, secrets[:1]) as (host,):
                await start(running, created)
                await asyncio.gather(*(play_randomly(c, Random(i)) for i, c in enumerate((host, other))))
                assert await refused(guest("POST", f"{path}/rematch")) == "not-host"
            await other.until(lambda: not other.table["seats"][0]["present"])
            assert await refused(watching("POST", f"{path}/rematch")) == "not-host"
            assert await refused(guest("PUT", f"{path}/settings", {})) == "not-host"
            state = await guest("POST", f"{path}/rematch")
            assert (state["table"]["match"], state["table"]["stage"]) == (2, "playing")

    act(tmp_path, scene)


def test_a_bot_takes_over_for_somebody_who_is_gone_and_gives_the_seat_back(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        created = await create(running, "mu", 3, settings={"takeover_after": 1})
        secrets = await fill(running, created)
        async with seated(running, created, secrets[:2]) as clients:
            await start(running, created)
            playing = [asyncio.create_task(play_randomly(c, Random(i))) for i, c in enumerate(clients)]
            await clients[0].until(lambda: clients[0].table["seats"][2]["stand_in"] == "absent")
            table = running.service.hall.tables[created["table"]["id"]]
            async with seated(running, created, secrets[2:]) as (back,):
                assert back.table["seats"][2]["stand_in"] is None
                assert not table.is_bot(2)
            await asyncio.gather(*playing)  # it went again: the others still come to an end

    act(tmp_path, scene)


def test_the_host_replaces_somebody_and_hands_the_seat_back(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        created = await create(running, "haggis", 2, settings={"host_decides": True})
        secrets = await fill(running, created)
        host, path = as_host(running, created), f"/tables/{created['table']['id']}"
        await start(running, created)
        async with seated(running, created, secrets) as (own, other):
            await host("POST", f"{path}/seats/1/bot", {"level": "random"})
            await own.until(lambda: own.must is not None)
            await own.move(own.view.legal[0])
            assert await refused(other.move("pass", 1)) == "forbidden"
            await own.until(lambda: own.must is not None or own.stage != "playing")
            await host("POST", f"{path}/seats/1/hand-back")
            await own.until(lambda: own.table["seats"][1]["stand_in"] is None)
            await asyncio.gather(play_randomly(own, Random(1)), play_randomly(other, Random(2)))
            assert await refused(host("POST", f"{path}/seats/5/bot", {})) == "unknown-seat"
            assert await refused(host("POST", f"{path}/seats/1/bot", {"level": "god"})) == "bad-option"

    act(tmp_path, scene)


def test_who_leaves_is_gone_and_a_bot_plays_on(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        created = await create(running, "haggis", 2)
        secrets = await fill(running, created)
        await start(running, created)
        path = f"/tables/{created['table']['id']}"
        async with seated(running, created, secrets) as (own, other):
            left = await as_host(running, created)("POST", f"{path}/leave")
            assert left["table"]["seats"][0]["kind"] == "bot"
            assert left["table"]["seats"][1]["host"]
            assert await refused(as_host(running, created)("GET", path)) == "forbidden"
            with pytest.raises(Exception, match="4403"):
                await own.until(lambda: False)
            await play_randomly(other, Random(1))

    act(tmp_path, scene)


def test_a_clock_moves_for_who_does_not(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        created = await create(running, "mu", 3, settings={"clock": 1}, options={"rounds": "1"})
        secrets = await fill(running, created)
        async with seated(running, created, secrets) as clients:
            by: list[str] = []
            clients[0].on_message = lambda m: by.append(m["by"]) if m["type"] == "update" else None
            await start(running, created)
            await clients[0].until(lambda: "clock" in by)
            settings = {**created["table"]["settings"], "clock": 0}
            await as_host(running, created)("PUT", f"/tables/{created['table']['id']}/settings", settings)
            await asyncio.gather(*(play_randomly(c, Random(i)) for i, c in enumerate(clients)))
            assert "person" in by

    act(tmp_path, scene)


def test_bots_that_die_or_hang_do_not_stop_a_table(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        pool = running.service.hall.pool
        places = [{"kind": "person", "you": True}, {"kind": "bot"}, {"kind": "bot"}]
        created = await create(running, "haggis3", 3, places=places, start=True)
        async with seated(running, created, [created["secret"]]) as (client,):
            playing = asyncio.create_task(play_randomly(client, Random(3)))
            for _ in range(3):
                while not pool.pids:
                    await asyncio.sleep(0.02)
                process = pool._all[0]._process
                assert process is not None
                process.kill()
                await process.wait()
                await asyncio.sleep(0.1)
            await playing
        pool._all[0]._command = ("sleep", "60")
        await pool._all[0].stop()
        pool.patience = 0.2
        created = await create(running, "haggis", 2, places=places[:2], start=True)
        async with seated(running, created, [created["secret"]]) as (client,):
            await play_randomly(client, Random(4))

    act(tmp_path, scene)


def test_advice_readings_legal_moves_and_checks(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        created = await create(running, "haggis", 2, settings={"host_decides": True})
        secrets = await fill(running, created)
        await start(running, created)
        path = f"/tables/{created['table']['id']}"
        async with seated(running, created, secrets) as clients:
            await clients[0].until(lambda: clients[0].view is not None)
            turn = clients[0].view.table.turn
            own, other = clients[turn], clients[1 - turn]
            await own.until(lambda: own.must is not None)
            legal = await own.ask({"type": "legal"})
            assert [move["text"] for move in legal["moves"]] == [str(move) for move in own.view.legal]
            assert legal["decision"] == own.must
            bomb = await own.ask({"type": "readings", "cards": ["J", "Q", "K"]})
            assert [reading["text"] for reading in bomb["readings"]] == ["play J Q K as bomb J-Q-K"]
            none = await own.ask({"type": "readings", "cards": ["2r", "9b"]})
            assert none["readings"] == []
            assert none["reason"]["clause"] in {"C2.3", "C2.7"}  # held or not
            foreign = await other.ask({"type": "readings", "cards": ["J"]})
            assert foreign["readings"][0]["reason"]["clause"] == "C5.1"
            assert (await own.ask({"type": "check", "move": "pass"}))["reason"]["clause"] == "C5.1"
            assert (await own.ask({"type": "check", "move": str(own.view.legal[0])}))["reason"] is None
            assert await refused(own.ask({"type": "check", "move": "juggle"})) == "syntax"
            advice = await own.rest("GET", f"{path}/advice")
            assert advice["moves"][0]["move"]["text"] in [str(move) for move in own.view.legal]
            settings = {**created["table"]["settings"], "hints": False}
            await as_host(running, created)("PUT", f"{path}/settings", settings)
            assert await refused(own.rest("GET", f"{path}/advice")) == "hints-off"

    act(tmp_path, scene)


def test_the_next_deal_waits_until_everybody_is_ready(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        created = await create(running, "haggis", 2, settings={"pause": 600})
        secrets = await fill(running, created)
        async with seated(running, created, secrets) as clients:
            await start(running, created)

            async def one_deal(client: SeatClient, rng: Random) -> None:
                while client.stage != "between":
                    await client.until(lambda: client.must is not None or client.stage == "between")
                    if client.must is not None:
                        await client.move(rng.choice(client.view.legal), client.must)

            await asyncio.gather(*(one_deal(c, Random(i)) for i, c in enumerate(clients)))
            assert clients[0].table["next_deal_at"] is not None
            await clients[0].ready()
            await clients[1].until(lambda: clients[1].table["seats"][0]["ready"])
            assert clients[1].stage == "between"
            await clients[1].ready()
            await clients[0].until(lambda: clients[0].stage == "playing" and clients[0].table["deal"] == 2)

    act(tmp_path, scene)


def test_tables_that_nobody_uses_leave_the_memory_and_come_back(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        created = await create(running, "haggis", 2)
        secrets = await fill(running, created)
        hall = running.service.hall
        async with seated(running, created, secrets) as clients:
            await start(running, created)
            await asyncio.gather(*(play_randomly(c, Random(i), 20) for i, c in enumerate(clients)))
        while hall.tables:
            await asyncio.sleep(0.05)
        async with seated(running, created, secrets) as clients:
            await asyncio.gather(*(play_randomly(c, Random(i)) for i, c in enumerate(clients)))

    act(tmp_path, scene, idle_seconds=0.2)


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"game": "poker"}, "bad-option"),
        ({"seats": 5}, "bad-option"),
        ({"options": {"goal": "-1"}}, "bad-option"),
        ({"options": {"nonsense": "1"}}, "bad-option"),
        ({"places": [{"kind": "person"}]}, "bad-option"),
        ({"places": [{"kind": "person", "you": True}] * 2}, "bad-option"),
        ({"places": [{"kind": "bot", "level": "god"}, {"kind": "person"}]}, "bad-option"),
        ({"start": True}, "not-open"),
        ({"name": "\u202e"}, "bad-message"),
        ({"settings": {"takeover_after": 0}}, "bad-message"),
        ({"surprise": 1}, "bad-message"),
    ],
)
def test_a_table_that_makes_no_sense_is_refused(tmp_path: Path, wish: dict[str, Any], code: str) -> None:
    async def scene(running: Running) -> None:
        assert await refused(create(running, **{"game": "haggis", "seats": 2, **wish})) == code

    act(tmp_path, scene)


def test_the_example_bot_joins_by_link(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        import runpy  # noqa: PLC0415

        example = runpy.run_path(str(Path(__file__).parents[2] / "examples" / "join_by_link.py"))
        created = await create(running, "haggis", 2, settings={"pause": 600})
        link = f"{running.address}/t/{created['table']['id']}#join={created['invite']}"
        assert str(parse_link(link)) == link
        bot = asyncio.create_task(example["main"](link))
        own = await sit_down(link.partition("#")[0] + f"#seat={created['secret']}")
        async with own:
            await own.until(lambda: own.table["seats"][1]["kind"] == "person")
            await start(running, created)
            while own.stage != "over":
                await own.until(lambda: own.must is not None or own.stage in ("between", "over"))
                if own.must is not None:
                    await own.move(own.view.legal[0])
                elif own.stage == "between":
                    await own.ready()
                    await own.until(lambda: own.stage != "between")
        await bot

    act(tmp_path, scene)
