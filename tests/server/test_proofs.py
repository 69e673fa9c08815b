"""What the proof of a finished match gives away while the table plays on: nothing that is still secret."""

from pathlib import Path
from random import Random

from tests.server.harness import Running, act, as_host, create, play_randomly, refused, start

from stramash import records
from stramash.client import SeatClient
from stramash.fairness import proof
from stramash.fairness.promise import Chain


def test_the_secrets_of_a_running_match_are_in_no_proof(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        places = [{"kind": "person", "you": True}, {"kind": "bot"}]
        created = await create(running, "haggis", 2, places=places)
        host, path = as_host(running, created), f"/tables/{created['table']['id']}/matches"
        journal = running.service.hall.tables[created["table"]["id"]].journal

        def chain() -> Chain:
            held = journal.cuts._chain
            assert held is not None
            return held

        async with SeatClient(running.address, created["table"]["id"], created["secret"]) as client:
            await start(running, created)
            await client.until(lambda: client.stage == "playing")
            for what in ("record", "proof"):
                assert await refused(host("GET", f"{path}/1/{what}")) == "not-over"
            first = chain()
            await play_randomly(client, Random(1))
            await host("POST", f"/tables/{created['table']['id']}/rematch")
            await client.until(lambda: client.stage == "playing")
            second = chain()
            assert second.match == 2
            # What the page puts into one file, while the second match runs.
            record = await host("GET", f"{path}/1/record")
            text = await host("GET", f"{path}/1/proof")
            match, told = records.load(record), proof.split(record + text)
            assert told == (record, text)
            proof.verify(match, text)
            decks = len(match.deals)
            hidden = [first.secret(deck) for deck in range(decks + 1, first.length + 1)]
            hidden += [second.secret(deck) for deck in range(1, second.length + 1)]
            assert first.secret(decks).hex() in text
            assert not [secret for secret in hidden if secret.hex() in text or secret.hex() in record]
            for what in ("record", "proof"):
                assert await refused(host("GET", f"{path}/2/{what}")) == "not-over"

    act(tmp_path, scene)
