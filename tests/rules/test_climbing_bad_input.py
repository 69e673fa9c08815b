"""Bad input to the climbing games: a typed error that says what is wrong, and nothing changes."""

from typing import Any

import pytest
from tests.rules.climbing import GAME_IDS, PRESETS, Round, climbing, deal, run, small

from stramash import games
from stramash.climbing.cards import FACES
from stramash.climbing.moves import PASS, Award, Bet, Bid, GiveCard, NameLead, Play, PutBack
from stramash.climbing.plays.combos import Combo, Kind, combo
from stramash.climbing.rules import ClimbingRules
from stramash.core.cards import CardCodeError
from stramash.core.errors import DeckError, IllegalMove, MoveSyntaxError, RulesError
from stramash.core.match import Match, MatchError
from stramash.core.options import options_of

# An option of every kind, each with values that it does not allow.
BAD_VALUES: dict[str, list[object]] = {
    "suits": [3, 6, "4", None, True, 4.5],
    "copies": [0, 3, "once", True],
    "haggis_size": [-1, 21, "8", None],
    "sets": ["on", 1, None],
    "runs_past_ten": ["yes", 0],
    "same_suit_tracks": ["off", 2],
    "bomb_prize": ["nobody", "", None, 1],
    "partner_may_lead": ["no", 0],
    "lead_past_partner": ["no", 0],
    "out_bonus": ["later", None],
    "first_out_extra": [-1, 101, "5"],
    "haggis_to": ["dealer", None],
    "last_hand_to": ["third-out", None],
    "bets": [(0,), (-15,), (301,), (30, 15), (15, 15), (1, 2, 3, 4), 15, [15], ("15",), None],
    "bet_rule": ["none", None],
    "bet_pays": [0, 6, "2"],
    "card_points": ["double", None],
    "dealer_tie": ["dealer", None],
    "goal": [-1, 10_001, "250", 2.5, True],
    "rounds": [-1, 1_001, "6", True],
}
# Options that are each allowed, but not together: game, seats, options, the option named.
INCONSISTENT: list[tuple[str, int, dict[str, Any], str]] = [
    ("haggis", 2, {"haggis_size": 7}, "haggis_size"),
    ("haggis", 3, {"haggis_size": 5}, "haggis_size"),
    ("haggis", 2, {"suits": 5, "copies": 2, "haggis_size": 0}, "suits"),  # 45 cards each
    ("neeps", 4, {"copies": 1, "haggis_size": 20}, "suits"),  # 4 cards each
    ("haggis3", 3, {"bomb_prize": "other-side"}, "bomb_prize"),
    ("haggis3", 3, {"partner_may_lead": True}, "partner_may_lead"),
    ("neeps", 4, {"bomb_prize": "second-highest"}, "bomb_prize"),
    ("haggis3", 3, {"lead_past_partner": True}, "lead_past_partner"),
    ("neeps", 4, {"partner_may_lead": False, "lead_past_partner": True}, "lead_past_partner"),
    ("haggis", 2, {"last_hand_to": "second-out"}, "last_hand_to"),
    ("neeps", 4, {"bet_rule": "points"}, "bet_rule"),
    ("neeps", 4, {"bet_rule": "auction"}, "bet_rule"),
    ("haggis", 2, {"bet_rule": "auction"}, "bet_rule"),
    ("tatties", 3, {"haggis_size": 0}, "bet_rule"),
    ("tatties", 3, {"bets": (10, 20)}, "bets"),
    ("haggis", 3, {"goal": 0}, "goal"),
    ("haggis", 3, {"goal": 100, "rounds": 4}, "goal"),
]


def three() -> Round:
    return deal(small("haggis3"), run(2, 7, "r"), run(2, 7, "y"), run(2, 7, "g"))


@pytest.mark.parametrize("game_id", ["", "Haggis", "haggis4", "chess", "haggis "])
def test_unknown_game(game_id: str) -> None:
    with pytest.raises(
        RulesError, match="no such game; there are haggis, haggis3, neeps, tatties"
    ) as refusal:
        games.get(game_id)
    assert (refusal.value.option, refusal.value.value) == ("game", game_id)


@pytest.mark.parametrize("game_id", GAME_IDS)
@pytest.mark.parametrize("seats", [-1, 0, 1, 5, 100])
def test_seats_no_game_has(game_id: str, seats: int) -> None:
    with pytest.raises(RulesError, match=f"seats = {seats}: {game_id} is played by [234]") as refusal:
        games.get(game_id, seats)
    assert refusal.value.option == "seats"


@pytest.mark.parametrize(("game_id", "seats"), [("haggis3", 2), ("neeps", 2), ("tatties", 4), ("haggis", 4)])
def test_seats_this_game_does_not_have(game_id: str, seats: int) -> None:
    with pytest.raises(RulesError, match="is played by"):
        games.get(game_id, seats)


def test_every_option_has_bad_values_here() -> None:
    assert set(BAD_VALUES) == {item.name for item in options_of(ClimbingRules)}


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in BAD_VALUES.items() for value in values]
)
def test_an_option_out_of_range(name: str, value: object) -> None:
    with pytest.raises(RulesError) as refusal:
        games.get("haggis", 3, **{name: value})
    assert refusal.value.option == name
    assert str(refusal.value).startswith(f"{name} = ")
    assert "must be" in refusal.value.allowed


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("goal", "many", "goal = many: must be a whole number from 0 to 10000"),
        ("goal", "-5", "goal = -5: must be a whole number from 0 to 10000"),
        ("sets", "maybe", "sets = maybe: must be on or off"),
        ("out_bonus", "never", "out_bonus = never: must be one of trick-end, at-once"),
        ("suits", "7", "suits = 7: must be one of 4, 5"),
        ("bets", "30,15", "bets = 30,15: must be up to 3 rising whole numbers from 1 to 300"),
        ("bets", "15;30", "bets = 15;30: must be up to 3 rising whole numbers from 1 to 300"),
        ("colour", "red", "colour = red: no such option; there are suits, copies"),
    ],
)
def test_a_written_option_names_the_option_the_value_and_what_is_allowed(
    name: str, text: str, message: str
) -> None:
    with pytest.raises(RulesError) as refusal:
        games.get_written("haggis", 3, {name: text})
    assert str(refusal.value).startswith(message)


@pytest.mark.parametrize("name", ["colour", "partners", "passing_rounds", "next_dealer", "Goal", ""])
def test_unknown_option(name: str) -> None:
    with pytest.raises(RulesError, match="no such option; there are suits, copies") as refusal:
        games.get("neeps", 4, **{name: 1})
    assert refusal.value.option == name


@pytest.mark.parametrize(("game_id", "seats", "options", "named"), INCONSISTENT)
def test_options_that_do_not_go_together(
    game_id: str, seats: int, options: dict[str, Any], named: str
) -> None:
    with pytest.raises(RulesError) as refusal:
        games.get(game_id, seats, **options)
    assert refusal.value.option == named
    assert str(refusal.value).startswith(f"{named} = ")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("seats", 5),
        ("partners", True),
        ("passing_rounds", 1),
        ("next_dealer", "youngest"),
        ("next_lead", "youngest"),
    ],
)
def test_a_preset_that_makes_no_sense(field: str, value: object) -> None:
    with pytest.raises(RulesError) as refusal:
        ClimbingRules(**{"seats": 3, field: value})  # type: ignore[arg-type]
    assert refusal.value.option == field


@pytest.mark.parametrize("dealer", [-1, 3, 99])
def test_a_first_dealer_who_does_not_exist(dealer: int) -> None:
    with pytest.raises(MatchError, match="seat from 0 to 2"):
        Match(climbing("tatties"), dealer)


def test_names_for_other_seats() -> None:
    with pytest.raises(MatchError, match="3 names are needed"):
        Match(climbing("tatties"), 0, ("Ann", "Ben"))


@pytest.mark.parametrize(("game_id", "seats"), PRESETS)
def test_a_deck_with_a_wrong_card(game_id: str, seats: int) -> None:
    game = climbing(game_id, seats)
    match = Match(game, 0)
    whole = game.deck()
    court = FACES.parse("J")
    for deck in (
        whole[:-1],
        whole[1:] + whole[-1:],
        (*whole, whole[0]),
        (court, *whole[1:]),
        (),
        ("2r",) * 36,
    ):
        with pytest.raises(DeckError, match=f"exactly the {len(whole)} cards of {game_id}"):
            match.deal(deck)  # type: ignore[arg-type]  # texts are no cards
    assert match.needs_deck
    assert match.deals == []
    match.deal(whole)


def test_things_asked_of_a_match_too_early_or_too_late() -> None:
    game = small("haggis3", rounds=1)
    match = Match(game, 2)
    with pytest.raises(MatchError, match="no deal is being played"):
        match.act(0, PASS)
    with pytest.raises(MatchError, match="no cards have been dealt yet"):
        match.view(0)
    haggis = f"{run(2, 10, 'b')} {run(8, 10, 'ryg')}"
    deck = tuple(game.parse_card(code) for code in f"{haggis} {run(2, 7, 'ryg')}".split())
    match.deal(deck)
    with pytest.raises(MatchError, match="the last deal is not finished"):
        match.deal(deck)
    for seat in (3, -1):
        with pytest.raises(MatchError, match=f"there is no seat {seat}"):
            match.view(seat)
    for seat, text in (
        (0, f"play {run(2, 7, 'r')} J Q K as sequence 2-10"),
        (1, "pass"),
        (2, "pass"),
        (1, f"play {run(2, 7, 'y')} J Q K as sequence 2-10"),
    ):
        match.act(seat, game.parse_move(text))
    assert match.is_over
    with pytest.raises(MatchError, match="the match is over"):
        match.deal(deck)
    with pytest.raises(MatchError, match="no deal is being played"):
        match.act(2, PASS)
    with pytest.raises(IllegalMove, match=r"C9\.1: The round is over\."):
        game.apply(match.state, 2, PASS)


def test_an_illegal_move_leaves_the_match_as_it_was() -> None:
    game = climbing("haggis", 2)
    match = Match(game, 1)
    match.deal(game.deck())
    before, view = match.state, match.view(0)
    with pytest.raises(IllegalMove):
        match.act(0, PASS)
    assert match.state is before
    assert match.view(0) == view
    assert match.deals[0].moves == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "fold",
        "pass now",
        "Pass",
        "play",
        "play 11r",
        "play 1r",
        "play 7x",
        "play 7",
        "play r7",
        "play A",
        "play 7r,8r,9r",
        "play 7r 7r 7r",
        "play 2r 9y",
        "play 7r as",
        "play 7r as 7",
        "play 7r as single 11",
        "play 7r as single seven",
        "play 7r 8r 9r as sequence 7",
        "play 7r 8r 9r as sequence 9-7",
        "play 7r 8r 9r as sequence 7-7",
        "play 6r 7r 6b 7b as stair 6-7",
        "play 6r 7r 6b 7b as stair 6-7 xx",
        "play J Q as bomb",
        "play J Q as bomb Q-J",
        "play J Q as bomb big",
        "bet",
        "bet x",
        "bet -15",
        "bet 15.0",
        "bet \u0661\u0665",
        "bid",
        "bid all",
        "give",
        "give 7r 8r",
        "give 7z",
        "putback 7r 7r 7r",
        "putback x",
        "award",
        "award me",
        "award -1",
        "lead",
        "lead partner",
        "\x00",
        "play " + "9" * 10_000,
    ],
)
def test_texts_that_are_no_moves(text: str) -> None:
    with pytest.raises(MoveSyntaxError) as refusal:
        climbing("neeps").parse_move(text)
    assert str(refusal.value)


def test_cards_with_several_readings_need_a_declaration() -> None:
    with pytest.raises(MoveSyntaxError, match="say which") as refusal:
        climbing("haggis").parse_move("play 5r J Q")
    assert "as sequence 3-5, as sequence 4-6, as sequence 5-7" in str(refusal.value)
    assert str(refusal.value).startswith("C2.7")


def test_cards_without_a_reading() -> None:
    with pytest.raises(MoveSyntaxError, match=r"C2\.7: '5r 6y' is no combination"):
        climbing("haggis").parse_move("play 5r 6y")


def test_a_card_of_another_game() -> None:
    with pytest.raises(CardCodeError, match="'7p' is not a card of this game"):
        climbing("neeps").parse_card("7p")
    assert climbing("tatties").parse_card("7p")
    with pytest.raises(CardCodeError, match="'11r' is not a card of this game"):
        climbing("tatties").parse_card("11r")
    assert climbing("neeps").card_code(climbing("neeps").parse_card("K")) == "K"


@pytest.mark.parametrize(
    ("line", "clause", "sentence"),
    [
        ("0 play 2y", "C2.7", "You do not hold 2y."),
        ("0 play 2r 2y 3r 3y as stair 2-3 x2", "C2.7", "You do not hold 2y 3y."),
        ("0 play 2r 2r as single 2", "C2.7", "You do not hold 2r that often."),
        ("0 play J J as bomb J-Q", "C2.7", "You do not hold J that often."),
        (
            "0 play 5r J Q as sequence 6-8",
            "C2.7",
            "5r J Q cannot be a sequence 6-8, but a sequence 3-5 or a",
        ),
        ("0 play 2r 3r 4r as single 4", "C2.7", "2r 3r 4r cannot be a single 4, but a sequence 2-4."),
        ("0 play J Q as bomb J-K", "C2.7", "J Q cannot be a bomb J-K, but a bomb J-Q."),
        ("0 play 2r 3r as sequence 2-3", "C2.7", "2r 3r is no combination."),
        ("0 play 2r 4r as set 4", "C2.4", "Sets are not played in this game."),
        ("0 play 3r 5r 7r J as bomb suited", "C3.1", "3r 5r 7r J is no bomb."),
        ("0 pass", "C5.1", "The leader must play."),
        ("0 bid 15", "C5.1", "Now you must play or pass."),
        ("0 award 1", "C5.1", "Now you must play or pass."),
        ("0 lead 1", "C5.1", "Now you must play or pass."),
        ("0 give 2r", "C5.1", "Now you must play or pass."),
        ("0 putback 2r", "C5.1", "Now you must play or pass."),
        ("0 bet 20", "C10.1", "The bets that may be made are: 15, 30."),
        ("0 bet 0", "C10.1", "The bets that may be made are: 15, 30."),
        ("1 play 2y", "C5.1", "It is not your turn."),
        ("2 pass", "C5.1", "It is not your turn."),
        ("3 pass", "C1.2", "There is no seat 3 at this table."),
        ("-1 pass", "C1.2", "There is no seat -1 at this table."),
    ],
)
def test_illegal_moves(line: str, clause: str, sentence: str) -> None:
    reason = three().refuse(line)
    assert reason.clause == clause
    assert reason.sentence.startswith(sentence)
    assert str(reason) == f"{reason.clause}: {reason.sentence}"


@pytest.mark.parametrize(
    ("led", "answer", "clause", "sentence"),
    [
        ("5r", "1 play 4y", "C4.1", "The top rank must be higher than 5."),
        ("5r", "1 play 5y", "C4.2", "The top rank must be higher than 5."),
        ("Q", "1 play J", "C4.1", "The top rank must be higher than Q."),
        ("5r", "1 play 5y 6y 7y", "C4.1", "A single card must be beaten by a single card, or a bomb."),
        ("2r 3r 4r", "1 play 7y", "C4.1", "A sequence of 3 must be beaten by a sequence of 3, or a bomb."),
        ("J Q K", "1 play J Q", "C3.3", "A bomb J-Q-K is beaten only by a higher bomb."),
        ("J Q", "1 play K", "C3.3", "A bomb J-Q is beaten only by a higher bomb."),
        ("5r", "1 award 0", "C5.1", "Now you must play or pass."),
        ("5r", "0 bet 15", "C10.1", "You may bet only before you have played a card."),
    ],
)
def test_illegal_answers(led: str, answer: str, clause: str, sentence: str) -> None:
    reason = three().play(f"0 play {led}").refuse(answer)
    assert (reason.clause, reason.sentence) == (clause, sentence)


def test_illegal_answers_to_stairs_and_sets() -> None:
    dealt = deal(climbing("haggis-classic", 3), "2r 3r 2y 3y 5r 5y", "10g").play("0 play 2r 3r 2y 3y")
    assert dealt.refuse("1 play 10g").sentence == (
        "A stair of 2 suits and 2 ranks must be beaten by a stair of 2 suits and 2 ranks, or a bomb."
    )
    dealt.play("1 pass\n2 pass\n0 play 5r 5y")
    assert dealt.refuse("1 play 10g").sentence == "A set of 2 must be beaten by a set of 2, or a bomb."


def test_bets_that_are_refused() -> None:
    dealt = three().play("1 bet 15")
    assert dealt.refuse("1 bet 30").sentence == "You have already bet in this round."
    tatties = deal(climbing("tatties"))
    assert "auction" in tatties.refuse("0 bet 15").sentence
    without = deal(climbing("haggis3", bets=()))
    assert without.refuse("0 bet 15").sentence == "The bets that may be made are: none."


def test_bids_that_are_refused() -> None:
    dealt = deal(climbing("tatties"), dealer=0, totals=(5, 9, 0), ready=False)
    assert dealt.refuse("0 bid 20").sentence == "The bids are 15, 30, 45."
    assert dealt.refuse("0 play 2r").sentence == "Now you must bid or pass."
    assert dealt.refuse("1 bid 15").sentence == "It is not your turn."
    dealt.play("0 bid 30")
    assert dealt.refuse("1 bid 15").sentence == "A bid must exceed the standing bid of 30."
    assert "only if your total is lower" in dealt.refuse("1 bid 30").sentence


def test_choices_of_others_are_refused() -> None:
    dealt = three().play("0 play J Q\n1 pass\n2 pass")
    assert dealt.refuse("1 play 2y").sentence == "It is not your turn."
    assert dealt.refuse("1 award 1").sentence == "It is not your turn."
    assert dealt.refuse("0 play 2r").sentence == "Now you must choose who gets the trick."
    assert dealt.refuse("0 award 0").sentence == "The cards of a bombed trick go to another player."


@pytest.mark.parametrize(
    "move",
    [None, "pass", "", 0, 7, (), (1, 2), {}, [], object(), Play, 3.5, b"pass", combo(Kind.SINGLE, 1, 1, 2)],
)
def test_a_foreign_object_is_no_move(move: object) -> None:
    tatties = deal(climbing("tatties"), dealer=0, ready=False)
    for dealt in (three(), deal(small("neeps"), ready=False), tatties):
        reason = dealt.game.check(dealt.state, 0, move)  # type: ignore[arg-type]  # that is the point
        assert reason is not None
        assert reason.sentence.startswith("Now you must")
        with pytest.raises(IllegalMove):
            dealt.game.apply(dealt.state, 0, move)  # type: ignore[arg-type]


NO_SUCH_FACE = 1 << 60
SECOND_COPY_ALONE = 1 << 64


@pytest.mark.parametrize("cards", [NO_SUCH_FACE, SECOND_COPY_ALONE, -1, -(1 << 64), 1 << 200, 1 << 112])
def test_a_play_of_cards_that_do_not_exist(cards: int) -> None:
    dealt = deal(climbing("neeps"), "2r 2r 3r 3r")
    assert dealt.refuse_move(0, Play(cards, combo(Kind.SINGLE, 1, 1, 2))).clause == "C1.1"


def test_a_play_of_nothing() -> None:
    assert three().refuse_move(0, Play(0, combo(Kind.SINGLE, 1, 1, 2))).clause == "C2.7"


@pytest.mark.parametrize(
    "declared",
    [
        Combo(Kind.BOMB, 1, 4, 99),
        Combo(Kind.BOMB, 1, 4, 0),
        Combo(Kind.SEQUENCE, 1, 1, 2),
        Combo(Kind.SINGLE, 1, 1, 99),
        Combo(Kind.STAIR, 0, 0, 0),
        Combo(Kind.SET, 1, 1, 2),
    ],
)
def test_a_combination_that_does_not_exist(declared: Combo) -> None:
    two = FACES.parse_set("2r")
    assert three().refuse_move(0, Play(two, declared)).clause in ("C1.1", "C2.7")


@pytest.mark.parametrize("card", [-1, 48, 60, 64, 1000])
def test_passing_a_card_that_does_not_exist(card: int) -> None:
    dealt = deal(climbing("neeps"), "2r 2r", ready=False)
    assert dealt.refuse_move(0, GiveCard(card)).clause == "C1.1"


def test_putting_back_cards_that_do_not_exist() -> None:
    dealt = deal(climbing("tatties"), dealer=0, ready=False).play("0 bid 45\n1 pass\n2 pass")
    assert dealt.refuse_move(0, PutBack(NO_SUCH_FACE)).clause == "C1.1"
    assert dealt.refuse_move(0, PutBack(SECOND_COPY_ALONE)).clause == "C1.1"
    assert dealt.refuse_move(0, PutBack(0)).clause == "C8.3"


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_seats_that_do_not_exist_get_nothing(seat: int) -> None:
    dealt = three().play("0 play J Q\n1 pass\n2 pass")
    assert dealt.refuse_move(0, Award(seat)).clause == "C6.2"
    neeps = deal(small("neeps")).play("0 play J Q\n1 pass\n2 pass\n3 pass")
    assert neeps.refuse_move(0, NameLead(seat)).clause == "C7.2"


@pytest.mark.parametrize("value", [-15, 0, 16, 10**9])
def test_values_that_may_not_be_bet_or_bid(value: int) -> None:
    assert three().refuse_move(1, Bet(value)).clause == "C10.1"
    auction = deal(climbing("tatties"), dealer=0, ready=False)
    assert auction.refuse_move(0, Bid(value)).clause == "C8.2"
