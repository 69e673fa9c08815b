"""C1 Cards and deal, C2 Combinations."""

from collections import Counter

import pytest
from tests.rules.climbing import PRESETS, Round, climbing, deal, deck, run, small

from stramash.climbing.cards import COURTS, FACES
from stramash.climbing.moves import Play
from stramash.core.cards import each
from stramash.core.errors import MoveSyntaxError
from stramash.core.match import Match

# C1.1 and C1.3: suits, copies of each card, cards in the haggis, cards dealt to each.
DEALS = {
    ("haggis", 2): ("rygb", 1, 8, 14),
    ("haggis", 3): ("rygbp", 1, 3, 14),
    ("haggis3", 3): ("rygbp", 1, 3, 14),
    ("neeps", 4): ("rygb", 2, 0, 18),
    ("tatties", 3): ("rygbp", 1, 3, 14),
    ("haggis-classic", 2): ("rygb", 1, 8, 14),
    ("haggis-classic", 3): ("rygbp", 1, 3, 14),
}


def holding(game_id: str, hand: str, seats: int | None = None) -> Round:
    """A deal in which seat 0 leads and holds these cards."""
    return deal(climbing(game_id, seats), hand)


def readings(dealt: Round, cards: str) -> list[str]:
    """What seat 0 may declare these cards as: by the moves listed, and by what the parser offers."""
    wanted = dealt.game.parse_move(f"play {cards} as single 2")
    assert isinstance(wanted, Play)
    listed = [
        str(move.combo)
        for move in dealt.game.legal(dealt.state, 0)
        if isinstance(move, Play) and move.cards == wanted.cards
    ]
    try:
        offered = [str(dealt.game.parse_move(f"play {cards}")).partition(" as ")[2]]
    except MoveSyntaxError as error:
        choices = str(error).partition("which: ")[2]
        offered = [text.removeprefix("as ") for text in choices.split(", ") if text]
    assert listed == offered
    return listed


@pytest.mark.parametrize(("game_id", "seats"), PRESETS)
def test_c1_1_the_deck(game_id: str, seats: int) -> None:
    game = climbing(game_id, seats)
    suits, copies, _, _ = DEALS[game_id, seats]
    codes = Counter(game.card_code(card) for card in game.deck())
    assert codes == Counter({f"{rank}{suit}": copies for suit in suits for rank in range(2, 11)})
    assert len(game.deck()) == {2: 36, 3: 45, 4: 72}[seats]


@pytest.mark.parametrize(("game_id", "seats"), PRESETS)
def test_c1_2_everybody_sees_everybodys_courts(game_id: str, seats: int) -> None:
    dealt = deal(climbing(game_id, seats))
    for seat in range(seats):
        assert dealt.hand(seat).endswith("J Q K")
    for viewer in (None, *range(seats)):
        assert dealt.game.view(dealt.state, viewer).table.courts == (0b111,) * seats
    dealt.play("0 play Q")
    for viewer in (None, *range(seats)):
        assert dealt.game.view(dealt.state, viewer).table.courts == (0b101, *(0b111,) * (seats - 1))


def test_c1_2_courts_are_part_of_the_hand() -> None:
    dealt = deal(small("haggis3"), run(2, 7, "r")).play(f"0 play {run(2, 7, 'r')}\n1 pass\n2 pass")
    assert dealt.counts == (3, 9, 9)
    assert dealt.waiting == {0}  # not out: three courts are left


@pytest.mark.parametrize(("game_id", "seats"), PRESETS)
def test_c1_3_hands_and_haggis(game_id: str, seats: int) -> None:
    game = climbing(game_id, seats)
    _, _, haggis, each_gets = DEALS[game_id, seats]
    dealt = deal(game, ready=False)
    assert dealt.counts == (each_gets + 3,) * seats
    assert game.view(dealt.state, None).table.haggis_count == haggis
    for seat in range(seats):
        assert len(dealt.hand(seat).split()) == each_gets + 3


def test_c1_3_nobody_sees_the_haggis() -> None:
    game = climbing("haggis3")
    one = deal(game, run(2, 8, "ry"), run(2, 8, "gb"), haggis="9r 10r 9y")
    other = deal(game, run(2, 8, "ry"), run(2, 8, "gb"), haggis="2p 3p 9b")
    assert one.state.haggis != other.state.haggis
    for viewer in (None, 0, 1):
        assert game.view(one.state, viewer) == game.view(other.state, viewer)


@pytest.mark.parametrize(("game_id", "seats"), PRESETS)
def test_c1_4_any_seat_may_be_the_first_dealer(game_id: str, seats: int) -> None:
    game = climbing(game_id, seats)
    for dealer in range(seats):
        match = Match(game, dealer)
        match.deal(game.deck())
        assert match.view(None).table.dealer == dealer


def test_c2_1_a_court_as_a_single_has_its_face_value() -> None:
    dealt = deal(climbing("haggis", 3), "10r", "9y", "10g")
    assert readings(dealt, "J") == ["single J"]
    dealt.play("0 play 10r")
    assert not dealt.allows("1 play 9y")
    dealt.play("1 play J")
    assert not dealt.allows("2 play 10g")
    assert not dealt.allows("2 play J")
    dealt.play("2 play Q\n0 play K")
    assert not dealt.allows("1 play K")
    assert all("single" not in move for move in dealt.legal(1))
    assert dealt.allows("1 play Q K")


@pytest.mark.parametrize("court", ["J", "Q", "K"])
def test_c2_1_a_single_court_is_not_wild(court: str) -> None:
    dealt = holding("haggis", "2r", 3)
    assert readings(dealt, court) == [f"single {court}"]
    assert dealt.refuse(f"0 play {court} as single 10").clause == "C2.7"


def test_c2_2_sequences() -> None:
    dealt = holding("haggis", f"{run(2, 10, 'r')} 2y 3y 5y 6g", 3)
    for length in range(3, 10):
        cards = run(2, length + 1, "r")
        assert readings(dealt, cards) == [f"sequence 2-{length + 1}"]
    assert readings(dealt, "2r 3r") == []  # two cards are not a sequence
    assert readings(dealt, "2y 3y 5y") == []  # 4 is missing
    assert readings(dealt, "2y 3y 4r") == []  # two suits
    assert dealt.refuse("0 play 2r 3r as sequence 2-3").clause == "C2.7"


def test_c2_3_stairs() -> None:
    dealt = holding("haggis", f"{run(6, 8, 'brg')} 6y 8y 5r 9b 10p", 3)
    assert readings(dealt, "6b 7b 6r 7r") == ["stair 6-7 x2"]
    assert readings(dealt, "6b 7b 8b 6r 7r 8r") == ["stair 6-8 x2"]
    assert readings(dealt, "6b 7b 6r 7r 6g 7g") == ["stair 6-7 x3"]
    assert readings(dealt, "6b 6r") == []  # one rank
    assert readings(dealt, "6b 8b 6r 8r") == []  # not consecutive
    assert readings(dealt, "6b 7b 8b 6r 7r") == []  # runs of different length
    assert readings(dealt, "6b 7b 7r 8r") == []  # different runs
    assert dealt.refuse("0 play 6b 7b 7r 8r as stair 6-7 x2").clause == "C2.7"


def test_c2_3_a_stair_may_use_all_suits() -> None:
    dealt = holding("haggis", run(6, 7, "rygbp"), 3)
    assert readings(dealt, run(6, 7, "rygbp")) == ["stair 6-7 x5"]


@pytest.mark.parametrize(("game_id", "seats"), PRESETS)
def test_c2_4_sets_in_haggis_classic_only(game_id: str, seats: int) -> None:
    dealt = deal(climbing(game_id, seats), "8r 8g 8b")
    has_sets = game_id == "haggis-classic"
    assert readings(dealt, "8r 8g 8b") == (["set 8"] if has_sets else [])
    assert readings(dealt, "8r J") == (["set 8"] if has_sets else [])
    if not has_sets:
        assert dealt.refuse("0 play 8r 8g 8b as set 8").clause == "C2.4"


def test_c2_4_sets_are_an_option_of_every_game() -> None:
    dealt = deal(climbing("neeps", sets=True), "8r 8r 8g")
    assert readings(dealt, "8r 8r 8g") == ["set 8"]
    assert readings(dealt, "8r 8r") == ["set 8"]
    assert readings(dealt, "8r 8r J") == ["set 8"]


def test_c2_5_a_court_stands_for_any_card_that_is_needed() -> None:
    dealt = holding("haggis", "5b 7b 6r 7r 9g 2y", 3)
    assert readings(dealt, "5b J 7b") == ["sequence 5-7"]
    assert readings(dealt, "6r 7r 7b K") == ["stair 6-7 x2"]
    assert readings(dealt, "9g J Q K") == ["sequence 6-9", "sequence 7-10", "stair 8-9 x2", "stair 9-10 x2"]
    assert readings(dealt, "2y J Q K") == ["sequence 2-5", "stair 2-3 x2"]


def test_c2_5_a_wild_may_stand_for_a_card_in_hand_and_for_one_that_is_played() -> None:
    dealt = holding("haggis", "5b 6b 7b", 3)
    dealt.play("0 play 5b 7b J as sequence 5-7")  # 6b stays in hand
    dealt.play("1 pass\n2 pass\n0 play 6b Q K as sequence 5-7")  # 5b and 7b were played before


def test_c2_5_at_least_one_number_card() -> None:
    dealt = holding("haggis", "5b", 3)
    assert readings(dealt, "J Q K") == ["bomb J-Q-K"]
    assert readings(dealt, "J Q") == ["bomb J-Q"]
    classic = holding("haggis-classic", "5b", 3)
    assert readings(classic, "J Q K") == ["bomb J-Q-K"]
    assert readings(classic, "J Q") == ["bomb J-Q"]
    assert dealt.refuse("0 play J Q K as sequence 4-6").clause == "C2.7"


def test_c2_6_a_wild_stands_for_2_to_10() -> None:
    dealt = holding("haggis", "9r 10r 2y 3y", 3)
    assert readings(dealt, "9r 10r J") == ["sequence 8-10"]
    assert readings(dealt, "2y 3y J") == ["sequence 2-4"]
    assert readings(dealt, "10r J Q") == ["sequence 8-10"]
    assert dealt.refuse("0 play 9r 10r J as sequence 9-J").clause == "C2.7"


def test_c2_6_runs_past_ten_in_haggis_classic() -> None:
    dealt = deal(climbing("haggis-classic", 3), "9r 10r 2r 3r", "8g 9g 10g 9b 10b", lead=1)
    dealt.play("1 play 8g 9g 10g")
    assert dealt.refuse("2 play J Q K as sequence J-K").clause == "C2.7"
    dealt.play("2 pass\n0 play 9r 10r J as sequence 9-J")
    dealt.play("1 play 10b Q K as sequence 10-Q")
    assert readings(holding("haggis-classic", "9r 10r 2r", 3), "10r J Q") == [
        "set 10",
        "sequence 8-10",
        "sequence 9-J",
        "sequence 10-Q",
    ]
    assert readings(holding("haggis-classic", "10r 2r", 3), "10r J Q K") == [
        "set 10",
        "sequence 7-10",
        "sequence 8-J",
        "sequence 9-Q",
        "sequence 10-K",
        "stair 9-10 x2",
        "stair 10-J x2",
    ]


def test_c2_7_red_5_with_two_courts_has_three_readings() -> None:
    dealt = holding("haggis", "5r", 3)
    assert readings(dealt, "5r J Q") == ["sequence 3-5", "sequence 4-6", "sequence 5-7"]
    assert dealt.refuse("0 play 5r J Q as sequence 6-8").clause == "C2.7"
    assert dealt.refuse("0 play 5r J Q as sequence 2-4").clause == "C2.7"


@pytest.mark.parametrize(("declared", "is_beaten"), [("3-5", True), ("4-6", False), ("5-7", False)])
def test_c2_7_the_reading_chosen_is_what_must_be_beaten(declared: str, is_beaten: bool) -> None:
    dealt = deal(climbing("haggis", 3), "5r", "4g 5g 6g")
    dealt.play(f"0 play 5r J Q as sequence {declared}")
    assert dealt.allows("1 play 4g 5g 6g") == is_beaten


def test_c2_7_the_same_cards_may_be_a_sequence_or_a_stair() -> None:
    dealt = holding("haggis", "6b 7b", 3)
    assert readings(dealt, "6b 7b J Q") == ["sequence 4-7", "sequence 5-8", "sequence 6-9", "stair 6-7 x2"]


def test_c2_8_two_copies_as_two_tracks() -> None:
    dealt = deal(climbing("neeps"), "6b 6b 7b 7b 8b 6r 7r")
    assert readings(dealt, "6b 6b 7b 7b") == ["stair 6-7 x2"]
    assert readings(dealt, "6b 6b 7b 7b 6r 7r") == ["stair 6-7 x3"]
    assert readings(dealt, "6b 6b 7b J") == ["stair 6-7 x2"]
    assert readings(dealt, "6b 6b J Q") == ["stair 5-6 x2", "stair 6-7 x2"]


def test_c2_8_a_sequence_uses_one_copy_of_each_rank() -> None:
    dealt = deal(climbing("neeps"), "6b 6b 7b 7b 8b")
    assert readings(dealt, "6b 7b 8b") == ["sequence 6-8"]
    assert readings(dealt, "6b 6b 7b 8b") == []
    assert readings(dealt, "6b 6b 7b") == []


def test_c2_8_is_an_option() -> None:
    dealt = deal(climbing("neeps", same_suit_tracks=False), "6b 6b 7b 7b 6r 7r")
    assert readings(dealt, "6b 6b 7b 7b") == []
    assert readings(dealt, "6b 6b 7b J") == []
    assert readings(dealt, "6b 7b 6r 7r") == ["stair 6-7 x2"]


def test_c2_9_each_play_is_listed_once() -> None:
    dealt = deal(climbing("neeps"), "6b 6b 7b 7b 6r 7r 8r 9r")
    moves = dealt.game.legal(dealt.state, 0)
    assert len(moves) == len(set(moves))
    assert dealt.legal(0).count("play 6b as single 6") == 1
    assert dealt.legal(0).count("play 6b 7b J Q as stair 6-7 x2") == 1  # whichever suit J Q are
    assert dealt.legal(0).count("play 7b J Q as sequence 6-8") == 1  # whichever court is the 6


def test_c2_9_the_order_in_which_cards_are_named_makes_no_difference() -> None:
    game = climbing("neeps")
    one = game.parse_move("play 6b 7b J Q as stair 6-7 x2")
    assert one == game.parse_move("play Q 7b J 6b as stair 6-7 x2")
    assert hash(one) == hash(game.parse_move("play Q 7b J 6b as stair 6-7 x2"))
    assert one != game.parse_move("play 6b 7b J Q as sequence 6-9")
    assert one != game.parse_move("play 6b 7b J K as stair 6-7 x2")


def test_the_deck_helper_deals_what_it_is_asked_to() -> None:
    game = climbing("tatties")
    cards = deck(game, ["2r 3r", "", "10p"], "9p 8p")
    assert sorted(cards) == sorted(game.deck())
    dealt = Round(game, game.first(0), game.start(cards, game.first(0)))
    assert [FACES.code_of[card] for card in dealt.state.haggis[:2]] == ["9p", "8p"]
    assert dealt.hand(0).startswith("2r 3r")
    assert "10p" in dealt.hand(2).split()
    assert sum(len(list(each(hand & ~COURTS))) for hand in dealt.state.hands) == 42
