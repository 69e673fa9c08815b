"""The Python client understands whatever the server may answer."""

import asyncio
from typing import Any, get_args

import pytest

from stramash.client import RefusedByServer, SeatClient
from stramash.server.protocol import messages

ANSWERS = [
    model.model_fields["type"].annotation.__args__[0]
    for model in get_args(get_args(messages.ServerMessage)[0])
    if "id" in model.model_fields
]


@pytest.mark.parametrize("kind", ANSWERS)
def test_the_client_hears_every_answer_that_there_is(kind: str) -> None:
    async def run() -> dict[str, Any]:
        client = SeatClient("http://127.0.0.1", "abcdef", "x" * 22, cuts=False)
        asked = asyncio.create_task(client.ask({"type": "anything"}))
        await asyncio.sleep(0)
        (message_id,) = client._pending
        await client._take({"type": kind, "id": message_id, "problem": {"code": "stale", "sentence": ""}})
        return await asked

    assert len(ANSWERS) >= 8
    if kind == "refused":
        with pytest.raises(RefusedByServer):
            asyncio.run(asyncio.wait_for(run(), 10))
    else:
        assert asyncio.run(asyncio.wait_for(run(), 10))["type"] == kind
