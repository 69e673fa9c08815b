"""Secrecy over the wire: what each client knows from its messages alone is what the engine lets it know."""

import asyncio
import contextlib
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.server.harness import EVERY_GAME, Running, create, fill, play_randomly, serving, start
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from stramash.client import RefusedByServer, SeatClient
from stramash.core.events import Event
from stramash.server.protocol import messages
from stramash.server.table.play.announce import MOST_TOLD
from stramash.server.table.play.entries import Entry, Happening
from stramash.server.table.play.journal import Journal
from stramash.wire.families import forms_of


class Witness:
    """Remembers every state of a table by the number of its update: the truth to compare with."""

    def __init__(self, journal: Journal) -> None:
        self.states: dict[int, Any] = {}
        self.happenings: dict[int, Happening] = {}
        self.pasts: dict[int, tuple[Event, ...]] = {}
        self._take = journal.take
        self._journal = journal
        journal.take = self.take  # type: ignore[method-assign]

    def take(self, entry: Entry) -> Happening:
        happening = self._take(entry)
        self.happenings[happening.n] = happening
        if self._journal.match is not None and self._journal.match.deals:
            self.states[happening.n] = self._journal.match.state
            self.pasts[happening.n] = self._journal.match.events
        return happening


async def watch_views(running: Running, table: str, secret: str, heard: list[str]) -> None:
    """A screen: hears everything in mode views until the table sends it away."""
    url = f"{running.address.replace('http', 'ws', 1)}/api/tables/{table}/ws"
    headers = {"Authorization": f"Bearer {secret}"}
    with contextlib.suppress(ConnectionClosed):
        async with connect(url, additional_headers=headers, proxy=None) as socket:
            await socket.send('{"type": "hello", "protocol": 1, "mode": "views", "since": 0}')
            while True:
                heard.append(str(await socket.recv()))


async def bet_out_of_turn(client: SeatClient, rng: Random) -> None:
    """Bets while others think (C10.1)."""
    while client.stage != "over":
        await client.until(lambda: client.may is not None or client.stage == "over")
        if client.may is not None and client.view.legal and rng.random() < 0.2:
            with contextlib.suppress(RefusedByServer):
                await client.move(client.view.legal[-1], client.may)
        await asyncio.sleep(0.02)


@pytest.mark.parametrize(("game_id", "seats"), EVERY_GAME)
def test_nobody_learns_what_their_seat_may_not_know(tmp_path: Path, game_id: str, seats: int) -> None:
    asyncio.run(asyncio.wait_for(check_secrecy(tmp_path, game_id, seats), 120))


async def check_secrecy(folder: Path, game_id: str, seats: int) -> None:
    options = {"rounds": "1"}
    async with serving(folder) as running:
        created = await create(running, game_id, seats, options=options)
        table_id = created["table"]["id"]
        secrets = await fill(running, created)
        wish = {"name": "Eve", "invite": created["watch"], "watch": True}
        secrets.append((await running.rest("POST", f"/tables/{table_id}/join", wish))["secret"])
        witness = Witness(running.service.hall.tables[table_id].journal)
        views: list[list[str]] = [[] for _ in secrets]
        screens = [
            asyncio.create_task(watch_views(running, table_id, secret, heard))
            for secret, heard in zip(secrets, views, strict=True)
        ]
        told: list[list[dict[str, Any]]] = [[] for _ in secrets]
        known: list[dict[int, Any]] = [{} for _ in secrets]
        async with contextlib.AsyncExitStack() as stack:
            clients = []
            for place, secret in enumerate(secrets):
                client = SeatClient(running.address, table_id, secret)
                client.on_message = told[place].append
                clients.append(await stack.enter_async_context(client))
                stack.callback(_remember(client, known[place]).cancel)
            await start(running, created)
            await asyncio.gather(
                *(play_randomly(client, Random(seat)) for seat, client in enumerate(clients[:-1])),
                *(bet_out_of_turn(client, Random(seat)) for seat, client in enumerate(clients[:-1])),
            )
            await clients[-1].until(lambda: clients[-1].stage == "over")
    for screen in screens:
        await screen
    game = witness._journal.game
    for place in range(seats + 1):
        seat = place if place < seats else None
        compare_knowledge(game, witness, known[place], seat)
        compare_messages(game, witness, told[place], [json.loads(text) for text in views[place]], seat)


def _remember(client: SeatClient, known: dict[int, Any]) -> "asyncio.Task[None]":
    """Keep the view a client has after each update."""
    update = client._update

    def remembering(form: dict[str, Any]) -> None:
        update(form)
        if client.view is not None:
            known[form["n"]] = client.view

    client._update = remembering  # type: ignore[method-assign,assignment]
    return asyncio.create_task(asyncio.sleep(0))


def compare_knowledge(game: Any, witness: Witness, known: dict[int, Any], seat: int | None) -> None:
    """Each view folded from messages equals the engine's view of the true state, memory included."""
    assert len(known) > 10
    for n, view in known.items():
        truth = game.view(witness.states[n], seat, witness.pasts[n])
        assert view == truth, (n, seat)
        assert view.past == truth.past, (n, seat)


def compare_messages(
    game: Any, witness: Witness, told: list[dict[str, Any]], seen: list[dict[str, Any]], seat: int | None
) -> None:
    """Each message says exactly what it should, and nothing in it is without a model."""
    written_as = forms_of(game)
    updates = [message for message in told if message["type"] == "update"]
    screens = [message for message in seen if message["type"] == "update"]
    assert len(updates) > 10
    assert len(screens) >= len(updates)
    for message in told + seen:
        messages.SERVER_MESSAGE.validate_python(message)
    for update in updates + screens:
        happening = witness.happenings.get(update["n"])
        if happening is None:
            assert update["events"] == []  # before the witness came
            continue
        assert update["events"] == [
            written_as.events.write(event.seen_by(seat)) for event in happening.events
        ]
        # A secret is told only after its deal.
        assert (update["reveal"] is None) == (happening.result is None)
        if update["view"] is not None:
            assert update["view"] == written_as.view(game, game.view(witness.states[update["n"]], seat))
    live = [message for message in screens if message["view"] is not None]
    assert len(live) > 10
    # Screens are told what their own seat may do, and nobody anything else.
    assert all(update["decision"]["legal"] is None for update in updates)
    for update in screens:
        assert update["decision"]["legal"] == own_legal(game, witness, update, seat)
    assert seat is None or any(update["decision"]["legal"] for update in live)


def own_legal(game: Any, witness: Witness, update: dict[str, Any], seat: int | None) -> dict[str, Any] | None:
    """The legal moves that come with an update, worked out from the true state."""
    is_asked = update["decision"]["must"] is not None or update["decision"]["may"] is not None
    if update["view"] is None or not is_asked:
        return None
    moves, write = game.legal(witness.states[update["n"]], seat), forms_of(game)
    is_long = len(moves) > MOST_TOLD
    forms = [write.move(move) for move in moves if not is_long or not write.cards_of(move)]
    choice = write.choice(game, game.view(witness.states[update["n"]], seat))
    return {"moves": forms, "more": is_long, "choice": choice} if moves else None


def test_a_secret_of_a_deck_is_never_told_before_its_deal_is_over(tmp_path: Path) -> None:
    async def play() -> None:
        async with serving(tmp_path) as running:
            created = await create(running, "haggis", 2)
            secrets = await fill(running, created)
            journal = running.service.hall.tables[created["table"]["id"]].journal
            heard: list[tuple[str, list[str]]] = []

            def unplayed() -> list[str]:
                """The secrets of the deck that is being played and of all later ones."""
                chain = journal.cuts._chain
                assert chain is not None
                first = max(1, journal.deal_number + (not journal.is_playing))
                return [chain.secret(deal).hex() for deal in range(first, first + 3)] + [chain.seed.hex()]

            async with contextlib.AsyncExitStack() as stack:
                clients = []
                for secret in secrets:
                    client = SeatClient(running.address, created["table"]["id"], secret)
                    client.on_message = lambda message: heard.append((json.dumps(message), unplayed()))
                    clients.append(await stack.enter_async_context(client))
                await start(running, created)
                await asyncio.gather(*(play_randomly(c, Random(i)) for i, c in enumerate(clients)))
            assert len(heard) > 50
            for text, hidden in heard:
                assert not any(secret in text for secret in hidden)

    asyncio.run(asyncio.wait_for(play(), 60))
