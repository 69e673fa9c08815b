"""Finds a bot by its spec: a built-in one, a plug-in, or a program.

A spec is the name of a bot (`greedy`), the name of an entry point in the group `stramash.bots`, a factory
in a module (`mypackage.bots:make`), or a program (`cmd:python mybot.py`). Settings of a bot follow its name:
`expert@budget=seconds:0.3`.
"""

import hashlib
import importlib
import shlex
from collections.abc import Iterator
from functools import cache, partial
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Final, NamedTuple

import stramash.bots
from stramash import __version__, games
from stramash.bots.base import Factory
from stramash.bots.outside.program import BotFault, ProgramBot
from stramash.bots.registry import BOTS, BotInfo
from stramash.core.errors import RulesError
from stramash.core.game import AnyGame

GROUP: Final = "stramash.bots"
"""The group of entry points in which a package names its bots; each is a `Factory`."""
PROGRAM: Final = "cmd:"
ANSWER_LIMIT: Final = 5.0
"""Seconds a bot of somebody else has for an answer, unless said otherwise."""
# What decides how an own bot plays: a run that was begun with other code is not gone on with.
_CODE: Final = ("core", "climbing", "mu", "sim", "nets", "bots")


class FoundBot(NamedTuple):
    """A bot that a spec names."""

    spec: str
    factory: Factory
    is_own: bool
    """Whether it comes with stramash; the others have a limit of time."""
    limit: float | None


def fallback() -> str:
    """Who plays a seat whose bot fails."""
    return "club" if "club" in BOTS else "greedy"


def find_bot(spec: str, limit: float = ANSWER_LIMIT, game: AnyGame | None = None) -> FoundBot:
    """The bot that a spec names; raises RulesError if there is none, BotFault if it cannot be loaded.

    With a game, what is set of an own bot is looked at too: it may be another one in each family.
    """
    if spec.startswith(PROGRAM):
        return FoundBot(spec, partial(ProgramBot, _command(spec), limit), is_own=False, limit=None)
    name, settings = _settings(spec)
    if name in BOTS:
        if settings:
            _check_settings(BOTS[name], settings, game)
        return FoundBot(spec, _with(BOTS[name].make, settings), is_own=True, limit=None)
    point = _point(name)
    if point is not None:
        return FoundBot(spec, _with(_factory(spec, point), settings), is_own=False, limit=limit)
    raise RulesError("bot", spec, f"no such bot; there are {', '.join(bot_names())}, or cmd:PROGRAM")


def _check_settings(bot: BotInfo, settings: dict[str, str], game: AnyGame | None) -> None:
    """Refuse what cannot be set of a bot: in this game, or else in all of them; raises RulesError."""
    problems = []
    tables = [game] if game is not None else [games.get(info.id) for info in games.GAMES.values()]
    for table in tables:
        try:
            bot.settings_for(table, settings)
        except RulesError as problem:
            problems.append(problem)
        else:
            return
    raise problems[-1]


def bot_names() -> list[str]:
    """The own bots and those plugged in."""
    return [*BOTS, *plugged_in()]


@cache
def plugged_in() -> dict[str, EntryPoint]:
    """The bots that installed packages bring along; an own bot's name cannot be taken."""
    return {point.name: point for point in entry_points(group=GROUP) if point.name not in BOTS}


def _settings(spec: str) -> tuple[str, dict[str, str]]:
    """The name in a spec and what is set for it."""
    name, *parts = spec.split("@")
    settings = dict(part.split("=", 1) for part in parts if "=" in part)
    if len(settings) != len(parts):
        raise RulesError("bot", spec, "settings are written NAME@SETTING=VALUE, each once")
    return name, settings


def _with(factory: Factory, settings: dict[str, str]) -> Factory:
    if not settings:
        return factory
    made: Factory = partial(factory, **settings)
    return made


def _point(name: str) -> EntryPoint | None:
    """Where the factory of a bot is that is not an own one."""
    module, _, attribute = name.partition(":")
    if attribute and all(part.isidentifier() for part in (*module.split("."), *attribute.split("."))):
        return EntryPoint(name, name, GROUP)
    return plugged_in().get(name)


def _factory(spec: str, point: EntryPoint) -> Factory:
    try:
        factory = point.load()
    except Exception as error:  # whatever a foreign module does when it is imported
        raise BotFault("crashed", f"{spec} cannot be loaded: {type(error).__name__}: {error}") from error
    if not callable(factory):
        raise BotFault("unreadable", f"{spec} must be callable: factory(game, rng) returns a bot")
    made: Factory = factory
    return made


def _command(spec: str) -> tuple[str, ...]:
    try:
        command = tuple(shlex.split(spec.removeprefix(PROGRAM)))
    except ValueError as error:
        raise RulesError("bot", spec, f"this is no command line: {error}") from None
    if not command:
        raise RulesError("bot", spec, "a program must follow cmd:")
    return command


def fingerprint(specs: tuple[str, ...]) -> str:
    """A digest of all code that decides how these bots play, as far as it can be found."""
    digest = hashlib.sha256(__version__.encode())
    for path in [*_own_code(), *(path for spec in specs for path in _foreign_code(spec))]:
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _own_code() -> Iterator[Path]:
    package = Path(stramash.bots.__file__).parents[1]
    yield package / "games.py"
    for part in _CODE:
        yield from sorted(
            path for path in (package / part).rglob("*") if path.suffix in (".py", ".net", ".critic")
        )


def _foreign_code(spec: str) -> Iterator[Path]:
    """The files of a program's command line, or the module of a bot that is plugged in."""
    if spec.startswith(PROGRAM):
        yield from (path for part in _command(spec) if (path := Path(part)).is_file())
        return
    point = _point(_settings(spec)[0])
    if point is not None:
        file = importlib.import_module(point.module).__file__
        if file is not None:
            yield Path(file)
