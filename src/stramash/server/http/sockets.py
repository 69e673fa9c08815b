"""One WebSocket: who it is, what it says, and what it is told."""

import asyncio
import contextlib
import json
import logging
import time
from typing import Any, Final

from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from stramash.core.cards import CardCodeError, card_set
from stramash.core.errors import IllegalMove, MoveSyntaxError
from stramash.core.seats import Seat
from stramash.server.http.limits import TokenBucket
from stramash.server.http.problems import close_code
from stramash.server.http.refusal import Refusal, has_surrogates
from stramash.server.metrics import CONNECTIONS, REFUSED, SLOW_CLIENTS
from stramash.server.protocol import messages
from stramash.server.protocol.messages import CLIENT_MESSAGE, ClientMessage
from stramash.server.table.people.auth import Key
from stramash.server.table.people.connection import Connection
from stramash.server.table.table import Table
from stramash.wire.codec import Json, write_reason
from stramash.wire.protocol import (
    CLOSE_BAD_MESSAGE,
    CLOSE_COME_BACK,
    CLOSE_SLOW,
    CLOSE_TOO_MANY,
    MESSAGE_LIMIT,
    PROTOCOL,
)

_log = logging.getLogger("stramash.sockets")
HELLO_SECONDS: Final = 15.0
GOODBYE_SECONDS: Final = 5.0
MOST_BAD_MESSAGES: Final = 100
MOST_THOUGHTS: Final = 8
"""Questions of one connection that may be thought about at a time."""
MOST_LEGAL: Final = 4000


async def serve_socket(socket: WebSocket, table: Table, key: Key, rate: float) -> None:
    """Serve an accepted WebSocket of somebody whom the table has admitted, until it ends."""
    hello = await _hello(socket)
    if hello is None:
        return
    connection = Connection(key, hello.mode)
    sender = asyncio.create_task(_send(socket, connection))
    CONNECTIONS.inc()
    try:
        await table.do(lambda: table.connect(connection, hello.since))
        await _until_closed(_Listener(socket, table, connection, rate), connection, sender)
    except Refusal as refusal:
        connection.tell({"type": "refused", "id": None, "problem": refusal.form(), "decision": None})
        connection.close(close_code(refusal), "refused")
        await asyncio.wait([sender], timeout=GOODBYE_SECONDS)
    except WebSocketDisconnect:
        pass
    finally:
        CONNECTIONS.dec()
        if connection.close_code == CLOSE_SLOW:
            SLOW_CLIENTS.inc()
        table.post(lambda: table.disconnect(connection))
        sender.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await sender


async def _until_closed(listener: "_Listener", connection: Connection, sender: "asyncio.Task[None]") -> None:
    """Listen until either side ends it. A peer that neither reads nor writes cannot keep us here."""
    listening = asyncio.create_task(listener.listen())
    closing = asyncio.create_task(connection.closed.wait())
    try:
        await asyncio.wait([listening, closing], return_when=asyncio.FIRST_COMPLETED)
        if connection.close_code is not None:
            await asyncio.wait([sender], timeout=GOODBYE_SECONDS)
        if listening.done():
            listening.result()
    finally:
        for task in (listening, closing):
            task.cancel()
        await asyncio.gather(listening, closing, return_exceptions=True)


async def _hello(socket: WebSocket) -> messages.Hello | None:
    """The first message, which must come soon."""
    try:
        text = await asyncio.wait_for(_receive(socket), HELLO_SECONDS)
        message = CLIENT_MESSAGE.validate_json(text)
    except (TimeoutError, ValidationError):
        await socket.close(CLOSE_BAD_MESSAGE, "say hello first")
        return None
    except WebSocketDisconnect:
        return None
    if not isinstance(message, messages.Hello):
        await socket.close(CLOSE_BAD_MESSAGE, "say hello first")
        return None
    if message.protocol != PROTOCOL:
        refusal = Refusal("version", f"this server speaks protocol {PROTOCOL}")
        form = {"type": "refused", "id": None, "problem": refusal.form(), "decision": None}
        await socket.send_text(json.dumps(form))
        await socket.close(CLOSE_BAD_MESSAGE, "another version")
        return None
    return message


async def _receive(socket: WebSocket) -> str:
    """The text of the next frame; of a binary one, nothing that could be a message."""
    frame = await socket.receive()
    if frame["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(frame.get("code", 1005))
    text: str | None = frame.get("text")
    return text if text is not None else ""


async def _send(socket: WebSocket, connection: Connection) -> None:
    """Send what the table says, in order, until the connection is to be closed."""
    try:
        while connection.waiting or await connection.until_news():
            await socket.send_text(connection.take())
    except (WebSocketDisconnect, RuntimeError, OSError):
        connection.close(1001, "gone")
        return
    except Exception:  # whatever it is, nobody is left connected and unheard
        _log.exception("a message could not be sent")
        connection.close(CLOSE_COME_BACK, "come back")
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
        await socket.close(connection.close_code or 1000, connection.close_reason)


class _Listener:
    """What a connection says, message by message."""

    def __init__(self, socket: WebSocket, table: Table, connection: Connection, rate: float) -> None:
        self.socket = socket
        self.table = table
        self.connection = connection
        self.bucket = TokenBucket(burst=4 * rate, rate=rate)
        self.bad = 0
        self.thinking: set[asyncio.Task[None]] = set()
        """What is being thought about for this connection; its moves do not wait for that."""

    async def listen(self) -> None:
        """Until the connection ends."""
        try:
            await self._hear()
        finally:
            for task in self.thinking:
                task.cancel()

    async def _hear(self) -> None:
        while self.connection.close_code is None:
            text = await _receive(self.socket)
            try:
                message = self._read(text)
            except Refusal as refusal:
                self._refuse(_id_in(text), refusal)
                self.bad += 1
                if self.bad > MOST_BAD_MESSAGES:
                    is_flood = refusal.code == "too-many"
                    self.connection.close(CLOSE_TOO_MANY if is_flood else CLOSE_BAD_MESSAGE, "enough")
                continue
            self.bad = max(0, self.bad - 1)
            if isinstance(message, messages.AskAdvice | messages.AskCoach):
                self._think(message)
            else:
                await self._reply(message)

    async def _reply(self, message: ClientMessage) -> None:
        try:
            self.connection.tell(await self._answer(message))
        except Refusal as refusal:
            self._refuse(getattr(message, "id", None), refusal)

    def _think(self, message: messages.AskAdvice | messages.AskCoach) -> None:
        """Answer when there is an answer; meanwhile the next message is heard."""
        if len(self.thinking) >= MOST_THOUGHTS:
            self._refuse(message.id, Refusal("too-many", "too many questions at once; wait for an answer"))
            return
        task = asyncio.create_task(self._thought(message))
        self.thinking.add(task)
        task.add_done_callback(self.thinking.discard)

    async def _thought(self, message: messages.AskAdvice | messages.AskCoach) -> None:
        try:
            await self._reply(message)
        except Exception:  # as when a message could not be sent: nobody waits for ever
            _log.exception("a question could not be answered")
            self.connection.close(CLOSE_COME_BACK, "come back")

    def _read(self, text: str) -> ClientMessage:
        if not self.bucket.take():
            raise Refusal("too-many", "too many messages; be slower")
        if len(text) > MESSAGE_LIMIT:
            raise Refusal("too-large", f"a message has at most {MESSAGE_LIMIT} bytes")
        return _parse(text)

    def _refuse(self, message_id: str | None, refusal: Refusal) -> None:
        REFUSED.labels(refusal.code).inc()
        decision = self.table.decision(self.table.seat_of(self.connection.key))
        form = {"type": "refused", "id": message_id, "problem": refusal.form(), "decision": decision}
        self.connection.tell(form)

    async def _answer(self, message: ClientMessage) -> Json:
        table, key = self.table, self.connection.key
        match message:
            case messages.MakeMove():
                n = await table.do(lambda: table.moving.move(key, message))
                return {"type": "ack", "id": message.id, "n": n}
            case messages.TakeBack():
                n = await table.do(lambda: table.moving.take_back(key, message))
                return {"type": "ack", "id": message.id, "n": n}
            case messages.MakeCut():
                n = await table.do(lambda: table.cut(key, message))
                return {"type": "ack", "id": message.id, "n": n}
            case messages.OpenCut():
                n = await table.do(lambda: table.open_cut(key, message))
                return {"type": "ack", "id": message.id, "n": n}
            case messages.SayReady():
                n = await table.do(lambda: table.ready(key))
                return {"type": "ack", "id": message.id, "n": n}
            case messages.Say():
                n = await table.do(lambda: table.talk.say(key, message))
                return {"type": "ack", "id": message.id, "n": n}
            case messages.Ping():
                return {"type": "pong", "id": message.id, "n": table.journal.n, "time": time.time()}
            case messages.AskLegal():
                return await self._legal(message)
            case messages.AskReadings():
                return self._readings(message)
            case messages.AskCheck():
                return self._check(message)
            case messages.AskAdvice():
                self._refuse_stale(table.acting_seat(key), message.decision)
                advice = await advice_for(table, key, message.effort)
                return {"type": "advice", "id": message.id, "advice": advice}
            case messages.AskCoach():
                self._refuse_stale(table.acting_seat(key), message.decision)
                coach = await coach_for(table, key, message.effort)
                return {"type": "coach", "id": message.id, "coach": coach}
            case messages.Hello():
                raise Refusal("bad-message", "hello is said once")

    def _state(self, decision: int | None) -> tuple[Any, int]:
        """The state of the deal that is being played, and the own seat. Never leaves this class."""
        seat, match = self.table.acting_seat(self.connection.key), self.table.journal.match
        if match is None or not self.table.journal.is_playing:
            raise Refusal("not-playing", "no deal is being played")
        self._refuse_stale(seat, decision)
        return match.state, seat

    def _refuse_stale(self, seat: Seat, decision: int | None) -> None:
        """No answer about other cards than those that the question was about."""
        if self.table.journal.asked(seat) != decision:
            raise Refusal("stale", "that came too late: the decision is no longer open")

    async def _legal(self, message: messages.AskLegal) -> Json:
        state, seat = self._state(message.decision)
        journal = self.table.journal
        async with self.table.around.thorough:
            view = await asyncio.to_thread(journal.game.view, state, seat)
        self.table.known(self.connection.key)
        moves, write = view.legal, journal.family.move
        return {
            "type": "legal",
            "id": message.id,
            "decision": message.decision,
            "moves": [write(move) for move in moves[:MOST_LEGAL]],
            "more": len(moves) > MOST_LEGAL,
            "choice": journal.family.choice(journal.game, view),
        }

    def _readings(self, message: messages.AskReadings) -> Json:
        state, seat = self._state(message.decision)
        journal = self.table.journal
        game, reason = journal.game, None
        moves: tuple[Any, ...] = ()
        try:
            cards = card_set(game.parse_card(code) for code in message.cards)
            moves = game.readings(state, seat, cards)
        except (CardCodeError, ValueError) as error:
            raise Refusal("syntax", str(error)) from None
        except IllegalMove as error:
            reason = error.reason
        forms = [
            {
                "combo": combo,
                "rows": journal.family.rows(move),
                "text": str(move),
                "reason": write_reason(game.check(state, seat, move)),
            }
            for move in moves
            if (combo := journal.family.move(move).get("combo")) is not None
        ]
        return {
            "type": "readings",
            "id": message.id,
            "decision": message.decision,
            "cards": message.cards,
            "readings": forms,
            "reason": write_reason(reason),
        }

    def _check(self, message: messages.AskCheck) -> Json:
        state, seat = self._state(message.decision)
        journal = self.table.journal
        game = journal.game
        try:
            move = game.parse_move(message.move)
        except MoveSyntaxError as error:
            raise Refusal("syntax", str(error)) from None
        reason = game.check(state, seat, move)
        would = journal.family.would(game, game.view(state, seat), move) if reason is None else None
        return {
            "type": "checked",
            "id": message.id,
            "decision": message.decision,
            "move": message.move,
            "reason": write_reason(reason),
            "would": would,
        }


def _helped_seat(table: Table, key: Key) -> Seat:
    """The seat of who asks for help, where the host allows it."""
    seat = table.acting_seat(key)
    if not table.roster.settings.hints:
        raise Refusal("hints-off", "the host of this table does not allow hints")
    return seat


async def coach_for(table: Table, key: Key, effort: int = 0) -> Json:
    """What a seat's hand is worth before it bets or bids, in its turn or not."""
    seat = _helped_seat(table, key)
    if not table.journal.is_playing:
        raise Refusal("not-playing", "no deal is being played")
    coach = await table.coach(seat, effort)
    table.known(key)  # who has gone meanwhile is told nothing
    return coach


async def advice_for(table: Table, key: Key, effort: int = 0) -> Json:
    """Advice for a seat's own decision."""
    seat = _helped_seat(table, key)
    asked = table.journal.asked(seat)
    if asked is None:
        raise Refusal("not-playing", "nothing is asked of you now")
    advice = await table.advise(seat, asked, effort)
    table.known(key)  # who has gone meanwhile is told nothing
    return advice


def _parse(text: str) -> ClientMessage:
    try:
        return CLIENT_MESSAGE.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise Refusal("bad-message", f"{where}: {first['msg']}"[:300]) from None


def _id_in(text: str) -> str | None:
    """The id of a message that could not be understood, where it has one."""
    try:
        form = json.loads(text)
    except (ValueError, RecursionError):
        return None
    found = form.get("id") if isinstance(form, dict) else None
    is_id = isinstance(found, str) and 0 < len(found) <= 64 and not has_surrogates(found)
    return found if is_id else None
