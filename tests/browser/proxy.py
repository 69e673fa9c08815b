"""A proxy that delays HTTP and WebSockets, and cuts connections where a test says so.

The network emulation of the DevTools protocol does not slow WebSockets, so the delay stands between browser
and server: 127.0.0.1, a free port, a thread of its own.
"""

import asyncio
import contextlib
import re
import threading
from collections.abc import Callable, Coroutine
from random import Random
from types import TracebackType
from typing import Any, Final, Literal, Self, TypeVar

_CHUNK: Final = 1 << 16
_EXTENSIONS: Final = re.compile(rb"(?im)^sec-websocket-extensions:.*\r\n")
When = Literal["before", "after"]
T = TypeVar("T")


class Frames:
    """The text frames of a WebSocket's client, as they come in chunks."""

    def __init__(self) -> None:
        self._bytes = b""

    def read(self, chunk: bytes) -> list[str]:
        """The texts that are complete with this chunk. Clients send each in one frame, masked."""
        self._bytes += chunk
        texts = []
        while (found := self._next()) is not None:
            texts.append(found)
        return texts

    def _next(self) -> str | None:
        data = self._bytes
        if len(data) < 2:
            return None
        size, start = data[1] & 127, 2
        if size >= 126:
            wide = 2 if size == 126 else 8
            size, start = int.from_bytes(data[2 : 2 + wide], "big"), 2 + wide
        end = start + 4 + size
        if len(data) < end:
            return None
        mask, masked = data[start : start + 4], data[start + 4 : end]
        self._bytes = data[end:]
        return bytes(byte ^ mask[i % 4] for i, byte in enumerate(masked)).decode(errors="replace")


class Proxy:
    """Forwards to a server of this machine. Settings hold for what comes from then on."""

    def __init__(self, port: int, seed: int = 0) -> None:
        self._server = port
        self._rng = Random(seed)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self.round_trip = 0.0
        """Seconds that an answer takes longer than without the proxy."""
        self.jitter = 0.0
        """By how much of itself a delay differs at most, either way."""
        self.is_down = False
        """Whether new connections are refused."""
        self._cut: tuple[When, str] | None = None
        self._held: tuple[str, ...] = ()
        self._released = asyncio.Event()
        self.cuts = 0
        """Connections that were cut because of a message."""
        self.port = 0

    def __enter__(self) -> Self:
        self._thread.start()
        self._listener = self._do(lambda: asyncio.start_server(self._serve, "127.0.0.1", 0))
        self.port = self._listener.sockets[0].getsockname()[1]
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()

        async def close() -> None:
            self._listener.close()
            self._drop()
            await asyncio.gather(*self._tasks, return_exceptions=True)

        self._do(close)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(20)
        self._loop.close()

    @property
    def address(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}"

    def cut(self, when: When, kind: str = "move") -> None:
        """Cut the connection at the next message of this type: before the server has it, or just after."""
        self._cut = when, f'"type":"{kind}"'

    def hold(self, *kinds: str) -> None:
        """Keep messages of these types, and what their senders say after them, until they are released."""
        self._held = tuple(f'"type":"{kind}"' for kind in kinds)
        self._loop.call_soon_threadsafe(self._released.clear)

    def release(self) -> None:
        """Let them go on."""
        self._held = ()
        self._loop.call_soon_threadsafe(self._released.set)

    def _drop(self) -> None:
        for writer in tuple(self._writers):
            writer.transport.abort()

    def _do(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        return asyncio.run_coroutine_threadsafe(work(), self._loop).result(20)

    # Connections, in the thread of the loop.

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.is_down:
            writer.transport.abort()
            return
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        others: asyncio.StreamWriter | None = None
        try:
            answers, others = await asyncio.open_connection("127.0.0.1", self._server)
            both = (writer, others)
            self._writers.update(both)
            await asyncio.gather(
                self._pass(reader, others, both, is_client=True), self._pass(answers, writer, both)
            )
        except OSError:
            pass
        finally:
            for one in (writer, others):
                if one is not None:
                    self._writers.discard(one)
                    one.transport.abort()
            self._tasks.discard(task)

    async def _pass(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        both: tuple[asyncio.StreamWriter, ...],
        *,
        is_client: bool = False,
    ) -> None:
        """Forward one direction, each chunk after its delay and none before an earlier one."""
        waiting: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        sending = asyncio.create_task(self._send(waiting, writer))
        frames: Frames | None = None
        due = 0.0
        try:
            while chunk := await reader.read(_CHUNK):
                if is_client and frames is not None:
                    texts = frames.read(chunk)
                    if self._is_cut(texts):
                        await self._end(both, chunk, writer)
                        return
                    if any(kind in text for kind in self._held for text in texts):
                        await self._released.wait()
                elif is_client and b"upgrade: websocket" in chunk.lower():
                    # Uncompressed, so that messages can be told apart.
                    chunk = _EXTENSIONS.sub(b"", chunk)
                    frames = Frames()
                due = max(due, self._loop.time() + self._delay())
                waiting.put_nowait((due, chunk))
        except OSError:
            pass
        finally:
            waiting.put_nowait((due, b""))
            await sending

    async def _send(
        self, waiting: "asyncio.Queue[tuple[float, bytes]]", writer: asyncio.StreamWriter
    ) -> None:
        with contextlib.suppress(OSError):
            while True:
                due, chunk = await waiting.get()
                await asyncio.sleep(due - self._loop.time())
                if not chunk:
                    break
                writer.write(chunk)
                await writer.drain()
            writer.close()

    def _delay(self) -> float:
        return self.round_trip / 2 * (1 + self.jitter * self._rng.uniform(-1, 1))

    def _is_cut(self, texts: list[str]) -> bool:
        return self._cut is not None and any(self._cut[1] in text for text in texts)

    async def _end(
        self, both: tuple[asyncio.StreamWriter, ...], chunk: bytes, server: asyncio.StreamWriter
    ) -> None:
        """The connection ends: the server has the message and nobody its answer, or nobody has either."""
        assert self._cut is not None
        when, _ = self._cut
        self._cut = None
        client = next(writer for writer in both if writer is not server)
        client.transport.abort()
        if when == "after":
            server.write(chunk)
            with contextlib.suppress(OSError):
                await server.drain()
            server.close()
        else:
            server.transport.abort()
        self.cuts += 1
