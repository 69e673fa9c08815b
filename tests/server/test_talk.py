"""Short messages: who may say what, who hears it, how often, and that nothing of it is kept."""

import asyncio
from typing import Any

import pytest
from pydantic import ValidationError
from tests.server.in_process import open_table, told

from stramash.server.http.refusal import Refusal
from stramash.server.protocol.bodies import JoinTable
from stramash.server.protocol.messages import Say
from stramash.server.table.people.auth import Key, digest
from stramash.server.table.people.connection import Connection
from stramash.server.table.people.names import LONGEST_WORDS, checked_words
from stramash.server.table.people.roster import Person
from stramash.server.table.people.talk import BURST
from stramash.server.table.table import Table


async def come(table: Table, secret: str) -> Connection:
    connection = Connection(digest(secret), "events")
    await table.do(lambda: table.connect(connection, None))
    return connection


async def guest(table: Table, name: str, *, watch: bool = False) -> str:
    wish = JoinTable(name=name, watch=watch)
    _, secret = await table.do(lambda: table.join(wish, Person(name)))
    return secret


async def say(table: Table, key: Key, message_id: str = "1", **what: Any) -> int:
    message = Say.model_validate({"type": "say", "id": message_id, **what})
    return await table.do(lambda: table.talk.say(key, message))


async def code_of(table: Table, key: Key, message_id: str = "1", **what: Any) -> str:
    with pytest.raises(Refusal) as refused:
        await say(table, key, message_id, **what)
    return refused.value.code


def heard(connection: Connection) -> list[dict[str, Any]]:
    return [message for message in told(connection) if message["type"] == "said"]


def test_those_who_play_speak_and_everybody_hears_but_nothing_is_kept() -> None:
    async def scene() -> None:
        table, secrets = open_table()
        bob, eve = await guest(table, "Bob"), await guest(table, "Eve", watch=True)
        here = [await come(table, secret) for secret in (secrets["secret"], bob, eve)]
        saved = list(table.around.store.saved)  # type: ignore[attr-defined]
        n = table.journal.n
        assert await say(table, digest(bob), phrase="thanks") == n
        said = {"type": "said", "seat": 1, "phrase": "thanks", "words": None}
        assert [heard(each) for each in here] == [[said], [said], [said]]
        # Once more after a broken connection: acknowledged, without a second effect.
        assert await say(table, digest(bob), phrase="thanks") == n
        assert [heard(each) for each in here] == [[], [], []]
        # Whoever watches may know more than a player: they say nothing.
        assert await code_of(table, digest(eve), phrase="hello") == "forbidden"
        assert table.journal.n == n
        assert table.around.store.saved == saved  # type: ignore[attr-defined]
        later = await come(table, await guest(table, "Fay", watch=True))
        assert heard(later) == []
        await table.close("stopping")

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("allowed", "phrase", "words"),
    [("off", "forbidden", "forbidden"), ("phrases", None, "forbidden"), ("free", None, None)],
)
def test_the_host_decides_what_may_be_said(allowed: str, phrase: str | None, words: str | None) -> None:
    async def scene() -> None:
        table, secrets = open_table(messages=allowed)
        key = digest(secrets["secret"])
        for number, (what, refusal) in enumerate(
            [({"phrase": "luck"}, phrase), ({"words": "Guid luck"}, words)]
        ):
            if refusal is None:
                await say(table, key, str(number), **what)
            else:
                assert await code_of(table, key, str(number), **what) == refusal
        assert await code_of(table, key, "both", phrase="luck", words="a") == "bad-message"
        assert await code_of(table, key, "none") == "bad-message"
        await table.close("stopping")

    asyncio.run(scene())


def test_nobody_says_much_at_once_and_who_is_gone_says_nothing() -> None:
    async def scene() -> None:
        table, secrets = open_table()
        bob = await guest(table, "Bob")
        for number in range(BURST):
            await say(table, digest(bob), str(number), phrase="oops")
        assert await code_of(table, digest(bob), "more", phrase="oops") == "too-many"
        await say(table, digest(secrets["secret"]), phrase="hurry")  # each has a measure of their own
        await table.do(lambda: table.leave(digest(bob)))
        assert await code_of(table, digest(bob), "late", phrase="bye") == "forbidden"
        await table.close("stopping")

    asyncio.run(scene())


def test_words_are_one_plain_line() -> None:
    assert checked_words("  Weel   done! \n 👍🏽 ") == "Weel done! 👍🏽"
    for wrong in (
        "",
        "   ",
        "a" * (LONGEST_WORDS + 1),
        "\u202eabc",
        "a\u200bb",
        "z" + "\u0301" * 4,
        "a\x00b",
    ):
        with pytest.raises(ValueError, match="a message"):
            checked_words(wrong)
    with pytest.raises(ValidationError):
        Say.model_validate({"type": "say", "id": "1", "words": "\u2066a"})
