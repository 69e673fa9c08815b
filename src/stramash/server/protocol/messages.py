"""Every WebSocket message, as models; the REST bodies are in bodies.py. docs/protocol.md tells the story."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, TypeAdapter

from stramash.server.protocol.basics import Hash, Level, MessageId, Number, Problem
from stramash.server.protocol.bodies import ClosingForm, CommitmentForm, Links, TableInfo, You
from stramash.server.protocol.events import EventForm
from stramash.server.protocol.forms import (
    CardForm,
    CardsForm,
    ComboForm,
    Form,
    MoveForm,
    ReasonForm,
    ResultForm,
    RowsForm,
    SeatForm,
)
from stramash.server.protocol.insight import CoachForm
from stramash.server.protocol.looking_back import AdviceForm, RevealForm
from stramash.server.protocol.terms import TermsForm
from stramash.server.protocol.views import ViewForm
from stramash.server.table.people.names import LONGEST_WORDS, checked_words

ChosenCards = Annotated[list[CardForm], Field(max_length=32)]
OpenDecision = Annotated[
    Number | None,
    Field(
        description="The decision that is asked about: `must`, else `may`, of the last update; null: none. "
        "A question about one that is no longer open is refused (`stale`)."
    ),
]
AskedDecision = Annotated[Number | None, Field(description="The decision that was asked about.")]

# WebSocket: from the client.


class Hello(Form):
    """The first message."""

    type: Literal["hello"]
    protocol: int
    mode: Literal["events", "views"] = "views"
    since: Number | None = Field(
        default=None, description="The last update you have; null: only the current deal's."
    )


class MakeMove(Form):
    """A move; answered by `ack` or `refused`."""

    type: Literal["move"]
    id: MessageId
    decision: Number = Field(description="The decision it answers: `must` or `may` of the last update.")
    move: str = Field(max_length=400, description="Its text, such as 'play 5r J Q as sequence 3-5'.")
    cards: ChosenCards | None = Field(
        description="The cards it was chosen from; none for a move without cards. A move with other cards is "
        "refused (`other-cards`). null: nobody chose cards, there was only the text."
    )


class AskLegal(Form):
    """All legal moves of your seat; answered by `legal`."""

    type: Literal["legal"]
    id: MessageId
    decision: OpenDecision


class AskReadings(Form):
    """What some cards can be played as; answered by `readings`."""

    type: Literal["readings"]
    id: MessageId
    decision: OpenDecision
    cards: ChosenCards


class AskCheck(Form):
    """Whether a move would be legal now; answered by `checked`."""

    type: Literal["check"]
    id: MessageId
    decision: OpenDecision
    move: str = Field(max_length=400)


class AskAdvice(Form):
    """Advice for your own decision; answered by `advice`."""

    type: Literal["advice"]
    id: MessageId
    decision: OpenDecision
    effort: Annotated[int, Field(ge=0, le=2)] = Field(
        0, description="0: an answer within a second; 1 and 2: surer ones, for who is still looking."
    )


class AskCoach(Form):
    """What your hand is worth before you bet or bid on it; answered by `coach`."""

    type: Literal["coach"]
    id: MessageId
    decision: OpenDecision
    effort: Annotated[int, Field(ge=0, le=2)] = Field(0, description="As for `advice`.")


class MakeCut(Form):
    """Your part in the next shuffle, sealed; answered by `ack`."""

    type: Literal["cut"]
    id: MessageId
    match: int
    deal: int
    sealed: Hash


class OpenCut(Form):
    """What you had sealed, once the list is closed; answered by `ack`."""

    type: Literal["open_cut"]
    id: MessageId
    match: int
    deal: int
    cut: Hash


class TakeBack(Form):
    """Your last move did not happen, while nobody has learned anything from it; answered by `ack`."""

    type: Literal["take_back"]
    id: MessageId
    n: Number = Field(description="The update of that move: `take_back` of your last decision.")


class SayReady(Form):
    """Ready for the next deal; answered by `ack`."""

    type: Literal["ready"]
    id: MessageId


Phrase = Literal[
    "hello", "luck", "well-played", "thanks", "sorry", "oops", "hurry", "moment", "back", "close", "again",
    "bye", "thumb", "clap", "laugh", "think", "sweat", "party",
]  # fmt: skip
"""What can be said without words of one's own; each page says it in the language of its reader."""
Words = Annotated[str, Field(min_length=1, max_length=LONGEST_WORDS), AfterValidator(checked_words)]


class Say(Form):
    """Something for the others at the table, a phrase or words; answered by `ack`. Nothing of it is kept."""

    type: Literal["say"]
    id: MessageId
    phrase: Phrase | None = None
    words: Words | None = Field(default=None, description="Only where the host allows them.")


class Ping(Form):
    """Answered by `pong`."""

    type: Literal["ping"]
    id: MessageId


ClientMessage = Annotated[
    Hello
    | MakeMove
    | TakeBack
    | AskLegal
    | AskReadings
    | AskCheck
    | AskAdvice
    | AskCoach
    | MakeCut
    | OpenCut
    | SayReady
    | Say
    | Ping,
    Field(discriminator="type"),
]
CLIENT_MESSAGE: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)


# WebSocket: from the server.


class ChoiceForm(Form):
    """Cards to choose from: what a move made with cards may take."""

    move: Literal["play", "give", "putback", "display", "bury"] = Field(
        description="The word that begins the move's text."
    )
    cards: CardsForm = Field(description="Those that are in a legal move.")
    least: int = Field(description="Cards that such a move takes.")
    most: int
    is_counted: bool = Field(description="The rules say how many it takes: more cannot be meant.")
    is_listed: bool = Field(
        description="Every such move is among the legal moves; of displays in Mü only those of one card are."
    )


class LegalForm(Form):
    """The legal moves that come with a decision."""

    moves: list[MoveForm] = Field(
        description="All of them in canonical order; with `more` those without cards."
    )
    more: bool = Field(description="There are too many to come unasked: ask `legal` for the others.")
    choice: ChoiceForm | None = Field(description="null: no move is made with cards now.")


class DecisionForm(Form):
    """What your seat is asked."""

    must: Number | None = Field(description="The decision you must make; null: it is not your turn.")
    may: Number | None = Field(
        description="The decision you may make out of turn (a bet); null: you may not."
    )
    take_back: Number | None = Field(
        description="The update of your last move, while you may take it back; null: you may not."
    )
    legal: LegalForm | None = Field(
        description="What you may do; null where nothing is asked, and in a message without a view."
    )


class Update(Form):
    """One more thing happened at the table. Numbers rise by one without a gap."""

    type: Literal["update"]
    n: Number
    kind: Literal["commit", "cut", "begin", "close", "open", "match", "deal", "move", "take_back"]
    match: int
    deal: int
    seat: SeatForm | None = Field(description="Who did it.")
    by: Literal["person", "bot", "clock"] | None = Field(description="What moved for the seat.")
    by_level: Level | None = Field(
        description="The bot that chose the move, who may be another than the one that sits there; also where"
        " the clock ran out."
    )
    events: list[EventForm] = Field(description="What your seat sees of it.")
    result: ResultForm | None = Field(description="Set when this ended a deal.")
    reveal: RevealForm | None = Field(description="Set when this ended a deal.")
    fair: CommitmentForm | None = Field(
        description="How the next deck stands; null with moves, and with what is told again."
    )
    closing: ClosingForm | None = Field(description="Set by close.")
    took_back: Number | None = Field(
        description="Set by take_back: the update whose events did not happen after all."
    )
    waiting: list[SeatForm] = Field(description="Seats that must act now.")
    decision: DecisionForm
    deadline: float | None = Field(description="Seconds since 1970 when the clock runs out; null: no clock.")
    view: ViewForm | None = Field(
        description="Your view afterwards; in mode views and in the last of a series."
    )


class HistoryForm(Form):
    """A page of updates, as one seat saw them. They ask nothing any more: no decision, nobody waited for."""

    first: Number = Field(description="The number of the first update on the page.")
    last: Number = Field(description="The number of the last one; the next page is that after it.")
    n: Number = Field(description="The number of the last update of the table when the page was made.")
    updates: list[Update]


class Welcome(Form):
    """The answer to `hello`; updates follow."""

    type: Literal["welcome"]
    protocol: int
    you: You
    table: TableInfo
    first: Number = Field(
        description="The number of the first update that follows; past since + 1: the history has the others."
    )
    n: Number = Field(description="The number of the last update so far; first > n: none follows.")
    match_n: Number = Field(description="The number of the update that began this match; 0 before the first.")
    waiting: list[SeatForm] = Field(description="Seats that must act now.")
    decision: DecisionForm
    deadline: float | None
    view: ViewForm | None = Field(description="Your view now, in mode views; null before the first deal.")
    terms: TermsForm = Field(description="What the options of the table come to.")


class TableChanged(Form):
    """People came or went, or the host changed something."""

    type: Literal["table"]
    table: TableInfo


class Ack(Form):
    """Done and saved. A repeated message is acknowledged again and has no second effect."""

    type: Literal["ack"]
    id: MessageId
    n: Number = Field(description="The update that it became.")


class Refused(Form):
    """Not done; nothing has changed."""

    type: Literal["refused"]
    id: MessageId | None
    problem: Problem
    decision: DecisionForm | None = None


class LegalMoves(Form):
    """All legal moves, in canonical order."""

    type: Literal["legal"]
    id: MessageId
    decision: AskedDecision
    moves: list[MoveForm]
    more: bool = Field(description="The list was cut off.")
    choice: ChoiceForm | None = Field(description="null: no move is made with cards now.")


class Reading(Form):
    """One combination that the cards can be, and whether it may be played now."""

    combo: ComboForm
    rows: RowsForm
    text: str = Field(description="The move to send.")
    reason: ReasonForm | None = Field(description="Why it may not be played now; null: it may.")


class Readings(Form):
    """What the cards can be played as."""

    type: Literal["readings"]
    id: MessageId
    decision: AskedDecision
    cards: CardsForm = Field(description="The cards that were asked about.")
    readings: list[Reading]
    reason: ReasonForm | None = Field(description="Why there is none.")


class BiddingForm(Form):
    """What a display in Mü would make of you."""

    bid: int
    holds: Literal["crown", "shield", "eclat"] | None = Field(
        description="eclat: you would draw level with the most, and be the last to do so (M3.8)."
    )
    target: int | None = Field(description="Points that the Crown team would need (M7.1).")
    bonus: int = Field(description="For each of the team (M6.2, M6.3), or for you in an éclat (M3.8).")


class Checked(Form):
    """Whether a move is legal, and what it would mean."""

    type: Literal["checked"]
    id: MessageId
    decision: AskedDecision
    move: str = Field(description="The move that was asked about.")
    reason: ReasonForm | None = Field(description="Why it is not; null: it is.")
    would: BiddingForm | None = Field(description="What it would make of you, where it is a bid by display.")


class AdviceGiven(Form):
    """Advice."""

    type: Literal["advice"]
    id: MessageId
    advice: AdviceForm


class CoachGiven(Form):
    """What a hand is worth."""

    type: Literal["coach"]
    id: MessageId
    coach: CoachForm


class Pong(Form):
    """Still here."""

    type: Literal["pong"]
    id: MessageId
    n: Number
    time: float = Field(description="The server's clock, seconds since 1970.")


class Said(Form):
    """Somebody who plays has said something; those who watch hear it and say nothing."""

    type: Literal["said"]
    seat: SeatForm
    phrase: Phrase | None
    words: str | None


class LinksChanged(Form):
    """To the host alone: the invite and watch links were made anew; the ones before stop working."""

    type: Literal["links"]
    links: Links


NoticeCode = Literal["stopping", "moved", "left", "removed", "exchanged", "closed", "relinked"]


class Notice(Form):
    """Something a person should be told; after `stopping` and `moved` come back with `since`."""

    type: Literal["notice"]
    code: NoticeCode
    sentence: str


ServerMessage = Annotated[
    Welcome
    | Update
    | TableChanged
    | Ack
    | Refused
    | LegalMoves
    | Readings
    | Checked
    | AdviceGiven
    | CoachGiven
    | Pong
    | Said
    | LinksChanged
    | Notice,
    Field(discriminator="type"),
]
SERVER_MESSAGE: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)

EVENT: TypeAdapter[EventForm] = TypeAdapter(EventForm)
VIEW: TypeAdapter[ViewForm] = TypeAdapter(ViewForm)
TERMS: TypeAdapter[TermsForm] = TypeAdapter(TermsForm)
