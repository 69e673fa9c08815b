"""Server processes that can be killed."""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

_PROGRAM = """
import sys
from stramash.server.config import Config
from stramash.server import serve
data, database, port, lease, log, moment, seed = sys.argv[1:8]
config = Config(
    data=data, database=database, port=int(port), lease_seconds=float(lease), bot_delay=0.0, warm_up=False,
    requests_per_second=10_000.0, messages_per_second=10_000.0, tables_per_address=10_000,
    connections_per_address=10_000, log_level=log,
)
if moment:
    from tests.server.dying import dying_store
    serve.make_store = lambda config: dying_store(config, moment, int(seed))
serve.run(config, on_ready=lambda address: print(address, flush=True))
"""


_ROOT = Path(__file__).parents[2]


class ServerProcess:
    """One server in a process of its own."""

    def __init__(self, data: Path, database: str = "", lease: float = 1.0) -> None:
        self.data = data
        self.database = database
        self.lease = lease
        self.port = 0
        self.process: asyncio.subprocess.Process | None = None

    @property
    def address(self) -> str:
        """Where it listens; the same after a restart."""
        return f"http://127.0.0.1:{self.port}"

    async def start(self, dies: str = "", seed: int = 0) -> None:
        """Start, and wait until it listens; with a moment of dying.py, it will die by itself."""
        arguments = [str(self.data), self.database, str(self.port), str(self.lease), "error", dies, str(seed)]
        self.process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            _PROGRAM,
            *arguments,
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,
            cwd=_ROOT,
        )
        assert self.process.stdout is not None
        line = await asyncio.wait_for(self.process.stdout.readline(), 60)
        assert line, "the server did not start"
        self.port = int(line.decode().strip().rpartition(":")[2])

    async def died(self) -> int:
        """Wait until it has ended by itself, end its bots, and return its exit code."""
        assert self.process is not None
        code = await self.process.wait()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self._close()
        return code

    async def kill(self, how: int = signal.SIGKILL) -> int:
        """Kill it, its bots too, and wait until it is gone; its exit code."""
        assert self.process is not None
        with contextlib.suppress(ProcessLookupError):
            if how == signal.SIGKILL:
                os.killpg(self.process.pid, how)
            else:
                self.process.send_signal(how)
        code = await asyncio.wait_for(self.process.wait(), 30)
        self._close()
        return code

    def _close(self) -> None:
        transport = getattr(self.process, "_transport", None)
        if transport is not None:
            transport.close()


@contextlib.asynccontextmanager
async def server_process(data: Path, database: str = "", lease: float = 1.0) -> AsyncIterator[ServerProcess]:
    """A server that is gone afterwards."""
    server = ServerProcess(data, database, lease)
    await server.start()
    try:
        yield server
    finally:
        if server.process is not None and server.process.returncode is None:
            await server.kill()
