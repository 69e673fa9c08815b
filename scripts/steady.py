"""Run all tests again and again on a busy machine: what fails once in ten runs shows a defect too.

python -m scripts.steady --times 10 -- tests/server
"""

import argparse
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
BUSY: Final = "import os, sys\nwhile os.getppid() == int(sys.argv[1]): pass"
"""Keeps a core busy until whoever started it has ended."""
LIMIT: Final = 3 * 3600
"""Seconds after which a run is ended: it hangs."""
_FAILED: Final = re.compile(r"^(?:FAILED|ERROR) .*", re.MULTILINE)


@contextmanager
def load(cores: int) -> Iterator[None]:
    """As many busy processes as cores."""
    busy = [subprocess.Popen([sys.executable, "-c", BUSY, str(os.getpid())]) for _ in range(cores)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


def run(output: Path, command: Sequence[str], limit: float) -> list[str]:
    """Run the tests once, with what they say in a file; what failed."""
    with output.open("w", encoding="utf-8") as file:
        process = subprocess.Popen(
            command, cwd=ROOT, stdout=file, stderr=subprocess.STDOUT, start_new_session=True
        )
        try:
            code = process.wait(limit)
        except BaseException as error:
            os.killpg(process.pid, signal.SIGKILL)  # with the servers and browsers that it has started
            process.wait()
            if not isinstance(error, subprocess.TimeoutExpired):
                raise
            return [f"not over after {limit:.0f} s"]
    failed: list[str] = _FAILED.findall(output.read_text(encoding="utf-8", errors="replace"))
    return failed or ([f"pytest ended with {code}"] if code else [])


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the tests so many times; 1 if anything failed in any of them."""
    parser = argparse.ArgumentParser(prog="steady", description=__doc__.partition("\n")[0])
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--workers", type=int, default=(os.cpu_count() or 1) + 1)
    parser.add_argument(
        "--busy", type=int, default=os.cpu_count() or 1, help="processes that keep cores busy"
    )
    parser.add_argument("--limit", type=float, default=LIMIT, help="seconds for one run")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "steady")
    parser.add_argument("tests", nargs="*", help="arguments for pytest")
    wish = parser.parse_args(arguments)
    wish.folder.mkdir(parents=True, exist_ok=True)
    spread = ["-n", str(wish.workers), *(["--dist", "worksteal"] if wish.workers else [])]
    command = [sys.executable, "-m", "pytest", *spread, *wish.tests]
    bad = 0
    with load(wish.busy):
        for number in range(1, wish.times + 1):
            output, began = wish.folder / f"run-{number}.txt", time.monotonic()
            failed = run(output, command, wish.limit)
            bad += bool(failed)
            took = time.monotonic() - began
            print(f"run {number} of {wish.times}: {len(failed)} failed, {took:.0f} s, {output}", flush=True)
            for line in failed:
                print(f"  {line}", flush=True)
    print(f"{bad} of {wish.times} runs had failures")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
