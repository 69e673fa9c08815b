"""REST bodies of what there is to play: games, options, levels, rules texts."""

from typing import Annotated, Literal

from pydantic import Field

from stramash.games import Family
from stramash.server.protocol.basics import Level, Problem
from stramash.server.protocol.forms import Form, SeatForm
from stramash.server.protocol.terms import LengthForm


class OptionForm(Form):
    """One option of a game."""

    name: str
    kind: Literal["flag", "number", "choice", "numbers"]
    default: str = Field(description="Written: on, off, 250, '15,30', a word.")
    doc: str
    allowed: str = Field(description="A sentence about the values allowed.")
    choices: list[str] | None = None
    least: int | None = None
    most: int | None = None
    longest: int | None = None


class SeatsForm(Form):
    """A game for one number of seats."""

    seats: int
    sides: list[list[SeatForm]]
    options: list[OptionForm]


class GameForm(Form):
    """One game."""

    id: str
    name: str
    family: Family
    sentence: str
    minute: str = Field(description="The game in a minute, Markdown.")
    minutes: int = Field(description="About how long a match takes.")
    usual_seats: int = Field(description="How many play where nobody says.")
    is_variant: bool = Field(description="Another edition of one of the others.")
    picture: list[str] = Field(description="A few cards that stand for the game.")
    seats: list[SeatsForm]


class CheckOptions(Form):
    """Whether a game may be played so."""

    game: str = Field(max_length=32)
    seats: int | None = Field(default=None, ge=2, le=6)
    options: dict[str, Annotated[str, Field(max_length=64)]] = Field(default_factory=dict, max_length=64)


class OptionsChecked(Form):
    """What the options come to, or which of them makes no sense."""

    length: LengthForm | None = Field(description="When the match would end; null where it cannot be played.")
    problem: Problem | None


class GamesForm(Form):
    """All games, in the order in which they are shown."""

    games: list[GameForm]


class LevelForm(Form):
    """One level of bots."""

    id: Level
    name: str
    sentence: str
    learned: dict[str, list[int]] | None = Field(
        description="Games, with the numbers of seats, that it has learned; null: it plays them all."
    )
    taught: dict[str, list[int]] | None = Field(
        description="Those of them that it learned from a larger net; the others it learned by playing."
    )
    stand_in: Level | None = Field(description="Who sits down in its place at other tables.")


class LevelsForm(Form):
    """All levels, weakest first."""

    levels: list[LevelForm]


class ServerForm(Form):
    """Who answers."""

    protocol: int
    version: str
    rules_revision: int


class RulesForm(Form):
    """A rules text."""

    game: str
    clause: str | None
    text: str = Field(description="Markdown.")
