"""The engine's plays and readings against the brute-force oracle, on thousands of small random hands."""

from itertools import product
from random import Random

import pytest
from tests.perft import oracle
from tests.perft.oracle import SUITS, Card, Declared, Options, OraclePlay, read
from tests.perft.translate import rules_for, to_engine_combo, to_engine_hand, to_oracle_combo, to_oracle_play

from stramash.climbing.plays.combos import beats, readings
from stramash.climbing.plays.generate import plays

EVERY_OPTIONS = [
    Options(*values) for values in product((4, 5), (1, 2), (False, True), (False, True), (False, True))
]
HANDS_PER_OPTIONS = 70


def named(options: Options) -> str:
    flags = [name for name in ("sets", "runs_past_ten", "same_suit_tracks") if getattr(options, name)]
    return "-".join([f"{options.suits}x{options.copies}", *flags])


def random_hand(options: Options, rng: Random, most: int = 8) -> list[Card]:
    """A hand from few neighbouring ranks and few suits, so that runs side by side are common."""
    width = rng.choice((1, 2, 2, 3, 4, 9))
    lowest = rng.randint(2, 11 - width)
    suits = rng.sample(SUITS[: options.suits], rng.randint(1, options.suits))
    pool = [(rank, suit) for rank in range(lowest, lowest + width) for suit in suits] * options.copies
    courts: list[Card] = [*rng.sample("JQK", rng.choice((0, 1, 2, 3, 3)))]
    numbers = rng.randint(1, most - len(courts))
    return [*rng.sample(pool, min(len(pool), numbers)), *courts]


def cards(codes: str) -> list[Card]:
    return [read(code) for code in codes.split()]


def declared(options: Options, codes: str) -> set[Declared]:
    return oracle.readings(options, cards(codes))


# The oracle itself, by the examples and the limits that the clauses give.


def test_oracle_reads_the_example_of_three_sequences() -> None:
    expected = {("sequence", 1, 3, top) for top in (5, 6, 7)}  # C2.7
    assert declared(Options(), "5r J Q") == expected


def test_oracle_reads_the_example_of_a_stair() -> None:
    assert declared(Options(), "6b 7b 6r 7r") == {("stair", 2, 2, 7)}  # C2.3


def test_oracle_keeps_runs_within_two_and_ten_unless_they_may_go_on() -> None:
    assert declared(Options(), "10r J Q") == {("sequence", 1, 3, 10)}  # C2.6
    past = {("sequence", 1, 3, top) for top in (10, 11, 12)}
    assert declared(Options(runs_past_ten=True), "10r J Q") == past
    assert declared(Options(), "2r J Q") == {("sequence", 1, 3, 4)}


def test_oracle_wants_a_number_card_beside_wild_cards() -> None:
    assert declared(Options(sets=True, runs_past_ten=True), "J Q K") == {("bomb", 1, 3, 5)}  # C2.5


def test_oracle_uses_both_copies_as_tracks_of_one_suit_only_where_that_is_played() -> None:
    two = "6r 7r 6r 7r"  # C2.8
    assert declared(Options(copies=2, same_suit_tracks=True), two) == {("stair", 2, 2, 7)}
    assert declared(Options(copies=2), two) == set()
    assert declared(Options(copies=2, same_suit_tracks=True), "6r 7r 7r 8r") == set()


def test_oracle_gives_a_track_of_courts_a_suit_of_its_own() -> None:
    four_suits = "6r 7r 6y 7y 6g 7g 6b 7b J Q"  # C2.3: no fifth suit in a deck of four
    assert declared(Options(suits=4), four_suits) == set()
    assert declared(Options(suits=5), four_suits) == {("stair", 5, 2, 7)}


def test_oracle_ranks_the_bombs() -> None:
    levels = {"3r 5y 7g 9b": 1, "J Q": 2, "J K": 3, "Q K": 4, "J Q K": 5, "3r 5r 7r 9r": 6}  # C3.1
    assert {codes: oracle.bomb_level(cards(codes)) for codes in levels} == levels
    assert oracle.bomb_level(cards("3r 5y 7g 9r")) == 0
    assert oracle.bomb_level(cards("3r 5y 7g J")) == 0  # C3.2


# The engine against the oracle.


@pytest.mark.parametrize("options", EVERY_OPTIONS, ids=named)
def test_leads_are_those_of_the_oracle(options: Options) -> None:
    rng = Random(f"leads {options}")
    rules = rules_for(options)
    for _ in range(HANDS_PER_OPTIONS):
        hand = random_hand(options, rng)
        found = plays(rules, to_engine_hand(hand), None)
        translated = {to_oracle_play(play) for play in found}
        assert translated == oracle.plays(options, hand, None), hand
        assert len(translated) == len(found), f"a play comes twice from {hand}"  # C2.9


@pytest.mark.parametrize("options", EVERY_OPTIONS, ids=named)
def test_answers_are_those_of_the_oracle(options: Options) -> None:
    rng = Random(f"answers {options}")
    rules = rules_for(options)
    for _ in range(HANDS_PER_OPTIONS):
        hand = random_hand(options, rng)
        every_play = oracle.plays(options, hand, None)
        for to_beat in combinations_to_beat(options, every_play, rng):
            found = plays(rules, to_engine_hand(hand), to_engine_combo(to_beat))
            translated = {to_oracle_play(play) for play in found}
            expected = {play for play in every_play if oracle.beats(play.declared, to_beat)}
            assert translated == expected, (hand, to_beat)
            assert len(translated) == len(found), (hand, to_beat)


def combinations_to_beat(options: Options, own_plays: set[OraclePlay], rng: Random) -> list[Declared]:
    """What a neighbour may have played: two that the hand could be a match for, and something else."""
    own = sorted({play.declared for play in own_plays})
    foreign = oracle.plays(options, random_hand(options, rng, most=5), None)
    chosen = [rng.choice(own), rng.choice(own)]
    lower = [item._replace(top=max(item.top - rng.randint(0, 2), _lowest_top(item))) for item in chosen]
    return [*lower, rng.choice(sorted({play.declared for play in foreign}))]


def _lowest_top(declared: Declared) -> int:
    return 1 if declared.kind == "bomb" else 2 + declared.length - 1


@pytest.mark.parametrize("options", EVERY_OPTIONS, ids=named)
def test_readings_are_those_of_the_oracle(options: Options) -> None:
    rng = Random(f"readings {options}")
    rules = rules_for(options)
    for _ in range(HANDS_PER_OPTIONS * 4):
        hand = random_hand(options, rng, most=11)
        found = readings(rules, to_engine_hand(hand))
        translated = {to_oracle_combo(item) for item in found}
        assert translated == oracle.readings(options, hand), hand
        assert len(translated) == len(found), hand
        assert list(found) == sorted(found), hand


def test_beating_is_that_of_the_oracle_for_every_pair_of_combinations() -> None:
    runs = [Declared("sequence", 1, length, top) for length in (3, 4) for top in range(5, 14)]
    stairs = [
        Declared("stair", tracks, length, top)
        for tracks in (2, 3)
        for length in (2, 3)
        for top in range(4, 14)
    ]
    singles = [Declared("single", 1, 1, top) for top in range(2, 14)]
    sets = [Declared("set", size, 1, top) for size in (2, 3) for top in range(2, 11)]
    bombs = [to_oracle_combo(to_engine_combo(Declared("bomb", 1, 0, level))) for level in range(1, 7)]
    everything = [*singles, *sets, *runs, *stairs, *bombs]
    for new, old in product(everything, everything):
        assert beats(to_engine_combo(new), to_engine_combo(old)) == oracle.beats(new, old), (new, old)


def test_stairs_of_many_tracks_did_occur() -> None:
    """The random hands above are dense enough to hold what is hardest to find."""
    rng = Random("density")
    options = Options(suits=5, copies=2, same_suit_tracks=True)
    shapes = {
        (play.declared.tracks, play.declared.length)
        for _ in range(4 * HANDS_PER_OPTIONS)
        for play in oracle.plays(options, random_hand(options, rng), None)
        if play.declared.kind == "stair"
    }
    assert {(2, 2), (2, 3), (3, 2), (4, 2)} <= shapes
