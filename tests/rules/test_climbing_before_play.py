"""C8 Before the first trick: passing in neeps, the auction and the haggis in tatties, the first lead."""

from random import Random

import pytest
from tests.rules.climbing import PRESETS, Round, climbing, deal, run, small

from stramash.climbing.cards import FACES
from stramash.climbing.events import CardChosen, CardsPassed, HaggisDrawn, HaggisReturned
from stramash.climbing.moves import GiveCard
from stramash.climbing.state import Phase


def neeps() -> Round:
    return deal(small("neeps"), *(run(2, 6, suit) for suit in "rygb"), ready=False)


def tatties(totals: tuple[int, ...] = (0, 0, 0), dealer: int = 0, haggis: str = "8b 9b 10b") -> Round:
    return deal(
        climbing("tatties"),
        f"{run(2, 10, 'r')} {run(2, 6, 'b')}",
        f"{run(2, 10, 'y')} {run(2, 6, 'p')}",
        f"{run(2, 10, 'g')} {run(7, 10, 'p')} 7b",
        haggis=haggis,
        dealer=dealer,
        totals=totals,
        ready=False,
    )


def test_c8_1_cards_change_hands_at_once_and_twice() -> None:
    dealt = neeps()
    assert dealt.is_in(Phase.PASSING)
    assert dealt.waiting == {0, 1, 2, 3}
    dealt.play("2 give 4g\n0 give 2r\n3 give 6b")
    assert dealt.waiting == {1}
    assert dealt.hand(0) == f"{run(2, 6, 'r')} J Q K"  # nothing has changed hands yet
    dealt.play("1 give 3y")
    assert dealt.hand(0) == "3r 4r 5r 6r 4g J Q K"
    assert dealt.hand(2) == "2r 2g 3g 5g 6g J Q K"
    assert dealt.hand(1) == "2y 4y 5y 6y 6b J Q K"
    assert dealt.hand(3) == "3y 2b 3b 4b 5b J Q K"
    assert dealt.is_in(Phase.PASSING)
    assert dealt.waiting == {0, 1, 2, 3}
    dealt.play("0 give 3r\n1 give 2y\n2 give 2g\n3 give 2b")
    assert dealt.hand(0) == "4r 5r 6r 2g 4g J Q K"
    assert dealt.hand(2) == "2r 3r 3g 5g 6g J Q K"
    assert dealt.is_in(Phase.TRICK)


def test_c8_1_nobody_sees_what_comes_before_choosing() -> None:
    dealt = neeps().play("0 give 2r")
    for viewer in (None, 1, 2, 3):
        (chosen,) = dealt.events_of(CardChosen)
        assert chosen.seen_by(viewer) == CardChosen(0, None)
    other = neeps().play("0 give 3r")
    assert dealt.game.view(dealt.state, 2) == other.game.view(other.state, 2)
    assert dealt.game.view(dealt.state, 0) != other.game.view(other.state, 0)


def test_c8_1_only_the_two_partners_see_the_cards_that_changed_hands() -> None:
    dealt = neeps().play("0 give 2r\n1 give 3y\n2 give 4g\n3 give 6b")
    (passed,) = dealt.events_of(CardsPassed)
    assert [card is not None for card in passed.seen_by(0).cards] == [True, False, True, False]
    assert [card is not None for card in passed.seen_by(3).cards] == [False, True, False, True]
    assert passed.seen_by(None).cards == (None,) * 4


def test_c8_1_a_card_just_received_may_be_passed_back() -> None:
    dealt = neeps().play("0 give 2r\n1 give 3y\n2 give 4g\n3 give 6b")
    dealt.play("0 give 4g\n1 give 6b\n2 give 2r\n3 give 3y")
    assert [dealt.hand(seat) for seat in range(4)] == [f"{run(2, 6, suit)} J Q K" for suit in "rygb"]


def test_c8_1_a_player_remembers_what_the_partner_got_and_gave_back() -> None:
    dealt = neeps().play("0 give 2r\n1 give 3y\n2 give 4g\n3 give 6b")
    dealt.play("0 give 3r\n1 give 6b\n2 give 2r\n3 give 3y")
    game, view = dealt.game, dealt.game.view(dealt.state, 0)
    rng = Random(1)
    for _ in range(20):
        state = game.determinize(view, rng)
        partners_hand = FACES.write(state.hands[2]).split()
        assert "3r" in partners_hand  # given and kept
        assert "2r" not in partners_hand  # given and passed back
        assert game.view(state, 0) == view


def test_c8_1_both_copies_of_a_card_may_be_passed() -> None:
    dealt = deal(climbing("neeps"), "5r 5r", "2y", "6g", "2b", ready=False)
    dealt.play("0 give 5r\n1 give 2y\n2 give 6g\n3 give 2b")
    dealt.play("0 give 5r\n1 give 2b\n2 give 5r\n3 give 2y")
    assert dealt.hand(0).split().count("5r") == 1
    assert dealt.hand(2).split().count("5r") == 1


@pytest.mark.parametrize("court", ["J", "Q", "K"])
def test_c8_1_courts_are_never_passed(court: str) -> None:
    dealt = neeps()
    assert dealt.refuse(f"0 give {court}").clause == "C8.1"
    gifts = [move for move in dealt.game.legal(dealt.state, 0) if isinstance(move, GiveCard)]
    assert [str(move) for move in gifts] == [f"give {card}" for card in run(2, 6, "r").split()]


def test_c8_1_what_is_refused_while_passing() -> None:
    dealt = neeps()
    assert dealt.refuse("0 give 2y").clause == "C8.1"  # not held
    assert dealt.refuse("0 play 2r").clause == "C8.1"
    assert dealt.refuse("0 pass").clause == "C8.1"
    dealt.play("0 give 2r")
    assert dealt.refuse("0 give 3r").clause == "C8.1"  # the choice is made
    assert dealt.refuse("0 give 2r").clause == "C8.1"


def test_c8_1_there_is_no_passing_in_the_other_games() -> None:
    for game_id, seats in PRESETS:
        if game_id != "neeps":
            assert not deal(climbing(game_id, seats), ready=False).is_in(Phase.PASSING)


def test_c8_2_bids_go_round_from_the_dealer() -> None:
    dealt = tatties(dealer=1)
    assert dealt.is_in(Phase.AUCTION)
    assert dealt.waiting == {1}
    assert dealt.legal(1) == ["bid 15", "bid 30", "bid 45", "pass"]
    dealt.play("1 bid 15")
    assert dealt.legal(2) == ["bid 30", "bid 45", "pass"]
    dealt.play("2 bid 30")
    assert dealt.refuse("0 bid 30").clause == "C8.2"
    assert dealt.refuse("0 bid 15").clause == "C8.2"
    dealt.play("0 bid 45\n1 pass")
    assert dealt.is_in(Phase.AUCTION)
    dealt.play("2 pass")
    assert dealt.is_in(Phase.PUTTING_BACK)
    assert dealt.waiting == {0}


def test_c8_2_a_pass_is_final() -> None:
    dealt = tatties().play("0 pass\n1 bid 15\n2 bid 30")
    assert dealt.waiting == {1}  # seat 0 is not asked again
    assert dealt.refuse("0 bid 45").clause == "C8.2"
    dealt.play("1 bid 45\n2 pass")
    assert dealt.waiting == {1}
    assert dealt.is_in(Phase.PUTTING_BACK)


def test_c8_2_the_last_one_left_may_still_bid_or_pass() -> None:
    assert tatties().play("0 pass\n1 pass\n2 bid 15").is_in(Phase.PUTTING_BACK)
    dealt = tatties().play("0 pass\n1 pass\n2 pass")
    assert dealt.is_in(Phase.TRICK)
    assert dealt.game.view(dealt.state, None).table.shepherd is None


def test_c8_2_an_equal_bid_needs_a_lower_total() -> None:
    # The example of the clause: Cat deals with 110, then Ann with 80, then Ben with 60.
    dealt = tatties(totals=(110, 80, 60)).play("0 pass\n1 bid 30")
    dealt.play("2 bid 30")
    assert dealt.refuse("1 bid 30").clause == "C8.2"
    assert dealt.legal(1) == ["bid 45", "pass"]


@pytest.mark.parametrize(
    ("totals", "may_equal"), [((50, 49, 0), True), ((50, 50, 0), False), ((50, 51, 0), False)]
)
def test_c8_2_an_equal_bid_compares_with_the_standing_bidder(
    totals: tuple[int, ...], may_equal: bool
) -> None:
    dealt = tatties(totals=totals).play("0 bid 45")
    assert dealt.allows("1 bid 45") == may_equal
    assert not dealt.allows("1 bid 30")  # a lower one never


def test_c8_2_the_compared_total_is_the_standing_bidders_and_not_an_earlier_ones() -> None:
    dealt = tatties(totals=(50, 20, 40)).play("0 bid 15\n1 bid 15")
    assert not dealt.allows("2 bid 15")  # 40 is lower than 50, but the standing bidder has 20
    assert dealt.allows("2 bid 30")


def test_c8_2_a_bid_is_one_of_the_values() -> None:
    dealt = tatties()
    assert dealt.refuse("0 bid 0").clause == "C8.2"
    assert dealt.refuse("0 bid 20").clause == "C8.2"


def test_c8_2_no_play_during_the_auction() -> None:
    dealt = tatties()
    assert dealt.refuse("0 play 2r").clause == "C8.2"
    assert dealt.refuse("1 bid 15").clause == "C8.2"
    assert dealt.refuse("1 pass").clause == "C8.2"


@pytest.mark.parametrize(("bid", "drawn"), [(15, "8b 9b 10b"), (30, "9b 10b"), (45, "10b")])
def test_c8_3_the_shepherd_takes_the_top_of_the_haggis(bid: int, drawn: str) -> None:
    dealt = tatties(haggis="10b 9b 8b").play(f"0 bid {bid}\n1 pass\n2 pass")
    count = len(drawn.split())
    assert dealt.counts == (17 + count, 17, 17)
    assert set(drawn.split()) <= set(dealt.hand(0).split())
    assert not {"8b", "9b", "10b"} - set(drawn.split()) & set(dealt.hand(0).split())
    assert dealt.game.view(dealt.state, None).table.haggis_count == 3 - count
    back = " ".join(run(2, 4, "r").split()[:count])
    dealt.play(f"0 putback {back}")
    assert dealt.counts == (17, 17, 17)
    assert dealt.is_in(Phase.TRICK)


def test_c8_3_cards_just_taken_may_go_back() -> None:
    dealt = tatties(haggis="10b 9b 8b").play("0 bid 15\n1 pass\n2 pass\n0 putback 8b 9b 10b")
    assert dealt.hand(0) == f"{run(2, 10, 'r')} {run(2, 6, 'b')} J Q K"


def test_c8_3_as_many_number_cards_as_were_taken() -> None:
    dealt = tatties().play("0 bid 30\n1 pass\n2 pass")
    assert dealt.refuse("0 putback 2r").clause == "C8.3"
    assert dealt.refuse("0 putback 2r 3r 4r").clause == "C8.3"
    assert dealt.refuse("0 putback 2r J").clause == "C8.3"
    assert dealt.refuse("0 putback 2r 2y").clause == "C8.3"  # not held
    assert dealt.refuse("0 play 2r").clause == "C8.3"
    # 14 + 2 number cards, two of which go back: 16 * 15 / 2 choices.
    assert len(dealt.legal(0)) == 120


def test_c8_3_only_the_shepherd_knows_the_cards() -> None:
    dealt = tatties(haggis="10b 9b 8b").play("0 bid 45\n1 pass\n2 pass\n0 putback 2r")
    (drawn,) = dealt.events_of(HaggisDrawn)
    (returned,) = dealt.events_of(HaggisReturned)
    assert (drawn.seen_by(0).cards, returned.seen_by(0).cards) != (None, None)
    for viewer in (None, 1, 2):
        assert (drawn.seen_by(viewer).cards, returned.seen_by(viewer).cards) == (None, None)
        view = dealt.game.view(dealt.state, viewer)
        assert (view.taken, view.put_back) == (0, 0)
    other = tatties(haggis="10b 9b 8b").play("0 bid 45\n1 pass\n2 pass\n0 putback 3r")
    assert dealt.game.view(dealt.state, 1) == other.game.view(other.state, 1)


def test_c8_3_the_cards_lie_on_the_haggis() -> None:
    dealt = tatties(haggis="10b 9b 8b").play("0 bid 45\n1 pass\n2 pass\n0 putback 2r")
    assert [dealt.game.card_code(card) for card in dealt.state.haggis] == ["2r", "9b", "8b"]


@pytest.mark.parametrize("shepherd", [0, 1, 2])
def test_c8_4_the_shepherd_leads(shepherd: int) -> None:
    dealt = tatties(totals=(5, 0, 7), dealer=shepherd)
    bid = [f"{shepherd} bid 45", f"{(shepherd + 1) % 3} pass", f"{(shepherd + 2) % 3} pass"]
    dealt.play("\n".join(bid))
    suit = "ryg"[shepherd]
    dealt.play(f"{shepherd} putback 2{suit}")
    assert dealt.waiting == {shepherd}
    assert dealt.refuse(f"{shepherd} pass").clause == "C5.1"


def test_c8_4_without_a_shepherd_the_lowest_total_leads() -> None:
    game = climbing("tatties")
    first = deal(game, dealer=0, lead=1, ready=False).play("0 pass\n1 pass\n2 pass")
    assert first.waiting == {1}
    later = deal(game, dealer=1, lead=2, totals=(60, 90, 10), number=2, ready=False)
    later.play("1 pass\n2 pass\n0 pass")
    assert later.waiting == {2}


@pytest.mark.parametrize(("game_id", "seats"), [preset for preset in PRESETS if preset[0] != "tatties"])
def test_c8_4_in_the_other_games_the_match_says_who_leads(game_id: str, seats: int) -> None:
    for lead in range(seats):
        assert deal(climbing(game_id, seats), lead=lead, dealer=0).waiting == {lead}
