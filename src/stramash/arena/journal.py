"""The journal of a run: results are appended as they come, so that a run can be resumed."""

import hashlib
import json
import os
from pathlib import Path
from typing import IO, Any, Final

from stramash.arena.executors import ArenaError
from stramash.arena.plan import DealResult, Plan
from stramash.arena.play import TableResult
from stramash.bots.outside.specs import fingerprint
from stramash.games import RULES_REVISION

FORMAT: Final = 1
FILE: Final = "arena.jsonl"


def cache_folder() -> Path:
    """The user's cache directory, as the XDG rules have it."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    # A relative path there is to be ignored, says the standard.
    home = Path(base) if base.startswith("/") else Path.home() / ".cache"
    return home / "stramash" / "arena"


def header_of(plan: Plan) -> dict[str, Any]:
    """What must be the same for two runs to be one: the plan, the rules, and the code of the bots."""
    specs = tuple(sorted({spec for entrant in plan.entrants() for spec in entrant.specs}))
    return {"arena": FORMAT, "rules": RULES_REVISION, "code": fingerprint(specs), **plan.as_json()}


class Journal:
    """A file with a first line that says what is played, and a line for each deal."""

    def __init__(self, plan: Plan, folder: Path | None = None, *, fresh: bool = False) -> None:
        self.header = header_of(plan)
        self._tables = len(plan.seatings())
        if folder is None:
            text = json.dumps(self.header, sort_keys=True)
            name = f"{plan.game}-{plan.seats}-{hashlib.sha256(text.encode()).hexdigest()[:16]}.jsonl"
            self.path = cache_folder() / name
        else:
            self.path = folder / FILE
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if fresh:
            self.path.unlink(missing_ok=True)
        self.done: dict[int, DealResult] = self._read()
        self._file: IO[str] | None = None

    def add(self, result: DealResult) -> None:
        """Keep a deal."""
        if self._file is None:
            self._file = self._begun()
        tables = [table.as_json() for table in result.tables]
        self._file.write(json.dumps({"deal": result.number, "tables": tables}) + "\n")
        self._file.flush()
        self.done[result.number] = result._replace(records=())

    def close(self) -> None:
        """Nothing more will be added now."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def _begun(self) -> IO[str]:
        """The file, open for more; a line that was cut when a run ended badly is taken out."""
        known = self.path.read_bytes() if self.path.exists() else b""
        whole = known[: known.rfind(b"\n") + 1] or json.dumps(self.header).encode() + b"\n"
        if whole != known:
            self.path.write_bytes(whole)
        return self.path.open("a", encoding="utf-8")

    def _read(self) -> dict[int, DealResult]:
        if not self.path.exists():
            return {}
        lines = self.path.read_bytes().split(b"\n")
        if len(lines) < 2:
            return {}
        self._compare(lines[0])
        done: dict[int, DealResult] = {}
        for number, line in enumerate(lines[1:-1], 2):  # what follows the last line end was cut
            try:
                form = json.loads(line)
                tables = tuple(TableResult.from_json(table) for table in form["tables"])
                done[form["deal"]] = DealResult(form["deal"], tables)
            except (ValueError, KeyError, TypeError):
                raise ArenaError(f"{self.path}: line {number} is damaged; --fresh begins anew") from None
            if len(tables) != self._tables:
                raise ArenaError(f"{self.path}: line {number} is of another run; --fresh begins anew")
        return done

    def _compare(self, line: bytes) -> None:
        """A folder is for one run only."""
        try:
            found = json.loads(line)
            differs = [name for name in self.header if found.get(name) != self.header[name]]
        except (ValueError, AttributeError):
            raise ArenaError(f"{self.path} is no arena file; --fresh begins anew") from None
        if differs:
            raise ArenaError(
                f"{self.path} is of another run (other {', '.join(differs)}): "
                "choose another folder, or begin anew with --fresh"
            )
