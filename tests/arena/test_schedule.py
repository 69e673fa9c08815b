"""Everybody sits everywhere: the luck of the cards must cancel."""

from collections import Counter
from itertools import pairwise

import pytest
from tests.playing import TABLES, TableId

from stramash import games
from stramash.arena.schedule import entrants, seatings
from stramash.core.errors import RulesError


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_two_bots_sit_equally_often_in_every_seat(table: TableId) -> None:
    game = table.game()
    lines = seatings(game, entrants(("greedy", "random")))
    for seat in range(game.seats):
        assert Counter(line.bots[seat] for line in lines) == {
            "greedy": len(lines) // 2,
            "random": len(lines) // 2,
        }
    assert len(set(lines)) == len(lines)
    for line in lines:  # the bots in the seats are those of the sides
        for side, seats in enumerate(game.sides):
            assert {line.bots[seat] for seat in seats} == {("greedy", "random")[line.sides[side]]}


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_each_deal_is_as_often_good_for_one_as_for_the_other(table: TableId) -> None:
    lines = {line.sides for line in seatings(table.game(), entrants(("greedy", "random")))}
    assert {tuple(1 - entrant for entrant in line) for line in lines} == lines


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_as_many_bots_as_seats_sit_together(seats: int) -> None:
    players = entrants(tuple(f"bot{number}" for number in range(seats)))
    lines = [line.sides for line in seatings(games.get("mu", seats), players)]
    for line in lines:
        assert sorted(line) == list(range(seats))
    for seat in range(seats):
        assert set(Counter(line[seat] for line in lines).values()) == {len(lines) // seats}
    after = Counter(pair for line in lines for pair in pairwise(line))
    assert len(after) == seats * (seats - 1)
    assert len(set(after.values())) == 1


def test_a_ladder_is_made_of_pairs() -> None:
    lines = seatings(games.get("haggis3"), entrants(("a", "b", "c")), pairs_only=True)
    assert all(len(set(line.sides)) == 2 for line in lines)
    assert len(lines) == 3 * 6


def test_partners_sit_across_and_both_ways_round() -> None:
    lines = seatings(games.get("neeps"), entrants(("club+greedy", "greedy")))
    assert {line.bots for line in lines} == {
        ("club", "greedy", "greedy", "greedy"),
        ("greedy", "greedy", "club", "greedy"),
        ("greedy", "club", "greedy", "greedy"),
        ("greedy", "greedy", "greedy", "club"),
    }


def test_a_bot_may_play_against_itself_and_is_told_apart() -> None:
    assert [entrant.label for entrant in entrants(("a", "a", "b", "a"))] == ["a", "a (2)", "b", "a (3)"]


@pytest.mark.parametrize(
    ("game", "bots"),
    [("haggis", ("a",)), ("haggis", ("a+b", "c")), ("neeps", ("a+b+c", "d")), ("neeps", ("a+", "b"))],
)
def test_what_cannot_be_seated_is_refused(game: str, bots: tuple[str, ...]) -> None:
    with pytest.raises(RulesError):
        seatings(games.get(game), entrants(bots))
