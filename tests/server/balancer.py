"""HAProxy in front of several server processes, with the configuration that docs/hosting.md prints."""

import asyncio
import contextlib
import re
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

from stramash.server.serve import bind

_GUIDE = Path(__file__).parents[2] / "docs" / "hosting.md"
PROGRAM = shutil.which("haproxy") or shutil.which("haproxy", path="/usr/sbin")
WHY_NOT = "haproxy is not installed (Debian: apt-get install haproxy): tests of several processes left out"


def written(port: int, servers: list[int]) -> str:
    """The documented configuration, with the ports of a test."""
    found = re.search(r"```haproxy\n(.*?)```", _GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    text = re.sub(r"bind .*", f"bind 127.0.0.1:{port}", found[1])
    lines = [line for line in text.splitlines() if not line.strip().startswith("server ")]
    return "\n".join([*lines, *(f"    server s{i} 127.0.0.1:{p}" for i, p in enumerate(servers)), ""])


@contextlib.asynccontextmanager
async def balanced(folder: Path, servers: list[int]) -> AsyncIterator[str]:
    """The address of a balancer that is gone afterwards."""
    assert PROGRAM is not None
    with bind("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
    config = folder / "haproxy.cfg"
    config.write_text(written(port, servers))
    process = await asyncio.create_subprocess_exec(
        PROGRAM, "-db", "-f", str(config), stderr=asyncio.subprocess.DEVNULL
    )
    try:
        for _ in range(200):
            assert process.returncode is None, "haproxy did not start"
            with contextlib.suppress(OSError):
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.close()
                break
            await asyncio.sleep(0.05)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.kill()
        await process.wait()
