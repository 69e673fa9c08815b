"""The net with its critic: many tables at once as one by one, critics in NumPy as in torch, and the bot."""

import dataclasses
import logging
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.nets.test_files import GAME, written
from tests.playing import TABLES, TableId

from stramash import games
from stramash.bots.climbing.expert import ExpertClimber
from stramash.bots.climbing.learned.hand_cache import HandCache, repaired
from stramash.bots.climbing.learned.master import PLAYED, MasterClimber, _highest
from stramash.bots.climbing.learned.net import NetClimber
from stramash.bots.climbing.learned.opponent_model import Decision, Posterior, decisions
from stramash.bots.climbing.move_classes import MoveClasses
from stramash.bots.climbing.worlds import Worlds, fits
from stramash.bots.driver import next_move, step
from stramash.bots.net_bot import master_bot
from stramash.bots.registry import seat_bot
from stramash.bots.search.paired_stats import PAIRED_ERROR_FLOOR, distinct, mean_and_error
from stramash.climbing.state import Phase
from stramash.core.cards import card_set
from stramash.core.match import Match, shuffled
from stramash.nets import levels
from stramash.nets.batched_net import BatchedNet, Ends
from stramash.nets.cards import CRITIC_SUFFIX, WeightsError
from stramash.nets.files import read_critic
from stramash.nets.layout import expand, layout_of
from stramash.nets.levels import log_chances
from stramash.nets.shape import CRITIC_SCALE, Shape
from stramash.sim.batch import Batch
from stramash.sim.climbing import features
from stramash.sim.climbing import record as at
from stramash.sim.climbing.pack import pack_state, unpack_state
from stramash.sim.run import pack_moves

CLIMBING = [table for table in TABLES if table.family == "climbing"]
MASTERED = [TableId("haggis3", 3), TableId("haggis", 2), TableId("neeps", 4), TableId("tatties", 3)]


def small(table: TableId, seed: int = 1) -> tuple[Any, dict[str, Any]]:
    """A game, and a small net with its critic."""
    game = table.game()
    sizes = {"width": 32, "blocks": 2, "move_width": 16, "critic_width": 24}
    shape = Shape.for_layout(layout_of(game), **sizes)
    rng = np.random.default_rng(seed)
    return game, {
        name: (rng.standard_normal(size) / np.sqrt(size[0])).astype(np.float32)
        for name, size in {**shape.player_parts(), **shape.critic_parts()}.items()
    }


def begun(game: Any, seed: int) -> Match[Any, Any, Any]:
    match = Match(game, 0)
    match.deal(shuffled(game, Random(seed)))
    return match


@pytest.mark.parametrize("table", CLIMBING, ids=str)
def test_many_tables_at_once_play_as_one(table: TableId) -> None:
    """To the end of the deal, everybody by the same net: points by points what single players get."""
    game, parts = small(table)
    batched = BatchedNet(game, parts)
    for seed in range(3):
        match = begun(game, seed)
        bots = {seat: NetClimber(game, parts) for seat in range(game.seats)}
        while len(game.waiting(match.state)) != 1:
            step(match, bots)
        (seat,) = game.waiting(match.state)
        first = bots[seat].interject(match.view(seat)) or bots[seat].choose(match.view(seat))
        worlds = pack_state(game.rules, match.state)[None]
        (found,) = batched.worth(seat, worlds, pack_moves(game, [first]), 1000)
        while (result := match.deals[-1].result) is None:
            step(match, bots)
        own = next(side for side, seats in enumerate(game.sides) if seat in seats)
        others = [points for side, points in enumerate(result.scores) if side != own]
        assert found[0] == pytest.approx(result.scores[own] - sum(others) / len(others))


@pytest.mark.parametrize("table", CLIMBING, ids=str)
def test_a_critic_says_the_same_in_torch(table: TableId) -> None:
    torch = pytest.importorskip("torch", reason="torch comes with the extra train")
    from stramash.train.net.towers import critic_values  # noqa: PLC0415

    game, parts = small(table)
    batch = Batch(game, 40, 3, lean=True, skips_forced=True)
    batch.step(np.zeros(40, np.int64))
    seat = int(batch.seats[0])
    worlds = batch.records[batch.seats == seat]
    _, listed = batch.legal()
    found = BatchedNet(game, parts).worth(seat, worlds[:1], listed[:1], 0)
    after = Batch(game, 1, lean=True, skips_forced=True)
    after.load(worlds[:1])
    after.step(np.zeros(1, np.int64))
    words, secrets = (
        np.zeros((1, features.POSITION_WORDS), np.int64),
        np.zeros((1, features.CRITIC_WORDS), np.int64),
    )
    after.tell(words, np.zeros(1, np.int64), secrets)
    layout = layout_of(game)
    told = np.hstack([expand(words, layout.position), expand(secrets, layout.secrets)]).astype(np.float32)
    said = critic_values(
        {name: torch.from_numpy(part) for name, part in parts.items()}, torch.from_numpy(told)
    )
    turn = (seat - int(after.seats[0])) % game.seats
    assert found[0, 0] == pytest.approx(float(said[0, turn]) * CRITIC_SCALE, abs=1e-3)


@pytest.mark.parametrize("table", CLIMBING, ids=str)
def test_the_chance_of_a_move_is_the_same_at_many_tables_and_at_one(table: TableId) -> None:
    game, parts = small(table)
    batched = BatchedNet(game, parts)
    match = begun(game, 5)
    bots = {seat: NetClimber(game, parts) for seat in range(game.seats)}
    walkers = {seat: seat_bot("random", game, Random(seat)) for seat in range(game.seats)}
    while match.deals[-1].result is None:
        (seat, *_) = sorted(game.waiting(match.state))
        moves, values, level_values, of = bots[seat]._think(match.view(seat))
        if len(moves) > 1 and len(game.waiting(match.state)) == 1:
            records = np.repeat(pack_state(game.rules, match.state)[None], len(moves), axis=0)
            found = batched.log_chances(records, pack_moves(game, moves))
            assert found == pytest.approx(log_chances(values, level_values, of), abs=1e-4)
        step(match, walkers)


@pytest.mark.parametrize("table", CLIMBING, ids=str)
def test_what_others_decided_is_found_in_a_view(table: TableId) -> None:
    """In the tricks: by whom, what, and the table before it, as all saw it then."""
    game: Any = table.game()
    match = begun(game, 4)
    bots = {seat: seat_bot("greedy", game, Random(seat)) for seat in range(game.seats)}
    made = []
    while match.deals[-1].result is None:
        before = match.state.table
        found = next_move(game, match.state, match.view, bots)
        assert found is not None
        seat, _, move = found
        match.act(seat, move)
        if before.phase is Phase.TRICK and before.turn == seat:
            made.append(Decision(seat, before, move))
    for seat in range(game.seats):
        others = [item for item in made if item.seat != seat]
        assert others
        assert decisions(game, match.view(seat)) == others


@pytest.mark.parametrize("table", CLIMBING, ids=str)
def test_worlds_by_what_others_decided_agree_with_the_view(table: TableId) -> None:
    game, parts = small(table)
    batched = BatchedNet(game, parts)
    match = begun(game, 6)
    bots = {seat: seat_bot("greedy", game, Random(seat)) for seat in range(game.seats)}
    looked = differed = 0
    while match.deals[-1].result is None:
        (seat, *_) = sorted(game.waiting(match.state))
        view = match.view(seat)
        if view.table.phase is Phase.TRICK and (looked := looked + 1) % 5 == 0:
            worlds = Worlds(game, view, looked, remembers=False)
            for record in Posterior(batched, worlds, looked).worlds(6, 20):
                state = unpack_state(game.rules, record)
                hidden = (state.hands, card_set(state.haggis))
                differed += hidden != (match.state.hands, card_set(match.state.haggis))
                # The plays of a trick come back in another form: the table of the view is put in its place.
                seen = game.view(state._replace(table=view.table), seat)
                assert dataclasses.replace(seen, received=view.received) == view
        step(match, bots)
    assert differed


def test_worlds_by_what_others_decided_are_nearer_to_the_truth() -> None:
    """Nets play: of the cards that a seat cannot place more lie right than if they are dealt at random."""
    game = games.get("haggis3")
    master = master_bot(game, Random(1))
    assert isinstance(master, MasterClimber)
    bots = {seat: seat_bot("net", game, Random(seat)) for seat in range(3)}
    right = {"dealt": 0, "drawn": 0}
    for seed in range(3):
        match = begun(game, seed)
        for _ in range(24):
            step(match, bots)
        (seat,) = game.waiting(match.state)
        worlds = Worlds(game, match.view(seat), 1, remembers=False)
        drawn = Posterior(master.batched, worlds, 1).worlds(30, 60)
        dealt = worlds.records_of(worlds.shares(30, np.random.default_rng(1)))
        for name, records in (("dealt", dealt), ("drawn", drawn)):
            for other in worlds.takers:
                same = records[:, at.HANDS + 2 * other] & match.state.hands[other]
                right[name] += int(np.bitwise_count(same).sum())
    assert right["drawn"] > 1.1 * right["dealt"]


@pytest.mark.parametrize("table", MASTERED[1:], ids=str)
def test_hands_that_were_weighed_are_recalled_as_long_as_they_are_possible(table: TableId) -> None:
    """What was found about earlier decisions is what would be found again, and hands agree with the view."""
    game, parts = small(table)
    batched, cache = BatchedNet(game, parts), HandCache()
    match = begun(game, 6)
    bots = {seat: seat_bot("greedy", game, Random(seat)) for seat in range(game.seats)}
    cached = looked = 0
    while match.deals[-1].result is None:
        waiting = game.waiting(match.state)
        if 0 in waiting and match.state.table.phase is Phase.TRICK and (looked := looked + 1) % 3 == 1:
            worlds = Worlds(game, match.view(0), looked, remembers=False)
            posterior = Posterior(batched, worlds, looked, cache=cache)
            for seat in worlds.takers:
                hands, lost = cache.recall(worlds, seat)
                known = hands.chances.shape[1]
                made = [item for item in decisions(game, worlds.view) if item.seat == seat][:known]
                assert fits(worlds.unseen, hands.shares).all()
                size = worlds.takes_of(seat)
                assert (np.bitwise_count(hands.shares).sum(axis=1) == size).all()
                whole = repaired(lost, size, posterior._unseen, np.random.default_rng(1))
                assert fits(worlds.unseen, whole).all()
                assert (np.bitwise_count(whole).sum(axis=1) == size).all()
                cached += known * len(hands.shares)
                # What others passed to their partners is hidden: it is guessed anew each time.
                if known and len(hands.shares) and not game.rules.passing_rounds:
                    again = posterior._log_chances(hands.shares, made)
                    assert hands.chances == pytest.approx(again, abs=1e-4)
            posterior.worlds(6, 12)
        step(match, bots)
    assert cached
    other = begun(game, 7)
    while other.state.table.phase is not Phase.TRICK or 0 not in game.waiting(other.state):
        step(other, bots)
    view = other.view(0)
    cache.begin(view, decisions(game, view))
    fresh = Worlds(game, view, 1, remembers=False)
    assert all(not len(cache.recall(fresh, seat)[0].shares) for seat in fresh.takers)


def test_a_look_is_bounded_by_work() -> None:
    """However many worlds and moves are asked for, the net plays on no more than so many decisions."""
    game = games.get("haggis3")
    match = begun(game, 3)
    bot = master_bot(game, Random(1), worlds=5000, dealt=0, chance=1e-30, candidates=1000, steps=3)
    assert isinstance(bot, MasterClimber)
    asked = []

    def ends(worlds: Any, moves: Any, steps: int) -> Ends:
        asked.append(len(worlds) * len(moves) * steps)
        shape = (len(worlds), len(moves))
        return Ends(np.zeros((*shape, 3)), np.zeros((*shape, 3)), np.zeros(shape, bool))

    bot.batched.ends = ends  # type: ignore[method-assign]
    bot.choose(match.view(next(iter(game.waiting(match.state)))))
    assert 0 < sum(asked) <= PLAYED


def test_near_the_end_of_a_match_a_master_plays_for_the_match() -> None:
    game = games.get("haggis", 2)
    match = begun(game, 3)
    (seat,) = game.waiting(match.state)
    view = match.view(seat)
    behind = [0, 0]
    behind[1 - seat] = 245
    late = dataclasses.replace(view, table=view.table._replace(totals=tuple(behind), deal=5))
    leads = np.zeros((2, 2, 2))
    leads[..., seat] = [[20.0, 200.0], [20.0, -180.0]]
    leads[..., 1 - seat] = -leads[..., seat]
    ends = Ends(leads, np.zeros((2, 2, 2)), np.zeros((2, 2), bool))
    plain, daring = (master_bot(game, Random(1), stakes=stakes) for stakes in (False, True))
    assert isinstance(plain, MasterClimber)
    assert isinstance(daring, MasterClimber)
    for worth in (plain._worth(late, ends), daring._worth(view, ends)):
        assert worth.mean(axis=0) == pytest.approx([20.0, 10.0])
    sure, risky = daring._worth(late, ends).mean(axis=0)
    assert risky > sure


@pytest.mark.parametrize("table", MASTERED, ids=str)
def test_a_master_gets_no_more_than_a_view(table: TableId) -> None:
    game = table.game()
    match = begun(game, 7)
    walkers = {seat: seat_bot("greedy", game, Random(seat)) for seat in range(game.seats)}
    rng, differed = Random(11), 0
    for _ in range(12):
        (seat, *_) = sorted(game.waiting(match.state))
        view = match.view(seat)
        other = game.determinize(view, rng)
        sampled = dataclasses.replace(game.view(other, seat), past=view.past)
        differed += other.hands != match.state.hands
        said = []
        for seen in (view, sampled):
            bot = master_bot(game, Random(3), worlds=8, dealt=12, steps=2)
            assert isinstance(bot, MasterClimber)
            said.append((bot.interject(seen), bot.choose(seen)))
        assert said[0] == said[1]
        step(match, walkers)
        if match.needs_deck or match.is_over:
            break
    assert differed


def test_a_master_plays_a_deal_and_its_bets_are_made_out_of_turn_only() -> None:
    game = games.get("haggis3")
    match = begun(game, 3)
    bots = {seat: master_bot(game, Random(seat), worlds=8, dealt=12, steps=2) for seat in range(3)}
    while match.deals[-1].result is None:
        (seat, *_) = sorted(game.waiting(match.state))
        assert not game.is_interjection(bots[seat].choose(match.view(seat)))
        step(match, bots)


def test_of_cards_that_come_to_the_same_the_nets_favourite_alone_is_tried() -> None:
    game = games.get("haggis3")
    bot = master_bot(game, Random(1), chance=1e-30, candidates=1000)
    assert isinstance(bot, MasterClimber)
    dropped = 0
    for seed in range(4):
        match = begun(game, seed)
        view = match.view(next(iter(game.waiting(match.state))))
        moves, tried = bot._tried(view)
        classes = MoveClasses(bot._expert.club, view)
        keys = [classes.same(moves[i]) for i in tried]
        assert len(set(keys)) == len(keys)
        dropped += len(_highest(moves)) + 1 - len(tried)
        own = levels.best(*bot._think(view)[1:])
        assert classes.same(moves[tried[0]]) == classes.same(moves[_highest(moves).get(own, own)])
    assert dropped > 0


def test_worlds_that_come_again_make_nothing_surer() -> None:
    values = np.array([[1.0], [3.0], [8.0], [2.0]])
    each = np.ones(4)
    mean, error = mean_and_error(values, each)
    assert mean[0] == pytest.approx(3.5)
    assert error[0] == pytest.approx(values.std() / np.sqrt(3) + PAIRED_ERROR_FLOOR / 4)
    for other in (mean_and_error(values, 5 * each), mean_and_error(values, np.array([2.0, 2.0, 2.0, 2.0]))):
        assert other == (pytest.approx(mean), pytest.approx(error))
    worlds, times = distinct(np.array([[3, 1], [2, 2], [3, 1], [0, 5], [3, 1]]))
    assert mean_and_error(values[:1], each[:1])[1][0] == PAIRED_ERROR_FLOOR
    assert worlds.tolist() == [[3, 1], [2, 2], [0, 5]]
    assert times.tolist() == [3, 1, 1]


def test_endings_are_solved() -> None:
    """In a short ending for two no other move is better on the mean of the worlds, each solved to its end."""
    game = games.get("haggis", 2)
    bots = {seat: seat_bot("greedy", game, Random(seat)) for seat in range(2)}
    asked = 0
    for seed in range(4):
        match = begun(game, seed)
        while match.deals[-1].result is None:
            (seat,) = game.waiting(match.state)
            view = match.view(seat)
            solver = ExpertClimber(game, Random(1))
            if view.table.phase is Phase.TRICK and solver.can_solve(view) and len(view.legal) > 1:
                one, other = (master_bot(game, Random(2), worlds=5, dealt=8) for _ in range(2))
                assert isinstance(other, MasterClimber)
                chosen, moves = one.choose(view), other._expert.candidates(view)
                worth = solver.solved(view, other._likely(view), moves).mean(axis=0)
                assert worth[moves.index(chosen)] == pytest.approx(worth.max())
                asked += 1
            step(match, bots)
    assert asked


def test_without_a_critic_the_expert_plays_and_the_log_says_why(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = written(tmp_path)
    with caplog.at_level(logging.WARNING, "stramash.bots"):
        assert isinstance(master_bot(GAME, Random(1), weights=str(path)), ExpertClimber)
    assert "has no critic beside it" in caplog.records[0].getMessage()


def test_a_critic_that_is_damaged_or_gone_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, with_critic=True)
    critic = path.with_suffix(CRITIC_SUFFIX)
    assert set(read_critic(path, GAME)) == set(Shape.for_layout(layout_of(GAME)).critic_parts())
    data = critic.read_bytes()
    critic.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    with pytest.raises(WeightsError, match="is damaged"):
        read_critic(path, GAME)
    critic.unlink()
    with pytest.raises(WeightsError, match="no such file"):
        read_critic(path, GAME)
