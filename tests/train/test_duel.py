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


def test_large_tables_have_two_seatings_that_change_places() -> None:
    sides = games.get("mu", 5).sides
    seen = set()
    for deal in range(40):
        one, other = seatings(sides, "a", "b", deal)
        assert one.count("a") == 2
        assert all({*pair} == {"a", "b"} for pair in zip(one, other, strict=True))
        seen.add(one)
    assert len(seen) == 10, "every two of the five seats, sooner or later"
    assert seatings(sides, "a", "b", 7) == seatings(sides, "a", "b", 7)
    assert [line.count("a") for line in seatings(games.get("mu", 6).sides, "a", "b", 1)] == [3, 3]


def test_a_large_table_has_nobody_alone() -> None:
    found = duel("mu", 6, "greedy", "random", deals=2, cores=1)
    assert found["deals"] == 2
    assert not {"a_alone", "b_alone"} & set(found)


def test_a_duel_says_who_leads() -> None:
    found = duel("neeps", 4, "greedy", "random", deals=3, cores=1)
    assert (found["deals"], found["a"], found["b"]) == (3, "greedy", "random")
    assert found["lead"] > 0
