"""Every legal move has its numbers, and nothing else has; views and batches agree on them, bit for bit."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.playing import TABLES, TableId, random_match, random_move, random_options

from stramash import games
from stramash.core.game import AnyGame
from stramash.core.match import Match
from stramash.envs.action_ids import ActionIdError, ActionIds, Chosen, action_ids
from stramash.envs.observations import Planes
from stramash.envs.tables import Tables
from stramash.nets.layout import expand
from stramash.sim.tables.observations import STALE, TOLD_TO

POSITIONS = 45
LONGEST_LIST = 400
"""Longer lists of moves are left out where all moves are tried, which takes long in plain Python."""
TRIED = 25
"""Moves of one view that are encoded."""


def games_of(table: TableId) -> Iterator[tuple[AnyGame, Random]]:
    """A table's game by the sheet and with other options."""
    rng = Random(f"numbers {table}")
    for options in ({}, random_options(table, rng)):
        yield table.game(**options), rng


def all_moves(game: AnyGame, view: Any, rng: Random) -> list[Any]:
    """The legal moves: those listed and some that their extensions lead to; of long lists a part."""
    moves = [*view.legal]
    if len(moves) > TRIED:
        moves = rng.sample(moves, TRIED)
    longer = [move for one in moves for move in game.extensions(view, one)]
    return moves + longer + [step for move in longer[:TRIED] for step in game.extensions(view, move)]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_legal_move_has_numbers_of_its_own_and_they_lead_back(table: TableId) -> None:
    for game, rng in games_of(table):
        numbers = action_ids(game)
        assert len(set(numbers.names)) == numbers.size
        for met, moment in enumerate(random_match(game, rng)):
            state = moment.match.state
            for seat in sorted(game.may_act(state)):
                view = game.view(state, seat)
                paths: dict[tuple[int, ...], Any] = {}
                for move in all_moves(game, view, rng):
                    path = numbers.encode(view, move)
                    assert paths.setdefault(path, move) == move
                for path, move in rng.sample(sorted(paths.items()), min(5, len(paths))):
                    assert numbers.decode(view, path) == move
            if met > POSITIONS:
                break


def reached(numbers: ActionIds, view: Any, chosen: Chosen | None = None) -> Iterator[Any]:
    """Every move that open numbers lead to."""
    for found in numbers.choices(view, chosen).values():
        if isinstance(found, Chosen):
            yield from reached(numbers, view, found)
        else:
            yield found


@pytest.mark.parametrize("table", [table for table in TABLES if table.family == "climbing"], ids=str)
def test_open_numbers_lead_to_every_legal_move_once_and_to_no_other(table: TableId) -> None:
    for game, rng in games_of(table):
        numbers = action_ids(game)
        for met, moment in enumerate(random_match(game, rng)):
            waiting = sorted(game.waiting(moment.match.state))
            if waiting and len(legal := game.legal(moment.match.state, waiting[0])) < LONGEST_LIST:
                found = [*reached(numbers, game.view(moment.match.state, waiting[0]))]
                assert len(found) == len(legal)
                assert set(found) == set(legal)
            if met > POSITIONS:
                break


@cache
def tables_of(table: TableId) -> Tables:
    """One table a game: building it takes a moment."""
    return Tables(table.game(), 1, past=6, goes_on=False, tells_secrets=True)


def check_moment(tables: Tables, match: Any, chosen: Chosen | None) -> None:
    """A batch and a view tell the same, and what the seat may not know changes nothing."""
    game, seat = match.game, int(tables.seats[0])
    view = match.view(seat)
    mask = tables.action_ids.mask(view, chosen)
    assert (tables.masks[0] == mask).all()
    told = tables.planes.of_view(view, chosen)
    assert (tables.observations[0] == told).all()
    other = (seat + 1) % game.seats
    assert (tables.observe(other)[0] == tables.planes.of_view(match.view(other))).all()


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_batch_and_a_view_have_the_same_numbers_and_observations(table: TableId) -> None:
    rng = Random(f"lockstep {table}")
    for number, options in enumerate(({}, random_options(table, rng), {})):
        game = table.game(**options)
        tables = Tables(game, 1, past=6, goes_on=False, tells_secrets=True) if options else tables_of(table)
        match = Match(game, rng.randrange(game.seats))
        match.deal(rng)
        tables.load(0, match.state)
        moves = 0
        while not match.needs_deck and not match.is_over:
            seat = int(tables.seats[0])
            assert seat == min(match.waiting)
            view = match.view(seat)
            move = random_move(game, match.state, seat, rng)
            chosen = None
            for given in tables.action_ids.encode(view, move):
                if moves < POSITIONS or number == 2:
                    check_moment(tables, match, chosen)
                found = tables.action_ids.choices(view, chosen)[given]
                chosen = found if isinstance(found, Chosen) else None
                tables.step_one(given)
            match.act(seat, move)
            moves += 1
        assert tables.finished[0]
        result = match.deals[-1].result
        assert result is not None
        assert tables.scores[0].tolist() == list(result.scores)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_what_a_seat_cannot_know_changes_no_observation_but_the_perfect_one(table: TableId) -> None:
    rng = Random(f"hidden {table}")
    game, tables = table.game(), tables_of(table)
    match = Match(game)
    match.deal(rng)
    tables.load(0, match.state)
    differing = checked = 0
    while not match.needs_deck and not match.is_over:
        seat = int(tables.seats[0])
        view = match.view(seat)
        true_record, told, secrets = tables.records.copy(), tables.observations.copy(), tables.secrets.copy()
        mask = tables.masks.copy()
        if checked < POSITIONS:
            world = game.determinize(view, rng)
            tables.records[0] = tables.family.pack_state(game.rules, world)
            tables.look()
            assert (tables.observations == told).all()
            assert (tables.masks == mask).all()
            differing += bool((tables.secrets != secrets).any())
            checked += 1
            tables.records[:] = true_record
            tables.look()
        move = random_move(game, match.state, seat, rng)
        for given in tables.action_ids.encode(view, move):
            tables.step_one(given)
        match.act(seat, move)
    assert differing > checked // 2


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_bit_that_is_ever_set_is_told(table: TableId) -> None:
    rng = Random(f"bits {table}")
    game = table.game()
    planes = Planes(game, past=2)
    assert len(set(planes.bits.tolist())) == planes.size
    ever = np.zeros(64 * planes.words, bool)
    for met, moment in enumerate(random_match(game, rng)):
        for seat in game.waiting(moment.match.state):
            words = np.array(planes.words_of(moment.match.view(seat)), np.int64)
            ever |= expand(words, slice(None)).astype(bool)
        if met > 150:
            break
    # How many courts a past play has is told by the courts themselves.
    untold = set(np.flatnonzero(ever)) - set(planes.bits.tolist())
    assert {int(bit) % 64 for bit in untold} <= {49, 50, 51, 52, 60, 61, 62}
    assert all(int(bit) // 64 > planes.words - 3 * 3 for bit in untold)
    assert planes.where("hand") == slice(0, planes.fields[0].width)
    with pytest.raises(KeyError):
        planes.where("nothing")


@pytest.mark.parametrize("policy", [None, "random"])
@pytest.mark.parametrize(
    ("game_id", "seats"), [("haggis3", 3), ("neeps", 4), ("mu", 3), ("mu", 4), ("mu", 6)]
)
def test_rows_of_which_a_step_writes_a_part_are_those_told_anew(
    game_id: str, seats: int, policy: str | None
) -> None:
    tables = Tables(games.get(game_id, seats), 7, 5, past=18, policy=policy)
    tables.robots[:] = 0 if policy is None else 0b101 << np.arange(7) % 2
    tables.look()
    for number in range(250):
        tables.step(tables.sample(7 * number))
        rows, told = tables.words.copy(), tables.observations.copy()
        for seat in range(number % seats):
            tables.observe(seat)  # leaves the rows as that seat is told them
        if number % 3:
            tables.look()
            assert (tables.words == rows).all()
            assert (tables.observations == told).all()


def test_a_game_that_was_changed_by_hand_is_told_anew_by_the_next_number() -> None:
    game = games.get("mu", 4)
    tables, other = Tables(game, 1, 5), Tables(game, 1, 13)
    assert (tables.seats == other.seats).all()
    added = int(np.flatnonzero(tables.masks[0] & other.masks[0])[-1])  # a card of both hands
    tables.records[0] = other.records[0]
    tables.chosen[0, TOLD_TO] |= STALE
    tables.step_one(added)
    other.step_one(added)
    assert (tables.observations == other.observations).all()


@pytest.mark.parametrize(("game_id", "seats"), [("haggis3", 3), ("mu", 4)])
def test_a_longer_past_tells_the_same_and_more(game_id: str, seats: int) -> None:
    # 21 moves are moved on as one, four and 16.
    tables = {past: Tables(games.get(game_id, seats), 3, 5, past=past) for past in (21, 6, 1, 0)}
    rng, ended, farthest = np.random.default_rng(1), 0, 0
    for _ in range(400):
        rows = {past: one.observations for past, one in tables.items()}
        assert all((row == rows[21][:, : row.shape[1]]).all() for row in rows.values())
        numbers = tables[21].sample(int(rng.integers(1 << 40)))
        for one in tables.values():
            one.step(numbers)
        ended += tables[21].ended
        assert tables[21].ended == tables[21].finished.sum()
        farthest += rows[21][:, tables[21].planes.where("21 ago seat")].sum()
    assert ended
    assert farthest


def test_what_is_not_open_is_refused() -> None:
    game = TableId("haggis3", 3).game()
    numbers = action_ids(game)
    tables = tables_of(TableId("haggis3", 3))
    match = Match(game)
    match.deal(Random(4))
    tables.load(0, match.state)
    view = match.view(int(tables.seats[0]))
    closed = int(np.flatnonzero(tables.masks[0] == 0)[0])
    for wrong in (closed, -1, numbers.size):
        with pytest.raises(ActionIdError, match="not open"):
            tables.step_one(wrong)
        with pytest.raises(ActionIdError, match="not open"):
            tables.step(np.array([wrong]))
        with pytest.raises(ActionIdError, match="not open"):
            numbers.decode(view, (wrong,))
    with pytest.raises(ActionIdError, match="one whole number"):
        tables.step(np.array([0.5]))
    with pytest.raises(ActionIdError, match="not all numbers"):
        numbers.decode(view, ())
    other = game.view(match.state, (int(tables.seats[0]) + 1) % 3)
    with pytest.raises(ActionIdError, match="not a legal move"):
        numbers.encode(other, view.legal[0])
    bet = numbers.encode(view, view.legal[-1])
    with pytest.raises(ActionIdError, match="are more"):
        numbers.decode(view, (*bet, 0))
    with pytest.raises(ActionIdError, match="at least one table"):
        Tables(game, 0)


def test_the_numbers_of_version_1_stay_what_they_are() -> None:
    """A change here needs a new `VERSION`: others have trained with these."""
    names = action_ids(TableId("haggis3", 3).game()).names
    assert len(names) == 1057
    assert names[:5] == ("pass", "bet 15", "bet 30", "award to seat +0", "award to seat +1")
    assert (names[9], names[54], names[57]) == ("single 2r", "single J", "card 2r")
    assert names[102:104] == ("sequence 2-4", "sequence 2-4 with J")
    assert names[-1] == "bomb suited"
    sizes = {str(table): action_ids(table.game()).size for table in TABLES}
    assert sizes == {
        "haggis-2": 924,
        "haggis-3": 1057,
        "haggis3-3": 1057,
        "neeps-4": 1427,
        "tatties-3": 1058,
        "haggis-classic-2": 1334,
        "haggis-classic-3": 1539,
        **{f"{game}-{seats}": 68 + 2 * seats for game in ("mu", "mu-classic") for seats in (3, 4, 5, 6)},
    }
    assert action_ids(TableId("mu", 4).game()).names[:3] == ("pass", "display", "trump red")
