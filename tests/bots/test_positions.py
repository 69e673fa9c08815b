"""Positions in which the search went wrong once: what it plays there now."""

from collections import Counter
from random import Random
from typing import Any

import numpy as np
from tests.rules.climbing import climbing

from stramash.bots.climbing.expert import ExpertClimber
from stramash.bots.search.compare import Budget, compare
from stramash.climbing.cards import FACES, JACK, laid_down
from stramash.climbing.moves import Bet
from stramash.climbing.state import Phase, State, Table, View
from stramash.core.cards import CardSet, each, remove

HAGGIS = climbing("haggis", 2)


def ending(
    own: str,
    other: str,
    own_shown: str,
    other_shown: str,
    *,
    bets: tuple[int, int] = (0, 0),
) -> View:
    """What seat 0 sees on lead: two hands, and what each has played and won; the rest is the haggis."""
    hands = FACES.parse_set(own), FACES.parse_set(other)
    shown = FACES.parse_set(own_shown), FACES.parse_set(other_shown)
    left: CardSet = sum(1 << card for card in range(4 * 9))
    for cards in (*hands, *shown):
        left = remove(left, cards & ((1 << JACK) - 1))
    table = Table(
        phase=Phase.TRICK,
        turn=0,
        dealer=1,
        deal=1,
        totals=(0, 0),
        first_lead=0,
        counts=(hands[0].bit_count(), hands[1].bit_count()),
        courts=(hands[0] >> JACK & 7, hands[1] >> JACK & 7),
        shown=shown,
        piles=(laid_down(shown[0], 0), laid_down(shown[1], 1)),
        out_points=(0, 0),
        bets=bets,
        haggis_count=8,
    )
    haggis = tuple(each(left))[:8]  # what is over has been played by nobody
    return HAGGIS.view(State(table, hands, haggis, ((), ())), 0)


def choices(view: View, seeds: int) -> Counter[str]:
    """What the expert plays, by chance."""
    return Counter(
        str(ExpertClimber(HAGGIS, Random(seed), budget="playouts:1500").choose(view)) for seed in range(seeds)
    )


def test_what_equals_the_best_so_far_is_not_given_up() -> None:
    """In the first 24 worlds the first two are equal; then the first one falls far below the third."""
    seen = 0

    def take(count: int) -> range:
        nonlocal seen
        seen += count
        return range(seen - count, seen)

    def value(move: str, world: int) -> float:
        if move == "third":
            return 70.0 + world % 9
        return 77.0 if move == "stays" or world < 24 else -60.0

    def evaluate(worlds: range, moves: list[str]) -> Any:
        return np.array([[value(move, world) for move in moves] for world in worlds])

    estimates = compare(take, ["falls", "stays", "third"], evaluate, Budget(playouts=1500))
    assert [item.move for item in estimates] == ["stays", "third", "falls"]


def test_a_rare_disaster_is_found() -> None:
    """The sequence of three looks as good as 10b until a world comes up in which it loses 160 points."""
    view = ending(
        "3r 4r 5r 4g 10b K",
        "3y 5g 2b J",
        "8r 10r 6y 7y 3g 7g 10g 5b 8b J Q",
        "2r 6r 2y 4y 9y 10y 2g 6g 8g 6b 9b Q K",
        bets=(30, 30),
    )
    assert choices(view, 30) == {"play 10b as single 10": 30}


def test_every_legal_move_of_a_solved_ending_is_looked_at() -> None:
    """The plays with both wild cards are no favourites of the club player, and the best there are."""
    view = ending(
        "4g 5b 7b Q K",
        "6g 10b Q K",
        "5r 2y 4y 6y 8y 9y 10y 8g 4b 6b 8b J",
        "4r 6r 7r 8r 9r 10r 5y 3g 9g 10g 3b 9b J",
        bets=(30, 30),
    )
    estimates = ExpertClimber(HAGGIS, Random(0), budget="playouts:1500").evaluate(view)
    assert {item.move for item in estimates} == {move for move in view.legal if not isinstance(move, Bet)}
    value = {str(item.move): item.value for item in estimates}
    assert value["play 5b 7b Q K as sequence 5-8"] > value["play 7b as single 7"] + 5
    assert set(choices(view, 10)) <= {"play 4g 5b Q K as stair 4-5 x2", "play 5b 7b Q K as sequence 5-8"}
