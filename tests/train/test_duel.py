"""Two bots over duplicate deals."""

from stramash import games
from stramash.train.duel import duel, seatings


def test_partners_are_always_the_same_bot() -> None:
    sides = games.get("neeps", 4).sides
    assert seatings(sides, "a", "b") == [("a", "b", "a", "b"), ("b", "a", "b", "a")]


def test_each_sits_alone_on_every_side() -> None:
    assert seatings(games.get("mu", 3).sides, "a", "b") == [
        ("a", "b", "b"),
        ("b", "a", "b"),
        ("b", "b", "a"),
        ("b", "a", "a"),
        ("a", "b", "a"),
        ("a", "a", "b"),
    ]


def test_a_duel_says_who_leads() -> None:
    found = duel("neeps", 4, "greedy", "random", deals=3, cores=1)
    assert (found["deals"], found["a"], found["b"]) == (3, "greedy", "random")
    assert found["lead"] > 0
