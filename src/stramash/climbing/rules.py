"""Everything in which the climbing games differ, as data (C12)."""

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from stramash.climbing.cards import HIGHEST_NUMBER, HIGHEST_RANK, RANKS
from stramash.core.errors import RulesError
from stramash.core.options import Choice, Flag, Number, Numbers, Preset, option, validate, write_value
from stramash.core.seats import Seat

FEWEST_DEALT, MOST_DEALT = 5, 20
DRAW_FOR_LOWEST_BID = 3
"""Cards of the haggis that go with the lowest bid; one less for each higher one (C8.3)."""
SHARES = 3
"""A lost bid is shared in thirds: the first Sheep out gets all but one, the other Sheep one (C10.4)."""


@dataclass(frozen=True, kw_only=True)
class ClimbingRules:
    """The options of one climbing game. A number or a flag is a field; nothing asks for a game's name."""

    seats: int
    partners: bool = False
    """Seats 0 and 2 play together against 1 and 3, with one total a side (C11.3)."""
    passing_rounds: int = 0
    """How often partners pass each other a card before the first trick (C8.1)."""
    next_dealer: str = "highest-total"
    """Who deals next (C11.5): highest-total, or moves-left."""
    next_lead: str = "after-dealer"
    """Which of the seats with the lowest total leads next (C11.5): first after-dealer, or after-last-lead."""

    suits: int = option(5, Choice((4, 5)), "Suits in the deck (C1.1).")
    copies: int = option(1, Choice((1, 2)), "How many times each number card is in the deck (C1.1).")
    haggis_size: int = option(3, Number(0, 20), "Cards set aside face down as the haggis (C1.3).")
    sets: bool = option(False, Flag(), "Sets of two or more cards of one rank may be played (C2.4).")
    runs_past_ten: bool = option(False, Flag(), "Sequences and stairs may go on to J, Q, K (C2.6).")
    same_suit_tracks: bool = option(
        False, Flag(), "Two copies of a card may be in two tracks of one suit in a stair (C2.8)."
    )
    bomb_prize: str = option(
        "chosen-player",
        Choice(("chosen-player", "other-side", "keeps", "second-highest")),
        "Who gets the cards of a trick won with a bomb (C6.2).",
    )
    partner_may_lead: bool = option(
        False, Flag(), "Who wins with a bomb may name their partner to lead (C7.2)."
    )
    lead_past_partner: bool = option(
        False, Flag(), "A partner who is out may be named, and the player to their left leads (C7.2)."
    )
    out_bonus: str = option(
        "trick-end",
        Choice(("trick-end", "at-once", "winner")),
        "When the bonus for going out is counted, and whether only for the winner of the trick (C9.2).",
    )
    first_out_extra: int = option(0, Number(0, 100), "Extra points for the first player out (C9.6).")
    haggis_to: str = option(
        "last-to-play", Choice(("last-to-play", "first-out", "nobody")), "Who gets the haggis (C9.3)."
    )
    last_hand_to: str = option(
        "nobody",
        Choice(("nobody", "first-out", "second-out")),
        "Who gets the cards left in the last player's hand (C9.4).",
    )
    bets: tuple[int, ...] = option((15, 30), Numbers(1, 300, 3), "The values that may be bet or bid (C10.1).")
    bet_rule: str = option(
        "points",
        Choice(("points", "first-out", "first-out-shared", "auction")),
        "When a bet is won and who is paid a lost one (C10.2, C10.3), or an auction before play (C8.2).",
    )
    bet_pays: int = option(1, Number(1, 5), "How many times its value a won bet pays (C10.3).")
    card_points: str = option(
        "classic", Choice(("classic", "flat")), "What the cards in a score pile count (C10.5)."
    )
    dealer_tie: str = option(
        "highest-score",
        Choice(("highest-score", "first-out")),
        "Who deals of those who are tied for the highest total (C11.5).",
    )
    goal: int = option(250, Number(0, 10_000), "The match ends when somebody has this many points (C11.1).")
    rounds: int = option(
        0, Number(0, 1_000), "The match ends after this many deals; 0: it has a goal (C11.1)."
    )

    def __post_init__(self) -> None:
        validate(self)
        for name, makes_sense, allowed in _CROSS_CHECKS:
            if not makes_sense(self):
                raise RulesError(name, write_value(getattr(self, name)), allowed)

    def with_options(self, **changes: Any) -> "ClimbingRules":
        """These rules with some options changed; asking for rounds drops the goal, and the reverse."""
        if changes.get("rounds") and "goal" not in changes:
            changes["goal"] = 0
        if changes.get("goal") and "rounds" not in changes:
            changes["rounds"] = 0
        return dataclasses.replace(self, **changes)

    @cached_property
    def number_cards(self) -> int:
        """How many number cards the deck holds (C1.1)."""
        return RANKS * self.suits * self.copies

    @cached_property
    def dealt(self) -> int:
        """How many number cards each player is dealt (C1.3)."""
        return (self.number_cards - self.haggis_size) // self.seats

    @cached_property
    def top_rank(self) -> int:
        """The highest rank a run may reach (C2.6)."""
        return HIGHEST_RANK if self.runs_past_ten else HIGHEST_NUMBER

    @cached_property
    def tracks_a_suit(self) -> int:
        """How many tracks of a stair may be of one suit (C2.8)."""
        return self.copies if self.same_suit_tracks else 1

    @cached_property
    def most_tracks(self) -> int:
        """How many tracks a stair may have (C2.3)."""
        return self.suits * self.tracks_a_suit

    @cached_property
    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        """The seats that share a total."""
        return ((0, 2), (1, 3)) if self.partners else tuple((seat,) for seat in range(self.seats))

    @cached_property
    def side_of(self) -> tuple[int, ...]:
        """The side of each seat."""
        return tuple(seat % 2 for seat in range(4)) if self.partners else tuple(range(self.seats))

    @cached_property
    def has_auction(self) -> bool:
        """Whether the bets are bids in an auction (C8.2)."""
        return self.bet_rule == "auction"

    @cached_property
    def open_bets(self) -> tuple[int, ...]:
        """The values that may be bet during play; none where there is an auction."""
        return () if self.has_auction else self.bets

    def partner(self, seat: Seat) -> Seat:
        """The seat across the table (fixed partnerships only)."""
        return (seat + 2) % 4

    def draw(self, bid: int) -> int:
        """How many cards of the haggis a Shepherd takes for a bid (C8.3)."""
        return DRAW_FOR_LOWEST_BID - self.bets.index(bid)


_CROSS_CHECKS: tuple[tuple[str, Callable[[ClimbingRules], bool], str], ...] = (
    ("seats", lambda r: r.seats in (2, 3, 4), "must be 2, 3 or 4"),
    ("partners", lambda r: not r.partners or r.seats == 4, "partnerships need 4 seats"),
    ("passing_rounds", lambda r: r.passing_rounds == 0 or r.partners, "passing needs partnerships"),
    ("next_dealer", lambda r: r.next_dealer in ("highest-total", "moves-left"), "no such rule"),
    ("next_lead", lambda r: r.next_lead in ("after-dealer", "after-last-lead"), "no such rule"),
    (
        "haggis_size",
        lambda r: (r.number_cards - r.haggis_size) % r.seats == 0,
        "the number cards left after it must divide evenly among the seats",
    ),
    (
        "suits",
        lambda r: FEWEST_DEALT <= r.dealt <= MOST_DEALT,
        f"with these copies and haggis_size each player must get {FEWEST_DEALT} to {MOST_DEALT} number cards",
    ),
    ("bomb_prize", lambda r: r.bomb_prize != "other-side" or r.partners, "other-side needs partnerships"),
    (
        "bomb_prize",
        lambda r: r.bomb_prize != "second-highest" or not r.partners,
        "second-highest needs a game without partnerships",
    ),
    ("partner_may_lead", lambda r: not r.partner_may_lead or r.partners, "needs partnerships"),
    (
        "lead_past_partner",
        lambda r: not r.lead_past_partner or r.partner_may_lead,
        "needs partner_may_lead",
    ),
    (
        "last_hand_to",
        lambda r: r.last_hand_to != "second-out" or r.seats > 2,
        "second-out needs 3 seats or more",
    ),
    ("bet_rule", lambda r: not r.partners or r.bet_rule == "first-out", "partnerships need first-out"),
    (
        "bet_rule",
        lambda r: not r.has_auction or (r.seats == 3 and r.haggis_size >= DRAW_FOR_LOWEST_BID),
        "an auction needs 3 seats and a haggis of 3 cards or more",
    ),
    (
        "bets",
        lambda r: not r.has_auction or all(bid % SHARES == 0 for bid in r.bets),
        "bids of an auction must be multiples of 3, since the Sheep share them in thirds",
    ),
    ("goal", lambda r: bool(r.goal) != bool(r.rounds), "a match needs either a goal or a number of rounds"),
)


def _haggis(seats: int) -> dict[str, Any]:
    """The deck of the games for two or three (C1.1, C1.3)."""
    return {"seats": seats, "suits": 4, "haggis_size": 8} if seats == 2 else {"seats": seats}


PRESETS: dict[str, Preset[ClimbingRules]] = {
    "haggis": Preset(
        "Haggis",
        {n: ClimbingRules(**_haggis(n)) for n in (2, 3)},
        "Shed your cards in sequences and stairs; bet on the points you will make.",
        minutes=30,
        picture="4g 5g 6g K",
    ),
    "haggis3": Preset(
        "Haggis for three",
        {
            3: ClimbingRules(
                seats=3,
                out_bonus="at-once",
                haggis_to="first-out",
                last_hand_to="second-out",
                bet_rule="first-out",
                next_dealer="moves-left",
                next_lead="after-last-lead",
            )
        },
        "Haggis made for three: bet on being the first to go out.",
        minutes=40,
        picture="7r 7b 8r 8b",
    ),
    "neeps": Preset(
        "Haggis & Neeps",
        {
            4: ClimbingRules(
                seats=4,
                partners=True,
                passing_rounds=2,
                suits=4,
                copies=2,
                haggis_size=0,
                same_suit_tracks=True,
                bomb_prize="other-side",
                partner_may_lead=True,
                out_bonus="at-once",
                haggis_to="nobody",
                last_hand_to="first-out",
                bet_rule="first-out",
                bet_pays=2,
                card_points="flat",
                goal=350,
                next_dealer="moves-left",
                next_lead="after-last-lead",
            )
        },
        "Four players in two partnerships, a double deck, cards passed across the table.",
        minutes=45,
        picture="9y 9y 10y 10y",
    ),
    "tatties": Preset(
        "Haggis & Tatties",
        {
            3: ClimbingRules(
                seats=3,
                bomb_prize="keeps",
                haggis_to="first-out",
                last_hand_to="first-out",
                bets=(15, 30, 45),
                bet_rule="auction",
                card_points="flat",
            )
        },
        "Three players bid to be the Shepherd; the others play against them.",
        minutes=45,
        picture="3p 5p 7p 9p",
    ),
    "haggis-classic": Preset(
        "Haggis as published in 2010",
        {
            n: ClimbingRules(
                **_haggis(n),
                sets=True,
                runs_past_ten=True,
                out_bonus="at-once",
                bomb_prize="second-highest" if n == 3 else "chosen-player",
                haggis_to="first-out",
                last_hand_to="first-out",
                bet_rule="first-out-shared",
            )
            for n in (2, 3)
        },
        "The game as published in 2010, with sets and runs past ten.",
        minutes=30,
        is_variant=True,
        picture="10r J Q K",
    ),
}
