"""The other engines alone: python -m benchmarks.peers [--json] [--rounds N] [--seconds S] [--only PEER]..."""

import json
from argparse import ArgumentParser, Namespace
from contextlib import ExitStack
from typing import Any

from rich.console import Console

from benchmarks.peers import Peer, open_peers
from benchmarks.rounds import Measured, measure_in_turns
from benchmarks.show import console, progress, results_table

ROUNDS = 7
SECONDS = 0.4


def measure_peers(
    peers: list[Peer] | None = None, rounds: int = ROUNDS, seconds: float = SECONDS, threads: int = 1
) -> list[Measured]:
    """All games of the engines that are installed, in turns."""
    with ExitStack() as stack:
        tell = Console(stderr=True).print
        subjects = stack.enter_context(open_peers(peers or tuple(Peer), threads, tell))
        advance = stack.enter_context(progress(len(subjects) * (rounds + 1)))
        return measure_in_turns(subjects, rounds, seconds, advance)


def peer_rows(**how: Any) -> list[dict[str, Any]]:
    """The same as plain data: one row an engine and game."""
    return [item.row() for item in measure_peers(**how)]


def main() -> None:
    parser = ArgumentParser(prog="python -m benchmarks.peers", description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="how often each is measured")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="how long each time")
    parser.add_argument("--threads", type=int, default=1, help="for pgx; the others have one")
    parser.add_argument("--json", action="store_true", help="print the rows as JSON and nothing else")
    parser.add_argument("--only", action="append", choices=[peer.value for peer in Peer])
    _run(parser.parse_args())


def _run(wanted: Namespace) -> None:
    peers = [Peer(name) for name in wanted.only] if wanted.only else None
    measured = measure_peers(peers, wanted.rounds, wanted.seconds, wanted.threads)
    if wanted.json:
        print(json.dumps([item.row() for item in measured]))
    else:
        title = f"Random play, median of {wanted.rounds} rounds of {wanted.seconds} s"
        console().print(results_table(measured, title))


if __name__ == "__main__":
    main()
