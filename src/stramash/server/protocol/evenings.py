"""Bodies of an evening of duplicate: the same deals at many tables. docs/protocol.md tells the story."""

from typing import Annotated, Literal

from pydantic import Field

from stramash.games import Family
from stramash.server.protocol.basics import Hash, Level, Name, NewSecret, Secret, TableId
from stramash.server.protocol.forms import Form, ResultForm, SeatForm


class OpenEvening(Form):
    """A new evening."""

    game: str = Field(max_length=32)
    seats: int | None = Field(default=None, ge=2, le=6)
    options: dict[str, Annotated[str, Field(max_length=64)]] = Field(default_factory=dict, max_length=64)
    deals: int = Field(default=12, ge=1, le=48)
    level: Level = Field(default="club", description="Of the bots on all seats that nobody takes.")
    hints: bool = Field(default=False, description="Advice may be asked for, at every table.")
    days: int = Field(default=7, ge=1, le=60, description="After which it ends by itself.")


class AdvanceEvening(Form):
    """No more tables come, or no more deals are played. There is no way back."""

    stage: Literal["closed", "ended"]


class SitDown(Form):
    """A table of one's own in an evening."""

    name: Name = Field(description="Yours.")
    secret: NewSecret = Field(
        description="Of your seat. Made by you: asking again with the same one leads to the same table."
    )
    people: int = Field(default=1, ge=1, le=6, description="How many people play; bots take the other seats.")


class EveningTable(Form):
    """A table that came to an evening."""

    number: int = Field(description="In the order of coming, from 1.")
    names: list[str] = Field(description="One a seat, those of bots too.")
    kinds: list[Literal["open", "person", "bot"]]
    played: int = Field(description="Deals played to their end.")
    you: bool
    same_network: list[int] = Field(
        description="Numbers of other tables with people from the same network: perhaps the same people."
    )


class EveningLine(Form):
    """How one table played a deal."""

    table: int
    names: list[str]
    result: ResultForm
    margins: list[float] = Field(description="For each side its points less the mean of the others'.")
    differences: list[float | None] = Field(
        description="For each side its margin less the mean of all other tables'; null without others."
    )
    helped: list[SeatForm] = Field(description="People for whom a bot or the clock moved at least once.")


class OpenedDeal(Form):
    """All hands of a deal that nobody may play any more."""

    secret: Hash = Field(description="What its deck followed from; checked against the commitment.")
    deck: str = Field(description="Codes of all cards, a blank between them.")
    text: str = Field(description="What the deck was bound to besides its secret.")


class EveningDeal(Form):
    """A deal that you have played, and how others played the same cards."""

    deal: int
    dealer: SeatForm
    opened: OpenedDeal | None = Field(description="Null while somebody may still play it.")
    lines: list[EveningLine] = Field(description="The best for your side first.")


class EveningRank(Form):
    """A side of a table in the ranking."""

    table: int
    side: int
    names: list[str] = Field(description="The people of the side.")
    deals: int = Field(description="Deals in which it can be compared.")
    mean: float | None = Field(description="Points better than the field, a deal.")
    error: float | None = Field(description="The standard error of the mean.")


class EveningForm(Form):
    """An evening as a table may see it: until it ends nothing of deals that the table has not played."""

    id: TableId
    game: str
    game_name: str
    family: Family
    seats: int
    sides: list[list[SeatForm]]
    options: dict[str, str] = Field(description="Those that differ from the game's own.")
    house: dict[str, str] = Field(description="The same without those that make a match one deal.")
    deals: int
    level: Level
    hints: bool
    stage: Literal["open", "closed", "ended"] = Field(
        description="Tables may come; no more tables come; no more deals are played."
    )
    ends: float | None = Field(description="When it ends by itself, in seconds since 1970.")
    commitment: Hash = Field(description="Fixed all decks before the first table came.")
    cards: list[str] = Field(description="The cards, unshuffled.")
    blocks: list[list[int]] = Field(description="For each seat the stretch of a shuffled deck it is dealt.")
    side: int | None = Field(description="Yours; null without a table.")
    tables: list[EveningTable]
    played: list[EveningDeal] = Field(description="The deals that your table has played.")
    ranking: list[EveningRank] = Field(description="Over the deals that your table has played, best first.")


class EveningOpened(Form):
    """A new evening and the way in."""

    evening: EveningForm
    key: Secret = Field(description="For everybody who may open a table: /e/ID#key=KEY.")
    host: Secret = Field(description="For you alone: it closes the evening to others, and ends it.")
