"""C3 Bombs, C4 Beating."""

import pytest
from tests.rules.climbing import Round, climbing, deal, run

# C3.1, from low to high.
BOMBS = ("3r 5y 7g 9b", "J Q", "J K", "Q K", "J Q K", "3r 5r 7r 9r")
ALL_BOMBS = "3r 5r 7r 9r 5y 7g 9b"


def both_hold_all_bombs() -> Round:
    """In neeps two players can hold the same number cards."""
    return deal(climbing("neeps"), ALL_BOMBS, ALL_BOMBS)


@pytest.mark.parametrize("lower", range(6))
@pytest.mark.parametrize("higher", range(6))
def test_c3_1_the_order_of_the_bombs(lower: int, higher: int) -> None:
    dealt = both_hold_all_bombs().play(f"0 play {BOMBS[lower]}")
    assert dealt.allows(f"1 play {BOMBS[higher]}") == (higher > lower)


@pytest.mark.parametrize(
    "cards",
    [
        "3r 5r 7r 9y",
        "3r 5r 7y 9y",
        "3r 5r 7y 9g",
        "3r 5y 7g 9y",
        "3r 5y 7g 7b",
        "3r 5r 7r",
        "J J",
        "3r 5r 9r J",
    ],
)
def test_c3_1_these_are_no_bombs(cards: str) -> None:
    dealt = deal(climbing("haggis", 3), "3r 5r 7r 9r 7y 9y 7g 9g 5y 7b")
    assert not dealt.allows(f"0 play {cards} as bomb mixed")
    assert not dealt.allows(f"0 play {cards} as bomb suited")


def test_c3_1_mixed_means_any_four_of_the_suits() -> None:
    dealt = deal(climbing("haggis", 3), "3p 5r 7y 9g 9b")
    assert dealt.allows("0 play 3p 5r 7y 9g")
    assert dealt.allows("0 play 3p 5r 7y 9b")


def test_c3_2_no_wild_cards_in_a_number_bomb() -> None:
    dealt = deal(climbing("haggis", 3), "3r 5r 7r 5y 7g 2b")
    assert dealt.refuse("0 play 3r 5r 7r J as bomb suited").clause == "C3.1"
    assert dealt.refuse("0 play 3r 5y 7g J as bomb mixed").clause == "C3.1"


def test_c3_2_court_bombs_are_the_players_own_courts() -> None:
    dealt = deal(climbing("haggis", 3)).play("0 play J\n1 pass\n2 pass")
    assert dealt.refuse("0 play J Q as bomb J-Q").clause == "C2.7"
    assert dealt.allows("0 play Q K")


@pytest.mark.parametrize("bomb", BOMBS)
def test_c3_3_a_bomb_may_be_led(bomb: str) -> None:
    both_hold_all_bombs().play(f"0 play {bomb}")


@pytest.mark.parametrize("bomb", BOMBS)
@pytest.mark.parametrize(
    "led", ["10r", "K", "8r 9r 10r", run(4, 10, "r"), run(9, 10, "rg"), run(8, 10, "rgb")]
)
def test_c3_3_a_bomb_beats_everything_that_is_none(bomb: str, led: str) -> None:
    dealt = deal(climbing("neeps"), f"{run(4, 10, 'r')} {run(8, 10, 'gb')}", ALL_BOMBS)
    dealt.play(f"0 play {led}")
    assert dealt.allows(f"1 play {bomb}")


def test_c3_3_sets_too_are_beaten_by_bombs() -> None:
    dealt = deal(climbing("haggis-classic", 3), "10r 10y 10g 10b 10p")
    dealt.play("0 play 10r 10y 10g 10b 10p J Q K as set 10")
    assert dealt.allows("1 play J Q")


def test_c3_3_a_bomb_waits_for_its_turn() -> None:
    dealt = deal(climbing("haggis", 3)).play("0 play K")
    assert dealt.refuse("2 play J Q K").clause == "C5.1"


@pytest.mark.parametrize("bomb", BOMBS)
def test_c3_3_equal_bombs_do_not_beat_each_other(bomb: str) -> None:
    dealt = both_hold_all_bombs().play(f"0 play {bomb}")
    assert dealt.refuse(f"1 play {bomb}").clause == "C3.3"


def test_c3_3_only_a_bomb_beats_a_bomb() -> None:
    dealt = deal(climbing("haggis", 3), "3r 5y 7g 9b", run(2, 10, "p")).play("0 play 3r 5y 7g 9b")
    assert dealt.refuse("1 play 7p 8p 9p 10p").clause == "C3.3"
    assert dealt.refuse("1 play K").clause == "C3.3"


def test_c4_1_same_type_tracks_and_length_with_a_higher_top() -> None:
    dealt = deal(climbing("haggis", 3), "4r 5r 6r", f"{run(4, 10, 'g')} {run(7, 8, 'yb')}")
    dealt.play("0 play 4r 5r 6r")
    assert dealt.allows("1 play 5g 6g 7g")  # suits need not match
    assert dealt.allows("1 play 8g 9g 10g")
    assert dealt.allows("1 pass")
    assert dealt.refuse("1 play 5g 6g 7g 8g").clause == "C4.1"  # longer
    assert dealt.refuse("1 play 10g").clause == "C4.1"  # another type
    assert dealt.refuse("1 play 7y 8y 7b 8b").clause == "C4.1"  # another type
    assert dealt.refuse("1 play 4g 5g J as sequence 3-5").clause == "C4.1"  # lower


def test_c4_1_six_cards_are_not_six_cards() -> None:
    dealt = deal(climbing("haggis", 3), run(4, 5, "rgb"), f"{run(8, 10, 'gy')} {run(6, 7, 'gyp')} 8p")
    dealt.play(f"0 play {run(4, 5, 'rgb')} as stair 4-5 x3")
    assert dealt.refuse(f"1 play {run(8, 10, 'gy')} as stair 8-10 x2").clause == "C4.1"
    assert dealt.allows(f"1 play {run(6, 7, 'gyp')} as stair 6-7 x3")
    assert dealt.refuse("1 play 7g 8g 7y 8y").clause == "C4.1"  # two tracks


def test_c4_1_a_stair_does_not_beat_a_longer_one() -> None:
    dealt = deal(climbing("haggis", 3), run(4, 6, "rg"), run(9, 10, "rgb"))
    dealt.play(f"0 play {run(4, 6, 'rg')} as stair 4-6 x2")
    assert dealt.refuse("1 play 9r 10r 9g 10g").clause == "C4.1"
    assert dealt.refuse(f"1 play {run(9, 10, 'rgb')} as stair 9-10 x3").clause == "C4.1"


def test_c4_1_sets_of_the_same_size() -> None:
    dealt = deal(climbing("haggis-classic", 3), "4r 4g", "5r 5g 5b 3r 3g").play("0 play 4r 4g")
    assert dealt.allows("1 play 5r 5g")
    assert dealt.allows("1 play 5r J as set 5")
    assert dealt.refuse("1 play 5r 5g 5b").clause == "C4.1"
    assert dealt.refuse("1 play 3r 3g").clause == "C4.1"


def test_c4_2_equal_never_beats() -> None:
    dealt = deal(climbing("haggis", 3), "9r", "9b").play("0 play 9r")
    assert dealt.refuse("1 play 9b").clause == "C4.2"
    dealt = deal(climbing("haggis", 3), "4r 5r 6r", "4b 5b 6b").play("0 play 4r 5r 6r")
    assert dealt.refuse("1 play 4b 5b 6b").clause == "C4.2"
    dealt = deal(climbing("haggis", 3), "4r 5r 4y 5y", "4b 5b 4g 5g").play("0 play 4r 5r 4y 5y")
    assert dealt.refuse("1 play 4b 5b 4g 5g").clause == "C4.2"
    dealt = deal(climbing("haggis-classic", 3), "4r 4y", "4b 4g").play("0 play 4r 4y")
    assert dealt.refuse("1 play 4b 4g").clause == "C4.2"


def test_c4_2_nor_does_the_other_copy_of_a_card() -> None:
    dealt = deal(climbing("neeps"), "9r", "9r").play("0 play 9r")
    assert dealt.refuse("1 play 9r").clause == "C4.2"
