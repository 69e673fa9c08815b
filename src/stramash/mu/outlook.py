"""What follows from a view without any guessing, for those who show it: screens, hints, programs."""

from typing import Final, NamedTuple

from stramash.core.cards import CardSet, kinds
from stramash.core.seats import Seat
from stramash.mu.auction import displayed, most_to_display
from stramash.mu.cards import icons
from stramash.mu.moves import Bury, Display, Move, PlayCard
from stramash.mu.rules import MuRules
from stramash.mu.state import Phase, Table, View
from stramash.mu.tricks import Trumps, cards_named, suit_name, winning_card

SUPER, MAJOR, MINOR = "super", "major", "minor"
CROWN, SHIELD, OTHERS, ECLAT = "crown", "shield", "others", "eclat"
_EARNED: Final = frozenset({"M6.1", "M4.4"})
"""Lines of a score sheet that count towards the target; the others are bonuses."""
_TEAM_PHASES: Final = frozenset({Phase.PLAY, Phase.NEXT_DEALER, Phase.OVER})


class Team(NamedTuple):
    """One of the two teams of a hand, and what lies face up in its score piles."""

    name: str
    seats: tuple[Seat, ...]
    points: int
    target: int | None
    """What it must reach; None for those who play against the Crown."""
    has_reached: bool = False
    """Whether it has made its target with what lies face up (M6.2)."""


class Bidding(NamedTuple):
    """What a display would make of a seat (M3.2, M3.3, M3.8)."""

    bid: int
    holds: str | None
    """Crown or Shield, if one of them; or an éclat, which the seat would be the last to bring about."""
    target: int | None
    """What the Crown team would need (M7.1)."""
    bonus: int
    """What the bid would bring each of the team (M6.2, M6.3), or the éclat the seat (M3.8)."""


def have_passed(table: Table) -> tuple[Seat, ...]:
    """The seats that have passed in succession (M3.4)."""
    if table.phase is not Phase.AUCTION or table.turn is None:
        return ()
    return tuple((table.turn - back) % table.seats for back in range(table.passes, 0, -1))


def standing(table: Table) -> tuple[int, ...]:
    """The points of each seat with what the hand in progress has brought so far; bonuses count at its end."""
    won = table.scores if table.scores is not None else tuple(map(icons, table.won))
    return tuple(before + points for before, points in zip(table.carry.totals, won, strict=True))


def winning_seat(table: Table) -> Seat | None:
    """Who would win the trick as it lies (M5.5)."""
    if not table.trick or table.leader is None:
        return None
    return (table.leader + winning_card(table.trumps, table.trick)) % table.seats


def suit_led(table: Table) -> str | None:
    """The suit to follow: a colour, or trump (M5.3)."""
    return None if table.led is None else suit_name(table.trumps.suit_of[table.led])


def can_follow(view: View) -> bool:
    """Whether the seat holds cards of the suit led (M5.4); True where nothing was led."""
    table = view.table
    if table.led is None:
        return True
    return bool(view.hand & table.trumps.suits[table.trumps.suit_of[table.led]])


def trump_kinds(named: Trumps) -> dict[int, str]:
    """Each face that is a trump, and which: the major, the minor or both (M5.5)."""
    minor, major = cards_named(named.minor), cards_named(named.major)
    both = minor & major
    return {
        face: SUPER if both >> face & 1 else MAJOR if major >> face & 1 else MINOR
        for face in kinds(named.cards)
    }


def _earned(table: Table, team: tuple[Seat, ...]) -> int:
    """The points in a team's score piles; at the end with the cards that were put away (M4.4)."""
    if table.sheet:
        return sum(line.points for line in table.sheet if line.side in team and line.clause in _EARNED)
    return sum(icons(table.won[seat]) for seat in team)


def teams(rules: MuRules, table: Table) -> tuple[Team, ...]:
    """The Crown's team and the other, once they are known (M4.5)."""
    if table.crown is None or table.phase not in _TEAM_PHASES:
        return ()
    crown = table.crown_team
    others = tuple(seat for seat in range(table.seats) if seat not in crown)
    points = [_earned(table, team) for team in (crown, others)]
    target = rules.target(table.bids[table.crown])
    return (
        Team(CROWN, crown, points[0], target, points[0] >= target),
        Team(OTHERS if table.shield is None else SHIELD, others, points[1], None),
    )


def bidding(rules: MuRules, view: View, move: Display) -> Bidding | None:
    """What a display would make of the seat; None where it has no place in the auction."""
    seat, table = view.seat, view.table
    if seat is None or table.phase is not Phase.AUCTION:
        return None
    after = displayed(rules, table, seat, move.cards).on_table(table)
    bid = after.bids[seat]
    if after.crown == seat:
        return Bidding(bid, CROWN, rules.target(bid), rules.crown_reward(bid))
    if after.shield == seat:
        return Bidding(bid, SHIELD, None, rules.shield_reward(bid))
    if rules.has_eclat and bid == max(after.bids):
        return Bidding(bid, ECLAT, None, -rules.eclat_loss * bid)
    return Bidding(bid, None, None, 0)


def most_to_choose(rules: MuRules, view: View) -> int | None:
    """How many cards may be displayed now (M3.1, M3.7); None where nothing is to be displayed."""
    if view.table.phase is not Phase.AUCTION or not view.legal or view.seat is None:
        return None
    return most_to_display(rules, view.table, view.seat, view.hand)


def cards_of(move: Move) -> CardSet:
    """The cards that a move is made with; none of a pass, a trump or a choice of players."""
    match move:
        case Display(cards=cards) | Bury(cards=cards):
            return cards
        case PlayCard(card=card):
            return 1 << card
        case _:
            return 0


def cards_to_choose(view: View) -> tuple[CardSet, ...]:
    """The cards of each legal move that is made with cards; of displays, one card each, and all together."""
    table = view.table
    if table.phase is Phase.AUCTION and view.legal and view.seat is not None:
        displays = [move.cards for move in view.legal if isinstance(move, Display)]
        return (*displays, table.hidden(view.seat, view.hand)) if displays else ()
    return tuple(filter(None, map(cards_of, view.legal)))
