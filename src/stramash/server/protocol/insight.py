"""REST bodies of the coach, of exercises, and of tables that begin in the middle of a deal."""

from typing import Literal

from pydantic import Field

from stramash.games import Family
from stramash.server.protocol.basics import Level, Name, Number
from stramash.server.protocol.events import EventForm
from stramash.server.protocol.forms import Form, MoveForm, SeatForm
from stramash.server.protocol.looking_back import ExerciseLine
from stramash.server.protocol.views import ViewForm

ExerciseKind = Literal["lead", "follow", "bomb", "bet", "bid", "ending"]


class CoachLine(Form):
    """What one bet or bid may come to."""

    move: MoveForm | None = Field(description="The move that makes it; null where it cannot be made now.")
    value: int = Field(description="What is bet or bid.")
    trump: MoveForm | None = Field(description="The trump that is named with it, in Mü.")
    target: int | None = Field(description="Points that the team needs, in Mü (M7.1).")
    draws: int | None = Field(description="Cards of the haggis that come with a bid (C8.3).")
    chance: float = Field(description="To win it, from 0 to 1.")
    chance_margin: float = Field(description="Half the width of the chance's 95 % interval.")
    points: float = Field(
        description="For bets, what it adds to making none; for bids, the deal's expected points less the "
        "mean of the others'."
    )
    points_margin: float = Field(description="Half the width of the points' 95 % interval.")
    needed: float | None = Field(description="The chance from which on a bet gains; null: unknown.")


class CoachForm(Form):
    """What a hand is worth before it is bet or bid on, over worlds that agree with your view."""

    decision: Number | None
    by: str = Field(description="Who says so.")
    kind: Literal["contracts", "bids", "bets"] | None = Field(
        description="contracts: for each trump and bid; null: nothing is to be bet or bid now."
    )
    lines: list[CoachLine]
    passing: float | None = Field(description="What the deal brings if you bid no more, as `points`.")
    passing_margin: float | None
    worlds: int = Field(description="Over how many worlds.")
    more: bool = Field(description="Whether more effort would make it surer.")


class PlayOn(Form):
    """A table that begins in the middle of a deal."""

    name: Name = Field(description="Yours.")
    level: Level = Field(description="Of the bots on all other seats.")


class WhatIf(PlayOn):
    """The same, before one of the moves of a finished match."""

    deal: int = Field(ge=1, le=1_000_000)
    n: Number = Field(description="The step of its replay, as in `ReviewLine`.")
    seat: SeatForm = Field(description="Yours.")


class ExerciseInfo(Form):
    """An exercise, without its answer."""

    id: str
    game: str
    game_name: str
    kind: ExerciseKind


class ExercisesForm(Form):
    """All exercises of the set."""

    exercises: list[ExerciseInfo]


class ExerciseForm(Form):
    """A position and its answer: one move is better than all others by more than the error."""

    id: str
    kind: ExerciseKind
    game: str
    game_name: str
    family: Family
    seat: SeatForm
    sides: list[list[SeatForm]]
    view: ViewForm
    events: list[EventForm] = Field(description="The deal so far, as the seat saw it.")
    playouts: int = Field(description="How long the search was.")
    lines: list[ExerciseLine] = Field(description="The best first.")
