"""The clauses of the game of 1995, wherever it differs from the revised edition."""

from itertools import product

import pytest
from tests.rules.mu import Round, cards, classic, deal, mu

from stramash.core.cards import size
from stramash.core.errors import RulesError
from stramash.core.match import Match
from stramash.mu.cards import FACES, icons
from stramash.mu.events import Displayed, Eclat, Scored
from stramash.mu.game import MuGame
from stramash.mu.moves import PASS, Display
from stramash.mu.outlook import Bidding, bidding, cards_to_choose, most_to_choose
from stramash.mu.rules import MuRules

FOUR_HANDS = [
    "0r 1r 2r 3r 4r 5r",
    "0y 1y 2y 3y 4y 5y",
    "0g 1g 2g 3g 4g 5g",
    "0b 1b 2b 3b 4b 5b",
]


def four(**options: int | str) -> Round:
    return deal(classic(4, **options), *FOUR_HANDS)


def ends_with(dealt: Round, *lines: str) -> Round:
    """Play some lines of the auction, and then everybody passes."""
    dealt.play(*lines)
    dealt.all_pass()
    return dealt


# --- M1 and M2: cards and deal ---------------------------------------------------------------------------


def test_m1_3_three_players_play_without_two_colours() -> None:
    rules = classic(3).rules
    assert (size(rules.cards), icons(rules.cards)) == (36, 36)
    assert {FACES.code_of[card][1] for card in classic(3).deck()} == set("ryg")


@pytest.mark.parametrize(("one", "other"), [("red", "yellow"), ("green", "red"), ("purple", "green")])
def test_m1_3_the_host_says_which_two_colours(one: str, other: str) -> None:
    game = classic(3, removed_colour=one, removed_too=other)
    assert {FACES.code_of[card][1] for card in game.deck()} == set("rygbp") - {one[0], other[0]}


def test_m1_3_a_colour_cannot_be_removed_twice_nor_with_more_players() -> None:
    with pytest.raises(RulesError, match="removed_too"):
        classic(3, removed_colour="blue")
    with pytest.raises(RulesError, match="removed_too"):
        classic(4, removed_too="red")


@pytest.mark.parametrize(("seats", "each"), [(3, 12), (4, 15), (5, 12), (6, 10)])
def test_m2_1_all_cards_are_dealt_and_there_is_no_talon(seats: int, each: int) -> None:
    dealt = deal(classic(seats))
    assert dealt.table.counts == (each,) * seats
    assert (dealt.table.talon, dealt.state.talon) == (0, 0)


# --- M3: the auction -------------------------------------------------------------------------------------


def test_m3_1_passing_does_not_take_you_out_and_all_must_pass_in_succession() -> None:
    dealt = four()
    dealt.play("0 pass", "1 display 0y", "2 pass", "3 pass", "0 display 0r 1r", "1 pass", "2 pass", "3 pass")
    assert dealt.phase == "auction"
    dealt.play("0 pass")
    assert dealt.phase != "auction"


def test_m3_2_who_has_displayed_most_is_chief() -> None:
    dealt = four()
    dealt.play("0 display 0r", "1 display 0y 1y")
    assert dealt.table.crown == 1
    dealt.play("2 display 0g 1g 2g")
    assert dealt.last == (Displayed(2, cards("0g 1g 2g"), 2, 1),)


def test_m3_4_nobody_else_displayed_means_no_vice_and_no_minor_trump() -> None:
    dealt = ends_with(four(), "0 display 0r")
    assert (dealt.phase, dealt.table.turn, dealt.table.shield) == ("crown_trump", 0, None)
    dealt.play("0 trump red", "0 partner 3")
    assert dealt.table.trumps.minor is None
    assert dealt.phase == "play"


def test_m3_4_three_players_have_no_vice() -> None:
    dealt = ends_with(
        deal(classic(3), "0r 1r 2r", "0y 1y", "0g"), "0 display 0r", "1 display 0y 1y", "2 display 0g"
    )
    assert (dealt.table.crown, dealt.table.shield) == (1, None)
    assert (dealt.phase, dealt.table.turn) == ("crown_trump", 1)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_m3_5_nobody_displayed_the_same_dealer_deals_again_without_points(seats: int) -> None:
    dealt = deal(classic(seats), dealer=1, number=3)
    dealt.all_pass()
    assert dealt.result.redeal
    assert dealt.result.scores == (0,) * seats
    assert dealt.result.carry == dealt.carry


def test_m3_7_the_first_display_is_one_card() -> None:
    dealt = four()
    reason = dealt.refuse("0 display 0r 1r")
    assert (reason.clause, reason.sentence) == ("M3.7", "You may show 1 card in all: most is 0.")
    dealt.play("0 display 0r")


def test_m3_7_a_total_is_at_most_one_more_than_the_largest() -> None:
    dealt = four()
    dealt.play("0 display 0r", "1 display 0y 1y", "2 display 0g")
    assert dealt.refuse("3 display 0b 1b 2b 3b").clause == "M3.7"
    dealt.play("3 display 0b 1b 2b", "0 pass", "1 pass")
    assert dealt.refuse("2 display 1g 2g 3g 4g").clause == "M3.7"  # one and four are five, three is the most
    dealt.play("2 display 1g 2g 3g")
    assert dealt.table.bids == (1, 2, 4, 3)


def test_m3_7_who_has_the_largest_total_may_add_one() -> None:
    dealt = four()
    dealt.play("0 display 0r", "1 pass", "2 pass", "3 pass")
    assert dealt.refuse("0 display 1r 2r").clause == "M3.7"
    dealt.play("0 display 1r")
    assert dealt.table.bids[0] == 2


def test_m3_7_a_display_may_be_smaller_than_the_largest() -> None:
    dealt = four()
    dealt.play("0 display 0r", "1 display 0y 1y", "2 display 0g 1g 2g", "3 display 0b")
    assert dealt.table.bids == (1, 2, 3, 1)


def test_m3_7_extensions_and_choices_stop_at_the_limit() -> None:
    dealt = four()
    dealt.play("0 display 0r", "1 display 0y 1y")
    game, view = dealt.game, dealt.game.view(dealt.state, 2)
    assert most_to_choose(game.rules, view) == 3
    reached = set(view.legal[1:])
    grown = {more for move in reached for more in game.extensions(view, move)}
    largest = {more for move in grown for more in game.extensions(view, move)}
    assert {size(move.cards) for move in largest if isinstance(move, Display)} == {3}
    assert not [more for move in largest for more in game.extensions(view, move)]
    assert all(game.check(dealt.state, 2, move) is None for move in largest)
    assert max(map(size, cards_to_choose(view))) == 15  # all cards may be chosen from, three at a time


@pytest.mark.parametrize(("limit", "most"), [(1, 1), (2, 2), (3, 3), (0, 15)])
def test_m3_7_the_limit_is_an_option_of_both_editions(limit: int, most: int) -> None:
    for game in (mu(4, raise_limit=limit), classic(4, raise_limit=limit)):
        dealt = deal(game, *FOUR_HANDS)
        assert most_to_choose(game.rules, game.view(dealt.state, 0)) == most


def test_m3_7_nobody_displays_more_than_the_limit_in_all() -> None:
    for game in (mu(4, display_limit=2), classic(4, raise_limit=0, display_limit=2)):
        dealt = deal(game, *FOUR_HANDS)
        reason = dealt.refuse("0 display 0r 1r 2r")
        sentence = "You may show 2 cards in all: nobody may show more."
        assert (reason.clause, reason.sentence) == ("M3.7", sentence)
        dealt.play("0 display 0r", "1 display 0y 1y", "2 pass", "3 pass")
        assert dealt.refuse("0 display 1r 2r").clause == "M3.7"
        dealt.play("0 display 1r")
        view = game.view(dealt.state, 1)
        assert view.legal == (PASS,)
        assert dealt.refuse("1 display 2y").clause == "M3.7"
        assert most_to_choose(game.rules, view) == 0
        assert cards_to_choose(view) == ()


def test_m3_7_the_smaller_of_two_limits_counts() -> None:
    dealt = deal(mu(4, raise_limit=3, display_limit=4), *FOUR_HANDS)
    dealt.play("0 display 0r 1r 2r")
    sentence = "You may show 4 cards in all: nobody may show more."
    assert dealt.refuse("1 display 0y 1y 2y 3y 4y").sentence == sentence


def test_m3_8_those_who_share_the_most_score_and_the_last_to_draw_level_pays() -> None:
    dealt = ends_with(
        four(),
        *(
            "0 display 0r",
            "1 display 0y 1y",
            "2 pass",
            "3 display 0b",
            "0 display 1r",
            "1 pass",
            "2 display 0g 1g",
        ),
    )
    assert dealt.last[-2:] == (Eclat((0, 1, 2), 2), dealt.last[-1])
    assert dealt.result.scores == (10, 10, -20, 0)
    assert {line.clause for line in dealt.result.sheet} == {"M3.8"}
    assert dealt.phase == "over"
    assert dealt.refuse("0 pass").clause == "M5.6"


def test_m3_8_the_last_is_who_displayed_last_and_not_who_displayed_first() -> None:
    # Seat 1 reaches three before seat 0 does, though seat 0 displayed first.
    dealt = four()
    dealt.play("0 display 0r", "1 display 0y 1y", "2 pass", "3 pass", "0 pass", "1 display 2y")
    ends_with(dealt, "2 pass", "3 pass", "0 display 1r 2r")
    assert dealt.result.scores == (-30, 15, 0, 0)


def test_m3_8_while_the_most_is_shared_nobody_is_chief() -> None:
    dealt = four()
    dealt.play("0 display 0r", "1 display 0y")
    assert (dealt.table.crown, dealt.table.shield) == (None, None)
    dealt.play("2 display 0g 1g")
    assert dealt.table.crown == 2


def test_m3_8_an_eclat_counts_as_a_deal_and_the_deal_goes_on_to_the_left() -> None:
    dealt = ends_with(deal(classic(4), *FOUR_HANDS, dealer=3, number=5), "3 display 0b", "0 display 0r")
    result = dealt.result
    assert not result.redeal
    assert result.carry is not None
    assert (result.carry.dealer, result.carry.deal) == (0, 6)
    assert result.totals == (-10, 0, 0, 5)


def test_m3_8_an_eclat_can_end_the_match() -> None:
    dealt = ends_with(deal(classic(4), *FOUR_HANDS, totals=(195, 199, 0, 0)), "0 display 0r", "1 display 0y")
    assert dealt.result.totals == (200, 189, 0, 0)
    assert dealt.result.winners == (0,)
    assert dealt.result.carry is None


def test_m3_8_what_an_eclat_brings_are_options() -> None:
    dealt = ends_with(four(eclat_gain=7, eclat_loss=0), "0 display 0r", "1 display 0y")
    assert dealt.result.scores == (7, 0, 0, 0)
    with pytest.raises(RulesError, match="no éclat"):
        mu(4, eclat_gain=5)


def test_m3_8_a_display_that_draws_level_is_told_as_an_eclat() -> None:
    dealt = four()
    dealt.play("0 display 0r", "1 display 0y 1y")
    game, view = dealt.game, dealt.game.view(dealt.state, 2)
    assert bidding(game.rules, view, Display(cards("0g 1g"))) == Bidding(2, "eclat", None, -20)
    assert bidding(game.rules, view, Display(cards("0g 1g 2g"))) == Bidding(3, "crown", 34, 30)
    assert bidding(game.rules, view, Display(cards("0g"))) == Bidding(1, None, None, 0)
    assert bidding(game.rules, view, Display(cards("1g"))) == Bidding(1, "shield", None, 0)


def test_m3_9_the_second_most_is_vice() -> None:
    dealt = ends_with(
        four(), "0 display 0r", "1 display 0y 1y", "2 display 0g 1g 2g", "3 display 0b 1b 2b 3b"
    )
    assert (dealt.table.crown, dealt.table.shield) == (3, 2)
    assert (dealt.phase, dealt.table.turn) == ("shield_trump", 2)


@pytest.mark.parametrize(
    ("ben", "cat", "vice"),
    [
        ("9y 4y", "9g 6g", 2),  # the highest are equal, then 6 is over 4
        ("9y 0y", "8g 7g", 1),  # the highest decides
        ("7y 7y", "7g 6g", 1),  # of two copies both count
        ("3y 5y", "5g 3g", None),  # equal to the last
        ("1y 1y", "1g 1g", None),
    ],
)
def test_m3_9_of_equal_numbers_the_higher_cards_are_vice(ben: str, cat: str, vice: int | None) -> None:
    dealt = deal(classic(4), "0r 1r 2r", ben, cat)
    dealt.play("0 display 0r", f"1 display {ben}", f"2 display {cat}", "3 pass", "0 display 1r 2r")
    dealt.all_pass()
    assert (dealt.table.crown, dealt.table.shield) == (0, vice)
    assert dealt.phase == ("crown_trump" if vice is None else "shield_trump")


def test_m3_9_a_lower_display_is_not_vice_where_two_higher_are_equal() -> None:
    dealt = deal(classic(4), "0r 2r", "5y", "5g", "4b")
    dealt.play("0 display 0r", "1 display 5y", "2 display 5g", "3 display 4b")
    ends_with(dealt, "0 display 2r")
    assert (dealt.table.crown, dealt.table.shield) == (0, None)


def test_m3_9_all_pairs_of_two_cards_are_compared_from_the_highest_down() -> None:
    numbers = (0, 4, 9)
    for one, other in product(product(numbers, repeat=2), repeat=2):
        ben = " ".join(f"{number}{colour}" for number, colour in zip(one, "yg", strict=True))
        cat = " ".join(f"{number}{colour}" for number, colour in zip(other, "bp", strict=True))
        dealt = deal(classic(4), "2r 3r 5r", ben, cat)
        dealt.play("0 display 2r", f"1 display {ben}", f"2 display {cat}", "3 pass", "0 display 3r 5r")
        high, low = sorted(one, reverse=True), sorted(other, reverse=True)
        assert dealt.table.shield == (None if high == low else 1 if high > low else 2)


# --- M4: trumps and partner ------------------------------------------------------------------------------


def named() -> Round:
    """Seat 1 is Chief with two cards, seat 2 Vice with one."""
    return ends_with(
        four(), "0 pass", "1 display 3y", "2 pass", "3 pass", "0 pass", "1 display 4y", "2 display 3g"
    )


def test_m4_1_the_vice_names_first_and_may_not_say_no_trump() -> None:
    dealt = named()
    assert dealt.legal(2) == ["trump green", "trump 3"]
    reason = dealt.refuse("2 trump none")
    assert (reason.clause, reason.sentence[:9]) == ("M4.1", "The Vice ")
    assert dealt.refuse("2 trump red").sentence.endswith("on your own displayed cards.")
    assert dealt.refuse("1 trump none").sentence == "It is not your turn: seat 2 is to act."


def test_m4_1_the_chief_may_say_no_trump() -> None:
    dealt = named()
    dealt.play("2 trump green")
    assert dealt.legal(1) == ["trump yellow", "trump 3", "trump 4", "trump none"]
    dealt.play("1 trump none")


def test_m4_2_the_chief_names_another_trump_than_the_vice() -> None:
    dealt = named()
    dealt.play("2 trump 3")
    assert dealt.legal(1) == ["trump yellow", "trump 4", "trump none"]
    reason = dealt.refuse("1 trump 3")
    assert reason == ("M4.2", "The Vice has already named 3; name another trump or none.")


def test_m4_4_the_chief_of_three_is_alone_and_leads_at_once() -> None:
    dealt = ends_with(deal(classic(3), "0r 1r 2r", "0y 1y", "0g"), "0 display 0r")
    dealt.play("0 trump none")
    assert (dealt.phase, dealt.table.turn, dealt.table.leader) == ("play", 0, 0)
    assert dealt.table.crown_team == (0,)
    assert dealt.refuse("0 partner 1").clause == "M5.1"


def test_m4_5_the_chief_picks_a_partner_who_is_not_the_vice() -> None:
    dealt = named()
    dealt.play("2 trump green", "1 trump yellow")
    assert dealt.legal(1) == ["partner 0", "partner 3"]
    assert dealt.refuse("1 partner 2") == ("M4.5", "The Vice cannot be your partner.")


def test_m5_1_the_chief_leads() -> None:
    dealt = named()
    dealt.play("2 trump green", "1 trump yellow", "1 partner 0")
    assert (dealt.phase, dealt.table.turn) == ("play", 1)


# --- M6: score -------------------------------------------------------------------------------------------


def scored(dealt: Round) -> Scored:
    dealt.play_out()
    (event,) = (event for event in dealt.last if isinstance(event, Scored))
    return event


@pytest.mark.parametrize(("base", "is_made"), [(0, True), (60, False)])
def test_m6_2_and_m6_7_who_gets_what(base: int, *, is_made: bool) -> None:
    dealt = ends_with(four(target_base=base), "0 display 0r")
    dealt.play("0 trump 0", "0 partner 2")
    event = scored(dealt)
    sums = {seat: icons(dealt.table.won[seat]) for seat in range(4)}
    extra = [event.scores[seat] - sums[seat] for seat in range(4)]
    if is_made:  # 10 for the card, 20 for a number that is neither 1 nor 7
        assert extra == [30, 0, 30, 0]
    else:  # all 60 points are needed, which is as far as a target goes
        steps = -(-(60 - sums[0] - sums[2]) // 2)
        assert extra == [-10 * steps, 5 * steps, 0, 5 * steps]


@pytest.mark.parametrize(("seats", "target"), [(3, 20), (4, 38), (5, 36), (6, 36)])
def test_m6_7_steps_are_those_of_the_table_of_targets(seats: int, target: int) -> None:
    rules = classic(seats).rules
    assert rules.target(5) == target
    step = rules.target(6) - target
    assert rules.steps_short(5, target - 1) == 1
    assert rules.steps_short(5, target - step) == 1
    assert rules.steps_short(5, target - step - 1) == 2
    assert rules.steps_short(5, target - 3 * step) == 3
    # A team with exactly the target of a lower bid is short by the cards between.
    assert [rules.steps_short(5, rules.target(bid)) for bid in (1, 2, 3, 4)] == [4, 3, 2, 1]


def test_m6_7_steps_go_on_below_the_table_unless_the_host_says_otherwise() -> None:
    assert classic(4).rules.steps_short(1, 20) == 5
    assert classic(4, short_steps="bid").rules.steps_short(1, 20) == 1
    assert classic(4, short_steps="bid").rules.steps_short(6, 34) == 3


def test_m6_7_loss_and_gain_are_options() -> None:
    dealt = ends_with(four(target_base=60, short_loss=1, short_gain=0), "0 display 0r")
    dealt.play("0 trump 0", "0 partner 2")
    event = scored(dealt)
    lines = [line for line in event.sheet if line.clause == "M6.7"]
    assert [line.side for line in lines] == [0]
    with pytest.raises(RulesError, match="short_gain"):
        mu(4, short_gain=5)
    with pytest.raises(RulesError, match="short_steps"):
        mu(4, short_steps="bid")
    with pytest.raises(RulesError, match="target_step"):
        mu(4, short_loss=10, target_step=0)
    with pytest.raises(RulesError, match="shield_bonus"):
        classic(4, shield_bonus=5)
    with pytest.raises(RulesError, match="target_step"):
        classic(4, target_step=0)


def test_m6_4_the_value_of_the_minor_trump_is_never_paid() -> None:
    dealt = named_with_target(60)
    assert {line.clause for line in scored(dealt).sheet} == {"M6.1", "M6.7"}


def named_with_target(base: int) -> Round:
    dealt = deal(classic(4, target_base=base), *FOUR_HANDS)
    ends_with(dealt, "0 display 0r", "1 display 0y 1y")
    dealt.play("0 trump 0", "1 trump yellow", "1 partner 3")
    return dealt


@pytest.mark.parametrize(
    ("bid", "value", "paid"), [(1, 0, 10), (7, 30, 100), (8, 30, 100), (10, 0, 100), (12, 20, 100)]
)
def test_m6_8_bid_and_trump_bring_100_at_most(bid: int, value: int, paid: int) -> None:
    rules = classic(4).rules
    assert rules.crown_reward(bid) + rules.trump_reward(bid, value) == paid
    unlimited = MuRules(seats=4)
    assert unlimited.crown_reward(bid) + unlimited.trump_reward(bid, value) == 10 * bid + value


def test_m6_5_a_match_goes_to_200_or_a_number_of_deals() -> None:
    assert (classic(4).rules.goal, classic(4).rules.rounds) == (200, 0)
    assert classic(4).rules.is_match_over(1, (199, 0, -5, 10)) is False
    assert classic(4).rules.is_match_over(1, (0, 200, -5, 10)) is True
    hands = classic(4, rounds=3).rules
    assert (hands.goal, hands.rounds) == (0, 3)
    assert hands.is_match_over(2, (500, 0, 0, 0)) is False
    assert hands.is_match_over(3, (0, 0, 0, 0)) is True
    with pytest.raises(RulesError, match="either a goal or a number"):
        classic(4, goal=0)


def test_m6_5_a_tie_at_the_goal_is_shared() -> None:
    dealt = deal(classic(4), *FOUR_HANDS, totals=(195, 195, 210, 0))
    ends_with(dealt, "0 display 0r", "1 display 0y", "2 display 0g")
    assert dealt.result.totals == (200, 200, 200, 0)
    assert dealt.result.winners == (0, 1, 2)


def test_m6_5_totals_may_be_below_nothing() -> None:
    match = Match(classic(4, rounds=1), 0)
    match.deal(classic(4).deck())
    for seat in (0, 1):
        match.act(seat, match.view(seat).legal[1])
    for seat in (2, 3, 0, 1):
        match.act(seat, match.view(seat).legal[0])
    assert match.totals == (5, -10, 0, 0)
    assert match.winners == (0,)


def test_m6_6_the_deal_goes_to_the_left_and_nobody_is_asked() -> None:
    dealt = ends_with(deal(classic(4), *FOUR_HANDS, dealer=3), "3 display 0b")
    dealt.play("3 trump none", "3 partner 0")
    event = scored(dealt)
    assert event.next_dealer == 0
    assert dealt.phase == "over"
    assert dealt.result.carry is not None
    assert dealt.result.carry.dealer == 0


@pytest.mark.parametrize(
    ("seats", "bid", "target"),
    [(3, 1, 12), (3, 12, 34), (4, 1, 30), (4, 15, 58), (5, 1, 24), (5, 12, 57), (6, 1, 20), (6, 10, 56)],
)
def test_m7_1_targets_of_the_game_of_1995(seats: int, bid: int, target: int) -> None:
    assert classic(seats).rules.target(bid) == target


@pytest.mark.parametrize(("game", "titles"), [(classic(4), ("Chief", "Vice")), (mu(4), ("Crown", "Shield"))])
def test_m3_2_and_m3_9_what_is_printed_has_the_titles_of_the_edition(
    game: MuGame, titles: tuple[str, str]
) -> None:
    dealt = ends_with(deal(game, *FOUR_HANDS), "0 display 0r; 1 display 0y 1y")
    for shown in (dealt.state, game.view(dealt.state, 2), game.view(dealt.state, None)):
        text = game.show(shown)
        assert "minor trump" in text.splitlines()[0]
        assert set(titles) == {word for word in ("Chief", "Vice", "Crown", "Shield") if word in text}
