"""One net that several games share."""

from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="torch comes with the extra train")

from benchmarks.one_net import TABLES, Turns, union  # noqa: E402

from stramash import games  # noqa: E402
from stramash.nets.layout import layout_of  # noqa: E402
from stramash.train.learn import Settings, Trainer  # noqa: E402

TINY = Settings(games=8, steps=2, width=16, blocks=1, move_width=8, critic_width=16, random_steps=2)


def test_the_shared_layout_has_what_every_game_tells() -> None:
    layouts = [layout_of(games.get(name, int(seats))) for name, seats in (text.split(":") for text in TABLES)]
    shared = union(layouts)
    assert set(shared.position) == {bit for layout in layouts for bit in layout.position}
    assert set(shared.secrets) == {bit for layout in layouts for bit in layout.secrets}
    assert len(shared.position) % 16 == 0
    assert (shared.move_words, shared.levels, shared.seats) == (3, 4, 4)


def test_games_teach_one_net_by_turns(tmp_path: Path) -> None:
    tables = [games.get("haggis", 2), games.get("tatties", 3)]
    shared = union([layout_of(game) for game in tables])
    learners = [Trainer(game, TINY, "cpu", layout=shared) for game in tables]
    turns = [
        Turns(tmp_path / "net.turns", each.parameters, number, 2) for number, each in enumerate(learners)
    ]
    before = learners[0].parameters.master.clone()
    for number, each in enumerate(learners):
        turns[number].wait(number)
        each.round()
        turns[number].give()
    turns[0].wait(2)
    assert turns[0].rounds == 2
    one, other = (each.parameters for each in learners)
    for name in ("master", "first_moment", "second_moment", "average"):
        assert torch.equal(getattr(one, name), getattr(other, name))
    assert one.updates == other.updates == 4
    assert not torch.equal(one.master, before)
