"""Compiles what most tests need, before they run, each family in its own process: ``python -m tests.warm``.

Otherwise every worker would compile it for itself, and tests with a limit would wait for that.
"""

import subprocess
import sys

from stramash import games, sim
from stramash.server.thinking.warming import GAMES, warm


def compile_family(name: str) -> None:
    """The bots of a family and its batches."""
    (info,) = (info for info in GAMES if info.family == name)
    sim.warm_up(games.get(info.id, info.seats[0]), stepping=True)
    warm(info.id, info.seats[0])


def main() -> int:
    """All families side by side, or the one that is named."""
    if sys.argv[1:]:
        compile_family(sys.argv[1])
        return 0
    compiling = [subprocess.Popen([sys.executable, "-m", "tests.warm", info.family]) for info in GAMES]
    return max(process.wait() for process in compiling)


if __name__ == "__main__":
    sys.exit(main())
