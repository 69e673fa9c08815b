"""`python -m stramash.train.plan FILE`: several games one after the other in one process, as a file says.

A machine with a GPU is lent for minutes: none of them should go into waiting. While one game is being
learned the kernels of the games after it are compiled in a process of their own, and the net learned before
meets its opponent on the cores that are free. Run again, the same plan goes on from the checkpoints it left.

    device = "cuda"
    out = "trained"
    home = "$OUT"        # where an archive of it is left, in pieces: `--join FOLDER OUT` unpacks them
    minutes = 9.5        # for everything; later games get what is left
    cores = 14           # for the duels

    [[games]]
    game = "mu"
    seats = 4
    minutes = 4
    resume = "checkpoints/mu-4.npz"     # if there is such a file
    settings = { anneal_over = 1.0e9, among_bidders = 0.8, among_regular = 0.1 }
    duels = [{ against = "expert@budget=playouts:4000", deals = 200, first = 1000 }]
"""

import json
import os
import signal
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from io import BytesIO
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final

from stramash import games
from stramash.core.errors import RulesError, StramashError
from stramash.core.extras import need
from stramash.core.game import AnyGame
from stramash.sim.gpu.cuda_cache import WANTED as KEEP_KERNELS
from stramash.sim.gpu.cuda_cache import kernel_folder

LEAST_MINUTES: Final = 0.25
"""A game is not begun with less time than this."""
ARCHIVE: Final = "trained.zip"
PIECE: Final = 15 << 20
MOST_PIECES: Final = 4
"""How large, and how many, the pieces are that a lent machine gives back: 8 files of 16 MiB, 64 in all."""
DUEL_NICENESS: Final = 10
"""Duels take what learning leaves of the cores: a GPU that waits for its process is idle."""
RESULTS: Final = "results.jsonl"
KERNELS: Final = "kernels"
KINDS: Final[dict[str, Any]] = {
    "minutes": (int, float),
    "cores": int,
    "deals": int,
    "settings": dict,
    "options": dict,
}
"""Of what kind the entries of a plan are."""
WARM: Final = {"games": 64, "steps": 2, "random_steps": 2, "critic_warmup": 0}


class PlanError(StramashError):
    """A plan that cannot be carried out; says why."""


@dataclass(frozen=True, kw_only=True)
class Opponent:
    """Whom a net meets when it has learned."""

    against: str
    deals: int = 200
    first: int = 1000
    """The number of the first deal: deals on which nothing was tuned."""


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """One game of a plan."""

    game: str
    seats: int | None = None
    options: dict[str, Any] = field(default_factory=dict)
    """Options of the game that differ from its sheet."""
    called: str = ""
    """What its files are called, where a game comes twice; else they are called by game and seats."""
    minutes: float = 1.0
    resume: str | None = None
    start: str | None = None
    """Weights of this or another game to begin with, where there is no checkpoint."""
    against: str | None = None
    """A player to be beaten, which never changes."""
    among: str | None = None
    """A player that never changes, for the seats of `among_net`."""
    teacher: str | None = None
    """A player whose choices are learned, of any width."""
    by_time: bool = False
    """Whether rates and entropies fall with these minutes, not with `anneal_over`."""
    settings: dict[str, Any] = field(default_factory=dict)
    snapshots: tuple[float, ...] = ()
    """Millions of decisions after which a snapshot of the player is written beside the last one."""
    duels: tuple[Opponent, ...] = ()

    @property
    def name(self) -> str:
        """What its files are called."""
        return self.called or f"{self.game}-{self.made().seats}"

    @property
    def written_options(self) -> dict[str, str]:
        """The options as texts."""
        return {name: str(value) for name, value in self.options.items()}

    def made(self) -> AnyGame:
        """The game; raises RulesError."""
        return games.get_written(self.game, self.seats, self.written_options)


@dataclass(frozen=True, kw_only=True)
class Schedule:
    """A plan."""

    games: tuple[Lesson, ...]
    out: str = "trained"
    device: str = "cuda"
    home: str = ""
    """A folder for an archive of everything in `out`, in pieces that a lent machine gives back."""
    minutes: float = 9.5
    cores: int = 1
    checkpoints: bool = True
    """Whether the archive has the checkpoints; players and critics alone are a third of the size."""
    measured_deals: int = 2_000
    most_rounds: int | None = None
    """Rounds a game, for trying a plan out."""


def read_schedule(path: Path) -> Schedule:
    """The plan in a file; raises PlanError."""
    try:
        form = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError:
        raise PlanError(f"{path}: there is no such file") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise PlanError(f"{path} is not TOML: {error}") from None
    lessons = [_made(Lesson, item, f"game {number}") for number, item in enumerate(_list(form, "games"), 1)]
    if not lessons:
        raise PlanError(f"{path} names no game: begin one with [[games]]")
    schedule: Schedule = _made(Schedule, {**form, "games": tuple(lessons)}, "the plan")
    names = [lesson.name for lesson in schedule.games]
    if len(set(names)) < len(names):
        raise PlanError("a game is named twice; its files would be, too: say how they are `called`")
    return schedule


def _list(form: dict[str, Any], name: str) -> list[dict[str, Any]]:
    items = form.get(name, [])
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        raise PlanError(f"{name} must be a list of tables")
    return items


def _made(kind: Any, form: dict[str, Any], what: str) -> Any:
    known = {item.name for item in fields(kind)}
    unknown = sorted(set(form) - known)
    if unknown:
        raise PlanError(
            f"{what}: nothing is called {', '.join(unknown)}; there are {', '.join(sorted(known))}"
        )
    for name, wanted in KINDS.items():
        if name in form and (not isinstance(form[name], wanted) or isinstance(form[name], bool)):
            raise PlanError(f"{what}: {name} = {form[name]!r} is of the wrong kind")
    form = dict(form)
    if kind is Lesson:
        form["duels"] = tuple(_made(Opponent, item, f"{what}, duels") for item in _list(form, "duels"))
    try:
        made = kind(**form)
        if kind is Lesson:
            made.made()
            if made.options and made.duels:
                raise PlanError(f"{what}: duels are by the sheet, not by other options")
    except TypeError as error:
        raise PlanError(f"{what}: {error}") from None
    except RulesError as error:
        raise PlanError(f"{what}: {error}") from None
    return made


class Running:
    """A plan being carried out."""

    def __init__(self, schedule: Schedule, tell: Callable[[dict[str, Any]], None]) -> None:
        self.schedule, self._tell = schedule, tell
        self.out = Path(schedule.out)
        self._ends = monotonic() + 60 * schedule.minutes
        self._duels: list[tuple[subprocess.Popen[bytes], Path]] = []

    def left(self) -> float:
        """Minutes that are left."""
        return (self._ends - monotonic()) / 60

    def run(self) -> list[Path]:
        """Learn game after game; returns the files that are there in the end."""
        self.out.mkdir(parents=True, exist_ok=True)
        warming = self._warm(self.schedule.games[1:]) if self.schedule.device == "cuda" else None
        try:
            for lesson in self.schedule.games:
                minutes = min(lesson.minutes, self.left())
                if minutes < LEAST_MINUTES:
                    self._tell({"game": lesson.name, "skipped": "no time is left"})
                    continue
                self._learn(lesson, minutes)
                self._meet(lesson)
                self.bundle()
            while self.left() > 0 and any(process.poll() is None for process, _ in self._duels):
                sleep(0.2)
        finally:
            for process in [*(process for process, _ in self._duels), *([warming] if warming else [])]:
                _end(process)
        self._collect()
        return self.bundle()

    def _learn(self, lesson: Lesson, minutes: float) -> None:
        from stramash.train.run import Plan, train  # noqa: PLC0415  torch is loaded here

        base = self.out / lesson.name
        kept = [Path(text) for text in (f"{base}.npz", lesson.resume) if text is not None]
        train(
            Plan(
                game=lesson.game,
                seats=lesson.seats,
                options=lesson.written_options,
                minutes=minutes,
                resume=next((path for path in kept if path.is_file()), None),
                start=None if lesson.start is None else Path(lesson.start),
                against=None if lesson.against is None else Path(lesson.against),
                among=None if lesson.among is None else Path(lesson.among),
                teacher=None if lesson.teacher is None else Path(lesson.teacher),
                by_time=lesson.by_time,
                device=self.schedule.device,
                out=base,
                settings=lesson.settings,
                snapshots=tuple(lesson.snapshots),
                measured_deals=self.schedule.measured_deals,
                most_rounds=self.schedule.most_rounds,
            ),
            tell=lambda line: self._tell({"game": lesson.name, **line}),
        )

    def _meet(self, lesson: Lesson) -> None:
        """Let the net meet its opponents, beside whatever comes next."""
        net, seats = self.out / f"{lesson.name}.net", str(lesson.made().seats)
        for number, duel in enumerate(lesson.duels):
            said = self.out / f".{lesson.name}-{number}.duel"
            bots = [f"net@weights={net}", duel.against]
            line = [lesson.game, seats, *bots, str(duel.deals), str(self.schedule.cores), str(duel.first)]
            with said.open("wb") as file:
                process = subprocess.Popen(
                    [sys.executable, "-m", "stramash.train.duel", *line],
                    stdout=file,
                    stderr=subprocess.DEVNULL,
                    env={**os.environ, "OMP_NUM_THREADS": "1", "CUDA_VISIBLE_DEVICES": ""},
                    start_new_session=True,
                )
            os.setpriority(os.PRIO_PROCESS, process.pid, DUEL_NICENESS)
            self._duels.append((process, said))

    def _warm(self, lessons: tuple[Lesson, ...]) -> "subprocess.Popen[bytes] | None":
        """Compile the kernels of later games in a process of its own; they are kept on disk."""
        os.environ.setdefault(KEEP_KERNELS, "1")  # before the engine for GPUs is loaded
        if not lessons:
            return None
        forms = [
            {
                "game": lesson.game,
                "seats": lesson.seats,
                "options": lesson.written_options,
                "settings": {**lesson.settings, **WARM},
            }
            for lesson in lessons
        ]
        return subprocess.Popen(
            [sys.executable, "-m", "stramash.train.plan", "--warm", json.dumps(forms)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def _collect(self) -> None:
        """What the duels said last, in one file; each adds to what earlier runs left there."""
        with (self.out / RESULTS).open("a", encoding="utf-8") as results:
            for process, said in self._duels:
                lines = said.read_text(encoding="utf-8").splitlines() if said.is_file() else []
                said.unlink(missing_ok=True)
                found = next((line for line in reversed(lines) if line.endswith("}")), None)
                if found is not None:
                    results.write(found + "\n")
                    self._tell(json.loads(found))
                elif process.returncode:
                    self._tell({"duel": said.name, "failed": process.returncode})

    def bundle(self) -> list[Path]:
        """Everything in one archive, cut into few pieces, so that a lent machine gives it back."""
        if not self.schedule.home:
            return sorted(path for path in self.out.iterdir() if path.is_file())
        home = Path(os.path.expandvars(self.schedule.home))
        home.mkdir(parents=True, exist_ok=True)
        data = BytesIO()
        with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            for path in sorted(self.out.iterdir()):
                if path.suffix == ".npz" and not self.schedule.checkpoints:
                    continue
                if path.is_file() and not path.name.startswith("."):
                    archive.write(path, path.name)
            for path in _kernels():
                archive.write(path, f"{KERNELS}/{path.parent.name}/{path.name}")
        whole, pieces = data.getvalue(), []
        for number, first in enumerate(range(0, len(whole), PIECE), 1):
            pieces.append(home / f"{ARCHIVE}.{number}")
            pieces[-1].write_bytes(whole[first : first + PIECE])
        if len(pieces) > MOST_PIECES:
            self._tell({"too much to give back": len(whole), "pieces": len(pieces)})
        return pieces


def _kernels() -> list[Path]:
    """The kernels that are kept on disk."""
    folder = kernel_folder()
    return sorted(folder.iterdir()) if folder is not None and folder.is_dir() else []


def join(home: Path, out: Path) -> list[str]:
    """Unpack the pieces that a plan left in a folder; returns the names of the files."""
    pieces = sorted(home.glob(f"{ARCHIVE}.*"), key=lambda path: int(path.suffix[1:]))
    if not pieces:
        raise PlanError(f"{home}: there is no {ARCHIVE}.1 in it")
    try:
        with zipfile.ZipFile(BytesIO(b"".join(path.read_bytes() for path in pieces))) as archive:
            archive.extractall(out)
            return archive.namelist()
    except zipfile.BadZipFile as error:
        raise PlanError(f"{home}: a piece is missing or damaged: {error}") from None


def _end(process: "subprocess.Popen[bytes]") -> None:
    """End a process of our own and those it started."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def warm(forms: list[dict[str, Any]]) -> None:
    """Compile what learning and measuring these games needs, by doing a very little of both."""
    from stramash.train.learn import Settings, Trainer  # noqa: PLC0415  torch is loaded here
    from stramash.train.measure import Measure  # noqa: PLC0415

    for form in forms:
        game = games.get_written(form["game"], form["seats"], form["options"])
        trainer = Trainer(game, Settings(**form["settings"]), "cuda")
        trainer.among = trainer.parameters.ema  # anybody
        trainer.round()
        Measure(game, 2, 1, "cuda", trainer.sight).play(trainer.parameters.ema_parts())


def _print(line: dict[str, Any]) -> None:
    if "rounds" not in line or "lead" in line:
        print(json.dumps(line), flush=True)


def _usage() -> int:
    print("usage: python -m stramash.train.plan FILE, or --join FOLDER OUT", file=sys.stderr)
    return 2


def main(arguments: list[str]) -> int:
    """Carry out the plan in a file."""
    try:
        need("train", "torch")
        if arguments[:1] == ["--warm"]:
            warm(json.loads(arguments[1]))
            return 0
        if arguments[:1] == ["--join"] and len(arguments) == 3:
            print("\n".join(join(Path(arguments[1]), Path(arguments[2]))))
            return 0
        if len(arguments) != 1:
            return _usage()
        for path in Running(read_schedule(Path(arguments[0])), _print).run():
            print(path, path.stat().st_size)
    except StramashError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
