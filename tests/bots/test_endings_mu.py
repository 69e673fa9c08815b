"""A net of Mü solves its last tricks: the best card on the mean of worlds, whatever is hidden."""

import subprocess
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from tests.nets.test_mu_player import small

from stramash import games
from stramash.bots.mu import endgame
from stramash.bots.mu.endings import AT_A_GLANCE, SOLVED_TRICKS, EndingTrickTaker, is_ending
from stramash.bots.mu.net import NetTrickTaker
from stramash.bots.mu.worlds import MuWorlds
from stramash.bots.net_bot import net_bot
from stramash.core.match import Match, shuffled
from stramash.mu.game import MuGame
from stramash.mu.state import Phase


def asked(game: MuGame, deals: int) -> Iterator[tuple[Match[Any, Any, Any], Any]]:
    """Decisions in tricks, with a choice, of deals that nets play."""
    bot = NetTrickTaker(game, small(game)[1])
    for deal in range(deals):
        match = Match(game, deal % game.seats)
        match.deal(shuffled(game, Random(f"endings {deal}")))
        while match.deals[-1].result is None:
            (seat,) = game.waiting(match.state)
            view: Any = match.view(seat)
            if view.table.phase is Phase.PLAY and len(view.legal) > 1:
                yield match, view
            match.act(seat, bot.choose(view))


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_a_net_plays_its_own_cards_until_the_ending(seats: int) -> None:
    game = games.get("mu", seats)
    assert isinstance(game, MuGame)
    _, parts = small(game)
    plain, solving = NetTrickTaker(game, parts), EndingTrickTaker(game, parts)
    assert len(AT_A_GLANCE[seats]) >= SOLVED_TRICKS[seats]  # no later than a search
    met = [0, 0]
    for _, view in asked(game, 2):
        near = is_ending(view, len(AT_A_GLANCE[seats]))
        assert near == (max(view.table.counts) <= len(AT_A_GLANCE[seats]))
        assert solving.choose(view) in view.legal
        assert near or solving.choose(view) == plain.choose(view)
        met[near] += 1
    assert min(met) > 5


def test_no_card_is_better_in_its_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.get("mu", 4)
    assert isinstance(game, MuGame)
    bot, drawn = EndingTrickTaker(game, small(game)[1]), list[Any]()
    real = MuWorlds.take

    def take(self: MuWorlds, count: int) -> Any:
        drawn.append(real(self, count))
        return drawn[-1]

    monkeypatch.setattr(MuWorlds, "take", take)
    met = 0
    for _, view in asked(game, 3):
        if is_ending(view, 5):
            move = bot.choose(view)
            assert len(drawn[-1]) == AT_A_GLANCE[4][max(view.table.counts) - 1]
            worth = endgame.solved(game, drawn[-1], list(view.legal), view.seat).mean(axis=0)
            assert worth[view.legal.index(move)] == pytest.approx(worth.max())
            met += 1
    assert met > 15


def test_the_same_view_is_played_the_same_whatever_is_hidden() -> None:
    game = games.get("mu", 4)
    assert isinstance(game, MuGame)
    parts, rng, met = small(game)[1], Random(3), 0
    for match, view in asked(game, 3):
        if is_ending(view, 5):
            other = game.determinize(view, rng)
            assert game.view(other, view.seat) == view
            met += other.hands != match.state.hands
            # Another bot, so nothing is kept from one to the other.
            choices = {
                str(EndingTrickTaker(game, parts).choose(seen)) for seen in (view, match.view(view.seat))
            }
            choices.add(str(EndingTrickTaker(game, parts).choose(game.view(other, view.seat))))
            assert len(choices) == 1
    assert met > 5


def test_endings_can_be_left_to_the_net() -> None:
    game = games.get("mu", 4)
    assert isinstance(net_bot(game, Random(1)), EndingTrickTaker)
    assert type(net_bot(game, Random(1), endings=False)) is NetTrickTaker


def test_a_first_move_waits_for_no_compiled_code() -> None:
    code = """
import sys
from random import Random
from stramash import games
from stramash.bots.registry import seat_bot
from stramash.core.match import Match, shuffled
game = games.get("mu", 4)
match = Match(game, 0)
match.deal(shuffled(game, Random(1)))
(seat,) = game.waiting(match.state)
match.act(seat, seat_bot("net", game, Random(1)).choose(match.view(seat)))
print(sorted({"numba", "torch"} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
