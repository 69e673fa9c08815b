"""What a seat may know, as a model: one flat object for each family of games."""

from typing import Annotated, Literal

from pydantic import Field

from stramash.server.protocol.forms import (
    CardForm,
    CardsForm,
    ComboForm,
    Form,
    ResultForm,
    ScoreLineForm,
    SeatForm,
    TitlesForm,
    TrickPlayForm,
)


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
    have_passed: list[SeatForm] = Field(
        description="Seats that have passed since the highest play of the trick, or have left the auction."
    )
    pile_points: list[int] = Field(description="What the cards in each score pile count (C10.5).")
    standing: list[int] = Field(
        description="The points so far with those of the deal in progress, bets aside, one entry a side."
    )
    bombs: list[CardsForm] = Field(description="Every bomb that you hold, lowest first (C3.1).")
    unseen: CardsForm = Field(description="The number cards whose place you do not know.")


class TeamForm(Form):
    """One of the two teams of a hand of Mü."""

    name: Literal["crown", "shield", "others"] = Field(description="others: nobody holds the Shield.")
    seats: list[SeatForm]
    points: int = Field(description="Icons in the face-up cards of its score piles.")
    target: int | None = Field(description="What it must reach; null for those who play against the Crown.")
    has_reached: bool = Field(description="Whether it has made its target with those points (M6.2).")


class MuViewForm(Form):
    """What one seat may know in Mü; rows have one entry a seat."""

    family: Literal["mu"]
    titles: TitlesForm
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
        "eclat",
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
    have_passed: list[SeatForm] = Field(description="Seats that have passed in succession in the auction.")
    standing: list[int] = Field(description="The points so far with those of the hand in progress.")
    winning: SeatForm | None = Field(description="Who would win the trick as it lies (M5.5).")
    led: str | None = Field(description="The suit to follow: a colour or 'trump' (M5.3); null: you may lead.")
    can_follow: bool = Field(description="Whether you hold a card of that suit (M5.4).")
    trump_cards: dict[CardForm, Literal["super", "major", "minor"]] = Field(
        description="Every card that is a trump, and which: the major, the minor or both (M5.5)."
    )
    teams: list[TeamForm] = Field(description="The Crown's team first; empty until they are known (M4.5).")
    unseen: CardsForm = Field(description="The cards whose place you do not know.")


ViewForm = Annotated[ClimbingViewForm | MuViewForm, Field(discriminator="family")]
