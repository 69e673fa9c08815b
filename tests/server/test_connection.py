"""A bounded queue of messages on their way out."""

import asyncio

import pytest

from stramash.server.table.people import connection as connections
from stramash.server.table.people.auth import digest
from stramash.server.table.people.connection import Connection, dump
from stramash.wire.protocol import CLOSE_COME_BACK, CLOSE_SLOW


def connection() -> Connection:
    return Connection(digest("secret"), "events")


def test_messages_come_out_in_order_and_as_they_went_in() -> None:
    one = connection()
    for n in range(3):
        one.tell({"n": n, "name": "Zoë"})
    assert [one.take() for _ in range(3)] == [dump({"n": n, "name": "Zoë"}) for n in range(3)]
    assert one.waiting == 0


def test_who_does_not_keep_up_is_closed_and_what_waits_is_dropped() -> None:
    one = connection()
    for _ in range(connections.MOST_WAITING + 1):
        one.tell_text("x")
    assert (one.close_code, one.waiting) == (CLOSE_SLOW, 0)
    one.tell_text("x")
    assert one.waiting == 0
    big = connection()
    big.tell_text("x" * (connections.MOST_BYTES + 1))
    big.tell_text("x")
    assert big.close_code == CLOSE_SLOW


def test_what_was_missed_is_allowed_however_long_it_is() -> None:
    one = connection()
    one.tell_past(["x"] * 1000)
    for _ in range(connections.MOST_WAITING):
        one.tell_text("x")
    assert one.close_code is None
    while one.waiting:
        one.take()
    for _ in range(connections.MOST_WAITING + 1):  # and only once
        one.tell_text("x")
    assert one.close_code == CLOSE_SLOW


def test_goodbye_is_said_after_what_waits_and_once() -> None:
    async def run() -> None:
        one = connection()
        sender = asyncio.create_task(one.until_news())
        await asyncio.sleep(0)
        one.tell_text("last")
        assert await sender
        one.close(CLOSE_COME_BACK, "come back")
        one.close(4400, "another reason")
        assert (one.close_code, one.close_reason) == (CLOSE_COME_BACK, "come back")
        assert one.closed.is_set()
        assert await one.until_news()
        assert one.take() == "last"
        assert not await one.until_news()

    asyncio.run(asyncio.wait_for(run(), 10))


def test_a_connection_keeps_a_key_and_no_identity() -> None:
    assert not hasattr(connection(), "who")
    with pytest.raises(AttributeError):
        _ = connection().seat  # type: ignore[attr-defined]
