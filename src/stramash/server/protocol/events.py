"""Every event as a model. The names of the fields are those of the engine's events."""

from typing import Annotated, Literal

from pydantic import Field

from stramash.server.protocol.forms import (
    CardForm,
    CardsForm,
    CarryForm,
    Form,
    PlayForm,
    ResultForm,
    ScoreLineForm,
    SeatForm,
)

# Events of the climbing games. The names of the fields are those of stramash.climbing.events.


class ClimbingDealt(Form):
    """The cards are dealt; hands of others are null."""

    type: Literal["climbing.dealt"]
    carry: CarryForm
    lead: SeatForm
    hands: list[CardsForm | None]


class ClimbingCardChosen(Form):
    """A seat has chosen a card for its partner; null unless it is your own."""

    type: Literal["climbing.card_chosen"]
    seat: SeatForm
    card: CardForm | None


class ClimbingCardsPassed(Form):
    """All chosen cards change hands; by giver, null where you may not know."""

    type: Literal["climbing.cards_passed"]
    partners: list[SeatForm]
    cards: list[CardForm | None]


class ClimbingBetMade(Form):
    """A seat has bet."""

    type: Literal["climbing.bet_made"]
    seat: SeatForm
    value: int


class ClimbingBidMade(Form):
    """A seat has bid to be the Shepherd."""

    type: Literal["climbing.bid_made"]
    seat: SeatForm
    value: int


class ClimbingBidPassed(Form):
    """A seat has left the auction."""

    type: Literal["climbing.bid_passed"]
    seat: SeatForm


class ClimbingHaggisDrawn(Form):
    """The Shepherd takes cards of the haggis."""

    type: Literal["climbing.haggis_drawn"]
    seat: SeatForm
    count: int
    cards: CardsForm | None


class ClimbingHaggisReturned(Form):
    """The Shepherd puts cards back."""

    type: Literal["climbing.haggis_returned"]
    seat: SeatForm
    count: int
    cards: CardsForm | None


class ClimbingLeads(Form):
    """A seat is to lead."""

    type: Literal["climbing.leads"]
    seat: SeatForm


class ClimbingPlayed(Form):
    """A seat has played a combination."""

    type: Literal["climbing.played"]
    seat: SeatForm
    play: PlayForm


class ClimbingPassed(Form):
    """A seat has passed in a trick."""

    type: Literal["climbing.passed"]
    seat: SeatForm


class ClimbingWentOut(Form):
    """A seat has no cards left."""

    type: Literal["climbing.went_out"]
    seat: SeatForm


class ClimbingOutBonus(Form):
    """A seat that went out gets its bonus."""

    type: Literal["climbing.out_bonus"]
    seat: SeatForm
    points: int


class ClimbingRoundEnded(Form):
    """The end of the round is reached."""

    type: Literal["climbing.round_ended"]


class ClimbingAsked(Form):
    """A seat must make a choice."""

    type: Literal["climbing.asked"]
    seat: SeatForm
    phase: str


class ClimbingTrickTaken(Form):
    """The cards of a trick go to a score pile."""

    type: Literal["climbing.trick_taken"]
    winner: SeatForm
    receiver: SeatForm


class ClimbingHaggisTaken(Form):
    """The haggis goes to a score pile."""

    type: Literal["climbing.haggis_taken"]
    receiver: SeatForm
    cards: CardsForm


class ClimbingHandTaken(Form):
    """The cards left in a hand go to a score pile."""

    type: Literal["climbing.hand_taken"]
    owner: SeatForm
    receiver: SeatForm
    cards: CardsForm


class ClimbingScored(Form):
    """The deal is scored."""

    type: Literal["climbing.scored"]
    result: ResultForm


# Events of Mü. The names of the fields are those of stramash.mu.events.


class MuDealt(Form):
    """The cards are dealt; hands of others and the talon are null."""

    type: Literal["mu.dealt"]
    carry: CarryForm
    hand_size: int
    talon_size: int
    hands: list[CardsForm | None]
    talon: CardsForm | None


class MuDisplayed(Form):
    """A player laid cards face up; who has the Crown and the Shield now."""

    type: Literal["mu.displayed"]
    seat: SeatForm
    cards: CardsForm
    crown: SeatForm | None
    shield: SeatForm | None


class MuPassed(Form):
    """A player displayed nothing."""

    type: Literal["mu.passed"]
    seat: SeatForm


class MuThrownIn(Form):
    """Nobody displayed a card: dealt again."""

    type: Literal["mu.thrown_in"]


class MuEclat(Form):
    """Several players have displayed most: nothing is played (M3.8)."""

    type: Literal["mu.eclat"]
    seats: list[SeatForm]
    last: SeatForm = Field(description="Who drew level last.")


class MuTrumpNamed(Form):
    """A trump was named: a colour, a number or 'none'."""

    type: Literal["mu.trump_named"]
    seat: SeatForm
    trump: str


class MuTalonTaken(Form):
    """The Crown took the talon."""

    type: Literal["mu.talon_taken"]
    seat: SeatForm
    cards: CardsForm | None


class MuBuried(Form):
    """The Crown put three cards away."""

    type: Literal["mu.buried"]
    seat: SeatForm
    cards: CardsForm | None


class MuPartnerNamed(Form):
    """The Crown picked a partner."""

    type: Literal["mu.partner_named"]
    seat: SeatForm
    partner: SeatForm


class MuCardPlayed(Form):
    """A player played a card."""

    type: Literal["mu.card_played"]
    seat: SeatForm
    card: CardForm


class MuTrickWon(Form):
    """A player took the trick."""

    type: Literal["mu.trick_won"]
    seat: SeatForm
    cards: CardsForm


class MuScored(Form):
    """The hand was scored; the buried cards and all piles are open."""

    type: Literal["mu.scored"]
    scores: list[int]
    sheet: list[ScoreLineForm]
    buried: CardsForm
    piles: list[CardsForm]
    is_last: bool
    next_dealer: SeatForm | None = Field(description="Who deals next, where that is no choice (M6.6).")


class MuDealerNamed(Form):
    """The dealer named the next dealer."""

    type: Literal["mu.dealer_named"]
    seat: SeatForm
    dealer: SeatForm


EventForm = Annotated[
    ClimbingDealt
    | ClimbingCardChosen
    | ClimbingCardsPassed
    | ClimbingBetMade
    | ClimbingBidMade
    | ClimbingBidPassed
    | ClimbingHaggisDrawn
    | ClimbingHaggisReturned
    | ClimbingLeads
    | ClimbingPlayed
    | ClimbingPassed
    | ClimbingWentOut
    | ClimbingOutBonus
    | ClimbingRoundEnded
    | ClimbingAsked
    | ClimbingTrickTaken
    | ClimbingHaggisTaken
    | ClimbingHandTaken
    | ClimbingScored
    | MuDealt
    | MuDisplayed
    | MuPassed
    | MuThrownIn
    | MuEclat
    | MuTrumpNamed
    | MuTalonTaken
    | MuBuried
    | MuPartnerNamed
    | MuCardPlayed
    | MuTrickWon
    | MuScored
    | MuDealerNamed,
    Field(discriminator="type"),
]
