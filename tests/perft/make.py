"""Writes the perft files anew: ``python -m tests.perft.make`` from the root, with ``src`` on the path.

Only do so when a change of the rules is meant to change the counts, and read the difference.
With ``--oracle`` the full hands of up to 17 cards are also counted by the oracle, which takes minutes.
"""

import sys
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from random import Random

from tests.perft import oracle
from tests.perft.files import (
    FULL_HANDS,
    SEQUENCES,
    SMALL_HANDS,
    HandCase,
    SequenceCase,
    count_plays,
    count_sequences,
)
from tests.perft.oracle import SUITS, Options
from tests.perft.translate import options_of_rules, rules_for, to_oracle_hand
from tests.playing import TABLES, TableId, random_actor, random_move

from stramash.climbing.cards import COURTS, FACES
from stramash.climbing.plays.combos import Combo, Kind
from stramash.climbing.plays.generate import plays
from stramash.core.cards import CardSet, card_set
from stramash.core.match import shuffled
from stramash.core.seats import Seat

DEEPEST = 4
MOST_EXPANDED = 10_000
SMALL_CARDS, ORACLE_CARDS = 8, 17
# Decks small enough to go three moves deep from the deal, by seats.
SMALL_DEALS = {
    2: {"haggis_size": "20"},
    3: {"suits": "4", "haggis_size": "18"},
    4: {"copies": "1", "haggis_size": "12"},
}
HEADERS = {
    SMALL_HANDS: "Small hands, which the oracle counts too.",
    FULL_HANDS: "Hands as they are dealt, 14 and 18 number cards with the three courts.",
    SEQUENCES: "Sequences of legal moves.",
}


def small_hand(options: Options, rng: Random) -> CardSet:
    """A dense hand of up to eight cards."""
    width = rng.choice((2, 3, 4, 9))
    lowest = rng.randint(2, 11 - width)
    pool = [
        FACES.parse(f"{rank}{suit}")
        for rank in range(lowest, lowest + width)
        for suit in SUITS[: options.suits]
    ] * options.copies
    courts = rng.sample("JQK", rng.choice((0, 1, 2, 3)))
    numbers = rng.sample(pool, min(len(pool), SMALL_CARDS - len(courts)))
    return card_set([*numbers, *map(FACES.parse, courts)])


def dealt_hand(options: Options, numbers: int, rng: Random) -> CardSet:
    """A hand from the whole deck, courts included."""
    deck = [
        FACES.parse(f"{rank}{suit}") for rank in range(2, 11) for suit in SUITS[: options.suits]
    ] * options.copies
    return card_set(rng.sample(deck, numbers)) | COURTS


def hand_case(options: Options, hand: CardSet, to_beat: Combo | None) -> HandCase:
    """A position and its counts."""
    return HandCase(options, hand, to_beat, count_plays(options, hand, to_beat))


def beatable(options: Options, hand: CardSet, rng: Random) -> list[Combo]:
    """One combination of each kind that the hand has, of which some play of it may beat one."""
    by_kind: dict[Kind, list[Combo]] = {}
    for play in plays(rules_for(options), hand, None):
        by_kind.setdefault(play.combo.kind, []).append(play.combo)
    return [rng.choice(combos) for combos in by_kind.values()]


def small_hands() -> list[HandCase]:
    """Six hands for every choice of options, each as a lead and as an answer."""
    rng = Random("small hands")
    cases = []
    for values in product((4, 5), (1, 2), (False, True), (False, True), (False, True)):
        options = Options(*values)
        for _ in range(6):
            hand = small_hand(options, rng)
            cases.append(hand_case(options, hand, None))
            cases.append(hand_case(options, hand, rng.choice(beatable(options, hand, rng))))
    return cases


def full_hands() -> list[HandCase]:
    """Some hands for the options of every preset and some more, as leads and as answers to every kind."""
    rng = Random("full hands")
    presets = {options_of_rules(table.game().rules): None for table in TABLES if table.family == "climbing"}
    more = [Options(5, 2, True, True, True), Options(4, 2, True, False, False), Options(5, 1, True, True)]
    cases = []
    for options in [*presets, *more]:
        for numbers in (14, 14, 18):
            hand = dealt_hand(options, numbers, rng)
            cases.append(hand_case(options, hand, None))
            cases += [hand_case(options, hand, to_beat) for to_beat in beatable(options, hand, rng)]
    return cases


def sequence_case(table: TableId, options: dict[str, str], moves: int, seed: str) -> SequenceCase:
    """The position after some random moves from a random deal, counted as deep as is cheap."""
    rng = Random(f"{table} {options} {moves} {seed}")
    dealer = rng.randrange(table.seats)
    case = SequenceCase(table.game_id, table.seats, options, dealer, (), (), ())
    game = case.game()
    deck = shuffled(game, rng)
    state = game.start(deck, game.first(dealer)).state
    before: list[tuple[Seat, str]] = []
    while len(before) < moves:
        seat = random_actor(game, state, rng)
        move = random_move(game, state, seat, rng)
        after = game.apply(state, seat, move).state
        if game.result(after) is not None:
            break
        before.append((seat, str(move)))
        state = after
    counts = [count_sequences(game, state, 1)]
    while len(counts) < DEEPEST and 0 < counts[-1] <= MOST_EXPANDED:
        counts.append(count_sequences(game, state, len(counts) + 1))
    return case._replace(deck=tuple(map(game.card_code, deck)), moves=tuple(before), counts=tuple(counts))


def sequences() -> list[SequenceCase]:
    """From the deal, from a small deal, and from the middle of a deal, for every game and number of seats."""
    cases = []
    for table in TABLES:
        cases.append(sequence_case(table, {}, 0, "deal"))
        if table.game_id in ("haggis", "haggis3", "tatties", "haggis-classic", "neeps"):
            cases.append(sequence_case(table, SMALL_DEALS[table.seats], 0, "small deal"))
        cases += [sequence_case(table, {}, moves, "middle") for moves in (12, 25, 40)]
    return cases


def check_with_oracle(cases: Sequence[HandCase]) -> None:
    """Count the leads of hands of up to 17 cards by brute force."""
    for case in cases:
        if case.hand.bit_count() <= ORACLE_CARDS and case.to_beat is None:
            found = oracle.plays(case.options, to_oracle_hand(case.hand), None)
            if len(found) != case.counts["all"]:
                raise SystemExit(f"the oracle counts {len(found)}: {case}")
            print(f"the oracle counts {len(found)} too: {FACES.write(case.hand)}", flush=True)


def write(path: Path, cases: Sequence[HandCase] | Sequence[SequenceCase]) -> None:
    """One line a position, under a line that says what they are."""
    lines = [f"# {HEADERS[path]} The format is explained in files.py.", *map(str, cases)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write(SMALL_HANDS, small_hands())
    write(FULL_HANDS, full_hands())
    write(SEQUENCES, sequences())
    if "--oracle" in sys.argv[1:]:
        check_with_oracle(full_hands())
