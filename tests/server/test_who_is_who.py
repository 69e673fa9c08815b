"""After any joins, leaves, removals, take-overs and reconnections: no seat but that of one's secret."""

import asyncio
import itertools
from collections.abc import Awaitable, Callable
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, multiple, rule
from tests.server.in_process import open_table, told

from stramash.server.http.refusal import Refusal
from stramash.server.protocol.bodies import JoinTable
from stramash.server.protocol.messages import MakeCut, MakeMove, OpenCut, TakeBack
from stramash.server.table.people.auth import digest
from stramash.server.table.people.connection import Connection
from stramash.server.table.people.roster import Person
from stramash.server.table.table import Table

SEATS = 3


class Seats(RuleBasedStateMachine):
    """A table of three, and what ought to be true of every secret that was ever given out."""

    secrets = Bundle("secrets")
    connections = Bundle("connections")

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.table: Table
        self.seat_of: dict[str, int | None] = {}
        """Of every secret, for ever: a secret opens one seat and never another."""
        self.valid: set[str] = set()
        self.opened: dict[Connection, str] = {}
        self.numbers = itertools.count()

    def run(self, work: Awaitable[Any]) -> Any:
        """Let the table work until nothing is left to do."""

        async def until_quiet() -> Any:
            result = await asyncio.gather(work, return_exceptions=True)
            for _ in range(5):
                await asyncio.sleep(0)
            return result[0]

        return self.loop.run_until_complete(until_quiet())

    def do(self, operation: Callable[[], Awaitable[Any]]) -> Any:
        """The outcome of an operation of the table: what it returned, or its refusal."""
        outcome = self.run(self.table.do(operation))
        assert not isinstance(outcome, BaseException) or isinstance(outcome, Refusal), outcome
        return outcome

    def teardown(self) -> None:
        async def clean() -> None:
            if hasattr(self, "table"):
                await self.table.close("stopping")
            others = asyncio.all_tasks() - {asyncio.current_task()}
            for task in others:
                task.cancel()
            await asyncio.gather(*others, return_exceptions=True)

        self.loop.run_until_complete(clean())
        self.loop.close()

    @initialize(target=secrets, host_decides=st.booleans())
    def open(self, host_decides: bool) -> str:
        async def make() -> Any:
            return open_table("haggis", SEATS, host_decides=host_decides)

        self.table, made = self.run(make())
        return self.given(made["secret"], 0)

    def given(self, secret: str, seat: int | None) -> str:
        assert secret not in self.seat_of
        self.seat_of[secret] = seat
        self.valid.add(secret)
        return secret

    # People.

    @rule(target=secrets, watch=st.booleans(), seat=st.sampled_from([None, 0, 1, 2]), who=st.integers(0, 9))
    def join(self, watch: bool, seat: int | None, who: int) -> Any:
        wish = JoinTable(name="P", seat=seat, watch=watch)
        outcome = self.do(lambda: self.table.join(wish, Person(str(who))))
        if isinstance(outcome, Refusal):
            return multiple()
        identity, secret = outcome
        taken = [self.seat_of[one] for one in self.valid]
        assert identity.seat is None or identity.seat not in taken
        return self.given(secret, identity.seat)

    @rule(secret=secrets)
    def leave(self, secret: str) -> None:
        outcome = self.do(lambda: self.table.leave(digest(secret)))
        assert isinstance(outcome, Refusal) == (secret not in self.valid)
        self.valid.discard(secret)

    @rule(target=secrets, secret=secrets)
    def exchange(self, secret: str) -> Any:
        new = f"{next(self.numbers):022}"
        outcome = self.do(lambda: self.table.exchange(digest(secret), digest(new)))
        assert isinstance(outcome, Refusal) == (self.table.roster.identify(digest(new)) is None)
        if isinstance(outcome, Refusal):
            return multiple()
        assert outcome.seat == self.seat_of[secret]
        self.valid.discard(secret)
        return self.given(new, outcome.seat)

    @rule(target=secrets, secret=secrets)
    def leave_twice_while_another_sits_down(self, secret: str) -> Any:
        key, wish = digest(secret), JoinTable(name="Q")

        async def at_once() -> Any:
            return await asyncio.gather(
                self.table.do(lambda: self.table.leave(key)),
                self.table.do(lambda: self.table.join(wish, Person(f"q{next(self.numbers)}"))),
                self.table.do(lambda: self.table.leave(key)),
                return_exceptions=True,
            )

        first, joined, second = self.run(at_once())
        assert isinstance(second, Refusal)
        if not isinstance(first, Refusal):
            self.valid.discard(secret)
        return multiple() if isinstance(joined, Refusal) else self.given(joined[1], joined[0].seat)

    @rule(secret=secrets, seat=st.integers(0, 3))
    def remove(self, secret: str, seat: int) -> None:
        key = digest(secret)
        is_host = self.table.roster.host == key
        outcome = self.do(lambda: self.table.hosting.remove(key, seat))
        assert isinstance(outcome, Refusal) or is_host
        self.forget_those_who_were_removed(seat if is_host else None)

    def forget_those_who_were_removed(self, seat: int | None) -> None:
        """A removal takes the secret of that seat, those of spectators, and of no other."""
        for one in tuple(self.valid):
            if self.table.roster.identify(digest(one)) is None:
                assert seat is not None
                assert self.seat_of[one] in (seat, None)
                self.valid.discard(one)

    @rule(secret=secrets, seat=st.integers(0, 2), is_back=st.booleans())
    def take_over(self, secret: str, seat: int, is_back: bool) -> None:
        key, hosting = digest(secret), self.table.hosting
        if is_back:
            outcome = self.do(lambda: hosting.hand_back(key, seat))
        else:
            outcome = self.do(lambda: hosting.put_bot(key, seat, "greedy"))
        may = self.table.roster.host == key or (is_back and self.seat_of[secret] == seat)
        assert isinstance(outcome, Refusal) or (may and secret in self.valid)

    @rule(secret=secrets, agrees=st.booleans())
    def answer(self, secret: str, agrees: bool) -> None:
        form = self.table.hosting.form
        number = form["number"] if form else 1
        outcome = self.do(lambda: self.table.hosting.answer(digest(secret), number, agrees))
        assert isinstance(outcome, Refusal) or secret in self.valid
        self.forget_those_who_were_removed(form["seat"] if form and form["what"] == "remove" else None)

    @rule(seat=st.integers(0, 2))
    def nobody_came_back(self, seat: int) -> None:
        self.do(lambda: self.table._stand_in(seat))

    @rule(secret=secrets, spectators=st.booleans())
    def allow_spectators(self, secret: str, spectators: bool) -> None:
        wish = self.table.roster.settings.model_copy(update={"spectators": spectators})
        self.do(lambda: self.table.hosting.set_settings(digest(secret), wish))

    @rule(secret=secrets)
    def begin(self, secret: str) -> None:
        for operation in (self.table.hosting.start, self.table.hosting.rematch):
            outcome = self.do(lambda operation=operation: operation(digest(secret)))  # type: ignore[misc]
            assert isinstance(outcome, Refusal) or secret in self.valid

    # Connections.

    @rule(target=connections, secret=secrets, mode=st.sampled_from(["events", "views"]))
    def open_socket(self, secret: str, mode: Any) -> Connection:
        connection = Connection(digest(secret), mode)  # nothing is said yet
        self.opened[connection] = secret
        return connection

    @rule(connection=connections, since=st.sampled_from([None, 0]))
    def hello(self, connection: Connection, since: int | None) -> None:
        if connection.close_code is not None or connection in tuple(self.table.audience):
            return
        outcome = self.do(lambda: self.table.connect(connection, since))
        secret = self.opened[connection]
        if secret not in self.valid:
            assert isinstance(outcome, Refusal)
            assert not connection.waiting

    @rule(connection=connections)
    def goodbye(self, connection: Connection) -> None:
        self.do(lambda: self.table.disconnect(connection))

    # Moves.

    @rule(secret=secrets, data=st.data())
    def act(self, secret: str, data: st.DataObject) -> None:
        """With any secret, the right answer to anybody's question."""
        journal, key = self.table.journal, digest(secret)
        if journal.match is None or not journal.waiting:
            return
        seat = data.draw(st.sampled_from(sorted(journal.waiting)))
        decision = journal.must(seat)
        assert decision is not None
        move = str(journal.game.legal(journal.match.state, seat)[0])
        name = str(next(self.numbers))
        message = MakeMove(type="move", id=name, decision=decision, move=move, cards=None)
        before = journal.n
        outcome = self.do(lambda: self.table.moving.move(key, message))
        if isinstance(outcome, Refusal):
            return
        assert secret in self.valid
        assert self.seat_of[secret] == seat
        (made,) = [past for past in journal.recent if past.n == before + 1]
        assert (made.seat, made.by) == (seat, "person")

    @rule(secret=secrets)
    def do_something_else(self, secret: str) -> None:
        table, key, name = self.table, digest(secret), str(next(self.numbers))
        match, deal = table.journal.next_deck
        cut = MakeCut(type="cut", id=name, match=match, deal=deal, sealed="0" * 64)
        open_cut = OpenCut(type="open_cut", id=name, match=match, deal=deal, cut="0" * 64)
        back = TakeBack(type="take_back", id=name, n=max(1, table.journal.n))
        operations: list[Callable[[], Awaitable[Any]]] = [
            lambda: table.cut(key, cut), lambda: table.open_cut(key, open_cut),
            lambda: table.moving.take_back(key, back), lambda: table.ready(key),
        ]  # fmt: skip
        for operation in operations:
            outcome = self.do(operation)
            is_seated = secret in self.valid and self.seat_of[secret] is not None
            assert isinstance(outcome, Refusal) or is_seated

    # What holds.

    @invariant()
    def nobody_sees_or_is_anybody_else(self) -> None:
        for connection, secret in self.opened.items():
            seat = self.seat_of[secret]
            heard = told(connection)
            for message in heard:
                if message["type"] == "welcome":
                    assert message["you"]["seat"] == seat
                if message.get("view") is not None:
                    assert message["view"]["seat"] == seat
            if secret not in self.valid and connection.close_code is None:
                assert not heard
            if secret not in self.valid:
                assert connection not in tuple(self.table.audience)

    @invariant()
    def everybody_here_is_who_the_roster_says(self) -> None:
        if not hasattr(self, "table"):
            return
        for connection, who in self.table.audience._who.items():
            assert who == self.table.roster.identify(connection.key)
            assert self.opened[connection] in self.valid
        for secret in self.seat_of:
            known = self.table.roster.identify(digest(secret))
            assert (known is not None) == (secret in self.valid) or self.seat_of[secret] is None
            assert known is None or known.seat == self.seat_of[secret]


TestSeats = Seats.TestCase
TestSeats.settings = settings(
    max_examples=60, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck)
)
