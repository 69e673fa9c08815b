"""What a player chose is what is played: moves with their cards, questions with their decision."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.harness import EVERY_GAME, Running, act, create, fill, refused, start

from stramash.client import SeatClient
from stramash.server.table import table as tables
from stramash.server.thinking.advice import GREEDY
from stramash.wire.families import forms_of

WITH_CARDS = ("play", "give", "putback", "display", "bury")


@contextlib.asynccontextmanager
async def seated(running: Running, game: str, seats: int, **wish: Any) -> AsyncIterator[list[SeatClient]]:
    """Everybody at a table whose match has begun."""
    created = await create(running, game, seats, **wish)
    secrets = await fill(running, created)
    await start(running, created)
    async with contextlib.AsyncExitStack() as stack:
        clients = [SeatClient(running.address, created["table"]["id"], secret) for secret in secrets]
        for client in clients:
            await stack.enter_async_context(client)
        yield clients


async def who_is_asked(running: Running, clients: list[SeatClient]) -> SeatClient:
    """A seat that must act, once it knows."""
    journal = running.service.hall.tables[clients[0].table_id].journal
    await clients[0].until(lambda: bool(journal.waiting))
    client = clients[min(journal.waiting)]
    await client.until(lambda: client.must == journal.must(client.seat))
    return client


def written(client: SeatClient, move: Any) -> dict[str, Any]:
    """A move as a page would send it."""
    assert client.game is not None
    form = forms_of(client.game).move(move)
    return {"type": "move", "decision": client.must, "move": form["text"], "cards": form.get("cards", [])}


def others(cards: list[str], held: list[str]) -> list[list[str]]:
    """Cards that are not these: one less, one more, another one, none."""
    spare = [card for card in held if card not in cards]
    return [cards[1:], [*cards, *spare[:1]], [*cards[1:], *spare[:1]], [], [*cards, cards[0]]]


@pytest.mark.parametrize(("game_id", "seats"), EVERY_GAME)
def test_a_move_with_other_cards_than_were_chosen_is_refused(
    tmp_path: Path, game_id: str, seats: int
) -> None:
    async def scene(running: Running) -> None:
        async with seated(running, game_id, seats) as clients:
            kinds = set()
            for _ in range(20 * seats):
                client = await who_is_asked(running, clients)
                assert client.game is not None
                write = forms_of(client.game)
                journal = running.service.hall.tables[client.table_id].journal
                moves = [move for move in client.view.legal if not client.game.is_interjection(move)]
                most = max(moves, key=lambda move: write.cards_of(move).bit_count())
                form = written(client, most)
                cards = form["cards"]
                assert journal.match is not None
                before = journal.match.deals[-1].moves[:]
                if cards:
                    kinds.add(form["move"].split()[0])
                    for wrong in others(cards, write.cards.write(client.view.hand)):
                        if sorted(wrong) != sorted(cards):
                            assert await refused(client.ask({**form, "cards": wrong})) == "other-cards"
                else:
                    held = write.cards.write(client.view.hand)[:1]
                    if held:
                        assert await refused(client.ask({**form, "cards": held})) == "other-cards"
                assert journal.match.deals[-1].moves == before
                await client.ask({**form, "cards": cards[::-1]})
                assert len(journal.match.deals[-1].moves) == len(before) + 1
                if journal.match.deals[-1].result is not None:
                    return
            assert kinds <= set(WITH_CARDS)
            assert "play" in kinds or "display" in kinds

    act(tmp_path, scene)


def test_a_text_alone_is_a_move_of_nobodys_cards(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        async with seated(running, "haggis", 2) as clients:
            client = await who_is_asked(running, clients)
            form = written(client, client.view.legal[0])
            del form["cards"]
            assert await refused(client.ask(form)) == "bad-message"  # a page cannot forget them
            assert await client.move(str(client.view.legal[0])) > 0
            client = await who_is_asked(running, clients)
            assert await client.move(client.view.legal[0]) > 0

    act(tmp_path, scene)


QUESTIONS: list[dict[str, Any]] = [
    {"type": "legal"},
    {"type": "readings", "cards": ["J", "K"]},
    {"type": "check", "move": "pass"},
    {"type": "advice"},
    {"type": "coach"},
]


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda form: form["type"])
def test_a_question_is_about_one_decision_and_its_answer_says_which(
    tmp_path: Path, question: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "ADVISER", GREEDY)  # it answers at once

    async def scene(running: Running) -> None:
        async with seated(running, "haggis", 2) as clients:
            client = await who_is_asked(running, clients)
            first = client.must
            answer = await client.ask(question)
            asked = answer.get(answer["type"], answer) if answer["type"] in ("advice", "coach") else answer
            assert asked["decision"] == first
            for part in ("cards", "move"):
                assert answer.get(part) == question.get(part)
            await client.move(client.view.legal[0])
            # That one was decided; there may be another by now, but nobody answers for it.
            assert await refused(client.ask({**question, "decision": first})) == "stale"
            assert await refused(client.ask({**question, "decision": 10**6})) == "stale"

    act(tmp_path, scene)


def test_who_is_asked_nothing_asks_about_no_decision(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        async with seated(running, "mu", 3) as clients:
            await who_is_asked(running, clients)
            waiting = next(client for client in clients if client.must is None)
            assert waiting.decision is None
            answer = await waiting.ask({"type": "check", "decision": None, "move": "pass"})
            assert answer["reason"] is not None
            acting = next(client for client in clients if client.must is not None)
            form = {"type": "check", "decision": None, "move": "pass"}
            assert await refused(acting.ask(form)) == "stale"

    act(tmp_path, scene)
