"""A real PostgreSQL for the tests, where its programs are on the machine."""

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg


def programs() -> Path | None:
    """The folder of initdb and postgres, if there is one."""
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).resolve().parent
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return folders[-1].parent if folders else None


STORES = ["sqlite", "postgres"] if programs() is not None else ["sqlite"]
"""The stores that can be tested here."""


def _user() -> str | None:
    """PostgreSQL does not run as root: somebody else has to."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


@contextlib.contextmanager
def running_postgres() -> Iterator[str]:
    """The address of a database that lives as long as this context, on a socket file of its own."""
    folder = programs()
    assert folder is not None
    with tempfile.TemporaryDirectory(prefix="stramash-pg-") as name:
        home, user = Path(name), _user()
        if user is not None:
            shutil.chown(home, user)
        home.chmod(0o711)
        data = home / "data"
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": home, "user": user}
        initdb = [folder / "initdb", "-D", data, "-U", "stramash", "-A", "trust", "--no-sync", "-E", "UTF8"]
        subprocess.run(initdb, check=True, **quiet)  # type: ignore[call-overload]
        server = subprocess.Popen(
            [folder / "postgres", "-D", data, "-k", home, "-h", "", "-F"],
            **quiet,  # type: ignore[call-overload]
        )
        try:
            url = f"postgresql://stramash@/postgres?host={home}"
            _wait_for(url, server)
            yield url
        finally:
            server.send_signal(signal.SIGINT)  # "fast": it does not wait for those who are still connected
            try:
                server.wait(20)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


def _wait_for(url: str, server: "subprocess.Popen[bytes]") -> None:
    for _ in range(600):
        assert server.poll() is None, "PostgreSQL did not start"
        try:
            psycopg.connect(url, connect_timeout=5).close()
        except psycopg.OperationalError:
            with contextlib.suppress(subprocess.TimeoutExpired):
                server.wait(0.05)
        else:
            return
    raise AssertionError("PostgreSQL does not answer")


def fresh_database(url: str, name: str) -> str:
    """An empty database of its own; its address."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'.encode())
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
    return url.replace("/postgres?", f"/{name}?")
