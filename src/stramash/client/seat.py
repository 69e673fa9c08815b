"""A seat at a table: the events fold into a view, moves are sent until they are acknowledged."""

import asyncio
import contextlib
import itertools
import json
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from stramash import games
from stramash.client.links import Link, parse_link
from stramash.client.rest import Rest
from stramash.core.errors import StramashError
from stramash.core.events import Event
from stramash.core.game import AnyGame
from stramash.core.seats import Seat
from stramash.fairness import seen as kept
from stramash.fairness.seen import Seen, SeenError
from stramash.fairness.witness import Witness
from stramash.wire.families import forms_of
from stramash.wire.protocol import FINAL_CODES, PROTOCOL

_FIRST_WAIT: Final = 0.05
_LONGEST_WAIT: Final = 3.0
_QUESTIONS: Final = frozenset({"legal", "readings", "check", "advice", "coach"})
"""Messages that are about a decision."""

Json = dict[str, Any]


class ClientError(StramashError):
    """The connection cannot go on."""


class RefusedByServer(ClientError):
    """The server refused a message; nothing has changed."""

    def __init__(self, problem: Json) -> None:
        clause = f" ({problem['clause']})" if problem.get("clause") else ""
        super().__init__(f"{problem['code']}: {problem['sentence']}{clause}")
        self.problem = problem

    @property
    def code(self) -> str:
        """The code of the problem."""
        return str(self.problem["code"])


class SeatClient:
    """One connection that comes back by itself, and what its seat knows.

    It cuts every deck and checks every proof; in the file `seen` it keeps what it was promised.
    """

    def __init__(
        self, server: str, table: str, secret: str, *, seen: Path | None = None, cuts: bool = True
    ) -> None:
        self.server = server
        self.table_id = table
        self.rest = Rest(server, secret)
        self.seat: Seat | None = None
        self.game: AnyGame | None = None
        self.table: Json = {}
        self.view: Any = None
        """What this seat may know, folded from the messages alone."""
        self.n: int | None = None
        """The last update that was taken in."""
        self.must: int | None = None
        self.may: int | None = None
        self.may_take_back: int | None = None
        """The update of this seat's last move, while it can be taken back."""
        self.reveals: list[Json] = []
        self.witness = Witness(_kept(table, seen), keep=self._keep)
        """What this client kept of the server's promises, and whether they were kept."""
        self._cuts: dict[str, Json] | None = {} if cuts else None
        """Cuts that were sent and not answered yet; None: this client does not cut."""
        self.reconnections = -1
        self.on_message: Callable[[Json], None] | None = None
        self._seen = seen
        self._secret = secret
        self._socket: ClientConnection | None = None
        self._task: asyncio.Task[None] | None = None
        self._changed = asyncio.Condition()
        self._pending: dict[str, tuple[Json, asyncio.Future[Json]]] = {}
        self._ids = itertools.count(1)
        self._id_prefix = secrets.token_hex(4)
        self._latest = 0
        self._told: list[tuple[int, Event]] = []
        """The events of this deal, each with its update's number."""
        self._wait = _FIRST_WAIT
        self._failure: ClientError | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._run(), name=f"client {self.table_id}")
        await self.until(lambda: self.game is not None)
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await self._task

    # What is so.

    @property
    def stage(self) -> str:
        """open, playing, between or over."""
        return str(self.table.get("stage"))

    @property
    def decision(self) -> int | None:
        """The decision that is open for this seat: one it must make, or one it may make."""
        return self.must if self.must is not None else self.may

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until something is so; raises ClientError when the connection cannot go on."""
        async with self._changed:
            await self._changed.wait_for(lambda: self._failure is not None or condition())
        if self._failure is not None and not condition():
            raise self._failure

    # What a seat can do.

    async def move(self, move: Any, decision: int | None = None) -> int:
        """Make a move, or the one that a text names; the number of its update. Raises RefusedByServer."""
        answered = self.decision if decision is None else decision
        form = {"type": "move", "decision": answered or 0, "move": str(move), "cards": self._cards_of(move)}
        return int((await self.ask(form))["n"])

    def _cards_of(self, move: Any) -> list[str] | None:
        """The cards that a move is made with, for the server to compare; of a text nobody chose any."""
        if isinstance(move, str) or self.game is None:
            return None
        family = forms_of(self.game)
        cards: list[str] = family.cards.write(family.cards_of(move))
        return cards

    async def take_back(self) -> int:
        """Take the last move back, where nobody has learned anything from it. Raises RefusedByServer."""
        return int((await self.ask({"type": "take_back", "n": self.may_take_back or 0}))["n"])

    async def ready(self) -> None:
        """Ask for the next deal."""
        await self.ask({"type": "ready"})

    async def history(self, after: int = 0) -> list[Json]:
        """The updates after a number, all that there are, as this seat saw them."""
        updates: list[Json] = []
        while True:
            page = await self.rest("GET", f"/tables/{self.table_id}/history?after={after}")
            updates += [update for update in page["updates"] if update["n"] > after]
            if page["last"] <= after or page["last"] >= page["n"]:
                return updates
            after = page["last"]

    async def ask(self, form: Json) -> Json:
        """Send a message, again after every reconnection, until it is answered.

        A question about the seat's decision that does not say which one is about the one that is open now.
        """
        asked = {"decision": self.decision} if form["type"] in _QUESTIONS else {}
        message = {**asked, **form, "id": f"{self._id_prefix}-{next(self._ids)}"}
        future: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self._pending[message["id"]] = message, future
        try:
            await self._send(message)
            answer = await future
        finally:
            self._pending.pop(message["id"], None)
        if answer["type"] == "refused":
            raise RefusedByServer(answer["problem"])
        return answer

    # The connection.

    async def _send(self, message: Json) -> None:
        if self._failure is not None:
            raise self._failure
        if self._socket is not None:
            with contextlib.suppress(ConnectionClosed):  # it is sent again after the reconnection
                await self._socket.send(json.dumps(message))

    async def _run(self) -> None:
        while self._failure is None:
            try:
                await self._connected()
            except ConnectionClosed as closed:
                code = closed.rcvd.code if closed.rcvd is not None else 0
                if code in FINAL_CODES:
                    reason = closed.rcvd.reason if closed.rcvd is not None else ""
                    await self._fail(ClientError(f"the server closed the connection: {code} {reason}"))
                    return
            except StramashError as error:
                await self._fail(ClientError(f"this stramash cannot play at that table: {error}"))
                return
            except (OSError, InvalidHandshake, TimeoutError):
                pass
            await asyncio.sleep(self._wait)
            self._wait = min(_LONGEST_WAIT, self._wait * 1.5)

    async def _connected(self) -> None:
        url = f"{self.server.replace('http', 'ws', 1)}/api/tables/{self.table_id}/ws"
        headers = {"Authorization": f"Bearer {self._secret}"}
        async with connect(
            url, additional_headers=headers, compression=None, proxy=None, max_size=None
        ) as socket:
            hello = {"type": "hello", "protocol": PROTOCOL, "mode": "events", "since": self.n}
            await socket.send(json.dumps(hello))
            async for text in socket:
                message: Json = json.loads(text)
                if message["type"] == "welcome":
                    await self._welcomed(socket, message)
                else:
                    await self._take(message)
            # A loop that ends without an exception was closed in good order.
            raise ConnectionClosed(socket.protocol.close_rcvd, socket.protocol.close_sent, None)

    async def _welcomed(self, socket: ClientConnection, message: Json) -> None:
        self._socket = socket
        self._wait = _FIRST_WAIT
        self.reconnections += 1
        self.seat = message["you"]["seat"]
        table = message["table"]
        if self.game is None:
            # Options say what differs from a game as the server knows it, which may not be as we know it.
            seats, revision = len(table["seats"]), table["rules"]
            self.game = games.get_written(table["game"], seats, table["options"], revision)
            self.witness.game = self.game
        if self.n is None or message["first"] > self.n + 1:
            self.n = message["first"] - 1
        await self._take(message)
        for pending, _ in tuple(self._pending.values()):
            await self._send(pending)

    async def _take(self, message: Json) -> None:
        if self.on_message is not None:
            self.on_message(message)
        for form in self.witness.hear(message):
            await self._cut(form)
        async with self._changed:
            match message["type"]:
                case "welcome" | "table":
                    self.table = message["table"]
                    if message["type"] == "welcome":
                        self._latest = message["n"]
                        self._asked(message)
                case "update":
                    self._update(message)
                case _ if "id" in message:  # whatever it is, it was asked for
                    self._answered(message)
            self._changed.notify_all()

    def _update(self, update: Json) -> None:
        if self.n is not None and update["n"] <= self.n:
            return  # heard already, before the connection was lost
        assert self.game is not None
        read = forms_of(self.game).events.read
        if update["kind"] == "deal":
            self.view, self._told = None, []
        for form in update["events"]:
            self._told.append((update["n"], read(form)))
            self.view = self.game.see(self.view, self._told[-1][1], self.seat)
        if update["took_back"] is not None:
            self._forget(update["took_back"])
        if update["reveal"] is not None:
            self.reveals.append(update["reveal"])
        if update["fair"] is not None:
            self.table["fair"] = update["fair"]
        self.n = update["n"]
        self._asked(update)

    def _forget(self, n: int) -> None:
        """See the deal once more, without an update that did not happen after all."""
        assert self.game is not None
        self.view, self._told = None, [told for told in self._told if told[0] != n]
        for _, event in self._told:
            self.view = self.game.see(self.view, event, self.seat)

    def _asked(self, message: Json) -> None:
        """Take the question in, once the view is what it is about."""
        if self.n is not None and self.n < self._latest:
            self.must = self.may = self.may_take_back = None
            return
        decision = message["decision"]
        self.must, self.may, self.may_take_back = decision["must"], decision["may"], decision["take_back"]

    def _keep(self) -> None:
        if self._seen is not None:
            self.witness.seen.save(self._seen)

    async def _cut(self, form: Json) -> None:
        """Send a cut, sealed or open; nothing waits for the answer."""
        if self._cuts is not None:
            message = {**form, "id": f"{self._id_prefix}-{next(self._ids)}"}
            self._cuts[message["id"]] = form
            await self._send(message)

    def _answered(self, message: Json) -> None:
        cut = self._cuts.pop(message["id"] or "", None) if self._cuts else None
        if cut is not None:
            self.witness.answered(cut, message)
        _, future = self._pending.get(message["id"] or "", (None, None))
        if future is not None and not future.done():
            future.set_result(message)

    async def _fail(self, failure: ClientError) -> None:
        async with self._changed:
            self._failure = failure
            self._changed.notify_all()
        for _, future in self._pending.values():
            if not future.done():
                future.set_exception(failure)


def _kept(table: str, path: Path | None) -> Seen:
    """What was kept of a table before; raises SeenError."""
    if path is None or not path.exists():
        return Seen(table)
    found = kept.read(path)
    if found.table != table:
        raise SeenError(f"{path} is about another table")
    return found


async def sit_down(link: str | Link, name: str = "guest", seen: Path | None = None) -> SeatClient:
    """The seat that a link leads to: one's own, or an open one. Enter it with ``async with``.

    `seen` is a file in which the client keeps what it was promised, for `stramash verify --seen`.
    """
    where = parse_link(link) if isinstance(link, str) else link
    secret = where.secret
    if where.kind != "seat":
        wish = {"name": name, "invite": secret, "watch": where.kind == "watch"}
        secret = (await Rest(where.server)("POST", f"/tables/{where.table}/join", wish))["secret"]
    return SeatClient(where.server, where.table, secret, seen=seen)
