"""Every card of a seat in every one of some worlds, solved."""

from typing import Any

from stramash.bots.mu.solver.search import (
    BEST,
    FACE,
    GAIN,
    HOLDER,
    ICONS,
    ON_TABLE,
    VALUE,
    WON,
    begin,
    lay_out,
    play_card,
    solve,
    without_equals,
)
from stramash.bots.mu.solver.stakes import (
    crown_team_of,
    does_count_icons,
    shared,
    sum_of,
    team_of,
    won_so_far,
    worth,
)
from stramash.sim.bits import popcount
from stramash.sim.compiling.compiled import compiled
from stramash.sim.mu.record import SEATS


@compiled
def card_of(face: int, seat: int, cards: Any, count: int) -> int:
    """The number of a face in a seat's hand, as a bit: of two alike the first."""
    for card in range(count):
        if cards[card, FACE] == face and cards[card, HOLDER] == seat:
            return 1 << card
    return 0


@compiled
def solve_worlds(
    records: Any,
    faces: Any,
    rules: Any,
    seat: int,
    nodes: Any,
    cards: Any,
    own: Any,
    memory: Any,
    end: Any,
    values: Any,
) -> None:
    """The value of every card in every world for a seat's team, times the sizes of both teams."""
    checked = -1
    counts_icons = False
    for world in range(records.shape[0]):
        game = records[world]
        crown_team = crown_team_of(game)
        team = team_of(game, rules, seat)
        count = lay_out(game, rules, cards, own)
        won = won_so_far(game, rules)
        begin(game, cards, count, nodes[0])
        every = sum_of(won, -1) + nodes[0, ON_TABLE]
        for card in range(count):
            every += cards[card, ICONS]
        if every != checked:
            counts_icons = does_count_icons(game, rules, every, end)
            checked = every
        nodes[0, WON] = 0 if counts_icons else won
        ours = crown_team if counts_icons else team
        asked = 0
        for tried in range(faces.shape[0]):
            asked |= card_of(faces[tried], seat, cards, count)
        kept = without_equals(asked, nodes[0], cards, own[seat])
        value = 0
        while asked:
            low = asked & -asked
            asked ^= low
            if low & kept:  # else it is as good as the card before it
                play_card(nodes, 0, cards, low, rules[SEATS], ours, not counts_icons)
                solve(
                    nodes[1:],
                    cards,
                    own,
                    memory,
                    game,
                    rules,
                    world + 1,
                    ours,
                    not counts_icons,
                    end,
                )
                value = nodes[1, BEST]
                if counts_icons:
                    earned = sum_of(won, crown_team) + nodes[1, GAIN] + value
                    value = worth(game, rules, team, shared(game, earned, every), end)
            cards[popcount(low - 1), VALUE] = value
        for tried in range(faces.shape[0]):
            values[world, tried] = cards[popcount(card_of(faces[tried], seat, cards, count) - 1), VALUE]
