"""JSON forms of the engine's values, as models: cards, moves, events, views, results."""

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


class PlayForm(Form):
    """Cards and the combination declared for them."""

    cards: CardsForm
    combo: ComboForm


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
    """A player laid cards face up."""

    type: Literal["mu.displayed"]
    seat: SeatForm
    cards: CardsForm


class MuPassed(Form):
    """A player displayed nothing."""

    type: Literal["mu.passed"]
    seat: SeatForm


class MuThrownIn(Form):
    """Nobody displayed a card: dealt again."""

    type: Literal["mu.thrown_in"]


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


class ClimbingViewForm(Form):
    """What one seat may know in a climbing game; rows have one entry a seat unless said otherwise."""

    family: Literal["climbing"]
    seat: SeatForm | None = Field(description="Whose view it is; null for a spectator.")
    phase: Literal[
        "passing", "auction", "putting back", "trick", "trick award", "naming lead", "haggis award", "over"
    ]
    turn: SeatForm
    dealer: SeatForm
    deal: int
    totals: list[int] = Field(description="Before this deal, one entry a side.")
    first_lead: SeatForm
    counts: list[int] = Field(description="Cards in hand, courts included.")
    courts: list[CardsForm] = Field(description="Courts in hand: they lie face up (C1.2).")
    shown: list[CardsForm] = Field(description="What each seat has played or laid open in this deal.")
    trick: list[TrickPlayForm]
    top: ComboForm | None
    top_seat: SeatForm
    passes: int
    has_bombed: bool
    piles: list[CardsForm] = Field(description="Score piles.")
    out: list[SeatForm] = Field(description="Seats that are out, first to last.")
    unpaid: list[SeatForm]
    out_points: list[int]
    bets: list[int] = Field(description="0 for none.")
    has_ended: bool
    committed: list[SeatForm] = Field(description="Seats that have chosen a card to pass (C8.1).")
    passed_rounds: int
    bidders: list[SeatForm] = Field(description="Seats still in the auction (C8.2).")
    bid: int
    shepherd: SeatForm | None
    haggis_count: int
    open_haggis: CardsForm
    result: ResultForm | None
    hand: CardsForm = Field(description="Your own cards; empty for a spectator.")
    passed: list[CardForm] = Field(description="Cards you chose for your partner, in order.")
    received: list[CardForm]
    taken: CardsForm = Field(description="What you took from the haggis as the Shepherd.")
    put_back: CardsForm


class MuViewForm(Form):
    """What one seat may know in Mü; rows have one entry a seat."""

    family: Literal["mu"]
    seat: SeatForm | None = Field(description="Whose view it is; null for a spectator.")
    phase: Literal[
        "auction",
        "shield_trump",
        "crown_trump",
        "bury",
        "partner",
        "play",
        "next_dealer",
        "over",
        "thrown_in",
    ]
    turn: SeatForm | None
    dealer: SeatForm
    deal: int
    totals: list[int] = Field(description="Before this hand.")
    counts: list[int] = Field(description="Cards held, displayed ones included.")
    talon: int = Field(description="Cards face down in the talon.")
    buried_count: int = Field(description="Cards face down in the Crown's score pile.")
    displays: list[CardsForm]
    bids: list[int]
    passes: int
    crown: SeatForm | None
    shield: SeatForm | None
    minor: str | None = Field(
        description="The Shield's trump: a colour, a number or 'none'; null: not named."
    )
    major: str | None
    target: int | None = Field(description="Points the Crown team needs for its bid now (M7.1).")
    targets: list[int] = Field(description="The target for each bid from 0 to a whole hand.")
    partner: SeatForm | None
    leader: SeatForm | None
    trick: list[CardForm] = Field(description="The leader's card first.")
    won: list[CardsForm] = Field(description="The face-up cards of each score pile.")
    points: list[int] = Field(description="Icons in the face-up cards of each score pile.")
    voids: list[list[str]] = Field(description="Suits each seat has shown to be out of; 'trump' among them.")
    trumps: CardsForm = Field(description="Your own cards that are trumps, strongest first.")
    scores: list[int] | None
    sheet: list[ScoreLineForm]
    next_dealer: SeatForm | None
    hand: CardsForm = Field(description="Your own cards, displayed ones included; empty for a spectator.")
    taken: CardsForm = Field(description="What you took from the talon, until you have buried three cards.")
    buried: CardsForm = Field(description="What you buried, until the hand is scored.")


ViewForm = Annotated[ClimbingViewForm | MuViewForm, Field(discriminator="family")]
