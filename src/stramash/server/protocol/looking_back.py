"""REST bodies of advice, replay, review and reveal."""

from typing import Literal

from pydantic import Field

from stramash.server.protocol.basics import Level, Number
from stramash.server.protocol.bodies import DealAgain
from stramash.server.protocol.events import EventForm
from stramash.server.protocol.forms import CardsForm, Form, MoveForm, RowsForm, SeatForm
from stramash.server.protocol.views import ViewForm


class AdviceLine(Form):
    """One move and what it is worth."""

    move: MoveForm
    rows: RowsForm
    also: list[MoveForm] = Field(description="Other moves that come to the same.")
    value: float | None = Field(
        description="Expected points of the deal for your side less the mean of the others'; null: unknown."
    )
    margin: float | None = Field(description="Half the width of the value's 95 % interval.")
    than: MoveForm | None = Field(
        description="What it is compared with: the first line, and for that one the pass or the second; null "
        "for bets, which are compared with making none, and where there is nothing else."
    )
    better: float | None = Field(description="By how many points it is better than that; negative: worse.")
    better_margin: float | None = Field(description="Half the width of the difference's 95 % interval.")
    why: str


class AdviceForm(Form):
    """Advice for a decision, best first."""

    decision: Number
    by: str = Field(description="Who gives it.")
    moves: list[AdviceLine] = Field(description="In the order of their values; then bets.")
    more: bool = Field(description="Whether more effort would make it surer.")


class ReplayStep(Form):
    """One step of a finished deal: who did what, and what it looked like afterwards."""

    n: Number = Field(description="0 is the deal, then come its moves.")
    seat: SeatForm | None = Field(description="Who moved; null for the deal.")
    move: MoveForm | None
    events: list[EventForm]
    view: ViewForm | None = Field(description="The chosen seat's view; null with open cards.")
    hands: list[CardsForm] | None = Field(description="All hands, with open cards.")
    hidden: CardsForm | None = Field(description="Haggis or talon, with open cards.")


class MatchForm(Form):
    """A finished match, without its deals."""

    match: int
    names: list[str]
    deals: int = Field(description="How many it had, thrown-in ones counted.")
    after: int
    totals: list[list[int]] = Field(
        description="How it stood after each deal that follows `after`; 500 at most."
    )
    winners: list[int]


class ReplayForm(Form):
    """A deal of a finished match, step by step."""

    match: int
    deal: int
    deals: int = Field(description="How many the match had.")
    seat: SeatForm | None
    steps: list[ReplayStep]


class DealForm(Form):
    """A deal of a finished match: all that is needed to play it again."""

    game: str
    seats: int
    options: dict[str, str] = Field(description="Of the match it was played in.")
    one_deal: dict[str, str] = Field(description="The same, for a match of this one deal.")
    match: int
    deal: int
    again: DealAgain


class ExerciseLine(Form):
    """Moves that come to the same."""

    moves: list[MoveForm] = Field(description="None at all stands for making no bet.")
    behind: float = Field(description="Points worse than the best; 0 for the best itself.")
    margin: float = Field(description="Half the width of the 95 % interval of that.")
    why: str


class ReviewLine(Form):
    """One decision of a finished match, or a bet that was not made before it."""

    n: Number = Field(description="The step of the deal.")
    deal: int
    seat: SeatForm
    kind: Literal["move", "bet"] = Field(description="Whether it is about a move or about betting.")
    move: MoveForm = Field(description="What was done; for a bet not made, the move made without it.")
    best: MoveForm | None = Field(description="The best found; null: nothing better than what was done.")
    lost: float | None = Field(description="Expected points lost by the choice; null: not estimated.")
    margin: float | None = Field(description="Half the width of the 95 % interval of that.")
    is_loss: bool = Field(description="Whether the loss is beyond its margin.")
    is_judged: bool = Field(description="False: the judge gave no answer, however often it was asked.")
    why: str = Field(description="What speaks for the best.")
    hands: list[CardsForm] | None = Field(description="Where it was a loss: what everybody held.")
    hidden: CardsForm | None = Field(description="And what lay in the haggis or the talon.")
    choices: list[ExerciseLine] | None = Field(
        description="Where it was a loss: all moves that were compared, the best first."
    )


class ReviewDeal(Form):
    """Luck and skill of a seat in one deal, in points more than the mean of the others."""

    deal: int
    expected: float | None = Field(description="What the cards were worth at the seat's first decision.")
    margin: float | None
    lost: float = Field(description="Given away by losses beyond their margins.")
    made: float = Field(description="What came of it.")
    complete: bool = Field(description="Whether every decision of it has been judged.")


class ReviewForm(Form):
    """The decisions of one seat in a finished match, deal by deal; the deal asked for is judged first."""

    match: int
    seat: SeatForm
    by: Level | None = Field(description="Who has judged; null: nothing is judged yet.")
    deal: int
    last: int = Field(description="How many deals the match had.")
    decisions: list[ReviewLine] = Field(description="Of that deal.")
    deals: list[ReviewDeal] = Field(description="Those that have been looked at.")
    judged: int = Field(description="How many lines were estimated.")
    losses: int = Field(description="How many of them lost more than their margin.")
    lost: float = Field(description="The sum of those losses.")
    lost_margin: float
    of: int = Field(description="How many decisions there are in the deals that have been looked at.")
    unjudged: int = Field(
        description="How many of them the judge gave no answer to; opened again, the review asks it again."
    )
    complete: bool = Field(description="False while it is still being worked out; ask again.")
    retry_after: int | None = Field(
        description="About how many seconds it takes until the judge is ready; null: it is."
    )


class ExpertForm(Form):
    """A deal against bots, and how the expert would have fared in your place with the same cards."""

    match: int
    deal: int
    seat: SeatForm
    by: Level
    scores: list[int] = Field(description="Yours, one entry a side.")
    margin: float = Field(description="Points of your side less the mean of the others'.")
    expert_scores: list[int] | None = Field(description="null while it is being played, or given up.")
    expert_margin: float | None
    complete: bool = Field(description="False while it is still being played; ask again.")
    retry_after: int | None = Field(
        description="About how many seconds it takes until the expert is ready; null: it is."
    )


class RevealForm(Form):
    """What proves that a deck was fair, once it has been played."""

    match: int
    deal: int
    secret: str
    cuts: list[str | None] = Field(description="Those that were opened; null for the other seats.")
