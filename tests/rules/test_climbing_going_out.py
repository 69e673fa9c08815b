"""C9 Going out and the end of the round."""

import pytest
from tests.rules.climbing import FOR_THREE, Round, deal, run, small

from stramash.climbing.events import HaggisTaken, HandTaken, OutBonus, RoundEnded, WentOut
from stramash.climbing.state import Phase

SUITS = "rygb"
HAGGIS_OF_SMALL = set(f"{run(2, 10, 'b')} {run(8, 10, 'ryg')}".split())


def three(game_id: str, lead: int = 0) -> Round:
    """Seat n holds 2 to 7 of suit n and the courts; the haggis is all of blue and the 8s, 9s and 10s."""
    return deal(small(game_id, 3), *(run(2, 7, suit) for suit in SUITS[:3]), lead=lead)


def four(lead: int = 0) -> Round:
    """Seat n holds 2 to 6 of suit n and the courts."""
    return deal(small("neeps"), *(run(2, 6, suit) for suit in SUITS), lead=lead)


def all_of(seat: int, high: int = 7) -> str:
    """The play of a whole hand at once, courts included."""
    return f"{seat} play {run(2, high, SUITS[seat])} J Q K as sequence 2-{high + 3}"


@pytest.mark.parametrize("game_id", FOR_THREE)
def test_c9_1_all_but_one_are_out(game_id: str) -> None:
    dealt = three(game_id).play(all_of(0))
    assert dealt.events_of(WentOut) == [WentOut(0)]
    assert not dealt.events_of(RoundEnded)
    dealt.play(f"1 pass\n2 pass\n{all_of(1)}")
    assert dealt.events_of(WentOut) == [WentOut(0), WentOut(1)]
    assert dealt.is_in(Phase.OVER)


@pytest.mark.parametrize("game_id", ["haggis", "haggis-classic"])
def test_c9_1_one_of_two_is_out(game_id: str) -> None:
    dealt = deal(small(game_id, 2), run(2, 9, "r")).play(f"0 play {run(2, 9, 'r')}\n1 pass\n0 play J Q K")
    assert dealt.events_of(WentOut) == [WentOut(0)]
    assert dealt.is_in(Phase.OVER)


def test_c9_1_courts_count_as_cards() -> None:
    dealt = three("haggis").play(f"0 play {run(2, 7, 'r')} J Q as sequence 2-9\n1 pass\n2 pass")
    assert not dealt.events_of(WentOut)
    dealt.play("0 play K")
    assert dealt.events_of(WentOut) == [WentOut(0)]


def test_c9_1_in_neeps_both_partners() -> None:
    dealt = four().play(f"{all_of(0, 6)}\n1 pass\n2 pass\n3 pass")
    dealt.play(f"1 play 2y\n2 play 3g\n3 pass\n1 pass\n2 play 2g {run(4, 6, 'g')} J Q K as sequence 2-8")
    assert dealt.events_of(WentOut) == [WentOut(0), WentOut(2)]
    assert dealt.is_in(Phase.OVER)


def test_c9_1_in_neeps_not_when_one_of_each_side_is_out() -> None:
    dealt = four().play(f"{all_of(0, 6)}\n1 pass\n2 pass\n3 pass\n{all_of(1, 6)}\n2 pass\n3 pass")
    assert dealt.events_of(WentOut) == [WentOut(0), WentOut(1)]
    assert dealt.is_in(Phase.TRICK)
    dealt.play(all_of(2, 6))
    assert dealt.is_in(Phase.OVER)


@pytest.mark.parametrize(
    ("game_id", "bonus"), [("haggis", 15), ("tatties", 15), ("haggis3", 45), ("haggis-classic", 45)]
)
def test_c9_2_counted_at_once_or_at_the_end_of_the_trick(game_id: str, bonus: int) -> None:
    dealt = three(game_id).play("0 play J Q K\n1 pass\n2 pass")
    if dealt.is_in(Phase.TRICK_AWARD):
        dealt.play("0 award 1")
    dealt.play(f"0 play {run(2, 7, 'r')}")  # out, while both others hold 9 cards
    assert dealt.events_of(OutBonus) == ([OutBonus(0, 45)] if bonus == 45 else [])
    dealt.play(f"1 play {run(3, 7, 'y')} J as sequence 3-8")  # 3 cards left
    dealt.play(f"2 play {run(4, 7, 'g')} Q K as sequence 4-9")  # 3 cards left
    assert len(dealt.events_of(OutBonus)) == (1 if bonus == 45 else 0)
    dealt.play("1 pass")
    assert dealt.events_of(OutBonus) == [OutBonus(0, bonus)]


@pytest.mark.parametrize(
    ("game_id", "bonus"), [("haggis", 40), ("tatties", 40), ("haggis3", 45), ("haggis-classic", 45)]
)
def test_c9_2_the_example_of_the_rulebook(game_id: str, bonus: int) -> None:
    # You play your last card while the others hold 9 and 6 cards; the one with 9 plays one card on it.
    dealt = three(game_id, lead=2).play("""
        2 play 2g 3g 4g
        0 play 3r 4r 5r
        1 pass
        2 pass
        0 play 2r
        1 pass
        2 pass
        0 play 6r J Q K as sequence 6-9
        1 pass
        2 pass
    """)
    assert dealt.counts == (1, 9, 6)
    dealt.play("0 play 7r\n1 play J\n2 pass")
    assert dealt.events_of(OutBonus) == [OutBonus(0, bonus)]


@pytest.mark.parametrize("game_id", FOR_THREE)
def test_c9_2_the_largest_hand_counts_courts_included(game_id: str) -> None:
    dealt = three(game_id, lead=1).play("1 play 2y\n2 play 3g\n0 pass\n1 play J\n2 pass\n0 pass")
    assert dealt.counts == (9, 7, 8)
    dealt.play("1 play 3y\n2 pass\n0 play K\n1 pass\n2 pass")
    dealt.play(f"0 play {run(2, 7, 'r')} J Q as sequence 2-9\n1 pass\n2 pass")
    assert dealt.events_of(OutBonus) == [OutBonus(0, 40)]  # seat 1 holds 6, seat 2 8


@pytest.mark.parametrize("game_id", FOR_THREE)
def test_c9_2_every_player_who_goes_out_gets_it(game_id: str) -> None:
    dealt = three(game_id).play(f"{all_of(0)}\n1 pass\n2 pass\n{all_of(1)}")
    assert dealt.events_of(OutBonus) == [OutBonus(0, 45), OutBonus(1, 45)]
    assert dealt.lines("C9.2") == [(0, 45), (1, 45)]


@pytest.mark.parametrize("game_id", ["haggis", "tatties"])
def test_c9_2_a_later_bomb_in_the_trick_makes_the_bonus_smaller(game_id: str) -> None:
    dealt = three(game_id).play("0 play J Q K\n1 pass\n2 pass")
    if game_id == "haggis":
        dealt.play("0 award 1")
    dealt.play("""
        0 play 2r 3r 4r
        1 play 4y 5y 6y
        2 pass
        0 pass
        1 play 2y 3y J as sequence 2-4
        2 play 5g 6g 7g
        0 pass
        1 pass
        2 play 2g
        0 pass
        1 pass
        2 play 3g
        0 play 5r
        1 play 7y
        2 pass
        0 pass
        1 play Q
        2 pass
        0 pass
    """)
    assert dealt.counts == (2, 1, 4)  # 6r 7r; K; 4g J Q K
    # Seat 1 leads K and is out; seat 2 answers with a bomb and seat 0 passes.
    dealt.play("1 play K")
    assert dealt.events_of(OutBonus) == []
    dealt.play("2 play J Q K")
    assert dealt.events_of(OutBonus) == []
    dealt.play("0 pass")
    assert dealt.events_of(OutBonus) == [OutBonus(1, 10)]  # seat 0's two cards; seat 2 is down to one


def test_c9_2_in_neeps_only_the_other_side_counts() -> None:
    dealt = four().play(
        "0 play 2r\n1 play 3y\n2 pass\n3 play 4b\n0 pass\n1 play J\n2 pass\n3 play Q\n0 pass\n1 pass"
    )
    dealt.play("2 pass\n3 play 2b\n0 pass\n1 play 4y\n2 pass\n3 pass\n0 play K\n1 pass\n2 pass\n3 pass")
    assert dealt.counts == (6, 5, 8, 5)
    dealt.play(f"0 play {run(3, 6, 'r')} J Q as sequence 3-8")
    assert dealt.events_of(OutBonus) == [OutBonus(0, 25)]  # the partner's 8 cards do not count


def test_c9_2_in_neeps_it_is_counted_at_once() -> None:
    dealt = four().play(f"0 play J Q K\n1 pass\n2 pass\n3 pass\n0 lead 0\n0 play {run(2, 6, 'r')}")
    assert dealt.events_of(OutBonus) == [OutBonus(0, 40)]
    dealt.play(f"1 play {run(3, 6, 'y')} J as sequence 3-7")
    assert dealt.events_of(OutBonus) == [OutBonus(0, 40)]


def test_c9_2_the_sheep_are_opponents_of_each_other() -> None:
    dealt = deal(small("tatties"), *(run(2, 7, suit) for suit in "ryg"), dealer=0, ready=False)
    dealt.play("0 bid 45\n1 pass\n2 pass")
    drawn = dealt.hand(0).split()
    back = next(card for card in drawn if card not in [*run(2, 7, "r").split(), "J", "Q", "K"])
    dealt.play(f"0 putback {back}\n0 play 2r 3r 4r 5r\n1 play 3y 4y 5y 6y\n2 pass\n0 pass")
    dealt.play("1 play 2y\n2 pass\n0 play J\n1 play Q\n2 pass\n0 pass")
    dealt.play("1 play J K\n2 pass\n0 pass\n1 play 7y\n2 pass\n0 pass")
    # The Shepherd holds 4 cards, the other Sheep 9.
    assert dealt.counts == (4, 0, 9)
    assert dealt.events_of(OutBonus) == [OutBonus(1, 45)]


def test_c9_3_in_haggis_the_last_to_play_takes_the_haggis() -> None:
    dealt = three("haggis").play(f"{all_of(0)}\n1 pass\n2 pass\n{all_of(1)}")
    (taken,) = dealt.events_of(HaggisTaken)
    assert taken.receiver == 1
    assert dealt.pile(1) >= HAGGIS_OF_SMALL
    assert dealt.pile(0) & HAGGIS_OF_SMALL == set()


@pytest.mark.parametrize("receiver", [0, 2])
def test_c9_3_in_haggis_a_bomb_lets_its_player_choose_an_opponent(receiver: int) -> None:
    dealt = three("haggis").play(f"""
        {all_of(0)}
        1 pass
        2 pass
        1 play {run(2, 7, "y")}
        2 pass
        1 play J Q K
        1 award 2
    """)
    assert dealt.is_in(Phase.HAGGIS_AWARD)
    assert dealt.waiting == {1}
    assert dealt.legal(1) == ["award 0", "award 2"]
    assert dealt.refuse("1 award 1").clause == "C9.3"
    assert dealt.refuse("1 award 5").clause == "C9.3"
    assert dealt.refuse("0 award 0").clause == "C9.3"
    dealt.play(f"1 award {receiver}")
    assert dealt.pile(receiver) >= HAGGIS_OF_SMALL
    assert dealt.pile(2) >= {"J1", "Q1", "K1"}  # the trick and the haggis may go to different players
    assert dealt.is_in(Phase.OVER)


def test_c9_3_in_haggis_an_earlier_bomb_does_not_matter() -> None:
    dealt = three("haggis").play(
        f"0 play J Q K\n1 pass\n2 pass\n0 award 1\n0 play {run(2, 7, 'r')}\n1 pass\n2 pass"
    )
    dealt.play(all_of(1))
    assert dealt.events_of(HaggisTaken)[0].receiver == 1


def test_c9_3_with_two_players_a_bomb_gives_the_haggis_to_the_other() -> None:
    dealt = deal(small("haggis", 2), run(2, 9, "r")).play(f"0 play {run(2, 9, 'r')}\n1 pass\n0 play J Q K")
    (taken,) = dealt.events_of(HaggisTaken)
    assert taken.receiver == 1
    assert dealt.is_in(Phase.OVER)


@pytest.mark.parametrize("game_id", ["haggis3", "tatties", "haggis-classic"])
def test_c9_3_elsewhere_the_first_out_takes_it(game_id: str) -> None:
    dealt = three(game_id).play(f"{all_of(0)}\n1 pass\n2 pass\n{all_of(1)}")
    assert dealt.events_of(HaggisTaken)[0].receiver == 0
    assert dealt.pile(0) >= HAGGIS_OF_SMALL


@pytest.mark.parametrize("game_id", ["haggis3", "tatties", "haggis-classic"])
def test_c9_3_the_first_out_takes_it_after_a_bomb_too(game_id: str) -> None:
    dealt = three(game_id).play(f"{all_of(0)}\n1 pass\n2 pass\n1 play {run(2, 7, 'y')}\n2 pass\n1 play J Q K")
    if dealt.is_in(Phase.TRICK_AWARD):
        dealt.play("1 award 2")
    assert dealt.events_of(HaggisTaken)[0].receiver == 0
    assert dealt.is_in(Phase.OVER)


def test_c9_3_in_neeps_there_is_no_haggis() -> None:
    dealt = four().play(
        f"{all_of(0, 6)}\n1 pass\n2 pass\n3 pass\n{all_of(1, 6)}\n2 pass\n3 pass\n{all_of(2, 6)}"
    )
    assert dealt.events_of(HaggisTaken) == []


def test_c9_3_between_sides_the_haggis_is_one_sides_without_a_choice() -> None:
    # An option that no preset of neeps has: a haggis that goes to the last to play.
    game = small("neeps", haggis_to="last-to-play")
    dealt = deal(game, *(run(2, 6, suit) for suit in SUITS))
    dealt.play(f"{all_of(0, 6)}\n1 pass\n2 play J Q K\n3 pass\n1 pass")
    dealt.play("2 play 2g 3g 4g\n3 pass\n1 pass\n2 play 5g\n3 pass\n1 pass\n2 play 6g")
    assert dealt.events_of(HaggisTaken)[0].receiver == 2
    dealt = deal(game, *(run(2, 6, suit) for suit in SUITS))
    dealt.play(f"{all_of(0, 6)}\n1 pass\n2 pass\n3 pass\n1 play 2y\n2 play 3g\n3 pass\n1 pass")
    dealt.play("2 play 2g\n3 pass\n1 pass\n2 play 4g 5g 6g\n3 pass\n1 pass\n2 play J Q K")
    assert dealt.events_of(HaggisTaken)[0].receiver in (1, 3)


@pytest.mark.parametrize(
    ("game_id", "receiver"), [("haggis", None), ("haggis3", 1), ("tatties", 0), ("haggis-classic", 0)]
)
def test_c9_4_the_last_hand(game_id: str, receiver: int | None) -> None:
    dealt = three(game_id).play(f"{all_of(0)}\n1 pass\n2 pass\n{all_of(1)}")
    last = {*run(2, 7, "g").split(), "J2", "Q2", "K2"}
    for seat in range(3):
        assert dealt.pile(seat) & last == (last if seat == receiver else set())
    assert [event.receiver for event in dealt.events_of(HandTaken)] == (
        [] if receiver is None else [receiver]
    )


@pytest.mark.parametrize(("game_id", "receiver"), [("haggis", None), ("haggis-classic", 0)])
def test_c9_4_the_last_hand_of_two(game_id: str, receiver: int | None) -> None:
    dealt = deal(small(game_id, 2), run(2, 9, "r"), run(2, 9, "y"))
    dealt.play(f"0 play {run(2, 9, 'r')}\n1 pass\n0 play J Q K")
    assert ("2y" in dealt.pile(0)) == (receiver == 0)
    assert "2y" not in dealt.pile(1)


@pytest.mark.parametrize(("third", "last"), [(2, 3), (3, 2)])
def test_c9_4_in_neeps_the_first_out_even_from_the_partner(third: int, last: int) -> None:
    dealt = four().play(f"{all_of(0, 6)}\n1 pass\n2 pass\n3 pass\n{all_of(1, 6)}\n2 pass\n3 pass")
    if third == 3:
        dealt.play("2 play 2g\n3 play 3b\n2 pass\n3 play 2b 4b 5b 6b J Q K as sequence 2-8")
    else:
        dealt.play(all_of(2, 6))
    (taken,) = dealt.events_of(HandTaken)
    assert (taken.owner, taken.receiver) == (last, 0)
    assert {f"J{last}", f"Q{last}", f"K{last}"} <= dealt.pile(0)


def test_c9_5_slam_the_second_out_takes_both_hands() -> None:
    dealt = four().play(f"{all_of(0, 6)}\n1 pass\n2 play J Q\n3 pass\n1 pass")
    dealt.play(f"2 play {run(2, 6, 'g')} K as sequence 2-7")
    assert [(event.owner, event.receiver) for event in dealt.events_of(HandTaken)] == [(1, 2), (3, 2)]
    hands = {*run(2, 6, "yb").split(), "J1", "Q1", "K1", "J3", "Q3", "K3"}
    assert hands <= dealt.pile(2)


def test_c9_5_no_slam_when_the_partner_is_only_third() -> None:
    dealt = four().play(
        f"{all_of(0, 6)}\n1 pass\n2 pass\n3 pass\n{all_of(1, 6)}\n2 pass\n3 pass\n{all_of(2, 6)}"
    )
    assert [(event.owner, event.receiver) for event in dealt.events_of(HandTaken)] == [(3, 0)]
