"""C11 The match, C12 The presets, C13 haggis-classic."""

from typing import Any

import pytest
from tests.rules.climbing import FOR_THREE, GAME_IDS, PRESETS, Round, climbing, deal, run, small

from stramash import games
from stramash.core.errors import RulesError
from stramash.core.game import Carry
from stramash.core.match import Match
from stramash.core.options import options_of

SUITS = "rygb"
# What a quick round scores, by the distance from the lead; worked out in `test_quick_rounds`.
QUICK_SCORES = {
    ("haggis", 2): (59, 18),
    ("haggis", 3): (58, 65, 0),
    ("haggis3", 3): (65, 71, 0),
    ("tatties", 3): (81, 54, 0),
    ("haggis-classic", 2): (81, 10),
    ("haggis-classic", 3): (78, 58, 0),
}
HIGH = {2: 9, 3: 7, 4: 6}


def quick(
    game_id: str,
    seats: int,
    *,
    lead: int = 0,
    dealer: int | None = None,
    totals: tuple[int, ...] | None = None,
    number: int = 1,
    **options: Any,
) -> Round:
    """A round in which the leader goes out first, then the player to the left, without bets or bids."""
    dealt = deal(
        small(game_id, seats, **options),
        *(run(2, HIGH[seats], suit) for suit in SUITS[:seats]),
        lead=lead,
        dealer=dealer,
        totals=totals,
        number=number,
    )
    first, second, third, fourth = ((lead + step) % seats for step in range(4))
    hands = [run(2, HIGH[seats], suit) for suit in SUITS]
    if seats == 2:
        return dealt.play(f"{first} play {hands[first]}\n{second} pass\n{first} play J Q K")
    top = HIGH[seats] + 3
    whole = [f"{seat} play {hands[seat]} J Q K as sequence 2-{top}" for seat in range(seats)]
    if seats == 3:
        return dealt.play(f"{whole[first]}\n{second} pass\n{third} pass\n{whole[second]}")
    dealt.play(f"{whole[first]}\n{second} pass\n{third} pass\n{fourth} pass")
    return dealt.play(f"{whole[second]}\n{third} pass\n{fourth} pass\n{whole[third]}")


def ending(game_id: str, seats: int, totals: tuple[int, ...], **options: Any) -> Round:
    """A quick round that ends with these totals."""
    scores = quick(game_id, seats, **{**options, "totals": None}).result.scores
    before = tuple(total - points for total, points in zip(totals, scores, strict=True))
    dealt = quick(game_id, seats, totals=before, **{k: v for k, v in options.items() if k != "totals"})
    assert dealt.result.totals == totals
    return dealt


def carry_of(dealt: Round) -> Carry:
    carry = dealt.result.carry
    assert carry is not None
    return carry


@pytest.mark.parametrize(("game_id", "seats"), QUICK_SCORES)
def test_quick_rounds(game_id: str, seats: int) -> None:
    # Three: a whole hand counts 13 (3 5 7 J Q K) or, flat, 9; the haggis of 18 cards 7; each bonus is 5 * 9.
    # Two: 2 to 9 counts 4, J Q K 10, the haggis of 20 cards 8, a hand 14; the bonus is 5 * 11.
    assert quick(game_id, seats).result.scores == QUICK_SCORES[game_id, seats]


@pytest.mark.parametrize(
    ("game_id", "goal", "goals", "rounds"),
    [
        ("haggis", 250, (250, 350), (6, 9)),
        ("haggis3", 250, (250, 350), (6, 8)),
        ("tatties", 250, (250, 350), (6, 9)),
        ("neeps", 350, (350, 550), (4, 6)),
        ("haggis-classic", 250, (250, 350), (1, 9)),
    ],
)
def test_c11_1_length(game_id: str, goal: int, goals: tuple[int, int], rounds: tuple[int, int]) -> None:
    rules = climbing(game_id).rules
    assert (rules.goal, rules.rounds) == (goal, 0)
    for value in (1, *goals):
        assert climbing(game_id, goal=value).rules.goal == value
    for value in (1, *rounds):
        changed = climbing(game_id, rounds=value).rules
        assert (changed.goal, changed.rounds) == (0, value)


@pytest.mark.parametrize("options", [{"goal": -1}, {"goal": 0}, {"rounds": -1}, {"goal": 250, "rounds": 6}])
def test_c11_1_a_length_that_makes_no_sense(options: dict[str, int]) -> None:
    with pytest.raises(RulesError) as refusal:
        climbing("haggis", **options)
    assert refusal.value.option in ("goal", "rounds")


def test_c11_2_the_match_ends_when_somebody_reaches_the_goal() -> None:
    assert quick("haggis", 3, goal=65).result.winners == (1,)
    assert quick("haggis", 3, goal=65).result.carry is None
    assert quick("haggis", 3, goal=66).result.winners == ()
    assert quick("haggis", 3, goal=66).result.carry is not None


def test_c11_2_the_highest_total_wins() -> None:
    assert ending("haggis", 3, (120, 130, 110), goal=100).result.winners == (1,)
    assert ending("haggis", 3, (100, 99, 0), goal=100).result.winners == (0,)
    assert ending("haggis", 3, (65, 65, 101), goal=100).result.winners == (2,)


def test_c11_2_a_tie_plays_another_round() -> None:
    tied = ending("haggis", 3, (130, 130, 110), goal=100)
    assert tied.result.winners == ()
    assert tied.result.carry is not None
    assert ending("haggis", 3, (130, 131, 110), goal=100).result.winners == (1,)
    assert ending("haggis", 3, (110, 131, 110), goal=100).result.winners == (1,)  # a tie below the top


def test_c11_2_with_rounds_a_tie_is_a_shared_win() -> None:
    assert ending("haggis", 3, (65, 65, 0), rounds=2, number=2).result.winners == (0, 1)
    assert ending("haggis", 3, (65, 65, 65), rounds=2, number=2).result.winners == (0, 1, 2)
    assert ending("haggis", 3, (65, 66, 0), rounds=2, number=2).result.winners == (1,)


def test_c11_2_with_rounds_points_do_not_end_it() -> None:
    early = ending("haggis", 3, (900, 800, 700), rounds=3, number=2)
    assert early.result.winners == ()
    assert carry_of(early).deal == 3
    assert ending("haggis", 3, (900, 800, 700), rounds=3, number=3).result.winners == (0,)


def test_c11_2_in_neeps_sides_win() -> None:
    assert ending("neeps", 4, (360, 300)).result.winners == (0,)
    assert ending("neeps", 4, (300, 360)).result.winners == (1,)
    assert ending("neeps", 4, (360, 360)).result.winners == ()
    assert ending("neeps", 4, (360, 360), rounds=1).result.winners == (0, 1)


@pytest.mark.parametrize(("game_id", "seats"), PRESETS)
def test_c11_3_totals(game_id: str, seats: int) -> None:
    game = climbing(game_id, seats)
    if game_id == "neeps":
        assert game.sides == ((0, 2), (1, 3))
    else:
        assert game.sides == tuple((seat,) for seat in range(seats))
    result = quick(game_id, seats).result
    assert len(result.scores) == len(result.totals) == len(game.sides)
    assert sum(line.points for line in result.sheet) == sum(result.scores)


def test_c11_3_partners_score_together() -> None:
    # Seats 0, 1, 2 go out: 40 each; cards 8 each, and seat 3's 8 to seat 0.
    assert quick("neeps", 4).result.scores == (40 + 8 + 8 + 40 + 8, 40 + 8)


@pytest.mark.parametrize(("game_id", "seats"), PRESETS)
def test_c11_4_the_player_to_the_dealers_left_leads_the_first_round(game_id: str, seats: int) -> None:
    game = climbing(game_id, seats)
    for dealer in range(seats):
        match = Match(game, dealer)
        match.deal(game.deck())
        assert match.view(None).table.first_lead == (dealer + 1) % seats
        start = game.start(game.deck(), Carry(dealer=dealer, totals=(0,) * len(game.sides)))
        assert start.state.table.first_lead == (dealer + 1) % seats


def test_c11_4_in_tatties_after_three_passes() -> None:
    game = climbing("tatties")
    match = Match(game, 2)
    match.deal(game.deck())
    for seat in (2, 0, 1):
        match.act(seat, game.parse_move("pass"))
    assert game.waiting(match.state) == {0}


@pytest.mark.parametrize("game_id", ["haggis", "haggis-classic", "tatties"])
@pytest.mark.parametrize(
    ("totals", "dealer", "lead"),
    [
        ((90, 80, 70), 0, 2),
        ((70, 80, 90), 2, 0),
        ((70, 90, 80), 1, 0),
        # Of those with the lowest total, the first to the left of the dealer.
        ((90, 70, 70), 0, 1),
        ((70, 90, 70), 1, 2),
        ((70, 70, 90), 2, 0),
        # Seat 2 scored nothing in this round: the other one deals.
        ((90, 70, 90), 0, 1),
        ((70, 90, 90), 1, 0),
    ],
)
@pytest.mark.parametrize("last_dealer", [0, 1, 2])
def test_c11_5_dealer_and_lead_by_totals(
    game_id: str, totals: tuple[int, ...], dealer: int, lead: int, last_dealer: int
) -> None:
    carry = carry_of(ending(game_id, 3, totals, dealer=last_dealer))
    assert (carry.dealer, carry.lead, carry.totals, carry.deal) == (dealer, lead, totals, 2)


@pytest.mark.parametrize(
    ("game_id", "dealer", "lead"),
    [("haggis", 1, 2), ("haggis-classic", 0, 1), ("tatties", 0, 1)],  # who scored most: see QUICK_SCORES
)
@pytest.mark.parametrize("last_dealer", [0, 1, 2])
def test_c11_5_all_totals_equal(game_id: str, dealer: int, lead: int, last_dealer: int) -> None:
    carry = carry_of(ending(game_id, 3, (90, 90, 90), dealer=last_dealer))
    assert (carry.dealer, carry.lead) == (dealer, lead)


@pytest.mark.parametrize(("last_dealer", "dealer"), [(0, 1), (1, 0), (2, 0)])
def test_c11_5_still_tied_the_first_to_the_left_of_the_last_dealer(last_dealer: int, dealer: int) -> None:
    # Without a haggis seats 0 and 1 both score 58.
    dealt = quick("haggis", 3, dealer=last_dealer, haggis_to="nobody")
    assert dealt.result.scores == (58, 58, 0)
    assert carry_of(dealt).dealer == dealer
    assert carry_of(dealt).lead == 2


@pytest.mark.parametrize("game_id", ["haggis", "haggis-classic"])
@pytest.mark.parametrize(("totals", "dealer", "lead"), [((90, 80), 0, 1), ((80, 90), 1, 0), ((90, 90), 0, 1)])
def test_c11_5_two_players(game_id: str, totals: tuple[int, ...], dealer: int, lead: int) -> None:
    carry = carry_of(ending(game_id, 2, totals))
    assert (carry.dealer, carry.lead) == (dealer, lead)


@pytest.mark.parametrize(
    ("last_lead", "totals", "lead"),
    [
        (0, (90, 80, 70), 2),
        (0, (70, 80, 90), 0),
        # Tied: the first of them after the last round's lead, which itself comes last.
        (0, (70, 90, 70), 2),
        (2, (70, 90, 70), 0),
        (1, (70, 90, 70), 2),
        (0, (70, 70, 90), 1),
        (1, (70, 70, 90), 0),
        (2, (70, 70, 90), 0),
        (0, (90, 90, 90), 1),
        (2, (90, 90, 90), 0),
    ],
)
@pytest.mark.parametrize("last_dealer", [0, 1, 2])
def test_c11_5_haggis3(last_lead: int, totals: tuple[int, ...], lead: int, last_dealer: int) -> None:
    carry = carry_of(ending("haggis3", 3, totals, lead=last_lead, dealer=last_dealer))
    assert (carry.dealer, carry.lead) == ((last_dealer + 1) % 3, lead)


@pytest.mark.parametrize(
    ("last_lead", "totals", "lead"),
    [
        (0, (200, 100), 1),
        (0, (100, 200), 2),
        (1, (200, 100), 3),
        (1, (100, 200), 2),
        (3, (200, 100), 1),
        (3, (100, 200), 0),
        (0, (200, 200), 1),
        (3, (200, 200), 0),
    ],
)
@pytest.mark.parametrize("last_dealer", [0, 3])
def test_c11_5_neeps(last_lead: int, totals: tuple[int, ...], lead: int, last_dealer: int) -> None:
    carry = carry_of(ending("neeps", 4, totals, lead=last_lead, dealer=last_dealer))
    assert (carry.dealer, carry.lead) == ((last_dealer + 1) % 4, lead)


def test_c11_5_the_last_rounds_lead_is_the_lead_to_its_first_trick() -> None:
    # In these rounds seat 0 led first and others led later tricks.
    assert carry_of(ending("neeps", 4, (200, 200), lead=0)).lead == 1
    assert carry_of(ending("haggis3", 3, (90, 90, 90), lead=0)).lead == 1


# C12, literally.
COLUMNS = ("haggis", "haggis3", "neeps", "tatties", "haggis-classic")
TABLE: dict[str, tuple[object, ...]] = {
    "sets": (False, False, False, False, True),
    "runs_past_ten": (False, False, False, False, True),
    "same_suit_tracks": (False, False, True, False, False),
    "partner_may_lead": (False, False, True, False, False),
    "lead_past_partner": (False, False, False, False, False),
    "out_bonus": ("trick-end", "at-once", "at-once", "trick-end", "at-once"),
    "first_out_extra": (0, 0, 0, 0, 0),
    "haggis_to": ("last-to-play", "first-out", "nobody", "first-out", "first-out"),
    "last_hand_to": ("nobody", "second-out", "first-out", "first-out", "first-out"),
    "bets": ((15, 30), (15, 30), (15, 30), (15, 30, 45), (15, 30)),
    "bet_rule": ("points", "first-out", "first-out", "auction", "first-out-shared"),
    "bet_pays": (1, 1, 2, 1, 1),
    "card_points": ("classic", "classic", "flat", "flat", "classic"),
    "dealer_tie": ("highest-score",) * 5,
    "goal": (250, 250, 350, 250, 250),
    "rounds": (0, 0, 0, 0, 0),
}
BY_SEATS: dict[str, dict[tuple[str, int], object]] = {
    "suits": dict(zip(PRESETS, (4, 5, 5, 4, 5, 4, 5), strict=True)),
    "copies": dict(zip(PRESETS, (1, 1, 1, 2, 1, 1, 1), strict=True)),
    "haggis_size": dict(zip(PRESETS, (8, 3, 3, 0, 3, 8, 3), strict=True)),
    "bomb_prize": {
        **dict.fromkeys(PRESETS, "chosen-player"),
        ("neeps", 4): "other-side",
        ("tatties", 3): "keeps",
        ("haggis-classic", 3): "second-highest",
    },
}
DEALT = dict(zip(PRESETS, (14, 14, 14, 18, 14, 14, 14), strict=True))


@pytest.mark.parametrize(("game_id", "seats"), PRESETS)
def test_c12_the_table_of_presets(game_id: str, seats: int) -> None:
    rules = climbing(game_id, seats).rules
    expected = {name: values[COLUMNS.index(game_id)] for name, values in TABLE.items()}
    expected.update({name: values[game_id, seats] for name, values in BY_SEATS.items()})
    assert {item.name: getattr(rules, item.name) for item in options_of(rules)} == expected
    assert rules.dealt == DEALT[game_id, seats]
    assert rules.partners == (game_id == "neeps")
    assert rules.passing_rounds == (2 if game_id == "neeps" else 0)


def test_c12_seats() -> None:
    assert {game_id: games.info(game_id).seats for game_id in GAME_IDS} == {
        "haggis": (2, 3),
        "haggis3": (3,),
        "neeps": (4,),
        "tatties": (3,),
        "haggis-classic": (2, 3),
    }


@pytest.mark.parametrize(("game_id", "seats"), [preset for preset in PRESETS if preset[0] != "neeps"])
def test_c9_6_nobody_scores_extra_for_going_out_first(game_id: str, seats: int) -> None:
    assert quick(game_id, seats).lines("C9.6") == []


@pytest.mark.parametrize("lead", [0, 2])
def test_c9_6_the_extra_is_an_option(lead: int) -> None:
    assert quick("haggis3", 3, lead=lead, first_out_extra=20).lines("C9.6") == [(lead, 20)]


def test_c9_6_a_side_scores_the_extra_once() -> None:
    assert quick("neeps", 4, first_out_extra=20).lines("C9.6") == [(0, 20)]


def test_c13_sets_of_2_to_8_cards() -> None:
    dealt = deal(climbing("haggis-classic", 3), "7r 7y 7g 7b 7p 2r")
    for cards in ("7r 7y", "7r 7y 7g", "7r 7y 7g 7b", "7r 7y 7g 7b 7p", "7r J", "7r J Q"):
        assert dealt.allows(f"0 play {cards} as set 7")
    assert dealt.allows("0 play 7r J Q K as set 7")
    assert dealt.allows("0 play 7r 7y 7g 7b 7p J as set 7")
    assert dealt.allows("0 play 7r 7y 7g 7b 7p J Q as set 7")
    assert dealt.allows("0 play 7r 7y 7g 7b 7p J Q K as set 7")
    assert not dealt.allows("0 play 7r as set 7")
    assert not dealt.allows("0 play 7r 2r as set 7")
    assert not dealt.allows("0 play 7r J as set J")


def test_c13_runs_past_ten() -> None:
    dealt = deal(climbing("haggis-classic", 2), "8r 9r 10r", "9y 10y").play("0 play 8r 9r 10r")
    dealt.play("1 play 9y 10y J as sequence 9-J")
    stair = deal(climbing("haggis-classic", 2), "9r 10r 9g 10g", "10y 10b").play("0 play 9r 10r 9g 10g")
    stair.play("1 play 10y 10b J Q as stair 10-J x2")


def test_c13_two_players_a_trick_ends_on_one_pass() -> None:
    dealt = deal(climbing("haggis-classic", 2), "2r 3r").play("0 play 2r\n1 pass\n0 play 3r")
    assert dealt.waiting == {1}


@pytest.mark.parametrize("goal", [250, 350])
def test_c13_the_goal(goal: int) -> None:
    assert ending("haggis-classic", 2, (goal, 0), goal=goal).result.winners == (0,)
    assert ending("haggis-classic", 2, (goal - 1, 0), goal=goal).result.winners == ()


@pytest.mark.parametrize("game_id", FOR_THREE)
def test_a_whole_match_of_quick_rounds(game_id: str) -> None:
    game = small(game_id, 3, rounds=3)
    match = Match(game, 2)
    for number in (1, 2, 3):
        carry = match.next_carry
        assert carry is not None
        assert carry.deal == number
        dealt = quick(
            game_id, 3, lead=carry.lead or 0, dealer=carry.dealer, totals=carry.totals, number=number
        )
        hands = [run(2, 7, suit) for suit in SUITS[:3]]
        haggis = " ".join(
            f"{rank}{suit}" for suit in SUITS for rank in range(2, 11) if suit == "b" or rank > 7
        )
        match.deal(tuple(game.parse_card(code) for code in f"{haggis} {' '.join(hands)}".split()))
        while match.deals[-1].result is None:
            (seat,) = game.waiting(match.state)
            moves = game.legal(match.state, seat)
            pass_or_all = [move for move in moves if str(move) == "pass" or " as sequence 2-10" in str(move)]
            match.act(seat, pass_or_all[-1])
        assert match.deals[-1].result.scores == dealt.result.scores
        assert match.deals[-1].result.totals == match.totals
    assert match.is_over
    assert match.next_carry is None
