"""The compiled engine beside the reference: every game, every number of seats, sampled options."""

from random import Random
from typing import Any

import pytest
from tests.differential.engines import EVERYTHING, SAMPLE, Difference, Lockstep, engine_of, is_lean, replay
from tests.differential.run import DEALS_A_TASK, Task, compare, tasks
from tests.playing import TABLES, TableId, random_deal

from stramash import games, records
from stramash.climbing.cards import FACES
from stramash.climbing.moves import Play
from stramash.climbing.plays.combos import Kind, combo
from stramash.climbing.plays.generate import plays
from stramash.core.match import Match, shuffled

DEALS = 67
"""For each table, and again with other options: in all at least 2,000."""
CLOSE_DEALS = 2
CLIMBING = [table for table in TABLES if table.family == "climbing"]


def test_two_thousand_deals_are_compared() -> None:
    assert 2 * DEALS * len(TABLES) >= 2000


@pytest.mark.parametrize("changes_options", [False, True], ids=["by the sheet", "other options"])
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_engines_agree(table: TableId, changes_options: bool) -> None:
    close = compare(Task(table, changes_options, 1, CLOSE_DEALS), EVERYTHING)
    assert close.deals == CLOSE_DEALS
    # A record after every move, and another two for the beginning and the end of a deal.
    assert close.records == close.decisions + 2 * CLOSE_DEALS
    assert close.lists >= 2 * close.decisions
    assert close.moves > 2 * close.lists
    tally = compare(Task(table, changes_options, 2, DEALS - CLOSE_DEALS), SAMPLE)
    assert tally.deals == DEALS - CLOSE_DEALS


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_record_is_compared_move_by_move(table: TableId) -> None:
    moments = list(random_deal(table.game(), Random(4)))
    match = moments[-1].match
    tally = replay(records.dump(match))
    assert tally.deals == len(match.deals)
    assert tally.decisions == sum(len(deal.moves) for deal in match.deals)


SIX_PLAY = 22
"""A seed with which six at `mu-classic` come to play cards at random: in most matches they do not (M3.8)."""


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_fault_is_found_and_comes_with_its_record(table: TableId, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = engine_of(table.game())
    right = engine.step.apply_move

    def wrong(words: Any, rules: Any, seat: int, code: int, *cards: int) -> None:
        right(words, rules, seat, code, *cards)
        if code >> 32 == engine.at.PLAY:
            words[engine.at.PILES] ^= 1

    monkeypatch.setattr(engine.step, "apply_move", wrong)
    lockstep = Lockstep(table.game(), SIX_PLAY if table == TableId("mu-classic", 6) else 3)
    with pytest.raises(Difference, match=f"word {engine.at.PILES} of the record") as caught:
        lockstep.play(9)
    record = str(caught.value).partition("the match:\n")[2]
    assert records.load(record).deals[-1].moves == lockstep.match.deals[-1].moves
    with pytest.raises(Difference):
        replay(record)
    monkeypatch.undo()
    replay(record)


def test_a_move_that_is_missing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.get("haggis3")
    moves = engine_of(game).moves
    right = moves.visit_moves
    monkeypatch.setattr(moves, "visit_moves", lambda *given: right(*given) - 1)
    with pytest.raises(Difference, match="list of seat"):
        Lockstep(game, 1).play(1)


def test_a_move_that_the_reference_forbids_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.get("haggis3")
    lockstep = Lockstep(game, 1, SAMPLE._replace(lists=0))
    engine = lockstep.engine
    right = engine.moves.pick_legal

    def wrong(words: Any, rules: Any, seat: int, *rest: Any) -> None:
        right(words, rules, seat, *rest)
        rest[-1][1] ^= 1  # one card more, or one less

    monkeypatch.setattr(engine.moves, "pick_legal", wrong)
    with pytest.raises(Difference, match="but the compiled engine lists it"):
        lockstep.play(1)


def test_tasks_cover_every_table_evenly() -> None:
    planned = list(tasks(40 * DEALS_A_TASK + 7, 0))
    assert sum(task.deals for task in planned) == 40 * DEALS_A_TASK + 7
    assert {(task.table, task.changes_options) for task in planned} == {
        (table, changes) for table in TABLES for changes in (False, True)
    }
    assert len({task.seed for task in planned}) == len(planned)


@pytest.mark.parametrize(
    ("game", "hand", "cards", "shape", "expected"),
    [
        ("haggis3", "4r 6r J", "4r 6r J", (Kind.SEQUENCE, 1, 3, 6), True),
        # 5r is in the hand, so the jack does not belong in its place.
        ("haggis3", "4r 5r 6r J", "4r 6r J", (Kind.SEQUENCE, 1, 3, 6), False),
        ("haggis3", "4r 5r 6r J", "4r 5r 6r", (Kind.SEQUENCE, 1, 3, 6), True),
        ("haggis3", "4r 5r 6r J", "4r 5r J", (Kind.SEQUENCE, 1, 3, 6), False),
        ("haggis3", "3r 4r 5r J", "4r 5r J", (Kind.SEQUENCE, 1, 3, 5), False),
        ("haggis3", "4r 5r J", "4r 5r J", (Kind.SEQUENCE, 1, 3, 6), True),
        ("haggis3", "4r 5r 4y J", "4r 5r 4y J", (Kind.STAIR, 2, 2, 5), True),
        # 4g could be there instead of one of the wild cards, but green is not a suit that is used.
        ("haggis3", "4r 5r 4y 4g J", "4r 5r 4y J", (Kind.STAIR, 2, 2, 5), True),
        ("haggis3", "4r 5r J Q", "4r 5r J Q", (Kind.STAIR, 2, 2, 5), True),
        # A whole track of courts: yellow, green, blue and purple all have a card between 4 and 5 ...
        ("haggis3", "4r 5r 4y 4g 4b 4p J Q", "4r 5r J Q", (Kind.STAIR, 2, 2, 5), False),
        # ... and in this hand purple has none.
        ("haggis3", "4r 5r 4y 4g 4b J Q", "4r 5r J Q", (Kind.STAIR, 2, 2, 5), True),
        ("haggis3", "4r J Q K", "J Q", (Kind.BOMB, 1, 2, 2), True),
        ("haggis-classic", "7r 7y J", "7r 7y J", (Kind.SET, 3, 1, 7), True),
        ("haggis-classic", "7r 7y J", "7r J", (Kind.SET, 2, 1, 7), False),
        ("haggis-classic", "7r 7y 7g J", "7r 7y", (Kind.SET, 2, 1, 7), True),
        ("haggis-classic", "9r 10r J Q", "9r 10r J", (Kind.SEQUENCE, 1, 3, 11), True),
        # Doubled cards: one track takes each rank once, two tracks take every copy.
        ("neeps", "4r 4r 6r J", "4r 6r J", (Kind.SEQUENCE, 1, 3, 6), True),
        ("neeps", "4r 4r 5r J", "4r 4r 5r J", (Kind.STAIR, 2, 2, 5), True),
        ("neeps", "4r 4r 5r 5r J", "4r 4r 5r J", (Kind.STAIR, 2, 2, 5), False),
        ("neeps", "4r 4r 5r 4y J", "4r 5r 4y J", (Kind.STAIR, 2, 2, 5), True),
    ],
)
def test_what_is_lean(
    game: str, hand: str, cards: str, shape: tuple[Kind, int, int, int], expected: bool
) -> None:
    play = Play(FACES.parse_set(cards), combo(*shape))
    assert is_lean(games.get(game).rules, FACES.parse_set(hand), play) is expected


@pytest.mark.parametrize("table", CLIMBING, ids=str)
def test_the_lean_list_is_shorter_and_never_empty(table: TableId) -> None:
    game = table.game()
    match = Match(game, 0)
    match.deal(shuffled(game, Random(2)))
    (hand, *_) = match.state.hands
    lead = plays(game.rules, hand, None)
    lean = [play for play in lead if is_lean(game.rules, hand, play)]
    assert 0 < len(lean) < len(lead)
    # Whatever can be played without a wild card is in it.
    assert {play for play in lead if not play.cards >> 45 & 7} <= set(lean)


def test_who_is_still_to_be_paid_comes_back_in_the_order_of_going_out() -> None:
    game = games.get("neeps", 4, out_bonus="winner")
    match = Match(game)
    match.deal(shuffled(game, Random(1)))
    state = match.state
    family = engine_of(game).family
    table = state.table._replace(out=(3, 0), unpaid=(3, 0))
    back = family.unpack_state(game.rules, family.pack_state(game.rules, state._replace(table=table)))
    assert (back.table.out, back.table.unpaid) == ((3, 0), (3, 0))
