"""Which moves a seat has, from the table and its own hand alone, and why a move is not one of them."""

from itertools import combinations
from typing import Final

from stramash.climbing.advance import next_holder
from stramash.climbing.cards import COURTS, FACES, NUMBERS
from stramash.climbing.moves import (
    PASS,
    Award,
    Bet,
    Bid,
    GiveCard,
    Move,
    NameLead,
    Pass,
    Play,
    PutBack,
)
from stramash.climbing.plays.combos import BOMB, BOMB_NAMES, Combo, Kind, beats, rank_name, readings
from stramash.climbing.plays.generate import plays
from stramash.climbing.plays.shapes import why_no_combination
from stramash.climbing.rules import ClimbingRules
from stramash.climbing.state import OVER, PASSING, TRICK, Phase, Table
from stramash.core.cards import FIRST_COPIES, SECOND_COPY, CardSet, card_set, contains, each, kinds
from stramash.core.errors import IllegalMove, Reason
from stramash.core.seats import Seat

_NOBODY: Final[frozenset[Seat]] = frozenset()
_ALONE: Final = tuple(frozenset({seat}) for seat in range(4))


def waiting(rules: ClimbingRules, table: Table) -> frozenset[Seat]:
    """The seats that must act."""
    phase = table.phase
    if phase is OVER:
        return _NOBODY
    if phase is PASSING:
        return frozenset(table.to_act)
    return _ALONE[table.turn]


def may_act(rules: ClimbingRules, table: Table) -> frozenset[Seat]:
    """The seats that must act and those that may bet out of turn (C10.1)."""
    must = waiting(rules, table)
    if not rules.open_bets or table.has_ended:
        return must
    return must | {seat for seat in range(rules.seats) if bets_left(rules, table, seat)}


def bets_left(rules: ClimbingRules, table: Table, seat: Seat) -> tuple[int, ...]:
    """The bets a seat may still make (C10.1, C10.3)."""
    if table.bets[seat] or table.shown[seat] or table.has_ended:
        return ()
    if not rules.partners:
        return rules.open_bets
    standing = table.bets[rules.partner(seat)]
    return tuple(value for value in rules.open_bets if value > standing)


def bids_left(rules: ClimbingRules, table: Table, seat: Seat) -> tuple[int, ...]:
    """The bids that exceed the standing one, or may equal it (C8.2)."""
    may_equal = table.shepherd is not None and table.totals[seat] < table.totals[table.shepherd]
    return tuple(bid for bid in rules.bets if bid > table.bid or (may_equal and bid == table.bid))


def usual_lead(table: Table) -> Seat:
    """C7.1: the winner of the trick, or the next player to the left who holds cards."""
    return table.top_seat if table.counts[table.top_seat] else next_holder(table.counts, table.top_seat)


def lead_choices(rules: ClimbingRules, table: Table) -> tuple[Seat, ...]:
    """Who may be made to lead after a trick (C7.1, C7.2)."""
    usual = usual_lead(table)
    if not rules.partner_may_lead or not table.has_bombed:
        return (usual,)
    other = rules.partner(table.top_seat)
    if not table.counts[other]:
        other = next_holder(table.counts, other) if rules.lead_past_partner else usual
    return (usual,) if other == usual else tuple(sorted((usual, other)))


def trick_receivers(rules: ClimbingRules, table: Table) -> tuple[Seat, ...]:
    """Who may get the cards of a trick (C6.1, C6.2)."""
    winner = table.top_seat
    if not table.has_bombed or rules.bomb_prize == "keeps":
        return (winner,)
    if rules.bomb_prize == "other-side":
        return ((winner + 1) % rules.seats,)  # one pile a side would do: both opponents score together
    if rules.bomb_prize == "second-highest" and len(table.trick) > 1:
        return (table.trick[-2][0],)  # nobody plays twice in a row, so it is never the winner
    return tuple(seat for seat in range(rules.seats) if seat != winner)


def haggis_receivers(rules: ClimbingRules, table: Table) -> tuple[Seat, ...]:
    """Who may get the haggis at the end of the round (C9.3)."""
    if not table.haggis_count or rules.haggis_to == "nobody":
        return ()
    if rules.haggis_to == "first-out":
        return (table.out[0],)
    last = table.top_seat  # who ended the round was the last to play
    if not table.has_bombed:
        return (last,)
    side = rules.side_of[last]
    return tuple(seat for seat in range(rules.seats) if rules.side_of[seat] != side)


def legal_moves(rules: ClimbingRules, table: Table, hand: CardSet, seat: Seat) -> tuple[Move, ...]:
    """Every distinct legal move of a seat in canonical order: plays, pass, bets."""
    moves: list[Move] = []
    phase = table.phase
    if phase is TRICK:
        if seat == table.turn:
            moves += plays(rules, hand, table.top)
            if table.top is not None:
                moves.append(PASS)
    elif phase is PASSING:
        if not table.committed >> seat & 1:
            moves.extend(GiveCard(card) for card in kinds(hand & NUMBERS))
    elif seat == table.turn:
        moves.extend(_choices(rules, table, hand, seat))
    if rules.open_bets and phase is not OVER:
        moves += map(Bet, bets_left(rules, table, seat))
    return tuple(moves)


def _choices(rules: ClimbingRules, table: Table, hand: CardSet, seat: Seat) -> list[Move]:
    """The moves of the seat whose turn it is, outside the tricks and the passing."""
    match table.phase:
        case Phase.AUCTION:
            return [*map(Bid, bids_left(rules, table, seat)), PASS]
        case Phase.PUTTING_BACK:
            wanted = rules.draw(table.bid)
            # The dict drops choices that differ only in which copy of a card goes back.
            distinct = dict.fromkeys(map(card_set, combinations(each(hand & NUMBERS), wanted)))
            return [PutBack(cards) for cards in distinct]
        case Phase.TRICK_AWARD:
            return [*map(Award, trick_receivers(rules, table))]
        case Phase.HAGGIS_AWARD:
            return [*map(Award, haggis_receivers(rules, table))]
        case Phase.NAMING_LEAD:
            return [*map(NameLead, lead_choices(rules, table))]
    return []


def check_move(rules: ClimbingRules, table: Table, hand: CardSet, seat: Seat, move: object) -> Reason | None:
    """Why a seat may not make a move now, or None if it may."""
    if isinstance(move, Bet):
        return _check_bet(rules, table, seat, move.value)
    phase = table.phase
    if phase is OVER:
        return Reason("C9.1", "The round is over.")
    if phase is PASSING:
        if table.committed >> seat & 1:
            return Reason("C8.1", "You have already chosen a card for your partner.")
    elif seat != table.turn:
        return Reason(_CLAUSE_OF[phase], "It is not your turn.")
    if not isinstance(move, _MOVES_OF[phase]):
        return Reason(_CLAUSE_OF[phase], f"Now you must {_ASKED_FOR[phase]}.")
    match move:
        case Play():
            return _check_play(rules, table, hand, move)
        case Pass():
            return Reason("C5.1", "The leader must play.") if phase is TRICK and table.top is None else None
        case Bid(value=value):
            return _check_bid(rules, table, seat, value)
        case GiveCard(card=card):
            return _check_gift(hand, card)
        case PutBack(cards=cards):
            return _check_put_back(hand, cards, rules.draw(table.bid))
        case Award(seat=receiver):
            return _check_award(rules, table, receiver)
        case NameLead(seat=leader) if not _is_among(leader, lead_choices(rules, table)):
            return Reason("C7.2", "You may lead yourself or name your partner, who must hold cards.")
    return None


def moves_with(rules: ClimbingRules, table: Table, hand: CardSet, cards: CardSet) -> tuple[Move, ...]:
    """What some cards alone can mean now, legal or not; raises IllegalMove where they can mean nothing."""
    if table.phase is PASSING:
        if cards.bit_count() != 1:
            raise IllegalMove(Reason("C8.1", "Choose exactly one card."))
        return (GiveCard(cards.bit_length() - 1),)
    if table.phase is Phase.PUTTING_BACK:
        return (PutBack(cards),)
    # A court that comes twice is nobody's: each hand has its own three (C1.2).
    possible = () if cards & COURTS << SECOND_COPY else readings(rules, cards)
    if not possible:
        is_held = contains(hand, cards)
        raise IllegalMove(why_no_combination(rules, cards) if is_held else _not_held(hand, cards, "C2.7"))
    return tuple(Play(cards, declared) for declared in possible)


_NO_SUCH_CARDS: Final = Reason("C1.1", "There are no such cards in this game.")


# A move that was parsed holds what it should, but one that was built may hold a text, True or 15.0.
def _is_number(value: object) -> bool:
    return type(value) is int


def _is_among(value: object, allowed: tuple[int, ...]) -> bool:
    return _is_number(value) and value in allowed


def _are_cards(cards: object) -> bool:
    """Whether something is a card set: no unknown face, and no second copy without a first."""
    if type(cards) is not int:
        return False
    once, twice = cards & FIRST_COPIES, cards >> SECOND_COPY
    return once >> len(FACES.code_of) == 0 and not twice & ~once


def _is_combo(declared: object) -> bool:
    """Whether something is a combination, be it one that does not exist."""
    if not isinstance(declared, Combo) or not isinstance(declared.kind, Kind):
        return False
    return all(map(_is_number, declared[1:]))


_MOVES_OF: Final[dict[Phase, tuple[type, ...]]] = {
    Phase.PASSING: (GiveCard,),
    Phase.AUCTION: (Bid, Pass),
    Phase.PUTTING_BACK: (PutBack,),
    Phase.TRICK: (Play, Pass),
    Phase.TRICK_AWARD: (Award,),
    Phase.NAMING_LEAD: (NameLead,),
    Phase.HAGGIS_AWARD: (Award,),
}
_CLAUSE_OF: Final = {
    Phase.PASSING: "C8.1",
    Phase.AUCTION: "C8.2",
    Phase.PUTTING_BACK: "C8.3",
    Phase.TRICK: "C5.1",
    Phase.TRICK_AWARD: "C6.2",
    Phase.NAMING_LEAD: "C7.2",
    Phase.HAGGIS_AWARD: "C9.3",
}
_ASKED_FOR: Final = {
    Phase.PASSING: "choose a card for your partner",
    Phase.AUCTION: "bid or pass",
    Phase.PUTTING_BACK: "put cards back on the haggis",
    Phase.TRICK: "play or pass",
    Phase.TRICK_AWARD: "choose who gets the trick",
    Phase.NAMING_LEAD: "choose who leads",
    Phase.HAGGIS_AWARD: "choose who gets the haggis",
}


def _check_bet(rules: ClimbingRules, table: Table, seat: Seat, value: int) -> Reason | None:
    if rules.has_auction:
        return Reason("C10.1", "There are no bets in this game, but an auction before the first trick.")
    if not _is_among(value, rules.bets):
        values = ", ".join(map(str, rules.bets)) or "none"
        return Reason("C10.1", f"The bets that may be made are: {values}.")
    if table.bets[seat]:
        return Reason("C10.1", "You have already bet in this round.")
    if table.has_ended or table.phase is OVER:
        return Reason("C10.1", "The round is over.")
    if table.shown[seat]:
        return Reason("C10.1", "You may bet only before you have played a card.")
    if value not in bets_left(rules, table, seat):
        return Reason("C10.3", "Your partner's bet can only be replaced by a higher one.")
    return None


def _check_bid(rules: ClimbingRules, table: Table, seat: Seat, value: int) -> Reason | None:
    if not _is_among(value, rules.bets):
        return Reason("C8.2", f"The bids are {', '.join(map(str, rules.bets))}.")
    if value in bids_left(rules, table, seat):
        return None
    if value == table.bid:
        return Reason("C8.2", "You may equal a bid only if your total is lower than the bidder's.")
    return Reason("C8.2", f"A bid must exceed the standing bid of {table.bid}.")


def _check_gift(hand: CardSet, card: object) -> Reason | None:
    if type(card) is not int or not 0 <= card < len(FACES.code_of):
        return _NO_SUCH_CARDS
    return _check_held(hand, 1 << card, "C8.1", "Court cards are never passed.")


def _check_put_back(hand: CardSet, cards: CardSet, wanted: int) -> Reason | None:
    if not _are_cards(cards):
        return _NO_SUCH_CARDS
    if cards.bit_count() != wanted:
        return Reason("C8.3", f"You must put back {wanted}, as many cards as you took.")
    return _check_held(hand, cards, "C8.3", "Only number cards go back on the haggis.")


def _check_held(hand: CardSet, cards: CardSet, clause: str, no_courts: str) -> Reason | None:
    if not contains(hand, cards):
        return _not_held(hand, cards, clause)
    return Reason(clause, no_courts) if cards & COURTS else None


def _not_held(hand: CardSet, cards: CardSet, clause: str) -> Reason:
    missing = [card for card in kinds(cards) if not contains(hand, _copies(cards, card))]
    is_held_once = all(hand >> card & 1 for card in missing)
    codes = " ".join(FACES.code_of[card] for card in missing)
    return Reason(clause, f"You do not hold {codes}{' that often' if is_held_once else ''}.")


def _copies(cards: CardSet, card: int) -> CardSet:
    return cards & (1 << card | 1 << card + 64)


def _check_award(rules: ClimbingRules, table: Table, receiver: Seat) -> Reason | None:
    if table.phase is Phase.TRICK_AWARD:
        if not _is_among(receiver, trick_receivers(rules, table)):
            return Reason("C6.2", "The cards of a bombed trick go to another player.")
    elif not _is_among(receiver, haggis_receivers(rules, table)):
        return Reason("C9.3", "After a bomb the haggis goes to an opponent.")
    return None


def _check_play(rules: ClimbingRules, table: Table, hand: CardSet, move: Play) -> Reason | None:
    cards, declared = move
    if not _is_combo(declared):
        return Reason("C2.7", "A play needs the combination that its cards are declared as.")
    if not _are_cards(cards) or (declared.kind is BOMB and not 0 < declared.top < len(BOMB_NAMES)):
        return _NO_SUCH_CARDS
    if not cards:
        return Reason("C2.7", "A play needs at least one card.")
    if not contains(hand, cards):
        return _not_held(hand, cards, "C2.7")
    possible = readings(rules, cards)
    if declared not in possible:
        return _misread(rules, move, possible)
    if table.top is None or beats(declared, table.top):
        return None
    return _too_low(declared, table.top)


def _misread(rules: ClimbingRules, move: Play, possible: tuple[Combo, ...]) -> Reason:
    cards = FACES.write(move.cards)
    if possible:
        return Reason("C2.7", f"{cards} cannot be a {move.combo}, but a {' or a '.join(map(str, possible))}.")
    if move.combo.kind is Kind.SET and not rules.sets:
        return Reason("C2.4", "Sets are not played in this game.")
    if move.combo.is_bomb:
        return Reason("C3.1", f"{cards} is no bomb.")
    return Reason("C2.7", f"{cards} is no combination.")


def _too_low(new: Combo, old: Combo) -> Reason:
    if old.is_bomb:
        return Reason("C3.3", f"A {old} is beaten only by a higher bomb.")
    if new[:3] != old[:3]:
        return Reason("C4.1", f"A {_shape(old)} must be beaten by a {_shape(old)}, or a bomb.")
    clause = "C4.2" if new.top == old.top else "C4.1"
    return Reason(clause, f"The top rank must be higher than {rank_name(old.top)}.")


def _shape(combo: Combo) -> str:
    """A combination without its rank: "sequence of 4"."""
    match combo.kind:
        case Kind.SINGLE:
            return "single card"
        case Kind.STAIR:
            return f"stair of {combo.tracks} suits and {combo.length} ranks"
    return f"{combo.kind.name.lower()} of {combo.cards}"
