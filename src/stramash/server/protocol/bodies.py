"""REST bodies of tables, and what messages share with them. docs/protocol.md tells the story."""

from typing import Annotated, Literal

from pydantic import Field

from stramash.games import Family
from stramash.server.protocol.basics import Hash, Level, Name, NewSecret, Number, Secret, TableId
from stramash.server.protocol.forms import Form, SeatForm


class PersonPlace(Form):
    """A place kept for a person; the one with `you` is the creator's own."""

    kind: Literal["person"] = "person"
    you: bool = False


class BotPlace(Form):
    """A place for a bot."""

    kind: Literal["bot"] = "bot"
    level: Level = "greedy"


Place = Annotated[PersonPlace | BotPlace, Field(discriminator="kind")]


class Settings(Form):
    """What the host decides about a table; may be changed while it stands."""

    public: bool = Field(default=False, description="Listed for everybody; otherwise by link only.")
    several_seats: bool = Field(
        default=False, description="Without an invitation too, one person may take several seats."
    )
    host_decides: bool = Field(
        default=False,
        description="In a running match the host asks nobody; settled when the table is made.",
    )
    spectators: bool = Field(default=True, description="Others may watch.")
    hints: bool = Field(default=True, description="Advice may be asked for.")
    unseen: bool = Field(default=True, description="Screens may show which cards have not been seen yet.")
    messages: Literal["off", "phrases", "free"] = Field(
        default="phrases",
        description="What those who play may say: nothing, ready phrases, or words of their own.",
    )
    takeover_after: int = Field(
        default=90, ge=1, le=86_400, description="Seconds after which a bot plays for a person who is gone."
    )
    clock: int = Field(default=0, ge=0, le=86_400, description="Seconds for each decision; 0 is no clock.")
    pause: int = Field(
        default=30, ge=0, le=600, description="Seconds between deals at most; less when all are ready."
    )


class DealAgain(Form):
    """A deal that was played before: its deck in the order of the cards, and who dealt."""

    deck: str = Field(max_length=600, description="Codes of all cards, a blank between them.")
    dealer: SeatForm


class CreateTable(Form):
    """A new table."""

    game: str = Field(max_length=32)
    seats: int | None = Field(default=None, ge=2, le=6)
    options: dict[str, Annotated[str, Field(max_length=64)]] = Field(default_factory=dict, max_length=64)
    places: list[Place] | None = Field(
        default=None,
        max_length=6,
        description="One a seat; without it you sit at seat 0 and the rest is open.",
    )
    name: Name = Field(description="Yours.")
    settings: Settings = Settings()
    start: bool = Field(default=False, description="Begin at once, if no place is open.")
    deal: DealAgain | None = Field(
        default=None, description="Every match here begins with this deal instead of a shuffled deck."
    )


class JoinTable(Form):
    """Take a place at a table, or watch."""

    name: Name
    invite: Secret | None = Field(
        default=None, description="From the link; needed unless the table is public."
    )
    seat: SeatForm | None = Field(default=None, description="Which place; any open one without it.")
    watch: bool = Field(default=False, description="Only watch.")


class OpenSession(Form):
    """Exchange a secret link for a cookie."""

    secret: Secret


class ExchangeSecret(Form):
    """A new secret for your seat: made by you, so that it is not lost with an answer that never arrives."""

    secret: NewSecret


class ReplaceByBot(Form):
    """The host puts a bot on a seat."""

    level: Level = "greedy"


class AnswerProposal(Form):
    """What a person says to a proposal of the host."""

    agrees: bool


class You(Form):
    """Who you are at a table."""

    seat: SeatForm | None = Field(description="null: you watch.")
    name: str
    host: bool


class SubstituteForm(Form):
    """A bot that plays instead of the one that sits there, which takes over by itself as soon as it can."""

    level: Level
    why: Literal["getting-ready", "failing"] = Field(
        description="getting-ready: the one that sits there needs the compiled engine, which is being"
        " prepared; failing: it gave no answer several times."
    )


class SeatInfo(Form):
    """Who sits on a seat."""

    seat: SeatForm
    kind: Literal["open", "person", "bot"]
    name: str
    level: Level | None = Field(description="Of the bot that plays now: its own, or one standing in.")
    present: bool = Field(description="A person who is connected; a bot always is.")
    stand_in: Literal["absent", "host"] | None = Field(
        description="Why a bot plays for this person now: gone for too long, or the host's wish."
    )
    substitute: SubstituteForm | None = Field(
        default=None, description="Who makes the moves of that bot now; null: it does itself."
    )
    given_up_at: float | None = Field(
        default=None,
        description="Seconds since 1970: until then a person who is away from a running match is asked what"
        " the host proposes, as if they were here. null: here, or nobody is asked.",
    )
    host: bool
    ready: bool = Field(description="Ready for the next deal.")


class CommitmentForm(Form):
    """What is fixed about the next deck so far; see docs/fair-deals.md."""

    match: int
    deal: int = Field(description="Which deck of the match, from 1, thrown-in deals counted.")
    commitment: str = Field(description="The server's promise, hex: the end of its chain of secrets.")
    first: int = Field(default=1, description="The first deck of the match that the promise is for.")
    length: int = Field(default=1, description="How many decks it is for.")
    cuts: list[bool] = Field(description="Which seats have sealed a cut.")
    closed: str | None = Field(
        default=None, description="SHA-256 of the closing, once no more cuts are taken; null before."
    )
    opened: list[bool] = Field(default_factory=list, description="Which seats have opened their cut.")


class CutterForm(Form):
    """A seat in a closing."""

    kind: Literal["person", "away", "bot"] = Field(description="away: a person who was not connected.")
    sealed: Hash | None = Field(description="Its sealed cut; null: it did not cut.")


class ClosingForm(Form):
    """All that is fixed about a deck before the first cut is opened; see docs/fair-deals.md."""

    match: int
    deal: int
    commitment: Hash
    first: int
    length: int
    seats: list[CutterForm]
    cards: list[str] = Field(description="The cards, unshuffled.")
    blocks: list[list[int]] = Field(description="For each seat the stretch of the shuffled deck it is dealt.")


class ProposalForm(Form):
    """What the host may not do alone in a running match; done once everybody asked has agreed."""

    number: int
    what: Literal["bot", "remove", "settings"] = Field(
        description="A bot for a seat, a person to go, or other settings."
    )
    seat: SeatForm | None = Field(description="Whom it is about; null: everybody.")
    level: Level | None = Field(description="Of the bot.")
    settings: Settings | None = Field(description="As they would be.")
    asked: list[SeatForm] = Field(
        description="Seats that have not agreed yet, also of people who are away or stood in for; until when"
        " those are waited for says `SeatInfo.given_up_at`."
    )
    agreed: list[SeatForm]


class EveningMark(Form):
    """The evening of duplicate that a table belongs to."""

    id: TableId
    deals: int


class TableInfo(Form):
    """Everything public about a table."""

    id: TableId
    game: str
    game_name: str
    family: Family
    seats: list[SeatInfo]
    sides: list[list[SeatForm]]
    options: dict[str, str] = Field(description="Those that differ from the game's own.")
    rules: int = Field(default=1, description="The revision of the rules that the options are written in.")
    settings: Settings
    stage: Literal["open", "starting", "playing", "between", "over"] = Field(
        description="open: not begun; starting: the first deck of a match is being cut; between: the next"
        " deal is not dealt yet; over: the match is decided."
    )
    match: int = Field(description="How many matches have begun here.")
    deal: int = Field(description="How many decks have been dealt in this match.")
    totals: list[int]
    winners: list[int]
    watching: int = Field(description="Spectators connected.")
    next_deal_at: float | None = Field(
        description="Seconds since 1970; when the next deal begins at the latest."
    )
    fair: CommitmentForm
    again: bool = Field(
        default=False, description="Matches here begin with a deal played before; nobody shuffled it."
    )
    evening: EveningMark | None = Field(
        default=None, description="The evening of duplicate it belongs to; match M here is its deal M."
    )
    proposal: ProposalForm | None = Field(default=None, description="What the host asks the others for.")
    n: Number = Field(description="The number of the latest update.")


class TableCreated(Form):
    """A new table and the way in."""

    table: TableInfo
    you: You
    secret: Secret = Field(description="Yours alone. Opens the seat on any device.")
    invite: Secret = Field(description="For others who may sit down.")
    watch: Secret = Field(description="For others who may watch.")


class TableJoined(Form):
    """The way to your seat."""

    table: TableInfo
    you: You
    secret: Secret


class SessionOpened(Form):
    """Who the secret belongs to; the cookie is set."""

    table: TableInfo
    you: You


class TableState(Form):
    """A table, after something was asked of it."""

    table: TableInfo


class Links(Form):
    """New links of a table, for its host; the ones before stop working."""

    invite: Secret
    watch: Secret


class PersonRemoved(Form):
    """A table after its host has sent somebody away, or has asked the others whether to."""

    table: TableInfo
    links: Links | None = Field(
        description="New ones: the old ones would let the person in again. null: the others are asked first."
    )


class TableList(Form):
    """Public tables, newest first."""

    tables: list[TableInfo]
