"""The registry: every family of games, and every game by its id, with its seats and options."""

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, NamedTuple, get_args, overload

from stramash.climbing import rules as climbing
from stramash.climbing.game import ClimbingGame
from stramash.core.errors import RulesError
from stramash.core.game import AnyGame
from stramash.core.options import Preset, changed_options, find_option, parse_options
from stramash.mu import rules as mu
from stramash.mu.game import MuGame

RULES_REVISION = 1
"""Raised when a change of the rules makes an older record replay differently; `REVISED` says what changed."""

Family = Literal["climbing", "mu"]
FAMILIES: Final[tuple[Family, ...]] = get_args(Family)
# Types say what they can only if the ids are written out; a test holds these against the presets.
ClimbingId = Literal["haggis", "haggis3", "neeps", "tatties", "haggis-classic"]
MuId = Literal["mu", "mu-classic"]


class GameInfo(NamedTuple):
    """A game before its seats and options are chosen."""

    id: str
    name: str
    seats: tuple[int, ...]
    rules: Mapping[int, Any]
    """The preset for each number of seats."""
    sentence: str
    minutes: int
    """About how long a match takes."""
    usual_seats: int
    """How many play where nobody says."""
    is_variant: bool
    """Another edition of one of the others, which is shown after them."""
    picture: tuple[str, ...]
    """A few cards that stand for the game, by their codes."""
    family: Family
    make: Callable[[str, Any], AnyGame]
    """The game with an id and rules."""


def _infos(
    family: Family, presets: Mapping[str, Preset[Any]], make: Callable[[str, Any], AnyGame]
) -> dict[str, GameInfo]:
    return {
        game_id: GameInfo(
            id=game_id,
            name=preset.name,
            seats=tuple(preset.rules),
            rules=preset.rules,
            sentence=preset.sentence,
            minutes=preset.minutes,
            usual_seats=preset.usual_seats or min(preset.rules),
            is_variant=preset.is_variant,
            picture=tuple(preset.picture.split()),
            family=family,
            make=make,
        )
        for game_id, preset in presets.items()
    }


GAMES: dict[str, GameInfo] = {
    **_infos("climbing", climbing.PRESETS, ClimbingGame),
    **_infos("mu", mu.PRESETS, MuGame),
}


class Revised(NamedTuple):
    """What a revision of the rules changed, so that matches of earlier ones go on as they began."""

    before: Mapping[tuple[str, int], Mapping[str, Any]]
    """By game and seats: the values that its preset had before."""
    added: frozenset[str]
    """Options that did not exist before."""
    new_games: frozenset[str] = frozenset()
    """Games that did not exist before."""


REVISED: Final[dict[int, Revised]] = {}
"""What each revision after the first one changed."""


def info(game_id: str) -> GameInfo:
    """What is known of a game; raises RulesError for an unknown id."""
    if game_id not in GAMES:
        raise RulesError("game", game_id, "no such game; there are " + ", ".join(GAMES))
    return GAMES[game_id]


def preset(game_id: str, seats: int | None = None, revision: int | None = None) -> Any:
    """The rules of a game as its sheet was read in a revision; the fewest seats unless said."""
    known = info(game_id)
    if seats is None:
        seats = known.seats[0]
    if seats not in known.rules:
        allowed = ", ".join(map(str, known.seats))
        raise RulesError("seats", seats, f"{game_id} is played by {allowed}")
    rules = known.rules[seats]
    for later in range(RULES_REVISION, revision or RULES_REVISION, -1):
        rules = rules.with_options(**REVISED[later].before.get((game_id, seats), {}))
    return rules


@overload
def get(game_id: ClimbingId, seats: int | None = None, **options: Any) -> ClimbingGame: ...
@overload
def get(game_id: MuId, seats: int | None = None, **options: Any) -> MuGame: ...
@overload
def get(game_id: str, seats: int | None = None, **options: Any) -> AnyGame: ...
def get(game_id: str, seats: int | None = None, **options: Any) -> AnyGame:
    """A game for a number of seats, with some options changed; raises RulesError."""
    rules = preset(game_id, seats)
    if options:
        changes = {find_option(rules, name, value).name: value for name, value in options.items()}
        rules = rules.with_options(**changes)
    return info(game_id).make(game_id, rules)


def get_written(
    game_id: str, seats: int | None, options: Mapping[str, str], revision: int | None = None
) -> AnyGame:
    """A game whose options are given as texts, as on the command line or in a record; raises RulesError.

    Texts of an earlier revision give the game that they meant then.
    """
    if revision is None:
        revision = RULES_REVISION
    if not 1 <= revision <= RULES_REVISION:
        raise RulesError("rules", revision, f"this stramash knows revisions 1 to {RULES_REVISION}")
    rules = preset(game_id, seats, revision)
    values = parse_options(type(rules), options)
    for later in range(revision + 1, RULES_REVISION + 1):
        if game_id in REVISED[later].new_games:
            raise RulesError("rules", revision, f"there is no {game_id} before revision {later}")
        for name in REVISED[later].added & values.keys():
            raise RulesError(name, options[name], f"there is no such option before revision {later}")
    return info(game_id).make(game_id, rules.with_options(**values))


def written_options(game: AnyGame, revision: int | None = None) -> dict[str, str]:
    """The options in which a game differs from its preset, as texts."""
    return changed_options(game.rules, preset(game.id, game.seats, revision))


def with_rounds(game: AnyGame, rounds: int) -> AnyGame:
    """The same game, with a match of so many deals."""
    return info(game.id).make(game.id, game.rules.with_options(rounds=rounds))
