"""Other engines, each in an environment of its own, driven over pipes so that all take turns.

`make bench-peers` installs them. `open_peers` starts those that are installed and gives their subjects;
standard library only, because the scripts inside those environments import this package too.
"""

import json
import os
import subprocess
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from enum import Enum
from pathlib import Path
from typing import Any

from benchmarks.rounds import Label, Sample

ROOT = Path(__file__).parents[2]
ENVIRONMENTS = ROOT / ".venv-peers"


class Peer(Enum):
    """The engines that there are; the value names the environment, the lock and the script."""

    RLCARD = "rlcard"
    OPENSPIEL = "openspiel"
    PGX = "pgx"

    @property
    def python(self) -> Path:
        """The interpreter of its environment."""
        return ENVIRONMENTS / self.value / "bin" / "python"

    @property
    def lock(self) -> Path:
        """Its pinned requirements."""
        return Path(__file__).parent / "requirements" / f"{self.value}.txt"

    @property
    def is_installed(self) -> bool:
        """Whether the set-up has finished for it."""
        return self.python.exists() and (ENVIRONMENTS / f"{self.value}.stamp").exists()

    @property
    def versions(self) -> str:
        """What is pinned of it, such as ``pgx 2.6.0, jax 0.10.2``."""
        wanted = {"rlcard", "open-spiel", "pgx", "jax"}
        lines = self.lock.read_text(encoding="utf-8").splitlines()
        pins = [line.split()[0].split("==") for line in lines if "==" in line and not line.startswith(" ")]
        return ", ".join(f"{name} {version}" for name, version in reversed(pins) if name in wanted)


class PeerFailed(Exception):
    """Another engine's process did not do what it should; the message says what it wrote."""


class PeerProcess:
    """The process of one engine: it names its subjects and then measures the one it is asked for."""

    def __init__(self, peer: Peer, command: Sequence[str], log: Path) -> None:
        self.peer = peer
        self.log = log
        environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
        with log.open("w", encoding="utf-8") as errors:
            self.process = subprocess.Popen(
                command,
                cwd=ROOT,
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        self.labels = [Label(**label) for label in self._read()]

    def measure(self, index: int, seconds: float) -> Sample:
        """Let it play one of its subjects."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(json.dumps({"subject": index, "seconds": seconds}) + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise self._failure() from None
        return Sample(**self._read())

    def close(self) -> None:
        """Let it go, or end it where it does not listen."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        with suppress(BrokenPipeError):
            self.process.stdin.close()
        self.process.stdout.close()
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def _read(self) -> Any:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            self.process.wait()
            raise self._failure()
        return json.loads(line)

    def _failure(self) -> PeerFailed:
        with self.log.open(encoding="utf-8", errors="replace") as lines:
            tail = "".join(deque(lines, maxlen=5)).strip()
        return PeerFailed(f"{self.peer.value} stopped; the last lines of {self.log}:\n{tail}")


class PeerSubject:
    """One engine playing one game, in its own process."""

    def __init__(self, process: PeerProcess, index: int) -> None:
        self.process = process
        self.index = index

    @property
    def label(self) -> Label:
        """What it is."""
        return self.process.labels[self.index]

    def measure(self, seconds: float) -> Sample:
        """Play for about that long."""
        return self.process.measure(self.index, seconds)


@contextmanager
def open_peers(
    wanted: Sequence[Peer] = tuple(Peer),
    threads: int = 1,
    tell: Callable[[str], object] = print,
    batches: Sequence[int] = (),
) -> Iterator[list[PeerSubject]]:
    """Start the engines that are installed; `tell` hears which are not, and which do not start.

    With `batches` pgx steps so many games together, and has a subject for each.
    """
    with ExitStack() as stack:
        subjects: list[PeerSubject] = []
        for peer in wanted:
            if not peer.is_installed:
                tell(f"{peer.value} is not installed: `make bench-peers` does it")
                continue
            if peer is Peer.PGX:
                tell("pgx compiles its games first, for some minutes the first time")
            module = f"benchmarks.peers.on_{peer.value}"
            command = [str(peer.python), "-m", module, "--serve", "--threads", str(threads)]
            log = ENVIRONMENTS / f"{peer.value}.log"
            if batches and peer is Peer.PGX:
                command += ["--batches", *map(str, batches)]
                log = ENVIRONMENTS / f"{peer.value}-{threads}.log"
            try:
                process = PeerProcess(peer, command, log)
            except PeerFailed as failure:
                tell(str(failure))
                continue
            stack.callback(process.close)
            subjects += [PeerSubject(process, index) for index in range(len(process.labels))]
        yield subjects
