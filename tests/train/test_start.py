"""One game's weights as the beginning of another's."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch comes with the extra train")

from tests.train.tiny import TINY  # noqa: E402

from stramash import games  # noqa: E402
from stramash.core.errors import RulesError  # noqa: E402
from stramash.nets.cards import WeightsError, read_card  # noqa: E402
from stramash.nets.files import read, read_critic, write  # noqa: E402
from stramash.nets.layout import layout_of  # noqa: E402
from stramash.nets.shape import CRITIC_SCALE  # noqa: E402
from stramash.train import checkpoint  # noqa: E402
from stramash.train.learn import Settings, Trainer  # noqa: E402
from stramash.train.measure import Measure  # noqa: E402
from stramash.train.net.towers import critic_values  # noqa: E402
from stramash.train.run import Plan, begin, finish, train  # noqa: E402
from stramash.train.selfplay.others import LEARNS  # noqa: E402
from stramash.train.selfplay.play import decide  # noqa: E402
from stramash.train.start import StartError, begin_with, learn_to_beat  # noqa: E402


def trainer(game_id: str, seats: int, **changes: Any) -> Trainer:
    return Trainer(games.get(game_id, seats), Settings(**{**TINY, **changes}), "cpu")


def taught(folder: Path, game_id: str, seats: int) -> Path:
    """The weights of a net that has learned a little."""
    learner = trainer(game_id, seats)
    learner.round()
    finish(learner, folder / game_id)
    return folder / f"{game_id}.net"


def test_a_player_without_a_critic_begins_with_a_new_one(tmp_path: Path) -> None:
    path = taught(tmp_path, "haggis3", 3)
    card, _, parts = read(path, games.get("haggis3", 3))
    write(tmp_path / "alone.net", replace(card, critic_sha256=""), parts)
    new = trainer("haggis", 3, seed=5)
    critic = {name: part.clone() for name, part in new.parameters.critic_parts().items()}
    begin_with(new, tmp_path / "alone.net")
    for name, part in new.parameters.critic_parts().items():
        assert torch.equal(part, critic[name])
    whole = trainer("haggis", 3)
    begin_with(whole, path)
    assert torch.equal(new.parameters.ema, whole.parameters.ema)


def test_a_game_that_is_told_the_same_begins_as_the_same_player(tmp_path: Path) -> None:
    path = taught(tmp_path, "haggis3", 3)
    old, new = trainer("haggis3", 3), trainer("haggis", 3, seed=5)
    begin_with(old, path)
    begin_with(new, path)
    assert torch.equal(old.parameters.master, new.parameters.master)
    assert torch.equal(new.parameters.ema, new.parameters.master[: new.parameters.player_size])
    assert new.start == read_card(path).sha256
    assert all(np.isfinite(value) for value in new.round().values())
    finish(new, tmp_path / "new")
    assert read_card(tmp_path / "new.net").start == new.start


def test_critics_are_written_on_one_scale_whatever_the_reward_scale(tmp_path: Path) -> None:
    learner = trainer("haggis", 2, reward_scale=20.0)
    learner.round()
    finish(learner, tmp_path / "net")
    path = tmp_path / "net.net"
    assert learner.games is not None
    inputs = learner.sight.everything(learner.games.observe().words)
    with torch.no_grad():
        points = 20 * critic_values(learner.parameters.parts, inputs)
        written = {name: torch.from_numpy(part) for name, part in read_critic(path, learner.game).items()}
        assert torch.allclose(CRITIC_SCALE * critic_values(written, inputs), points, atol=0.1)
        new = trainer("haggis", 2, reward_scale=80.0)
        begin_with(new, path)
        assert torch.allclose(80 * critic_values(new.parameters.parts, inputs), points, atol=0.1)
    assert float(points.abs().max()) > 1


def test_a_reward_scale_is_above_nothing() -> None:
    for wrong in (0.0, -40.0, float("nan")):
        with pytest.raises(RulesError, match="reward_scale"):
            trainer("haggis", 2, reward_scale=wrong)


def test_a_net_says_by_which_options_it_learned(tmp_path: Path) -> None:
    game = games.get("mu", 4, display_limit=3, short_loss=10)
    learner = Trainer(game, Settings(**TINY), "cpu")
    assert all(np.isfinite(value) for value in learner.round().values())
    finish(learner, tmp_path / "mu")
    path = tmp_path / "mu.net"
    assert read_card(path).options == {"display_limit": "3", "short_loss": "10"}
    assert checkpoint.load(tmp_path / "mu.npz", "cpu").game.rules == game.rules
    read(path, games.get("mu", 4, display_limit=3, short_loss=10, rounds=2))
    with pytest.raises(WeightsError, match="other values of display_limit, short_loss"):
        read(path, games.get("mu", 4))
    other = Plan(game="mu", seats=4, options={"short_loss": "5"}, resume=tmp_path / "mu.npz")
    with pytest.raises(checkpoint.CheckpointError, match="other options"):
        begin(other)


@pytest.mark.parametrize(
    ("source", "seats", "game_id", "new_seats"),
    [("haggis", 2, "haggis-classic", 2), ("haggis3", 3, "tatties", 3), ("mu", 3, "mu", 4)],
)
def test_what_both_are_told_keeps_its_weights(
    tmp_path: Path, source: str, seats: int, game_id: str, new_seats: int
) -> None:
    old, new = trainer(source, seats), trainer(game_id, new_seats, seed=5)
    path = taught(tmp_path, source, seats)
    begin_with(old, path)
    begin_with(new, path)
    layouts = [layout_of(games.get(*table)) for table in ((source, seats), (game_id, new_seats))]
    places = [{int(bit): i for i, bit in enumerate(layout.position)} for layout in layouts]
    shared = [bit for bit in places[0] if bit in places[1] and bit % 64 != 63]
    assert len(shared) > len(places[0]) * 0.8
    for name in ("first", "look_straight"):
        one, other = (learner.parameters.parts[name].detach() for learner in (old, new))
        here = [places[1][bit] for bit in shared]
        assert torch.equal(one[[places[0][bit] for bit in shared]], other[here])
        others = torch.ones(len(other), dtype=torch.bool)
        others[here] = False
        assert not other[others].any()
    for name in ("block0.in", "look", "move_layer", "critic.block0.out"):
        assert torch.equal(old.parameters.parts[name], new.parameters.parts[name])
    new.begin()
    assert new.games is not None
    step = new.games.observe()
    actions, chances = decide(new.parameters.parts, new.sight, step, 1)
    assert bool((actions < new.games.counts).all())
    assert bool(torch.isfinite(chances).all())


def test_weights_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    path = taught(tmp_path, "haggis", 2)
    with pytest.raises(StartError, match="another kind of game"):
        begin_with(trainer("mu", 3), path)
    with pytest.raises(StartError, match="widths"):
        begin_with(trainer("haggis", 3, width=48), path)


def test_a_deeper_net_begins_as_the_same_player(tmp_path: Path) -> None:
    path = taught(tmp_path, "mu", 4)
    old, new = trainer("mu", 4), trainer("mu", 4, seed=5, blocks=TINY["blocks"] + 2, critic_width=40)
    critic = {name: part.clone() for name, part in new.parameters.critic_parts().items()}
    begin_with(old, path)
    begin_with(new, path)
    old.begin()
    assert old.games is not None
    step = old.games.observe()
    for one, other in zip(
        decide(old.parameters.parts, old.sight, step, 1),
        decide(new.parameters.parts, new.sight, step, 1),
        strict=True,
    ):
        assert torch.equal(one, other)
    # A critic of another width is another critic.
    for name, part in new.parameters.critic_parts().items():
        assert torch.equal(part, critic[name])
    before = new.parameters.parts[f"block{TINY['blocks']}.out"].clone()
    new.round()
    assert not torch.equal(new.parameters.parts[f"block{TINY['blocks']}.out"], before)
    with pytest.raises(StartError, match="only"):
        begin_with(trainer("mu", 4, blocks=TINY["blocks"] - 1), path)


def test_rates_may_fall_with_the_clock() -> None:
    learner = trainer("haggis", 2, learning_rate=1e-3, last_learning_rate=1e-4, anneal_over=1.0)
    learner.done = 0.5
    assert learner.round()["learning_rate"] == pytest.approx(5.5e-4)
    learner.done = 7.0
    assert learner.round()["learning_rate"] == pytest.approx(1e-4)


def test_a_net_learns_among_another(tmp_path: Path) -> None:
    path = taught(tmp_path, "mu", 4)
    plan = Plan(game="mu", seats=4, among=path, settings={**TINY, "games": 8}, minutes=1.0)
    learner = begin(plan)
    assert learner.settings.among_net == 0.5
    assert learner.among is not None
    assert torch.equal(learner.among, trainer_of(path).parameters.ema)
    assert all(np.isfinite(value) for value in learner.round().values())
    with pytest.raises(RulesError, match="say --among"):
        begin(replace(plan, among=None, settings={**TINY, "among_net": 0.1}))
    with pytest.raises(StartError, match="for 4, not mu for 3"):
        begin(replace(plan, seats=3))


@pytest.mark.parametrize(("share", "against"), [(0.0, "regular"), (0.5, "mu.net")])
def test_the_curve_is_measured_against_a_net_that_plays(tmp_path: Path, share: float, against: str) -> None:
    path = taught(tmp_path, "mu", 4)
    settings = {**TINY, "net_plays": share}
    plan = Plan(game="mu", seats=4, start=path, among=path, settings=settings, measured_deals=20, minutes=1.0)
    lines: list[dict[str, Any]] = []
    train(replace(plan, out=tmp_path / "among", most_rounds=1), lines.append)
    assert lines[-1]["against"] == against


def test_another_net_may_bid_by_its_chances_while_it_is_measured() -> None:
    learner = trainer("mu", 4)
    parts = learner.parameters.ema_parts()
    likes, draws = (
        Measure(learner.game, 20, 3, "cpu", learner.sight, against=parts, draws=draws).play(parts)
        for draws in (False, True)
    )
    # In the same deals from all seats nobody is ahead of themselves, unless one of them draws.
    assert abs(likes.lead) < 1e-9
    assert draws.lead != likes.lead


def trainer_of(path: Path) -> Trainer:
    """A trainer that begins with a net of Mü for four."""
    made = trainer("mu", 4)
    begin_with(made, path)
    return made


def test_a_best_response_learns_against_a_player_that_never_changes(tmp_path: Path) -> None:
    path = taught(tmp_path, "haggis", 2)
    plan = Plan(game="haggis", start=path, against=path, settings=TINY, measured_deals=20, minutes=1.0)
    lines: list[dict[str, Any]] = []
    learner = train(replace(plan, out=tmp_path / "answer", most_rounds=2), lines.append)
    assert learner.fixed is not None
    same = trainer("haggis", 2)
    begin_with(same, path)
    assert torch.equal(learner.fixed, same.parameters.ema)
    assert not torch.equal(learner.fixed, learner.parameters.ema)
    assert learner.others is not None
    assert ((learner.others.seats != LEARNS).sum(dim=1) == 1).all()
    assert lines[-1]["against"] == path.name
    # In the same deals from both sides nobody is ahead of themselves.
    measure = Measure(same.game, 20, 3, "cpu", same.sight, against=same.parameters.ema_parts())
    assert measure.play(same.parameters.ema_parts()).lead == 0.0
    with pytest.raises(StartError, match="not haggis3 for 3"):
        learn_to_beat(trainer("haggis3", 3), path)
