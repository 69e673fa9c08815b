"""JSON forms of the engine's values, as models: cards, moves, results. Events and views are beside this."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

SeatForm = Annotated[int, Field(ge=0, le=5, description="A seat, numbered from 0 clockwise.")]
CardForm = Annotated[
    str,
    Field(
        pattern=r"^(10|[0-9])[rygbp]$|^[JQK]$",
        description="A card: rank and suit letter such as 7r, or a court J, Q, K.",
    ),
]
CardsForm = Annotated[list[CardForm], Field(description="Cards, lowest face first; a doubled card twice.")]


class Form(BaseModel):
    """The base of all models: unknown fields are refused, values are not bent into shape."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class ComboForm(Form):
    """A declared combination (C2, C3)."""

    kind: Literal["single", "set", "sequence", "stair", "bomb"]
    tracks: int = Field(description="Suits side by side in a stair; cards in a set; else 1.")
    length: int = Field(description="Ranks in a run; 1 in a single and a set; cards in a bomb.")
    top: int = Field(description="The highest rank (J 11, Q 12, K 13); a bomb's place in C3.1, 1 to 6.")
    text: str = Field(description="As it is declared: 'stair 6-7 x2', 'bomb J-Q'.")


class StandingForm(Form):
    """A card in its place in a play."""

    card: CardForm
    stands_for: str | None = Field(description="The rank that a wild card stands for, as it is written.")


RowsForm = Annotated[
    list[list[StandingForm]], Field(description="Where each card stands: the tracks, each from low to high.")
]


class MoveForm(Form):
    """A move: its text, which is what a client sends, and its parts."""

    text: str
    kind: Literal[
        "play", "pass", "bet", "bid", "give", "putback", "award", "lead",
        "display", "trump", "partner", "bury", "dealer",
    ]  # fmt: skip
    cards: CardsForm | None = None
    combo: ComboForm | None = None
    value: int | None = Field(default=None, description="Of a bet or a bid.")
    seat: SeatForm | None = Field(default=None, description="Whom the move names.")
    trump: str | None = Field(default=None, description="A colour, a number or 'none'.")


class CarryForm(Form):
    """What a deal starts from."""

    dealer: SeatForm
    totals: list[int]
    deal: int
    lead: SeatForm | None


class ScoreLineForm(Form):
    """Where some points came from."""

    side: int
    points: int
    clause: str
    what: str
    seat: SeatForm | None = Field(description="The seat that `what` names, where it names one.")


class ResultForm(Form):
    """The end of a deal."""

    scores: list[int]
    sheet: list[ScoreLineForm]
    totals: list[int]
    winners: list[int] = Field(description="Winning sides; empty while the match goes on.")
    carry: CarryForm | None
    redeal: bool


class ReasonForm(Form):
    """Why a move is not legal."""

    clause: str
    sentence: str


class TrickPlayForm(Form):
    """A combination played to a trick."""

    seat: SeatForm
    cards: CardsForm
    combo: ComboForm
    rows: RowsForm


class PlayForm(Form):
    """Cards and the combination declared for them."""

    cards: CardsForm
    combo: ComboForm
    rows: RowsForm


TitlesForm = Annotated[
    Literal["revised", "classic"],
    Field(description="What an edition of Mü calls its leaders: Crown and Shield, or Chief and Vice."),
]
