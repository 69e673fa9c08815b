"""Cards of nets: what a file of weights is, for which game, who made it and how strong it is.

Here is nothing but the standard library: a server asks which nets there are without loading any.
"""

import json
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final

from stramash import games
from stramash.core.errors import StramashError
from stramash.core.game import AnyGame

HOME: Final = Path(__file__).with_name("weights")
SUFFIX: Final = ".net"
CARD_SUFFIX: Final = ".json"
CRITIC_SUFFIX: Final = ".critic"
MATCH_LENGTH_OPTIONS: Final = {"goal", "rounds"}
"""Options that change nothing in a deal: a net trained with the sheet's values plays with others."""
MATCHES: Final = "matches"
"""The folder of nets that are told how the match stands."""
FLOAT16: Final = "float16"
INT8: Final = "int8"
DEFLATED: Final = "int8, deflated"
"""The same, packed as a whole: worth it where numbers are on few steps."""
BY_ROW: Final = "int8, by row and column"
"""With a step for each row and each column, and packed: see `quantization.matrices`."""


class WeightsError(StramashError):
    """Weights that cannot be played with; says why."""


@dataclass(frozen=True, kw_only=True)
class Card:
    """What a file of weights is."""

    game: str
    seats: int
    rules_revision: int
    layout: str
    """The digest of what the net is told."""
    shape: dict[str, Any]
    seed: int
    minutes: float
    """Time on the machine that trained it."""
    decisions: int
    """Decisions it learned from."""
    moves: int
    """Moves made in all its games, forced ones as well."""
    sha256: str = ""
    """The digest of the file of weights."""
    critic_sha256: str = ""
    """The digest of the file of its critic; empty where there is none."""
    numbers: str = FLOAT16
    """What the weights are written as."""
    critic_numbers: str = FLOAT16
    """What the critic's are written as."""
    start: str = ""
    """The digest of the weights it began with, those of another game perhaps; empty where it had none."""
    teacher: str = ""
    """The digest of the weights whose choices it learned; empty where it learned by playing."""
    options: dict[str, str] = field(default_factory=dict)
    """Options of the game by which it learned, where they are not those of the sheet."""
    strength: list[dict[str, Any]] = field(default_factory=list)
    """What was measured: against whom, over how many deals, the lead in points a deal and its error."""


def read_card(path: Path) -> Card:
    """The card beside a file of weights."""
    beside = path.with_suffix(CARD_SUFFIX)
    try:
        form = json.loads(beside.read_text(encoding="utf-8"))
        return Card(**{item.name: form[item.name] for item in fields(Card)})
    except OSError:
        raise WeightsError(f"{beside}: there is no such card") from None
    except (ValueError, TypeError, KeyError) as error:
        raise WeightsError(f"{beside} is no card of weights: {error!r}") from None


def rules_of(game: AnyGame) -> dict[str, str]:
    """The options of a game that make it another one to play; how long a match is does not."""
    return {
        name: text for name, text in games.written_options(game).items() if name not in MATCH_LENGTH_OPTIONS
    }


def for_matches(game: AnyGame) -> Path | None:
    """The weights of a net that is told how the match stands, where one comes with stramash.

    It learned from matches to a goal, and plays no others: what it is told of rounds it has never met.
    """
    return shipped(game, MATCHES) if getattr(game.rules, "goal", 0) else None


def shipped(game: AnyGame, level: str = "") -> Path | None:
    """The weights that come with stramash for a game, where there are any: large ones, or a level's."""
    path = HOME / level / f"{game.id}-{game.seats}{SUFFIX}"
    return path if path.is_file() else None
