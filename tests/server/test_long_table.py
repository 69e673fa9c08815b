"""One long table is nobody's problem: whoever looks back at it asks for a deal, and no more is worked out."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.server.harness import EVERY_GAME, Running, act, create, past, refused, serving
from tests.server.in_process import open_table, told
from tests.server.long_table import Played, counted, lengthened, long_table

from stramash import games, records
from stramash.client import Rest
from stramash.fairness import proof
from stramash.server.http.past import archive as archive_module
from stramash.server.http.past.archive import PAGE
from stramash.server.http.past.keeping import MATCHES
from stramash.server.protocol.looking_back import ReplayForm
from stramash.server.table.people.auth import digest
from stramash.server.table.people.connection import Connection
from stramash.server.table.play.finished import FinishedMatch
from stramash.server.table.play.journal import Journal
from stramash.server.table.play.steps import replay_text
from stramash.server.table.table import BREATH

ENTRIES = 4_000
A_DEAL = 400
"""Entries; none has as many."""
A_PAGE_OF_BYTES = 1_000_000


async def own_table(running: Running, created: dict[str, Any]) -> tuple[Rest, str]:
    """Whoever has a long table, with their own secret, and its path; it is open already."""
    own, path = Rest(running.address, created["secret"]), f"/tables/{created['table']['id']}"
    await own("GET", path)
    return own, path


Ask = Callable[[Rest, str], Awaitable[Any]]
ASKED: dict[str, Ask] = {
    "a replay": lambda own, path: own("GET", f"{path}/matches/9/replay?deal=2&seat=1"),
    "how a match stood": lambda own, path: own("GET", f"{path}/matches/9"),
    "a deal": lambda own, path: own("GET", f"{path}/matches/9/deals/1"),
    "a page of the history": lambda own, path: own("GET", f"{path}/history?after=1800"),
    "a what-if": lambda own, path: own(
        "POST", f"{path}/matches/9/what-if", {"name": "Ann", "level": "greedy", "deal": 2, "n": 3, "seat": 0}
    ),
}


@pytest.mark.parametrize("what", ASKED)
def test_looking_back_plays_one_deal_again_however_many_there_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    async def scene() -> None:
        created = await long_table(tmp_path, "haggis", 2, ENTRIES)
        async with serving(tmp_path, bot_delay=60.0) as running:
            own, path = await own_table(running, created)
            journal = running.service.hall.tables[created["table"]["id"]].journal
            assert journal.match_number > 20
            before = journal.n
            taken = counted(monkeypatch)
            await ASKED[what](own, path)
            looked_back = [n for n in taken if n <= before]
            assert 0 < len(looked_back) <= A_DEAL + (PAGE if "history" in what else 0)

    asyncio.run(scene())


def test_the_matches_of_a_table_come_in_pages(tmp_path: Path) -> None:
    async def scene() -> None:
        created = await long_table(tmp_path, "haggis", 2, ENTRIES)
        async with serving(tmp_path) as running:
            own, path = await own_table(running, created)
            begun = (await own("GET", f"{path}/matches"))["begun"]
            heard: list[int] = []
            while len(heard) < begun:
                form = await own("GET", f"{path}/matches?after={len(heard)}")
                assert 0 < len(form["matches"]) <= MATCHES
                heard += [line["match"] for line in form["matches"]]
            assert heard == list(range(1, begun + 1))
            assert (await own("GET", f"{path}/matches?after={begun}"))["matches"] == []

    asyncio.run(scene())


def test_how_a_match_stood_is_what_its_deals_came_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stramash.server.http.past.looking_back.STANDINGS", 2)

    async def scene(running: Running) -> None:
        created = await create(running, "haggis", 2, options={"rounds": "6", "goal": "0"})
        await running.service.hall.close_tables()
        running.service.hall.is_stopping = False
        await lengthened(running.service.hall.store, created["table"]["id"], 300, Random(4))
        own, path = await own_table(running, created)
        totals: list[Any] = []
        while len(totals) < 6:
            form = await own("GET", f"{path}/matches/1?after={len(totals)}")
            assert form["deals"] == 6
            assert 0 < len(form["totals"]) <= 3
            totals += form["totals"]
        match = await past(running, created["table"]["id"])
        assert totals == [list(deal.result.totals) for deal in match.deals if deal.result]
        assert form["winners"] == list(match.winners)
        assert (await own("GET", f"{path}/matches/1?after=6"))["totals"] == []
        assert await refused(own("GET", f"{path}/matches/1/replay?deal=7")) == "unknown-match"
        assert await refused(running.rest("GET", f"{path}/matches/1")) == "forbidden"

    act(tmp_path, scene)


@pytest.mark.parametrize(("game_id", "seats"), EVERY_GAME)
def test_a_replay_page_is_one_deal_and_small(game_id: str, seats: int) -> None:
    played = Played(Journal("t", games.with_rounds(games.get(game_id, seats), 2)), Random(3))
    sizes: list[int] = []
    longest = 0
    while len(sizes) < 6:
        played.step()
        match = played.journal.match
        if match is None or not match.deals or match.deals[-1].result is None:
            continue
        if played.journal.latest is not None and played.entries[-1].kind == "move":
            longest = max(longest, len(match.deals[-1].moves))
            sizes.append(max(_sizes(played.journal.latest, seats)))
    assert max(sizes) < A_PAGE_OF_BYTES
    assert longest < A_DEAL


def _sizes(finished: FinishedMatch, seats: int) -> list[int]:
    pages = [replay_text(finished, 1, 1, seat) for seat in (None, *range(seats))]
    for page in pages:
        form = ReplayForm.model_validate_json(page)
        assert [step.n for step in form.steps] == list(range(len(finished.match.deals[-1].moves) + 1))
    return list(map(len, pages))


def test_no_more_is_worked_out_at_a_time_than_there_is_room_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now: list[int] = []
    most: list[int] = []
    deal = archive_module.Archive.deal

    async def watched(*arguments: Any) -> Any:
        now.append(1)
        most.append(len(now))
        try:
            await asyncio.sleep(0)
            return await deal(*arguments)
        finally:
            now.pop()

    monkeypatch.setattr(archive_module.Archive, "deal", watched)
    monkeypatch.setattr(archive_module, "MOST_WAITING", 8)

    async def scene() -> None:
        created = await long_table(tmp_path, "haggis", 2, 1_500)
        async with serving(tmp_path) as running:
            own, path = await own_table(running, created)
            asked = [own("GET", f"{path}/matches/{match}/replay") for match in range(1, 9)]
            asked += [own("GET", f"{path}/matches/{match}/replay?deal=2") for match in range(1, 9)]
            asked += [own("GET", f"{path}/matches/{match}/replay?seat=1") for match in range(1, 9)]
            answers = await asyncio.gather(*asked, return_exceptions=True)
            codes = [getattr(answer, "code", "") for answer in answers]
            assert set(codes) <= {"", "unavailable"}
            assert codes.count("") >= 8
            assert max(most) <= archive_module.AT_ONCE
            kept = running.service.archive._kept
            assert sum(map(len, kept.values())) == running.service.archive._size

    asyncio.run(scene())


def test_a_record_is_written_deal_by_deal_and_reads_like_any_other(tmp_path: Path) -> None:
    async def scene() -> None:
        created = await long_table(tmp_path, "haggis", 2, 600)
        async with serving(tmp_path) as running:
            own, path = await own_table(running, created)
            for match in (1, 2):
                text = await own("GET", f"{path}/matches/{match}/record")
                loaded = records.load(text)
                assert loaded.is_over
                assert records.dump(loaded) == text
                told = proof.load(await own("GET", f"{path}/matches/{match}/proof"), loaded)
                assert told.record == proof.digest(text)
                assert [shuffle.deal for shuffle in told.shuffles] == list(range(1, len(loaded.deals) + 1))

    asyncio.run(scene())


def test_whoever_comes_back_is_told_two_deals_without_making_others_wait() -> None:
    async def scene() -> None:
        table, secrets = open_table()
        key = digest(secrets["secret"])
        played = Played(table.journal, Random(1))
        while table.journal.deal_number < 2 or table.journal.is_playing:
            played.step()
        turns = 0

        async def others() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        waiting = asyncio.create_task(others())
        connection = Connection(key, "events")
        missed = [past.n for past in table.journal.recent]
        assert len(missed) > 2 * BREATH
        before = turns
        await table.do(lambda: table.connect(connection, missed[0] - 1))
        assert turns - before >= len(missed) // BREATH
        numbers = [message["n"] for message in told(connection) if message["type"] == "update"]
        assert numbers[: len(missed)] == missed
        waiting.cancel()

    asyncio.run(scene())
