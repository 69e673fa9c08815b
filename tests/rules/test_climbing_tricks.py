"""C5 The trick, C6 Who takes it, C7 The lead."""

import pytest
from tests.rules.climbing import FOR_THREE, PRESETS, Round, climbing, deal, run, small

from stramash.climbing.events import Leads, TrickTaken
from stramash.climbing.moves import Award
from stramash.climbing.state import Phase

SUITS = "rygb"


def three(game_id: str, lead: int = 0) -> Round:
    """Seat n holds 2 to 7 of suit n and the courts."""
    return deal(small(game_id, 3), *(run(2, 7, suit) for suit in SUITS[:3]), lead=lead)


def four(lead: int = 0) -> Round:
    """Seat n holds 2 to 6 of suit n and the courts."""
    return deal(small("neeps"), *(run(2, 6, suit) for suit in SUITS), lead=lead)


def all_of(seat: int, high: int = 7) -> str:
    """The play of a whole hand at once, courts included."""
    return f"{seat} play {run(2, high, SUITS[seat])} J Q K as sequence 2-{high + 3}"


@pytest.mark.parametrize(("game_id", "seats"), PRESETS)
def test_c5_1_the_leader_must_play(game_id: str, seats: int) -> None:
    dealt = deal(climbing(game_id, seats))
    assert dealt.refuse("0 pass").clause == "C5.1"
    assert "pass" not in dealt.legal(0)


def test_c5_1_turns_go_to_the_left() -> None:
    dealt = four(lead=2)
    for seat, rank in ((2, "2g"), (3, "3b"), (0, "4r"), (1, "5y"), (2, "6g"), (3, "J"), (0, "Q")):
        assert dealt.waiting == {seat}
        assert dealt.refuse_move((seat + 1) % 4, dealt.game.parse_move(f"play {rank}")).clause == "C5.1"
        dealt.play(f"{seat} play {rank}")
    assert dealt.waiting == {1}


def test_c5_1_turns_pass_over_players_who_are_out() -> None:
    dealt = four().play(f"{all_of(0, 6)}\n1 pass\n2 pass\n3 pass")
    dealt.play("1 play 2y\n2 play 3g\n3 play 4b")
    assert dealt.waiting == {1}
    dealt.play("1 pass\n2 pass")
    assert dealt.waiting == {3}  # seat 3 has won the trick
    dealt.play("3 play 2b")
    assert dealt.waiting == {1}


@pytest.mark.parametrize("game_id", FOR_THREE)
def test_c5_2_you_may_play_after_a_pass(game_id: str) -> None:
    dealt = three(game_id).play("0 play 2r\n1 pass\n2 play 3g\n0 pass\n1 play 4y\n2 pass\n0 play 5r")
    assert dealt.waiting == {1}


def test_c5_2_in_neeps() -> None:
    dealt = four().play(
        "0 play 2r\n1 pass\n2 pass\n3 play 3b\n0 pass\n1 play 4y\n2 play 5g\n3 pass\n0 play 6r"
    )
    assert dealt.waiting == {1}


@pytest.mark.parametrize("game_id", FOR_THREE)
def test_c5_3_only_passes_after_the_highest_play_count(game_id: str) -> None:
    dealt = three(game_id).play("0 play 2r\n1 pass\n2 play 3g\n0 pass")
    assert not dealt.events_of(TrickTaken)
    assert dealt.waiting == {1}  # seat 1's first pass was before the highest play
    dealt.play("1 pass")
    assert dealt.events_of(TrickTaken) == [TrickTaken(2, 2)]
    assert dealt.waiting == {2}


@pytest.mark.parametrize("game_id", ["haggis", "haggis-classic"])
def test_c5_3_one_pass_ends_a_trick_of_two_players(game_id: str) -> None:
    dealt = deal(climbing(game_id, 2), "2r", "3y").play("0 play 2r\n1 play 3y\n0 pass")
    assert dealt.events_of(TrickTaken) == [TrickTaken(1, 1)]
    assert dealt.waiting == {1}


def test_c5_3_three_passes_end_a_trick_in_neeps() -> None:
    dealt = four().play("0 play 2r\n1 pass\n2 pass")
    assert not dealt.events_of(TrickTaken)
    dealt.play("3 pass")
    assert dealt.events_of(TrickTaken) == [TrickTaken(0, 0)]


@pytest.mark.parametrize("game_id", FOR_THREE)
def test_c5_3_when_the_highest_player_is_out_all_others_must_pass(game_id: str) -> None:
    dealt = three(game_id).play(f"{all_of(0)}\n1 pass")
    assert not dealt.events_of(TrickTaken)
    dealt.play("2 pass")
    assert dealt.events_of(TrickTaken) == [TrickTaken(0, 0)]


@pytest.mark.parametrize("game_id", FOR_THREE)
def test_c5_3_when_another_is_out_one_pass_is_enough(game_id: str) -> None:
    dealt = three(game_id).play(f"{all_of(0)}\n1 pass\n2 pass\n1 play 2y\n2 play 3g\n1 pass")
    assert dealt.events_of(TrickTaken)[-1] == TrickTaken(2, 2)
    assert dealt.waiting == {2}


def test_c5_3_a_player_who_goes_out_and_is_beaten_is_not_asked() -> None:
    dealt = three("haggis3").play("0 play J Q K\n1 pass\n2 pass\n0 award 1")
    dealt.play(f"0 play {run(2, 7, 'r')}")  # out
    dealt.play(f"1 play {run(3, 7, 'y')} J as sequence 3-8\n2 pass")
    assert dealt.events_of(TrickTaken)[-1] == TrickTaken(1, 1)
    assert dealt.waiting == {1}


def test_c5_3_in_neeps_one_pass_fewer_for_each_who_is_out() -> None:
    dealt = four().play(f"{all_of(0, 6)}\n1 pass\n2 pass\n3 pass")
    dealt.play("1 play 2y\n2 pass\n3 pass")
    assert dealt.events_of(TrickTaken)[-1] == TrickTaken(1, 1)
    dealt.play(f"1 play {run(3, 6, 'y')} J Q K as sequence 3-9\n2 pass\n3 pass")  # seat 1 is out too
    assert dealt.events_of(TrickTaken)[-1] == TrickTaken(1, 1)
    dealt.play("2 play 2g\n3 pass")
    assert dealt.events_of(TrickTaken)[-1] == TrickTaken(2, 2)


@pytest.mark.parametrize("game_id", FOR_THREE)
def test_c5_4_the_round_is_over_at_once(game_id: str) -> None:
    dealt = three(game_id).play(f"{all_of(0)}\n1 pass\n2 pass\n{all_of(1)}")
    assert dealt.is_in(Phase.OVER)  # seat 2 may not answer, though it could with a bomb
    assert dealt.waiting == set()
    assert dealt.refuse("2 play J Q").clause == "C9.1"
    assert dealt.events_of(TrickTaken)[-1] == TrickTaken(1, 1)


@pytest.mark.parametrize("game_id", ["haggis", "haggis-classic"])
def test_c5_4_with_two_players(game_id: str) -> None:
    dealt = deal(small(game_id, 2), run(2, 9, "r"), run(2, 9, "y"))
    dealt.play(f"0 play J\n1 play Q\n0 play K\n1 pass\n0 play {run(2, 9, 'r')} Q as sequence 2-10")
    assert dealt.is_in(Phase.OVER)
    assert dealt.result.scores[0] > 0


def test_c5_4_when_both_partners_are_out() -> None:
    dealt = four().play(f"{all_of(0, 6)}\n1 pass\n2 play J Q\n3 pass\n1 pass")
    dealt.play(f"2 play {run(2, 6, 'g')} K as sequence 2-7")
    assert dealt.is_in(Phase.OVER)


@pytest.mark.parametrize(("game_id", "seats"), PRESETS)
def test_c6_1_the_highest_combination_takes_all_cards_of_the_trick(game_id: str, seats: int) -> None:
    dealt = deal(climbing(game_id, seats), "2r", "3y").play("0 play 2r\n1 play 3y")
    dealt.play("\n".join(f"{seat % seats} pass" for seat in range(2, seats + 1)))
    assert dealt.pile(1) == {"2r", "3y"}
    assert all(dealt.pile(seat) == set() for seat in range(seats) if seat != 1)
    assert dealt.waiting == {1}


def test_c6_1_courts_of_several_players_meet_in_one_pile() -> None:
    dealt = three("haggis").play("0 play J\n1 play Q\n2 play K\n0 pass\n1 pass\n2 play J\n0 pass\n1 pass")
    assert dealt.pile(2) == {"J0", "Q1", "K2", "J2"}


@pytest.mark.parametrize("game_id", ["haggis", "haggis3"])
@pytest.mark.parametrize("receiver", [0, 2])
def test_c6_2_the_player_of_the_bomb_chooses_who_gets_the_cards(game_id: str, receiver: int) -> None:
    dealt = three(game_id).play("0 play 2r\n1 play J Q\n2 pass\n0 pass")
    assert dealt.is_in(Phase.TRICK_AWARD)
    assert dealt.waiting == {1}
    assert dealt.game.legal(dealt.state, 1)[:2] == (Award(0), Award(2))
    assert dealt.refuse("1 award 1").clause == "C6.2"
    assert dealt.refuse("1 award 3").clause == "C6.2"
    dealt.play(f"1 award {receiver}")
    assert dealt.pile(receiver) == {"2r", "J1", "Q1"}
    assert dealt.pile(1) == set()
    assert dealt.waiting == {1}  # the winner leads, whoever got the cards


@pytest.mark.parametrize("game_id", ["haggis", "haggis3"])
def test_c6_2_the_receiver_may_be_out(game_id: str) -> None:
    dealt = three(game_id).play(f"{all_of(0)}\n1 pass\n2 pass\n1 play 2y\n2 play J K\n1 pass\n2 award 0")
    assert {"2y", "J2", "K2"} <= dealt.pile(0)


def test_c6_2_the_second_highest_combination_gets_a_bombed_trick() -> None:
    dealt = three("haggis-classic").play("0 play 2r\n1 play 7y\n2 play J Q\n0 pass\n1 pass")
    assert dealt.is_in(Phase.TRICK)
    assert dealt.pile(1) == {"2r", "7y", "J2", "Q2"}
    assert dealt.waiting == {2}  # the winner leads, whoever got the cards


def test_c6_2_the_second_highest_may_be_a_bomb_and_its_player_out() -> None:
    dealt = three("haggis-classic").play("0 play 2r\n1 play J Q\n2 play J K\n0 pass\n1 pass")
    assert dealt.pile(1) == {"2r", "J1", "Q1", "J2", "K2"}
    dealt = three("haggis-classic").play(f"{all_of(0)}\n1 play J K\n2 pass")
    assert dealt.pile(0) == {*run(2, 7, "r").split(), "J0", "Q0", "K0", "J1", "K1"}
    assert dealt.waiting == {1}


@pytest.mark.parametrize("receiver", [0, 2])
def test_c6_2_a_bomb_that_was_led_goes_to_an_opponent_of_choice(receiver: int) -> None:
    dealt = three("haggis-classic", lead=1).play("1 play J Q\n2 pass\n0 pass")
    assert dealt.is_in(Phase.TRICK_AWARD)
    assert dealt.refuse("1 award 1").clause == "C6.2"
    dealt.play(f"1 award {receiver}")
    assert dealt.pile(receiver) == {"J1", "Q1"}


def test_c6_2_the_example_of_the_rulebook() -> None:
    hands = ("7r 3r 5r 9r", "10y", "2g")
    dealt = deal(small("haggis-classic", 3), *hands).play("0 play 7r\n1 play 10y\n2 play J Q\n0 pass\n1 pass")
    assert dealt.pile(1) == {"7r", "10y", "J2", "Q2"}
    hands = ("2r 3r 5r 7r 9r", "10y", "2g")
    dealt = deal(small("haggis-classic", 3), *hands).play(
        "0 play 2r\n1 play 10y\n2 play J Q\n0 play 3r 5r 7r 9r\n1 pass\n2 pass"
    )
    assert dealt.pile(2) == {"2r", "10y", "J2", "Q2", "3r", "5r", "7r", "9r"}


@pytest.mark.parametrize("game_id", ["haggis", "haggis-classic"])
def test_c6_2_with_two_players_it_is_the_other(game_id: str) -> None:
    dealt = deal(small(game_id, 2), "2r").play("0 play 2r\n1 play J Q\n0 pass")
    assert dealt.pile(0) == {"2r", "J1", "Q1"}
    assert dealt.waiting == {1}


@pytest.mark.parametrize("winner", range(4))
def test_c6_2_in_neeps_the_other_side_gets_the_cards(winner: int) -> None:
    dealt = four(lead=winner).play(f"{winner} play J Q")
    dealt.play("\n".join(f"{(winner + step) % 4} pass" for step in (1, 2, 3)))
    own = dealt.pile(winner) | dealt.pile((winner + 2) % 4)
    other = dealt.pile((winner + 1) % 4) | dealt.pile((winner + 3) % 4)
    assert own == set()
    assert other == {f"J{winner}", f"Q{winner}"}


def test_c6_2_in_tatties_a_bomb_keeps_the_cards() -> None:
    dealt = three("tatties").play("0 play 2r\n1 play J Q\n2 pass\n0 pass")
    assert dealt.pile(1) == {"2r", "J1", "Q1"}
    assert dealt.waiting == {1}
    assert dealt.is_in(Phase.TRICK)


def test_c6_2_a_bomb_that_is_beaten_by_a_bomb_costs_only_the_winner() -> None:
    dealt = three("haggis").play("0 play 2r\n1 play J Q\n2 play J K\n0 pass\n1 pass")
    assert dealt.waiting == {2}
    dealt.play("2 award 1")
    assert dealt.pile(1) == {"2r", "J1", "Q1", "J2", "K2"}


def test_c6_2_the_trick_that_ends_the_round() -> None:
    dealt = three("haggis3").play(f"""
        {all_of(0)}
        1 pass
        2 pass
        1 play {run(2, 7, "y")}
        2 pass
        1 play J Q K
    """)
    assert dealt.is_in(Phase.TRICK_AWARD)
    dealt.play("1 award 2")
    assert dealt.pile(2) == {"J1", "Q1", "K1"}
    assert dealt.is_in(Phase.OVER)


@pytest.mark.parametrize("game_id", FOR_THREE)
def test_c7_1_the_winner_leads(game_id: str) -> None:
    dealt = three(game_id).play("0 play 2r\n1 play 3y\n2 pass\n0 play 4r\n1 pass\n2 play 5g\n0 pass\n1 pass")
    assert dealt.waiting == {2}
    assert dealt.refuse("2 pass").clause == "C5.1"


@pytest.mark.parametrize("game_id", FOR_THREE)
@pytest.mark.parametrize("winner", [0, 1, 2])
def test_c7_1_if_the_winner_is_out_the_next_to_the_left_leads(game_id: str, winner: int) -> None:
    left, far = (winner + 1) % 3, (winner + 2) % 3
    dealt = three(game_id, lead=winner).play(f"{all_of(winner)}\n{left} pass\n{far} pass")
    assert dealt.waiting == {left}


def test_c7_1_the_next_to_the_left_who_holds_cards() -> None:
    dealt = four(lead=1).play(f"{all_of(1, 6)}\n2 pass\n3 pass\n0 pass")
    assert dealt.waiting == {2}
    dealt.play("2 play 2g\n3 pass\n0 play 3r\n2 pass\n3 pass")
    dealt.play("0 play 2r 4r 5r 6r J Q K as sequence 2-8\n2 pass\n3 pass")  # out; seat 1 is out as well
    assert dealt.waiting == {2}


@pytest.mark.parametrize("leader", [0, 2])
def test_c7_2_a_bomb_lets_its_player_lead_or_name_the_partner(leader: int) -> None:
    dealt = four().play("0 play J Q\n1 pass\n2 pass\n3 pass")
    assert dealt.is_in(Phase.NAMING_LEAD)
    assert dealt.waiting == {0}
    assert dealt.legal(0) == ["lead 0", "lead 2"]
    assert dealt.refuse("0 lead 1").clause == "C7.2"
    assert dealt.refuse("0 lead 7").clause == "C7.2"
    dealt.play(f"0 lead {leader}")
    assert dealt.waiting == {leader}


def test_c7_2_the_partner_cannot_refuse() -> None:
    dealt = four().play("0 play J Q\n1 pass\n2 pass\n3 pass\n0 lead 2")
    assert dealt.refuse("2 pass").clause == "C5.1"
    assert dealt.refuse("2 lead 0").clause == "C5.1"


def test_c7_2_not_without_a_bomb() -> None:
    dealt = four().play("0 play 2r\n1 play J Q\n2 pass\n3 pass\n0 pass\n1 lead 1")
    dealt.play("1 play 2y\n2 pass\n3 pass\n0 pass")
    assert dealt.is_in(Phase.TRICK)
    assert dealt.waiting == {1}


def test_c7_2_the_partner_must_hold_cards() -> None:
    dealt = four().play(f"{all_of(0, 6)}\n1 pass\n2 play J Q\n3 pass\n1 pass")
    assert dealt.is_in(Phase.TRICK)
    assert dealt.waiting == {2}


@pytest.mark.parametrize("leader", [1, 2])
def test_c7_2_a_winner_who_is_out_may_name_the_partner(leader: int) -> None:
    dealt = four().play(
        f"0 play {run(2, 6, 'r')}\n1 pass\n2 pass\n3 pass\n0 play J Q K\n1 pass\n2 pass\n3 pass"
    )
    assert dealt.waiting == {0}  # out, but still to choose
    assert dealt.legal(0) == ["lead 1", "lead 2"]
    dealt.play(f"0 lead {leader}")
    assert dealt.waiting == {leader}


def test_c7_2_nothing_to_choose_when_the_partner_would_lead_anyway() -> None:
    dealt = four(lead=1).play(f"{all_of(1, 6)}\n2 pass\n3 pass\n0 pass")
    dealt.play("2 play 2g\n3 pass\n0 play 3r\n2 pass\n3 pass")
    dealt.play("0 play 2r\n2 pass\n3 pass\n0 play 4r 5r 6r\n2 pass\n3 pass\n0 play J Q K\n2 pass\n3 pass")
    assert dealt.is_in(Phase.TRICK)
    assert dealt.events_of(Leads)[-1] == Leads(2)


def test_c7_2_is_an_option() -> None:
    game = small("neeps", partner_may_lead=False)
    dealt = deal(game).play("0 play J Q\n1 pass\n2 pass\n3 pass")
    assert dealt.is_in(Phase.TRICK)
    assert dealt.waiting == {0}
