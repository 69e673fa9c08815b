"""What the options of a table come to, as models: told once, with the welcome, for whoever shows a table."""

from typing import Annotated, Literal

from pydantic import Field

from stramash.server.protocol.forms import CardsForm, Form, TitlesForm


class LengthForm(Form):
    """When a match ends: one of the two is set."""

    deals: int | None = Field(description="After so many deals.")
    points: int | None = Field(description="When somebody has so many points.")


class ClimbingBidForm(Form):
    """One bid of an auction (C8.2)."""

    value: int
    draws: int = Field(description="Cards of the haggis that the Shepherd swaps for it (C8.3).")


class ClimbingTerms(Form):
    """The numbers of a climbing game as it is played at a table."""

    family: Literal["climbing"]
    length: LengthForm
    deck: CardsForm = Field(description="Every card that is dealt or set aside; courts are not dealt (C1.1).")
    bets: list[int] = Field(description="The values that may be bet; none where there is an auction (C10.1).")
    bet_won_by: Literal["points", "first-out"] = Field(description="What wins a bet (C10.2, C10.3).")
    bet_pays: int = Field(description="How many times its value a won bet pays (C10.3).")
    bids: list[ClimbingBidForm] = Field(description="The bids of the auction, lowest first; else none.")
    passing_rounds: int = Field(description="How often partners pass each other a card (C8.1).")
    out_points: int = Field(description="For each card in an opponent's largest hand, for going out (C9.2).")
    bomb_ranks: list[int] = Field(description="The number cards that make a bomb (C3.1).")
    shortest_sequence: int = Field(description="Cards (C2.2).")
    shortest_stair: int = Field(description="Ranks (C2.3).")
    sets: bool = Field(description="Whether cards of one rank may be played together (C2.4).")


class MuBidForm(Form):
    """What a bid in Mü means."""

    cards: int = Field(description="The bid: cards displayed.")
    target: int = Field(description="Points that the Crown team needs (M7.1).")
    crown_bonus: int = Field(description="For each of the Crown team, if it makes it (M6.2).")
    shield_bonus: int | None = Field(
        description="For each of the other team, if the Crown fails (M6.3); null: `short` says what then."
    )


class EclatForm(Form):
    """What an éclat brings for each card displayed (M3.8)."""

    gain: int = Field(description="For each of those who share the most, but the last to draw level.")
    loss: int = Field(description="What the last to draw level loses.")


class ShortForm(Form):
    """What a bid that fails costs (M6.7)."""

    step: int = Field(description="Points of a step of the table of targets.")
    loss: int = Field(description="What the Crown loses for each step.")
    gain: int = Field(description="What each opponent gains for each step.")


class MuTerms(Form):
    """The numbers of Mü as it is played at a table."""

    family: Literal["mu"]
    length: LengthForm
    titles: TitlesForm
    deck: CardsForm = Field(description="Every card that is dealt (M1.1, M1.3).")
    bids: list[MuBidForm] = Field(description="Every bid from 1 to a whole hand.")
    trumps: dict[str, int] = Field(description="What winning with each trump is worth (M7.2).")
    named: dict[str, CardsForm] = Field(description="The faces that each trump makes trumps (M4.1).")
    talon: int = Field(description="Cards that the Crown takes, and puts away for them (M4.4); 0: none.")
    raise_limit: int = Field(
        description="By how many cards a display may go beyond the most on the table; 0: no limit (M3.7)."
    )
    display_limit: int | None = Field(description="The most cards that a player may display in all (M3.7).")
    most_bonus: int | None = Field(description="The most that bid and trump bring each (M6.8).")
    eclat: EclatForm | None = Field(description="null: there is none.")
    short: ShortForm | None = Field(description="null: a bid that fails costs nothing but the bonus (M6.3).")


TermsForm = Annotated[ClimbingTerms | MuTerms, Field(discriminator="family")]
