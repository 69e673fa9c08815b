"""The score of a finished hand, as a pure function."""

from stramash.core.cards import CardSet
from stramash.core.game import ScoreLine
from stramash.mu.cards import DOUBLED, icons
from stramash.mu.moves import Trump
from stramash.mu.rules import MuRules
from stramash.mu.state import Table


def trump_value(rules: MuRules, trump: Trump) -> int:
    """What winning with a trump is worth (M7.2)."""
    if trump.colour is not None:
        return rules.value_colour
    if trump.number is None:
        return rules.value_no_trump
    return rules.value_one_or_seven if trump.number in DOUBLED else rules.value_number


def score_sheet(rules: MuRules, table: Table, buried: CardSet) -> tuple[ScoreLine, ...]:
    """Where every point of a hand comes from (M6); the cards buried by the Crown are not on the table."""
    crown, shield = table.crown, table.shield
    assert crown is not None, "a hand without a Crown is never played (M3.5)"
    lines = [
        ScoreLine(seat, icons(won), "M6.1", "points in the tricks won") for seat, won in enumerate(table.won)
    ]
    if icons(buried):
        lines.append(ScoreLine(crown, icons(buried), "M4.4", "points in the cards put away"))
    crown_team = table.crown_team
    earned = sum(line.points for line in lines if line.side in crown_team)
    bid = table.bids[crown]
    target = rules.target(bid)
    if earned >= target:
        winners, trump = crown_team, table.trumps.major
        bonus, clause = rules.crown_reward(bid), "M6.2"
        what = f"Crown bid of {bid}: {earned} points, {target} needed"
    elif shield is not None:
        winners, trump = (
            tuple(seat for seat in range(table.seats) if seat not in crown_team),
            table.trumps.minor,
        )
        bonus, clause = rules.shield_reward(table.bids[shield]), "M6.3"
        what = f"Shield bid of {table.bids[shield]}: the Crown has {earned} points, {target} needed"
    else:  # M6.3: nobody gets a bonus
        return tuple(lines)
    assert trump is not None, "both leaders named a trump before the first trick (M4.1)"
    value = trump_value(rules, trump)
    for seat in winners:
        if bonus:
            lines.append(ScoreLine(seat, bonus, clause, what))
        if value:
            lines.append(ScoreLine(seat, value, "M6.4", f"won with trump {trump.name}"))
    return tuple(lines)
