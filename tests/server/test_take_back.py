"""A move that nobody has learned anything from can be taken back: saved, then announced, like any other."""

import asyncio
import contextlib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.server.conftest import MakeStore
from tests.server.harness import Running, create, fill, has_heard_all, play_randomly, serving, start

from stramash import games, records
from stramash.client import RefusedByServer, Rest, SeatClient
from stramash.core.errors import IllegalMove
from stramash.core.match import AnyMatch, Match, MatchError
from stramash.fairness import proof
from stramash.fairness.cuts import Cutter
from stramash.server.table.play import journal as journals
from stramash.server.table.play.entries import Entry
from stramash.server.table.play.finished import By, Occupant, Sitting
from stramash.server.table.play.journal import Journal
from stramash.wire.families import forms_of

# A game, its seats, and the written form of the move that stays hidden.
HIDDEN = [("neeps", 4, "give"), ("tatties", 3, "putback"), ("mu", 3, "bury")]


class Dealt:
    """A journal with a deal begun, as a table keeps it."""

    def __init__(self, game_id: str, seats: int, seed: int) -> None:
        self.rng = Random(seed)
        self.game = games.get(game_id, seats)
        self.journal = Journal("t", self.game)
        self.entries: list[Entry] = []
        self.numbers = iter(range(10**9))
        self.take(self.journal.commit_entry())
        self.take(self.journal.close_entry((Cutter("person", None),) * seats))
        people = tuple(Occupant("person", name, Sitting(name)) for name in "abcdef"[:seats])
        self.take(self.journal.match_entries(people)[0])
        deck = list(self.game.deck())
        self.rng.shuffle(deck)
        self.take(self.journal.entry("deal", {"deck": " ".join(self.game.card_code(card) for card in deck)}))

    @property
    def match(self) -> AnyMatch:
        assert self.journal.match is not None
        return self.journal.match

    def take(self, entry: Entry) -> None:
        self.entries.append(entry)
        self.journal.take(entry)

    def move(self, seat: int, move: Any, by: By = "person") -> None:
        self.take(self.journal.move_entry(seat, move, by, str(next(self.numbers))))

    def move_randomly(self) -> None:
        seat = self.rng.choice(sorted(self.journal.may_act))
        moves = self.game.legal(self.match.state, seat)
        shy = [move for move in moves if not str(move).startswith("display")]  # some cards must stay in hand
        if moves:
            self.move(seat, self.rng.choice(shy if shy and self.rng.random() < 0.6 else moves))

    def take_back(self, seat: int) -> None:
        n = self.journal.may_take_back(seat)
        assert n is not None
        self.take(self.journal.take_back_entry(seat, n, str(next(self.numbers))))


def view_of(told: list[Any], game: Any, seat: int | None) -> Any:
    view = None
    for event in told:
        view = game.see(view, event, seat)
    return view


@pytest.mark.parametrize(("game_id", "seats", "hidden"), HIDDEN)
@pytest.mark.parametrize("seed", range(4))
def test_after_moves_taken_back_at_random_everything_is_as_without_them(
    game_id: str, seats: int, hidden: str, seed: int
) -> None:
    dealt = Dealt(game_id, seats, seed)
    journal, taken_back = dealt.journal, 0
    while journal.is_playing:
        for seat in range(seats):
            n = journal.may_take_back(seat)
            if n is not None and (not taken_back or dealt.rng.random() < 0.5):
                dealt.take_back(seat)
                taken_back += 1
        dealt.move_randomly()
        for seat in (*range(seats), None):
            view = dealt.game.view(dealt.match.state, seat)
            assert view_of(journal.seen(seat), dealt.game, seat) == view
            assert dealt.match.view(seat).past == tuple(journal.seen(seat))
    is_thrown_in = all(str(move) == "pass" for _, move in dealt.match.deals[0].moves)
    assert taken_back > 0 or is_thrown_in
    again = Journal("t", dealt.game)
    again.replay(dealt.entries)
    assert again.match is not None
    assert again.match.state == dealt.match.state
    assert again.match.deals == dealt.match.deals
    assert journal.latest is not None
    assert [len(deal.moves) for deal in dealt.match.deals] == [len(each) for each in journal.latest.movers]
    fresh = Match(dealt.game, dealt.match.first_dealer)
    fresh.deal(dealt.match.deals[0].deck)
    for who, move in dealt.match.deals[0].moves:
        fresh.act(who, move)
    assert fresh.state == dealt.match.state


@pytest.mark.parametrize(("game_id", "seats", "hidden"), HIDDEN)
def test_only_the_last_own_move_and_only_while_it_is_hidden(game_id: str, seats: int, hidden: str) -> None:
    dealt = Dealt(game_id, seats, 1)
    journal = dealt.journal
    while journal.is_playing:
        dealt.move_randomly()
        for seat in (*range(seats), None):
            n = journal.may_take_back(seat)
            if n is None:
                continue
            own = [e for e in dealt.entries if e.kind == "move" and e.body["seat"] == seat]
            last = [e for e in own if not e.body["move"].startswith("bet")][-1]
            assert last.n == n
            assert last.body["move"].startswith(hidden)
            assert seat is not None
            write = forms_of(dealt.game).events.write
            for other in {*range(seats), None} - {seat}:  # what it tells others holds no card
                told = [
                    write(event.seen_by(other))
                    for past in journal.recent
                    if past.n == n
                    for event in past.events
                ]
                assert all(form.get("card") is None and form.get("cards") is None for form in told)
    assert all(journal.may_take_back(seat) is None for seat in range(seats))


def test_a_choice_of_a_bot_or_of_the_clock_stands() -> None:
    dealt = Dealt("neeps", 4, 3)
    for seat, by in ((0, "bot"), (1, "clock"), (2, "person")):
        dealt.move(seat, dealt.game.legal(dealt.match.state, seat)[0], by)  # type: ignore[arg-type]
    assert [dealt.journal.may_take_back(seat) for seat in range(4)] == [None, None, dealt.journal.n, None]


def test_a_seat_cannot_go_on_changing_its_mind_for_ever() -> None:
    dealt = Dealt("neeps", 4, 4)
    for _ in range(journals.MOST_TAKE_BACKS):
        dealt.move(0, dealt.game.legal(dealt.match.state, 0)[0])
        dealt.take_back(0)
    dealt.move(0, dealt.game.legal(dealt.match.state, 0)[0])
    assert dealt.journal.may_take_back(0) is None
    dealt.move(1, dealt.game.legal(dealt.match.state, 1)[0])
    assert dealt.journal.may_take_back(1) == dealt.journal.n


def test_a_match_takes_nothing_back_that_a_later_move_needs() -> None:
    dealt = Dealt("haggis", 2, 5)
    for wanted in ("play", "pass"):
        (seat,) = dealt.journal.waiting
        moves = dealt.game.legal(dealt.match.state, seat)
        dealt.move(seat, next(move for move in moves if str(move).startswith(wanted)))
    played, state = list(dealt.match.deals[0].moves), dealt.match.state
    with pytest.raises(IllegalMove):
        dealt.match.take_back(0)
    assert (dealt.match.deals[0].moves, dealt.match.state) == (played, state)
    with pytest.raises(MatchError):
        Match(dealt.game, 0).take_back(0)


# Over the wire.


def refused(error: pytest.ExceptionInfo[RefusedByServer]) -> str:
    return error.value.code


@contextlib.asynccontextmanager
async def four_who_pass(running: Running, kept: dict[str, Any] | None = None) -> Any:
    """Neeps with four people, each asked for a card."""
    if kept is None:
        created = await create(running, "neeps", 4)
        kept = {
            "id": created["table"]["id"],
            "secrets": await fill(running, created),
            "watch": created["watch"],
        }
        await start(running, created)
    async with contextlib.AsyncExitStack() as stack:
        clients = [
            await stack.enter_async_context(SeatClient(running.address, kept["id"], secret))
            for secret in kept["secrets"]
        ]
        for client in clients:
            await client.until(partial(has_heard_all, client))
        yield kept, clients


def act(make_store: MakeStore, folder: Path, *scenes: Callable[[Running], Any]) -> None:
    """Scenes on one database, with the server stopped and started in between."""

    async def run() -> None:
        for scene in scenes:
            async with serving(folder, store=make_store()) as running:
                await scene(running)

    asyncio.run(asyncio.wait_for(run(), 90))


def test_c8_1_a_chosen_card_is_taken_back_and_another_one_passed(
    make_store: MakeStore, tmp_path: Path
) -> None:
    kept: dict[str, Any] = {}

    async def before(running: Running) -> None:
        async with four_who_pass(running) as (made, clients):
            kept.update(made)
            ann, bob, cat, dan = clients
            first, second = [m for m in ann.view.legal if str(m).startswith("give")][:2]
            n = await ann.move(first)
            assert ann.may_take_back == n
            await bob.until(lambda: bob.view.table.committed == 0b0001)
            await bob.move(bob.view.legal[0])
            must = cat.must
            for client in (cat, dan):
                await client.until(lambda c=client: c.view.table.committed == 0b0011)
                assert client.may_take_back is None
            taken = await ann.take_back()
            assert (ann.must, ann.may_take_back, ann.view.passed) == (taken, None, ())
            for client in (bob, cat, dan):
                await client.until(lambda c=client: c.n == taken)
                assert client.view.table.committed == 0b0010
            assert (cat.must, bob.may_take_back) == (must, n + 1)
            with pytest.raises(RefusedByServer) as error:
                await ann.move(second, n)  # the question that was answered by the move taken back
            assert refused(error) == "stale"
            kept.update(n=n, taken=taken, second=str(second))

    async def after(running: Running) -> None:
        async with four_who_pass(running, kept) as (_, clients):
            ann, bob, cat, dan = clients
            assert (ann.must, ann.view.passed) == (kept["taken"], ())
            assert bob.may_take_back == kept["n"] + 1
            assert [client.view.table.committed for client in clients] == [0b0010] * 4
            await ann.move(kept["second"])
            await cat.move(cat.view.legal[0])
            await dan.move(dan.view.legal[0])
            for client in clients:
                await client.until(lambda c=client: c.view.table.passed_rounds == 1)
                assert client.may_take_back is None
            assert ann.view.passed == (ann.game.parse_move(kept["second"]).card,)
            assert cat.view.received == ann.view.passed
            with pytest.raises(RefusedByServer) as error:
                await ann.ask({"type": "take_back", "n": kept["taken"] + 1})
            assert refused(error) == "stale"
            await asyncio.gather(*(play_randomly(c, Random(i)) for i, c in enumerate(clients)))
            rest = Rest(running.address, kept["secrets"][0])
            record = await rest("GET", f"/tables/{kept['id']}/matches/1/record")
            match = records.load(record)
            assert records.dump(match) == record
            proof.verify(match, await rest("GET", f"/tables/{kept['id']}/matches/1/proof"))
            assert str(next(move for who, move in match.deals[0].moves if who == 0)) == kept["second"]

    act(make_store, tmp_path, before, after)


def test_a_repeated_take_back_has_no_second_effect(make_store: MakeStore, tmp_path: Path) -> None:
    kept: dict[str, Any] = {}
    message: dict[str, Any] = {"type": "take_back", "id": "same"}

    async def sent(client: SeatClient, times: int) -> list[dict[str, Any]]:
        answers: list[dict[str, Any]] = []
        for _ in range(times):
            client._pending["same"] = message, asyncio.get_running_loop().create_future()
            await client._send(message)
            answers.append(await client._pending["same"][1])
        return answers

    async def before(running: Running) -> None:
        async with four_who_pass(running) as (made, (ann, *_)):
            message["n"] = await ann.move(ann.view.legal[0])
            answers = await sent(ann, 3)
            assert answers == [{"type": "ack", "id": "same", "n": message["n"] + 1}] * 3
            await ann.move(ann.view.legal[1])
            kept.update(made, n=ann.n)

    async def after(running: Running) -> None:
        async with four_who_pass(running, kept) as (_, (ann, *_others)):
            assert await sent(ann, 2) == [{"type": "ack", "id": "same", "n": message["n"] + 1}] * 2
            await ann.ask({"type": "ping"})
            assert (ann.n, ann.may_take_back, len(ann.view.passed)) == (kept["n"], kept["n"], 1)

    act(make_store, tmp_path, before, after)


def test_nobody_takes_back_for_another(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as running, four_who_pass(running) as (made, clients):
            n = await clients[0].move(clients[0].view.legal[0])
            await clients[1].move(clients[1].view.legal[0])
            for thief in clients[1:]:
                with pytest.raises(RefusedByServer) as error:
                    await thief.ask({"type": "take_back", "n": n})
                assert refused(error) == "stale"
            wish = {"name": "Eve", "invite": made["watch"], "watch": True}
            eve = (await running.rest("POST", f"/tables/{made['id']}/join", wish))["secret"]
            async with SeatClient(running.address, made["id"], eve) as watcher:
                assert watcher.may_take_back is None
                with pytest.raises(RefusedByServer) as error:
                    await watcher.ask({"type": "take_back", "n": n})
                assert refused(error) == "forbidden"
            host = Rest(running.address, made["secrets"][0])
            state = await host("POST", f"/tables/{made['id']}/seats/1/bot", {"level": "greedy"})
            proposal = state["table"]["proposal"]
            for seat in proposal["asked"]:
                guest = Rest(running.address, made["secrets"][seat])
                await guest("POST", f"/tables/{made['id']}/proposals/{proposal['number']}", {"agrees": True})
            with pytest.raises(RefusedByServer) as error:
                await clients[1].take_back()  # a bot plays this seat now
            assert refused(error) == "forbidden"
            assert clients[0].may_take_back == n

    asyncio.run(asyncio.wait_for(run(), 60))


def test_bots_go_on_when_a_person_thinks_again(tmp_path: Path) -> None:
    async def run() -> None:
        bot = {"kind": "bot", "level": "greedy"}
        places = [{"kind": "person", "you": True}, bot, {"kind": "person"}, bot]
        async with serving(tmp_path) as running:
            created = await create(running, "neeps", 4, places=places)
            wish = {"name": "Bob", "invite": created["invite"]}
            bob = (await running.rest("POST", f"/tables/{created['table']['id']}/join", wish))["secret"]
            await start(running, created)
            async with (
                SeatClient(running.address, created["table"]["id"], created["secret"]) as one,
                SeatClient(running.address, created["table"]["id"], bob) as two,
            ):
                await one.until(lambda: one.must is not None)
                await one.move(one.view.legal[0])
                await one.until(lambda: one.view.table.committed == 0b1011)  # the bots have chosen
                await one.take_back()
                await asyncio.gather(play_randomly(one, Random(1)), play_randomly(two, Random(2)))

    asyncio.run(asyncio.wait_for(run(), 60))
