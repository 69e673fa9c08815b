"""The form of docs/rulings.md, and both readings of every ruling that has an option."""

import re
from pathlib import Path
from typing import Any

import pytest
from tests.rules import climbing as climbers
from tests.rules import mu as trick_takers
from tests.rules.climbing import Round, climbing, run, small
from tests.rules.mu import mu

from stramash.climbing.rules import ClimbingRules
from stramash.climbing.state import Phase
from stramash.core.options import options_of
from stramash.mu.rules import MuRules

RULINGS = Path(__file__).parents[2] / "docs" / "rulings.md"
PARTS = ["Clauses", "Reading", "Source", "Why", "The other reading", "Confidence"]
OPTIONS = {option.name for rules in (ClimbingRules, MuRules) for option in options_of(rules)}


def entries() -> dict[str, dict[str, str]]:
    """The parts of every ruling by its number."""
    found = {}
    for entry in re.split(r"^### ", RULINGS.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        heading, _, body = entry.partition("\n")
        lines = " ".join(body.partition("\n## ")[0].split())
        parts = re.split(rf"(?:^| )- ({'|'.join(PARTS)}): ", lines)
        found[heading.split()[0]] = dict(zip(parts[1::2], parts[2::2], strict=True))
    return found


ENTRIES = entries()
WITH_OPTION = {
    number: re.findall(r"`([a-z_]+)`", parts["The other reading"])[0]
    for number, parts in ENTRIES.items()
    if parts["The other reading"].startswith("option")
}


def test_rulings_are_numbered_without_a_gap() -> None:
    assert sorted(ENTRIES, key=lambda number: int(number[1:])) == [f"R{n + 1}" for n in range(len(ENTRIES))]


@pytest.mark.parametrize("number", ENTRIES)
def test_a_ruling_has_all_its_parts_in_order(number: str) -> None:
    parts = ENTRIES[number]
    assert list(parts) == PARTS
    assert re.match(r"[ABCD]\b", parts["Confidence"])
    for name in ("Reading", "Source", "Why"):
        assert len(parts[name].split()) >= 2, name
        assert parts[name].endswith("."), name


@pytest.mark.parametrize("number", ENTRIES)
def test_a_ruling_has_an_option_or_says_why_not(number: str) -> None:
    other = ENTRIES[number]["The other reading"]
    if number in WITH_OPTION:
        assert WITH_OPTION[number] in OPTIONS
        # Both readings are tested below.
        assert any(name.startswith(f"test_{number.lower()}_") for name in globals())
    else:
        assert re.match(r"no option: \S+( \S+){3,}", other)


# Both readings, in the order of the rulings.


def three(game_id: str, *, totals: tuple[int, ...] | None = None, **options: Any) -> Round:
    """Seat n holds 2 to 7 of suit n and the courts."""
    hands = (run(2, 7, suit) for suit in "ryg")
    return climbers.deal(small(game_id, 3, **options), *hands, totals=totals)


def all_of(seat: int, high: int = 7) -> str:
    """The play of a whole hand at once."""
    return f"{seat} play {run(2, high, 'rygb'[seat])} J Q K as sequence 2-{high + 3}"


def quick(game_id: str, *, before: str = "", **options: Any) -> Round:
    """A round in which seat 0 goes out first and seat 1 second."""
    return three(game_id, **options).play(before, f"{all_of(0)}; 1 pass; 2 pass; {all_of(1)}")


@pytest.mark.parametrize("sets", [False, True])
def test_r1_sets(sets: bool) -> None:
    dealt = climbers.deal(small("haggis3", sets=sets), "7r 7y")
    assert dealt.allows("0 play 7r 7y as set 7") is sets


@pytest.mark.parametrize("goes_on", [False, True])
def test_r5_runs_past_ten(goes_on: bool) -> None:
    dealt = climbers.deal(small("haggis3", runs_past_ten=goes_on), "9r 10r")
    assert dealt.allows("0 play 9r 10r J as sequence 9-J") is goes_on
    assert dealt.allows("0 play 9r 10r Q as sequence 9-J") is goes_on  # C2.6: wild like all courts
    assert dealt.allows("0 play 9r 10r Q as sequence 8-10")


def test_r8_what_becomes_of_a_bombed_trick() -> None:
    script = "0 play 2r; 1 play J Q; 2 pass; 0 pass"
    assert three("haggis3", bomb_prize="chosen-player").play(script).is_in(Phase.TRICK_AWARD)
    assert three("haggis3", bomb_prize="keeps").play(script).pile(1) == {"2r", "J1", "Q1"}
    assert three("haggis3", bomb_prize="second-highest").play(script).pile(0) == {"2r", "J1", "Q1"}


@pytest.mark.parametrize(("out_bonus", "points"), [("trick-end", 35), ("at-once", 45), ("winner", 0)])
def test_r10_who_is_overtaken_in_their_last_trick(out_bonus: str, points: int) -> None:
    # Seat 0 goes out while the others hold 9 cards; when the trick is over they hold 7.
    dealt = three("haggis", out_bonus=out_bonus).play(f"{all_of(0)}; 1 play J K; 2 play Q K; 1 pass")
    assert dealt.state.table.out_points == (points, 0, 0)
    assert dealt.state.table.unpaid == ()


@pytest.mark.parametrize(("last_hand_to", "owner"), [("second-out", 1), ("first-out", 0), ("nobody", None)])
@pytest.mark.parametrize("game_id", ["haggis", "haggis3"])
def test_r11_and_r12_the_last_hand(game_id: str, last_hand_to: str, owner: int | None) -> None:
    dealt = quick(game_id, last_hand_to=last_hand_to)
    assert [seat for seat in range(3) if "2g" in dealt.pile(seat)] == ([] if owner is None else [owner])


test_r12_the_last_hand = test_r11_and_r12_the_last_hand


@pytest.mark.parametrize(
    ("bet_rule", "paid"), [("points", [0, 1]), ("first-out", [0]), ("first-out-shared", [0, 1])]
)
def test_r14_who_is_paid_for_a_lost_bet(bet_rule: str, paid: list[int]) -> None:
    dealt = quick("haggis", before="2 bet 15", bet_rule=bet_rule)
    clause = "C10.2" if bet_rule == "points" else "C10.3"
    assert dealt.lines(clause) == [(seat, 15) for seat in paid]


@pytest.mark.parametrize("bets", [(15, 30), (5, 10, 20)])
def test_r16_the_values_of_bets(bets: tuple[int, ...]) -> None:
    assert three("haggis", bets=bets).legal(2) == [f"bet {value}" for value in bets]


@pytest.mark.parametrize("may", [True, False])
def test_r19_two_copies_as_two_tracks(may: bool) -> None:
    dealt = climbers.deal(climbing("neeps", same_suit_tracks=may), "6r 6r 7r 7r")
    assert dealt.allows("0 play 6r 6r 7r 7r as stair 6-7 x2") is may


@pytest.mark.parametrize(("card_points", "points"), [("flat", 9), ("classic", 13)])
def test_r20_card_points(card_points: str, points: int) -> None:
    # Seat 1 took its own hand alone: 2 to 7 and the courts.
    assert (1, points) in quick("tatties", card_points=card_points).lines("C10.5")


def test_r32_a_bomb_on_other_cards_and_a_bomb_led() -> None:
    script = "0 play 2r; 1 play 7y; 2 play J Q; 0 pass; 1 pass"
    assert three("haggis-classic").play(script).pile(1) == {"2r", "7y", "J2", "Q2"}
    chosen = three("haggis-classic", bomb_prize="chosen-player").play(script)
    assert chosen.legal(2)[:2] == ["award 0", "award 1"]
    for prize in ("second-highest", "chosen-player"):
        led = three("haggis-classic", bomb_prize=prize).play("0 play J Q; 1 pass; 2 pass")
        assert led.legal(0)[:2] == ["award 1", "award 2"]


@pytest.mark.parametrize(("dealer_tie", "dealer"), [("highest-score", 1), ("first-out", 0)])
def test_r33_a_tie_for_the_deal(dealer_tie: str, dealer: int) -> None:
    # The round brings 58, 65 and 0: both are at 100 after it, and seat 0 was the first out.
    dealt = quick("haggis", totals=(42, 35, 0), dealer_tie=dealer_tie)
    assert dealt.result.totals == (100, 100, 0)
    assert dealt.result.carry is not None
    assert dealt.result.carry.dealer == dealer


def test_r33_of_those_tied_who_are_not_out_the_first_to_the_left_deals() -> None:
    # Two at the top, but seat 2, who is one of them, holds cards still: seat 0 went out.
    dealt = quick("haggis", totals=(0, 0, 58), dealer_tie="first-out")
    assert dealt.result.totals == (58, 65, 58)
    dealt = quick("haggis", totals=(50, 0, 108), dealer_tie="first-out")
    assert dealt.result.totals == (108, 65, 108)
    assert dealt.result.carry is not None
    assert dealt.result.carry.dealer == 0


@pytest.mark.parametrize("game_id", ["haggis3", "haggis-classic"])
@pytest.mark.parametrize(("out_bonus", "points"), [("at-once", 45), ("trick-end", 35)])
def test_r34_the_out_bonus_at_once(game_id: str, out_bonus: str, points: int) -> None:
    dealt = three(game_id, out_bonus=out_bonus).play(f"{all_of(0)}; 1 play J K; 2 play Q K; 1 pass")
    assert dealt.state.table.out_points == (points, 0, 0)


def test_r34_in_neeps() -> None:
    for out_bonus, points in (("at-once", 40), ("trick-end", 30)):
        hands = (run(2, 6, suit) for suit in "rygb")
        dealt = climbers.deal(small("neeps", out_bonus=out_bonus), *hands)
        dealt.play(f"{all_of(0, 6)}; 1 play J K; 2 pass; 3 play Q K; 1 pass; 2 pass")
        assert dealt.state.table.out_points == (points, 0, 0, 0)


@pytest.mark.parametrize("may", [False, True])
def test_r35_a_partner_who_is_out_and_the_lead(may: bool) -> None:
    hands = (run(2, 6, suit) for suit in "rygb")
    dealt = climbers.deal(small("neeps", lead_past_partner=may), *hands)
    dealt.play(f"{all_of(0, 6)}; 1 pass; 2 play J Q; 3 pass; 1 pass")
    if may:
        assert dealt.is_in(Phase.NAMING_LEAD)
        assert [move for move in dealt.legal(2) if move.startswith("lead")] == ["lead 1", "lead 2"]
        dealt.play("2 lead 1")
        assert dealt.waiting == {1}
    else:
        assert dealt.waiting == {2}
        assert dealt.is_in(Phase.TRICK)


@pytest.mark.parametrize("extra", [0, 5])
def test_r36_extra_points_for_the_first_out(extra: int) -> None:
    plain = quick("haggis-classic").result.scores
    scores = quick("haggis-classic", first_out_extra=extra).result.scores
    assert scores == (plain[0] + extra, *plain[1:])


def scored(seats: int, trump: str, **options: Any) -> trick_takers.Round:
    """A deal of Mü in which seat 0, who has low cards only, shows two, names a trump and is played out."""
    game = mu(seats, rounds=1, **options)
    low = ["1r", "2y", *(f"{number}{suit}" for number in "0123" for suit in "rygb")]
    hand = " ".join(list(dict.fromkeys(low))[: game.rules.hand_size])
    dealt = trick_takers.deal(game, hand)
    dealt.play("0 display 1r 2y")
    dealt.all_pass()
    dealt.play(f"0 trump {trump}")
    if seats == 3:
        dealt.play(dealt.legal(0)[0].join(("0 ", "")))
    else:
        dealt.play(f"0 partner {seats - 1}")
    dealt.play_out()
    return dealt


@pytest.mark.parametrize("seats", [4, 5, 6])
@pytest.mark.parametrize(("base", "step", "is_made"), [(0, 0, True), (0, 30, False), (60, 0, False)])
def test_r23_crown_targets(seats: int, base: int, step: int, is_made: bool) -> None:
    dealt = scored(seats, "red", target_base=base, target_step=step)
    assert bool(dealt.lines("M6.2")) is is_made


@pytest.mark.parametrize(("base", "is_made"), [(0, True), (48, False)])
def test_r24_crown_targets_for_three(base: int, is_made: bool) -> None:
    assert bool(scored(3, "red", target_base=base, target_step=0).lines("M6.2")) is is_made


@pytest.mark.parametrize(
    ("trump", "option", "printed"),
    [
        ("red", "value_colour", 0),
        ("1", "value_one_or_seven", 10),
        ("2", "value_number", 20),
        ("none", "value_no_trump", 30),
    ],
)
def test_r25_trump_values(trump: str, option: str, printed: int) -> None:
    sure: dict[str, Any] = {"target_base": 0, "target_step": 0}
    paid = [(0, printed), (3, printed)] if printed else []
    assert scored(4, trump, **sure).lines("M6.4") == paid
    assert scored(4, trump, **sure, **{option: 7}).lines("M6.4") == [(0, 7), (3, 7)]


def shields(overtaken_crown: str, *script: str) -> list[int | None]:
    """Who has the Shield after each display."""
    hands = ("0r 1r 2r 3r 4r", "0y 1y 2y 3y 4y", "0g 1g 2g 3g 4g", "0b 1b 2b 3b 4b")
    dealt = trick_takers.deal(mu(4, overtaken_crown=overtaken_crown), *hands)
    found = []
    for line in script:
        dealt.play(line)
        found.append(dealt.table.shield)
    return found


@pytest.mark.parametrize(("reading", "last"), [("more", 1), ("equal", 0), ("never", 1)])
def test_r26_an_overtaken_crown_and_a_shield_that_show_as_many(reading: str, last: int) -> None:
    script = ("0 display 0r 1r", "1 display 0y 1y", "2 display 0g 1g 2g")
    assert shields(reading, *script) == [None, 1, last]


@pytest.mark.parametrize(("reading", "last"), [("more", 0), ("equal", 0), ("never", 1)])
def test_r26_an_overtaken_crown_that_shows_more(reading: str, last: int) -> None:
    script = ("0 display 0r 1r", "1 display 0y", "2 display 0g 1g 2g")
    assert shields(reading, *script) == [None, 1, last]


@pytest.mark.parametrize(("reading", "last"), [("more", 0), ("equal", 0), ("never", None)])
def test_r37_an_overtaken_crown_while_nobody_has_the_shield(reading: str, last: int | None) -> None:
    assert shields(reading, "0 display 0r 1r", "1 display 0y 1y 2y") == [None, last]


def test_r37_with_never_the_next_who_displays_takes_the_shield() -> None:
    script = ("0 display 0r 1r", "1 display 0y 1y 2y", "2 pass", "3 display 0b", "0 display 2r")
    assert shields("never", *script) == [None, None, None, 3, 0]


def test_r37_with_never_a_shield_that_takes_the_crown_leaves_none() -> None:
    script = ("0 display 0r 1r", "1 display 0y 1y", "2 pass", "3 pass", "0 pass", "1 display 2y")
    assert shields("never", *script) == [None, 1, 1, 1, 1, None]
    assert shields("more", *script) == [None, 1, 1, 1, 1, 0]


@pytest.mark.parametrize(("limit", "is_allowed"), [(0, True), (3, True), (2, False)])
def test_r46_the_most_that_a_player_may_display(limit: int, is_allowed: bool) -> None:
    game = mu(4, display_limit=limit)
    dealt = trick_takers.deal(game, "0r 1r 2r 3r 4r")
    reason = game.check(dealt.state, 0, game.parse_move("display 0r 1r 2r"))
    assert (reason is None) is is_allowed


@pytest.mark.parametrize(("options", "steps"), [({}, 0), ({"short_loss": 10}, 1), ({"short_loss": 3}, 1)])
def test_r47_what_a_crown_that_fails_costs(options: dict[str, int], steps: int) -> None:
    dealt = scored(4, "red", target_base=60, target_step=60, **options)
    loss = -options.get("short_loss", 0) * steps
    assert dealt.lines("M6.7") == ([(0, loss)] if loss else [])
    assert not dealt.lines("M6.2")


@pytest.mark.parametrize(("removed", "codes"), [({}, "ryg"), ({"removed_colour": "red"}, "ygp")])
def test_r40_the_two_colours_that_three_players_remove(removed: dict[str, str], codes: str) -> None:
    game = trick_takers.classic(3, **removed)
    assert {game.card_code(card)[1] for card in game.deck()} == set(codes)


@pytest.mark.parametrize(("reading", "lost"), [("all", 50), ("bid", 10)])
def test_r45_steps_below_the_table(reading: str, lost: int) -> None:
    rules = trick_takers.classic(4, short_steps=reading).rules
    assert rules.short_loss * rules.steps_short(1, 20) == lost
