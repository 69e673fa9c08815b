"""The score of a finished hand, as a pure function."""

from stramash.core.cards import CardSet
from stramash.core.game import ScoreLine
from stramash.core.seats import Seat
from stramash.mu.auction import with_most
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
    crown, shield, titles = table.crown, table.shield, rules.titles
    if crown is None:
        return _eclat_sheet(rules, table)
    lines = [
        ScoreLine(seat, icons(won), "M6.1", "points in the tricks won") for seat, won in enumerate(table.won)
    ]
    if icons(buried):
        lines.append(ScoreLine(crown, icons(buried), "M4.4", "points in the cards put away"))
    crown_team = table.crown_team
    earned = sum(line.points for line in lines if line.side in crown_team)
    bid = table.bids[crown]
    target = rules.target(bid)
    others = tuple(seat for seat in range(table.seats) if seat not in crown_team)
    if earned < target and (rules.short_loss or rules.short_gain):
        lines += _failure(rules, crown, others, rules.steps_short(bid, earned), earned, target)
    if earned >= target:
        winners, trump = crown_team, table.trumps.major
        assert trump is not None, "the Crown named a trump before the first trick (M4.1)"
        bonus, clause = rules.crown_reward(bid), "M6.2"
        value = rules.trump_reward(bid, trump_value(rules, trump))
        what = f"{titles.crown} bid of {bid}: {earned} points, {target} needed"
    elif shield is not None and not rules.fails_by_steps:
        winners, trump = others, table.trumps.minor
        assert trump is not None, "the Shield named a trump before the Crown did (M4.1)"
        bonus, clause = rules.shield_reward(table.bids[shield]), "M6.3"
        value = trump_value(rules, trump)
        what = (
            f"{titles.shield} bid of {table.bids[shield]}: "
            f"the {titles.crown} has {earned} points, {target} needed"
        )
    else:  # M6.3: nobody gets a bonus
        return tuple(lines)
    for seat in winners:
        if bonus:
            lines.append(ScoreLine(seat, bonus, clause, what))
        if value:
            lines.append(ScoreLine(seat, value, "M6.4", f"won with trump {trump.name}"))
    return tuple(lines)


def _failure(
    rules: MuRules, crown: Seat, others: tuple[Seat, ...], steps: int, earned: int, target: int
) -> list[ScoreLine]:
    """What a bid that failed costs its maker and brings the opponents; the partner neither (M6.7)."""
    what = f"{earned} points, {target} needed: short by {steps} {'step' if steps == 1 else 'steps'}"
    points = {crown: -rules.short_loss * steps, **dict.fromkeys(others, rules.short_gain * steps)}
    return [ScoreLine(seat, change, "M6.7", what) for seat, change in sorted(points.items()) if change]


def drew_level_last(table: Table, most: tuple[Seat, ...]) -> Seat:
    """Who of those who share the most reached it last (M3.8)."""
    return max(most, key=lambda seat: table.reached[seat])


def _eclat_sheet(rules: MuRules, table: Table) -> tuple[ScoreLine, ...]:
    """What an éclat brings: something to each of those who share the most but the last of them (M3.8)."""
    most = with_most(table.bids)
    last, cards = drew_level_last(table, most), max(table.bids)
    points = {seat: -rules.eclat_loss if seat == last else rules.eclat_gain for seat in most}
    what = {seat: "éclat, drew level last" if seat == last else "éclat" for seat in most}
    return tuple(
        ScoreLine(seat, change * cards, "M3.8", f"{what[seat]}: {cards} shown")
        for seat, change in points.items()
        if change
    )
