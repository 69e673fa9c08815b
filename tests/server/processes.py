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
from stramash.server.serve import run
data, database, port, lease, log = sys.argv[1:6]
config = Config(
    data=data, database=database, port=int(port), lease_seconds=float(lease), bot_delay=0.0, warm_up=False,
    requests_per_second=10_000.0, messages_per_second=10_000.0, tables_per_address=10_000,
    connections_per_address=10_000, log_level=log,
)
run(config, on_ready=lambda address: print(address, flush=True))
"""


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

    async def start(self) -> None:
        """Start, and wait until it listens."""
        arguments = [str(self.data), self.database, str(self.port), str(self.lease), "error"]
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", _PROGRAM, *arguments, stdout=asyncio.subprocess.PIPE, start_new_session=True
        )
        assert self.process.stdout is not None
        line = await asyncio.wait_for(self.process.stdout.readline(), 60)
        assert line, "the server did not start"
        self.port = int(line.decode().strip().rpartition(":")[2])

    async def kill(self, how: int = signal.SIGKILL) -> int:
        """Kill it, its bots too, and wait until it is gone; its exit code."""
        assert self.process is not None
        with contextlib.suppress(ProcessLookupError):
            if how == signal.SIGKILL:
                os.killpg(self.process.pid, how)
            else:
                self.process.send_signal(how)
        code = await asyncio.wait_for(self.process.wait(), 30)
        transport = getattr(self.process, "_transport", None)
        if transport is not None:
            transport.close()
        return code


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
