"""`python -m stramash.train GAME`: `stramash train` where there is nothing but NumPy, Numba and torch."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from stramash.core.errors import StramashError
from stramash.core.extras import need


def _tell(line: dict[str, Any]) -> None:
    if "lead" in line or line["rounds"] % 10 == 0:
        print(json.dumps(line), flush=True)


def main() -> int:
    """Read the command line and train."""
    parser = argparse.ArgumentParser(prog="python -m stramash.train", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--resume", type=Path)
    parser.add_argument("--start", type=Path)
    parser.add_argument("--against", type=Path, help="a player to be beaten, which never changes")
    parser.add_argument("--among", type=Path, help="a player that sits at some seats and never changes")
    parser.add_argument("--teacher", type=Path, help="a player whose choices are learned, of any width")
    parser.add_argument("--by-time", action="store_true")
    parser.add_argument("--device", choices=("cuda", "cpu"), default="cuda")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--option", action="append", default=[], metavar="OPTION=VALUE", help="of the game")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a setting")
    given = parser.parse_args()
    try:
        need("train", "torch")
        from stramash.train.run import Plan, parse_settings, train  # noqa: PLC0415  torch is loaded here

        plan = Plan(
            game=given.game,
            seats=given.seats,
            options=dict(written.partition("=")[::2] for written in given.option),
            minutes=given.minutes,
            resume=given.resume,
            start=given.start,
            against=given.against,
            among=given.among,
            teacher=given.teacher,
            by_time=given.by_time,
            device=given.device,
            out=given.out,
            settings=parse_settings(given.set),
        )
        train(plan, tell=_tell)
    except StramashError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
