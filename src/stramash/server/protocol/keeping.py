"""Bodies about matches that are over: who else may look at them, and what a person keeps of them."""

from typing import Annotated, Literal

from pydantic import Field

from stramash.games import Family
from stramash.server.protocol.basics import Level, Secret, TableId
from stramash.server.protocol.forms import Form, SeatForm

ShareName = Annotated[str, Field(pattern=r"^[0-9a-f]{12}$", description="Opens nothing.")]


class MakeShare(Form):
    """A link to a match that is over, for anybody."""

    match: int = Field(ge=1, le=1_000_000)
    what: Literal["replay", "review"] = Field(description="The review of your seat comes with the replay.")


class ShareMade(Form):
    """The link's secret, told once: /t/ID/replay/M#share=SECRET, or …/review/M#share=SECRET."""

    share: ShareName
    secret: Secret


class ShareInfo(Form):
    """A link that you have given out."""

    share: ShareName
    match: int
    what: Literal["replay", "review"]


class SharesForm(Form):
    """The links that you have given out and not taken back."""

    shares: list[ShareInfo]


class SharedForm(Form):
    """What a link leads to; nothing else about its table."""

    game: str
    game_name: str
    family: Family
    options: dict[str, str]
    sides: list[list[SeatForm]]
    names: list[str]
    match: int
    seat: SeatForm = Field(description="Whose link it is.")
    what: Literal["replay", "review"]
    totals: list[int]
    winners: list[int]


class DealLine(Form):
    """A scored deal of a match."""

    deal: int
    scores: list[int]
    margin: float = Field(description="Points of your side less the mean of the others'.")
    first_out: bool = Field(description="You were the first to go out.")
    bets: int = Field(description="Bets of yours; or whether you were Shepherd, or Crown.")
    bets_won: int


class LostForm(Form):
    """What a finished review says of a match."""

    decisions: int = Field(description="Those that could be judged.")
    lost: float = Field(description="Expected points lost by all of them together.")


class PlayedSeat(Form):
    """Who had a seat when a match began, and who played it."""

    name: str
    played_by: Literal["person", "bot", "mixed"] = Field(
        description="Who made at least nine of ten of its moves; mixed: nobody did."
    )
    level: Level | None = Field(description="Of the bot that did.")


class MatchLine(Form):
    """A match of a table, from your seat."""

    match: int
    at: int | None = Field(description="When it began, seconds since 1970; null: not known any more.")
    over: bool
    hands_open: bool = Field(
        default=False, description="Replay, record and review are there: it is over, and nobody may play it."
    )
    practice: bool = Field(
        description="It began with cards that were known: a deal again, a what-if, an exercise."
    )
    seats: list[PlayedSeat]
    yours: Literal["all", "partly", "none"] = Field(
        description="How much of your seat's part you played: at least nine of ten moves; less, because a "
        "bot or the clock made the others; nothing, because somebody else had the seat, or you watch."
    )
    totals: list[int]
    winners: list[int]
    deals: list[DealLine] = Field(
        description="Empty while the match goes on, and where you had no part in it."
    )
    record: bool = Field(description="Whether it has one: not if it began in the middle of another match.")
    reviewed: LostForm | None


class MatchesForm(Form):
    """Matches of a table, for somebody at it: ten at most, in their order."""

    table: TableId
    game: str
    game_name: str
    seats: int
    sides: list[list[SeatForm]]
    seat: SeatForm | None = Field(description="Yours; null: you watch.")
    side: int | None
    bet_name: str = Field(description="What the bets of this game are called.")
    has_first_out: bool = Field(description="Whether somebody goes out first in this game.")
    evening: TableId | None
    after: int
    begun: int = Field(description="How many matches have begun here; after the last of these, ask for more.")
    matches: list[MatchLine]


class TableDeleted(Form):
    """What became of a table that you wanted deleted."""

    deleted: bool = Field(description="All of it; else only your part in it, since it is others' too.")
    stays: list[str] = Field(description="The people whom it stays for.")
