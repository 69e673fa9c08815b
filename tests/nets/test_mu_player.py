"""A net that plays Mü: every decision, displays that the reference takes, the same whatever is hidden."""

import dataclasses
import logging
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.playing import TABLES, TableId

from stramash import games
from stramash.bots.driver import step
from stramash.bots.mu.expert import ExpertTrickTaker
from stramash.bots.mu.net import NetTrickTaker
from stramash.bots.net_bot import net_bot
from stramash.core.cards import join, size
from stramash.core.match import Match, shuffled
from stramash.mu.moves import PASS, Display
from stramash.mu.state import Phase
from stramash.nets.cards import Card
from stramash.nets.files import write
from stramash.nets.layout import layout_of
from stramash.nets.mu.player import auction_moves
from stramash.nets.shape import Shape
from stramash.sim.mu import features
from stramash.sim.mu.record import MOST_PLANNED

MU = [table for table in TABLES if table.game_id == "mu"]  # the game that has rows made for it
MOST_STEPS = 1000
BY_MORE = 6
"""Where the value of the level "the Crown by four cards or more" stands among those that the tower gives."""


def small(game: Any, *, seed: int = 1, match: bool = False) -> tuple[Shape, dict[str, Any]]:
    """A small net that passes in the auction about as often as it goes on."""
    shape = Shape.for_layout(layout_of(game, match=match), width=32, blocks=1, move_width=16)
    rng = np.random.default_rng(seed)
    parts = {
        name: (rng.standard_normal(size) / np.sqrt(size[0])).astype(np.float32)
        for name, size in shape.player_parts().items()
    }
    parts["levels"] *= 0.3
    parts["levels_bias"][BY_MORE] = 0.3
    return shape, parts


@pytest.mark.parametrize("table", MU, ids=str)
def test_a_display_under_way_is_told_as_if_it_were_looked_at_anew(table: TableId) -> None:
    game = table.game()
    bot = NetTrickTaker(game, small(game)[1])
    match, rng, met = Match(game, 0), Random(f"under way {table}"), 0
    match.deal(shuffled(game, rng))
    while match.state.table.phase is Phase.AUCTION:
        (seat,) = game.waiting(match.state)
        view = match.view(seat)
        planned = min(len(auction_moves(game.rules, view)) - 1, rng.randint(2, 6))
        before = bot.net.seen(view, auction_moves(game.rules, view))
        every = auction_moves(game.rules, view, 0, planned)
        cards, staged = bot.net.with_moves(before, view, every), 0
        for _ in range(planned):
            left = auction_moves(game.rules, view, staged, planned)
            kept = [every[:, 0].tolist().index(code) for code in left[:, 0].tolist()]
            short = bot.net.with_staged(cards, view, staged, planned, kept)
            whole = bot.net.seen(view, left, staged, planned)
            assert (short.words == whole.words).all()
            assert (short.moves == whole.moves).all()
            assert (short.levels == whole.levels).all()
            staged = join(staged, 1 << (int(rng.choice(left[:, 0])) & 63))
            met += 1
        match.act(seat, bot.choose(view))
    assert met > 2


@pytest.mark.parametrize("table", MU, ids=str)
def test_a_net_plays_every_decision_and_learns_nothing_that_is_hidden(table: TableId) -> None:
    game = table.game(rounds=2)
    bot = NetTrickTaker(game, small(game)[1])
    match, rng = Match(game, 0), Random(3)
    phases: set[Phase] = set()
    shown = differed = 0
    for _ in range(MOST_STEPS):
        if match.is_over:
            break
        if match.needs_deck:
            match.deal(shuffled(game, rng))
            continue
        (seat,) = game.waiting(match.state)
        view = match.view(seat)
        move = bot.choose(view)
        assert bot.interject(view) is None
        phases.add(view.table.phase)
        shown = max(shown, size(move.cards) if isinstance(move, Display) else 0)
        if rng.random() < 0.3:
            other = game.determinize(view, rng)
            sampled = dataclasses.replace(game.view(other, seat), past=view.past)
            differed += other.hands != match.state.hands
            assert bot.choose(sampled) == move
        match.act(seat, move)
    assert match.is_over
    assert {Phase.AUCTION, Phase.CROWN_TRUMP, Phase.PLAY} <= phases
    assert Phase.NEXT_DEALER in phases or table.game_id != "mu"
    assert shown > 1
    assert differed


def test_first_how_many_cards_then_which() -> None:
    game = games.get("mu", 4)
    _, parts = small(game)
    parts["levels"] *= 0
    match = Match(game, 0)
    match.deal(shuffled(game, Random(1)))
    view = match.view(0)
    parts["levels_bias"][:] = -9.0
    assert NetTrickTaker(game, parts).choose(view) == PASS
    parts["levels_bias"][BY_MORE] = 9.0
    move = NetTrickTaker(game, parts).choose(view)
    assert isinstance(move, Display)
    assert 4 <= size(move.cards) <= MOST_PLANNED
    assert game.check(match.state, 0, move) is None


def test_numpy_says_what_torch_says() -> None:
    torch = pytest.importorskip("torch", reason="torch comes with the extra train")
    from stramash.nets.layout import expand  # noqa: PLC0415
    from stramash.nets.mu.player import Net, auction_moves  # noqa: PLC0415
    from stramash.train.net.towers import judge_moves, look  # noqa: PLC0415

    game = games.get("mu", 5)
    _, parts = small(game, match=True)
    told = layout_of(game, match=True)
    match = Match(game, 0)
    match.deal(shuffled(game, Random(4)))
    view = match.view(0)
    seen = Net(game.rules, parts).seen(view, auction_moves(game.rules, view))
    values, level_values = Net(game.rules, parts).values(seen)
    in_torch = {name: torch.from_numpy(part) for name, part in parts.items()}
    words = torch.from_numpy(expand(seen.words[None], told.position).astype(np.float32))
    looks, expected_levels = look(in_torch, words)
    bits = expand(seen.moves[:, : told.move_words], slice(None)).reshape(len(values), -1).astype(np.float32)
    owner = torch.zeros(len(values), dtype=torch.long)
    assert np.allclose(values, judge_moves(in_torch, torch.from_numpy(bits), owner, looks), atol=1e-4)
    assert np.allclose(level_values, expected_levels[0], atol=1e-4)
    assert len(level_values) == features.LEVELS - 1


def test_a_net_plays_with_weights_that_fit_and_the_search_without(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    game = games.get("mu", 4)
    for match in (False, True):
        shape, parts = small(game, match=match)
        path = tmp_path / f"mu-{match}.net"
        card = Card(
            game="mu",
            seats=4,
            rules_revision=games.RULES_REVISION,
            layout=layout_of(game, match=match).digest,
            shape=shape.as_json(),
            seed=0,
            minutes=0.0,
            decisions=0,
            moves=0,
        )
        write(path, card, parts)
        assert isinstance(net_bot(game, Random(1), weights=str(path)), NetTrickTaker)
    other = games.get("mu", 4, crown_bonus=15)
    with caplog.at_level(logging.WARNING, "stramash.bots"):
        assert isinstance(net_bot(other, Random(1), weights=str(path)), ExpertTrickTaker)
        assert isinstance(net_bot(games.get("mu-classic", 6), Random(1)), ExpertTrickTaker)
    assert "other values of crown_bonus" in caplog.records[0].getMessage()
    assert "none has been trained for 6 seats" in caplog.records[1].getMessage()


def test_a_net_needs_no_compiled_code() -> None:
    code = "import sys, stramash.bots.mu.net; print(sorted({'numba', 'torch'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_two_bots_meet_in_one_deal() -> None:
    game = games.get("mu", 3)
    bots: dict[int, Any] = {seat: NetTrickTaker(game, small(game, seed=seat)[1]) for seat in range(3)}
    match = Match(game, 0)
    match.deal(shuffled(game, Random(2)))
    for _ in range(MOST_STEPS):
        if match.deals[-1].result is None:
            assert step(match, bots) is not None
    assert match.deals[-1].result is not None
