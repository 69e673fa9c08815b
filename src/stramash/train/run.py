"""A run of training from its beginning, or a checkpoint, to its time's end: progress, curve, files."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from math import inf
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from stramash import games
from stramash.core.errors import RulesError
from stramash.core.extras import MissingExtra, need
from stramash.nets.cards import Card, rules_of
from stramash.nets.files import write
from stramash.nets.shape import CRITIC_SCALE
from stramash.sim.run import check_device
from stramash.train import checkpoint
from stramash.train.learn import Settings, Trainer
from stramash.train.measure import Measure
from stramash.train.net.parameters import rescaled
from stramash.train.plots import plot_curves
from stramash.train.start import begin_with, learn_among, learn_from, learn_to_beat
from stramash.train.teach.teacher import SETTINGS as WITH_A_TEACHER

MEASURED_DEALS: Final = 2_000
MEASURE_EVERY: Final = 20.0
"""Seconds between two points of the learning curve, at first; later points come further apart."""
SAVE_EVERY: Final = 60.0
MEASURE_SEED: Final = 77_000_001


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What a run is to do."""

    game: str
    seats: int | None = None
    options: dict[str, str] = field(default_factory=dict)
    """Options of the game that differ from its sheet, as texts."""
    minutes: float = 5.0
    resume: Path | None = None
    start: Path | None = None
    """Weights, perhaps of another game, to begin with where there is nothing to go on from."""
    against: Path | None = None
    """A player to be beaten, which never changes: what is learned is a best response to it."""
    among: Path | None = None
    """A player that never changes, for the seats of `among_net`; half of the games unless said."""
    teacher: Path | None = None
    """A player, of any width, whose choices are learned instead of what deals bring."""
    by_time: bool = False
    """Whether rates and entropies fall with the time of this run, not with `anneal_over`."""
    device: str = "cpu"
    out: Path | None = None
    """Files are OUT.npz (the checkpoint), OUT.jsonl (the curve), OUT.net and OUT.json (the player)."""
    settings: dict[str, Any] = field(default_factory=dict)
    measured_deals: int = MEASURED_DEALS
    """Deals of each point of the curve; none: it is not measured."""
    snapshots: tuple[float, ...] = ()
    """Millions of decisions after which a snapshot of the player is written, as OUT-50.net for 50."""
    most_rounds: int | None = None


def parse_settings(texts: list[str]) -> dict[str, Any]:
    """Settings written NAME=VALUE."""
    known = {item.name: item.type for item in fields(Settings)}
    made: dict[str, Any] = {}
    for text in texts:
        name, _, value = text.partition("=")
        if name not in known:
            raise RulesError("set", text, "no such setting; there are " + ", ".join(known))
        try:
            made[name] = int(value) if known[name] in (int, "int") else float(value)
        except ValueError:
            raise RulesError("set", text, "write NAME=NUMBER") from None
    return made


def begin(plan: Plan) -> Trainer:
    """The trainer that a plan starts with."""
    settings = plan.settings if plan.against is None else {"among_frozen": 1.0, **plan.settings}
    settings = settings if plan.among is None else {"among_net": 0.5, **settings}
    if plan.teacher is not None and plan.resume is None:
        settings = {**WITH_A_TEACHER, **settings}
    trainer = _trainer(plan, settings)
    if plan.against is not None:
        learn_to_beat(trainer, plan.against)
    if plan.among is not None:
        learn_among(trainer, plan.among)
    elif trainer.settings.among_net:
        raise RulesError("set", "among_net", "which net? say --among FILE.net")
    if plan.teacher is not None:
        learn_from(trainer, plan.teacher)
    elif trainer.taught_by:
        raise checkpoint.CheckpointError(
            f"{plan.resume} learned from a teacher and has no critic: name it with --teacher, or let the "
            "player go on by itself with --start"
        )
    return trainer


def _trainer(plan: Plan, settings: dict[str, Any]) -> Trainer:
    if plan.resume is not None:
        trainer = checkpoint.load(plan.resume, plan.device, **settings)
        if (trainer.game.id, plan.seats or trainer.game.seats) != (plan.game, trainer.game.seats):
            raise checkpoint.CheckpointError(
                f"{plan.resume} is for {trainer.game.id} with {trainer.game.seats} seats, not for {plan.game}"
            )
        if plan.options and rules_of(games.get_written(plan.game, plan.seats, plan.options)) != rules_of(
            trainer.game
        ):
            raise checkpoint.CheckpointError(f"{plan.resume} learned by other options of {plan.game}")
        return trainer
    trainer = Trainer(
        games.get_written(plan.game, plan.seats, plan.options), Settings(**settings), plan.device
    )
    if plan.start is not None:
        begin_with(trainer, plan.start)
    return trainer


def train(plan: Plan, tell: Callable[[dict[str, Any]], None]) -> Trainer:
    """Train until the time is over, and leave files that can be gone on from and played with.

    `tell` is given the metrics of each round.
    """
    check_device(plan.device)
    if plan.device == "cuda":
        need("train", "triton")
    trainer = begin(plan)
    measure = _measure(trainer, plan)
    if trainer.games is None:
        trainer.begin()
    out = plan.out or Path(f"{trainer.game.id}-{trainer.game.seats}")
    curve = out.with_suffix(".jsonl")
    curve.parent.mkdir(parents=True, exist_ok=True)
    if plan.resume is None:
        curve.unlink(missing_ok=True)
    began = saved = perf_counter()
    measured = -inf
    to_keep = [mark for mark in sorted(plan.snapshots) if mark * 1e6 > trainer.decisions]
    while True:
        if plan.by_time:
            trainer.done = (perf_counter() - began) / (60 * plan.minutes)
        stats = trainer.round()
        now = perf_counter()
        is_over = now - began > plan.minutes * 60 or trainer.rounds == plan.most_rounds
        line: dict[str, Any] = {
            "rounds": trainer.rounds,
            "decisions": trainer.decisions,
            "moves": trainer.moves_made,
            "seconds": round(trainer.seconds, 2),
            **{name: float(f"{value:.4g}") for name, value in stats.items()},
        }
        # Points of the curve come at first every MEASURE_EVERY seconds, later every twentieth of the time.
        if measure and (is_over or now - measured > max(MEASURE_EVERY, trainer.seconds / 20)):
            found = measure.play(trainer.parameters.ema_parts())
            line |= {name: round(value, 3) for name, value in found._asdict().items() if value is not None}
            line["against"], _ = _opponent(trainer, plan)
            measured = perf_counter()
        with curve.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        tell({**line, "done": min(1.0, (now - began) / (plan.minutes * 60))})
        while to_keep and trainer.decisions >= to_keep[0] * 1e6:
            write_player(trainer, out.with_name(f"{out.name}-{to_keep.pop(0):g}.net"), with_critic=False)
        if is_over:
            break
        if now - saved > SAVE_EVERY:
            finish(trainer, out)
            saved = perf_counter()
    finish(trainer, out)
    return trainer


def train_and_draw(plan: Plan, tell: Callable[[dict[str, Any]], None]) -> list[Path]:
    """Train, and draw the curve where matplotlib is installed; returns the files written."""
    trainer = train(plan, tell)
    out = plan.out or Path(f"{trainer.game.id}-{trainer.game.seats}")
    endings = (".npz", ".net", *(() if trainer.teacher else (".critic",)), ".json", ".jsonl")
    written = [out.with_suffix(ending) for ending in endings]
    try:
        plot_curves({f"{trainer.game.id} {trainer.game.seats}": written[-1]}, out.with_suffix(".svg"))
        written.append(out.with_suffix(".svg"))
    except MissingExtra:
        pass  # a picture is no reason to fail after the work is done
    return written


def _measure(trainer: Trainer, plan: Plan) -> Measure | None:
    """What the points of the curve are measured with."""
    if not plan.measured_deals:
        return None
    _, flat = _opponent(trainer, plan)
    return Measure(
        trainer.game,
        plan.measured_deals,
        MEASURE_SEED,
        plan.device,
        trainer.sight,
        against="regular" if flat is None else trainer.parameters.player(flat),
        draws=trainer.fixed is None,
    )


def _opponent(trainer: Trainer, plan: Plan) -> tuple[str, Any]:
    """Whom the points of the curve are measured against, and their weights if it is a net."""
    if plan.against is not None:
        return plan.against.name, trainer.fixed
    # A net that only bids is nobody to play against.
    if plan.among is not None and trainer.settings.net_plays:
        return plan.among.name, trainer.among
    return "regular", None


def finish(trainer: Trainer, out: Path) -> None:
    """Write the checkpoint and the player."""
    checkpoint.save(trainer, out.with_suffix(".npz"), compact=trainer.device == "cuda")
    write_player(trainer, out.with_suffix(".net"), with_critic=trainer.teacher is None)


def write_player(trainer: Trainer, path: Path, *, with_critic: bool = True) -> None:
    """Write the player as it is now, with its card."""
    averaged = trainer.parameters.ema_parts_float32()
    factor = trainer.settings.reward_scale / CRITIC_SCALE
    latest = rescaled(trainer.parameters.critic_parts(), factor) if with_critic else {}
    parts = {name: part.float().cpu().numpy() for name, part in {**averaged, **latest}.items()}
    card = Card(
        game=trainer.game.id,
        seats=trainer.game.seats,
        rules_revision=games.RULES_REVISION,
        layout=trainer.layout.digest,
        shape=trainer.parameters.shape.as_json(),
        seed=trainer.settings.seed,
        minutes=round(trainer.seconds / 60, 2),
        decisions=trainer.decisions,
        moves=trainer.moves_made,
        start=trainer.start,
        teacher=trainer.taught_by,
        options=rules_of(trainer.game),
    )
    write(path, card, parts)
