"""Scoring a finished deal, and what follows from it for the match: pure functions (C9 to C11)."""

from collections.abc import Callable

from stramash.climbing.cards import classic_points, flat_points
from stramash.climbing.rules import SHARES, ClimbingRules
from stramash.climbing.state import Table
from stramash.core.cards import CardSet
from stramash.core.game import Carry, Result, ScoreLine
from stramash.core.seats import Seat, first_to_left

POINTS_A_CARD = 5
"""What each card in the largest hand of an opponent brings who goes out (C9.2)."""


def out_bonus(rules: ClimbingRules, counts: tuple[int, ...], seat: Seat) -> int:
    """C9.2: five points for each card in the largest hand of an opponent."""
    side = rules.side_of[seat]
    return POINTS_A_CARD * max(n for other, n in enumerate(counts) if rules.side_of[other] != side)


def card_points(rules: ClimbingRules) -> Callable[[CardSet], int]:
    """How the cards in a score pile are counted (C10.5)."""
    return classic_points if rules.card_points == "classic" else flat_points


def score(rules: ClimbingRules, table: Table) -> Result:
    """The result of a deal whose cards have all gone where they go."""
    sheet = _cards_and_out(rules, table)
    plain = _sums(rules, sheet)
    if rules.has_auction:
        sheet += _shepherd(rules, table)
    elif rules.bet_rule == "points":
        sheet += _bets_by_points(rules, table, plain)
    else:
        sheet += _bets_to_be_first(rules, table)
    scores = _sums(rules, sheet)
    totals = tuple(before + points for before, points in zip(table.totals, scores, strict=True))
    winners = _winners(rules, table.deal, totals)
    carry = None if winners else next_carry(rules, table, totals, scores)
    return Result(scores, tuple(sheet), totals, winners, carry)


def _sums(rules: ClimbingRules, sheet: list[ScoreLine]) -> tuple[int, ...]:
    sums = [0] * len(rules.sides)
    for line in sheet:
        sums[line.side] += line.points
    return tuple(sums)


def _line(rules: ClimbingRules, seat: Seat, points: int, clause: str, what: str) -> ScoreLine:
    """What a seat earned for its side; of two partners it is said which."""
    side = rules.side_of[seat]
    if not rules.partners:
        return ScoreLine(side, points, clause, what)
    return ScoreLine(side, points, clause, f"{what} (seat {seat})", seat)


def _lost_bet(side: int, value: int, clause: str, seat: Seat) -> ScoreLine:
    """What the lost bet of a seat brings a side."""
    return ScoreLine(side, value, clause, f"lost bet of seat {seat}", seat)


def _cards_and_out(rules: ClimbingRules, table: Table) -> list[ScoreLine]:
    """C10.5 and C9.2: everything but the bets."""
    points = card_points(rules)
    sheet = []
    for seat in range(rules.seats):
        if table.piles[seat]:
            sheet.append(_line(rules, seat, points(table.piles[seat]), "C10.5", "cards in the score pile"))
        if seat in table.out:
            sheet.append(_line(rules, seat, table.out_points[seat], "C9.2", "for going out"))
    if rules.first_out_extra:
        sheet.append(
            ScoreLine(rules.side_of[table.out[0]], rules.first_out_extra, "C9.6", "for going out first")
        )
    return sheet


def _bets_by_points(rules: ClimbingRules, table: Table, plain: tuple[int, ...]) -> list[ScoreLine]:
    """C10.2: a bet is won by as many points as its value."""
    sheet = []
    for seat, value in enumerate(table.bets):
        if not value:
            continue
        if plain[seat] >= value:
            sheet.append(ScoreLine(seat, value * rules.bet_pays, "C10.2", "bet won"))
            continue
        sheet.extend(
            _lost_bet(other, value, "C10.2", seat)
            for other in range(rules.seats)
            if other != seat and (other == table.out[0] or not table.bets[other])
        )
    return sheet


def _bets_to_be_first(rules: ClimbingRules, table: Table) -> list[ScoreLine]:
    """C10.3: a bet is won by going out first."""
    sheet = []
    first = table.out[0]
    for seat, value in live_bets(rules, table.bets).items():
        if seat == first:
            sheet.append(_line(rules, seat, value * rules.bet_pays, "C10.3", "bet won"))
        elif rules.partners:
            sheet.append(_lost_bet(1 - rules.side_of[seat], value, "C10.3", seat))
        else:
            shared = rules.bet_rule == "first-out-shared"
            sheet.extend(
                _lost_bet(other, value, "C10.3", seat)
                for other in range(rules.seats)
                if other == first or (shared and other != seat and not table.bets[other])
            )
    return sheet


def live_bets(rules: ClimbingRules, bets: tuple[int, ...]) -> dict[Seat, int]:
    """The bets that count: all, or the highest of each partnership, which replaced the other (C10.3)."""
    made = {seat: value for seat, value in enumerate(bets) if value}
    if not rules.partners:
        return made
    return {seat: value for seat, value in made.items() if value > bets[rules.partner(seat)]}


def _shepherd(rules: ClimbingRules, table: Table) -> list[ScoreLine]:
    """C10.4: the Shepherd's bid, or its thirds for the Sheep."""
    if table.shepherd is None:
        return []
    if table.out[0] == table.shepherd:
        return [ScoreLine(table.shepherd, table.bid, "C10.4", "the Shepherd went out first")]
    first = table.out[0]
    (other,) = {0, 1, 2} - {first, table.shepherd}
    third = table.bid // SHARES
    return [
        ScoreLine(first, table.bid - third, "C10.4", "two thirds of the bid for the first Sheep out"),
        ScoreLine(other, third, "C10.4", "one third of the bid for the other Sheep"),
    ]


def _winners(rules: ClimbingRules, deal: int, totals: tuple[int, ...]) -> tuple[int, ...]:
    """C11.2: the winning sides, if the match is over."""
    best = max(totals)
    leaders = tuple(side for side, total in enumerate(totals) if total == best)
    if rules.goal:
        return leaders if best >= rules.goal and len(leaders) == 1 else ()
    return leaders if deal >= rules.rounds else ()


def next_carry(rules: ClimbingRules, table: Table, totals: tuple[int, ...], scores: tuple[int, ...]) -> Carry:
    """C11.5: who deals and who leads the next round."""
    seats = rules.seats
    if rules.next_dealer == "moves-left":
        dealer = (table.dealer + 1) % seats
    else:
        dealer = _highest_dealer(rules, table, totals, scores)
    lowest = [seat for seat, side in enumerate(rules.side_of) if totals[side] == min(totals)]
    # With one total a side these are the trailing side's two seats, or all four in a tie (C11.5).
    after = dealer if rules.next_lead == "after-dealer" else table.first_lead
    lead = first_to_left(after, lowest, seats)
    return Carry(dealer=dealer, totals=totals, deal=table.deal + 1, lead=lead)


def _highest_dealer(
    rules: ClimbingRules, table: Table, totals: tuple[int, ...], scores: tuple[int, ...]
) -> Seat:
    """C11.5: the highest total deals; of those tied, who won the round, as option `dealer_tie` means it."""
    tied = [seat for seat, side in enumerate(rules.side_of) if totals[side] == max(totals)]
    if rules.dealer_tie == "first-out":
        winners = [seat for seat in table.out if seat in tied][:1]
    else:
        most = max(scores[rules.side_of[seat]] for seat in tied)
        winners = [seat for seat in tied if scores[rules.side_of[seat]] == most]
    return first_to_left(table.dealer, winners or tied, rules.seats)
