"""`python -m stramash.train.mu.imitate START.net BOT FILE... --out OUT.net`: a net that does as a bot does.

`auctions` writes down how a bot bids, or whole deals of it; here a net that knows the game already learns to
do the same: how many cards, which, then trumps and partner, and cards in the tricks. It is for others at the
table (`among_net`): a search that thinks for 20 ms a move cannot sit in sixty thousand games at once. Where
only auctions were written down, what it does with cards is nobody's: the net that learns plays on there
(unless `net_plays` says otherwise). Of every tenth deal nothing is learned: agreement is told of those.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import torch

from stramash import games
from stramash.core.cards import FIRST_COPIES, SECOND_COPY, join, remove
from stramash.core.errors import StramashError
from stramash.core.game import AnyGame
from stramash.mu.moves import Display, Move, Partner, PlayCard, Trump
from stramash.mu.state import Phase, View
from stramash.nets.cards import INT8, read_card
from stramash.nets.files import write
from stramash.nets.mu.player import Net, auction_moves
from stramash.sim.mu.pack import pack_move
from stramash.train.learn import Settings, Trainer
from stramash.train.mu.auctions import decisions
from stramash.train.mu.bids import crowns, is_before_cards, is_bidding
from stramash.train.net import plain
from stramash.train.net.towers import Parts, look
from stramash.train.selfplay.play import Games, decide
from stramash.train.start import CRITIC, PLAYER, begin_with
from stramash.train.teach.distillation import distillation_gradient, log_chances, only

COUNT, CARD, TRUMP, PARTNER, PLAY, OTHER = range(6)
KINDS: Final = ("count", "card", "trump", "partner", "play", "other")
"""What is decided."""
KIND_OF: Final = {TRUMP: Trump, PARTNER: Partner, PLAY: PlayCard}
HELD_OUT: Final = 10
"""One deal of so many is kept to be asked about."""
BATCH: Final = 1_024
NORM: Final = 1.0
AVERAGE: Final = 0.99
MOST_STEPS: Final = 400


class Lesson(NamedTuple):
    """One decision of a bot as a net sees it."""

    words: Any
    moves: Any
    """The rows of the moves there are."""
    action: int
    """Which of them it made."""
    kind: int
    deal: int
    is_usual: bool
    """Whether it passed, of counts; true of everything else."""


def lessons_of(net: Net, view: View, move: Move, deal: int) -> Iterator[Lesson]:
    """A decision in the steps in which a net takes it: of a display how many cards, then each of them."""
    if len(view.legal) == 1:
        return
    if view.table.phase is not Phase.AUCTION:
        packed = np.array([pack_move(legal) for legal in view.legal], np.int64)
        kind = next((kind for kind, of in KIND_OF.items() if isinstance(move, of)), OTHER)
        yield _lesson(net, view, packed, view.legal.index(move), kind, deal)
        return
    counts = auction_moves(net.rules, view)
    cards = move.cards if isinstance(move, Display) else 0
    wanted = cards.bit_count()
    if wanted >= len(counts):
        return  # more than a net may show
    yield _lesson(net, view, counts, wanted, COUNT, deal)
    staged = 0
    while staged != cards:
        moves = auction_moves(net.rules, view, staged, wanted)
        codes = [int(code) & 63 for code in moves[:, 0]]
        # The order of the cards means nothing: the lowest first, as they are listed.
        left = remove(cards, staged)
        here = left & FIRST_COPIES | left >> SECOND_COPY
        card = next(code for code in codes if here >> code & 1)
        if len(codes) > 1:
            yield _lesson(net, view, moves, codes.index(card), CARD, deal, staged, wanted)
        staged = join(staged, 1 << card)


def _lesson(
    net: Net, view: View, packed: Any, action: int, kind: int, deal: int, staged: int = 0, planned: int = 0
) -> Lesson:
    seen = net.seen(view, packed, staged, planned)
    return Lesson(seen.words, seen.moves, action, kind, deal, is_usual=kind != COUNT or action == 0)


def read_lessons(game: AnyGame, parts: dict[str, Any], bot: str, paths: list[Path]) -> list[Lesson]:
    """All decisions of a bot in files of auctions."""
    net, lessons = Net(game.rules, parts), list[Lesson]()
    for path in paths:
        try:
            lines = [json.loads(text) for text in path.read_text(encoding="utf-8").splitlines()]
            for line in lines:
                if (line["game"], len(line["bots"])) == (game.id, game.seats):
                    for view, move in decisions(line, bot):
                        lessons += lessons_of(net, view, move, line["deal"])
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise StramashError(f"{path} is no file of auctions: {error!r}") from None
    if not lessons:
        raise StramashError(f"no auction of {bot} in {', '.join(map(str, paths))}")
    return lessons


class Batch(NamedTuple):
    """Some lessons side by side."""

    words: torch.Tensor
    moves: plain.Moves
    actions: torch.Tensor
    kinds: torch.Tensor


def batch_of(lessons: list[Lesson]) -> Batch:
    """Lessons as the kernels in `net.plain` take them."""
    counts = torch.tensor([len(lesson.moves) for lesson in lessons])
    offsets = torch.cat([torch.zeros(1, dtype=torch.int64), counts.cumsum(0)])
    rows = torch.from_numpy(np.concatenate([lesson.moves for lesson in lessons]))
    owner = torch.repeat_interleave(torch.arange(len(lessons)), counts)
    return Batch(
        torch.from_numpy(np.stack([lesson.words for lesson in lessons])).view(torch.int32),
        plain.Moves(rows.view(torch.int32), offsets, owner, len(rows)),
        torch.tensor([lesson.action for lesson in lessons]),
        torch.tensor([lesson.kind for lesson in lessons]),
    )


def learn(trainer: Trainer, lessons: list[Lesson], learning_rate: float, epochs: int, seed: int) -> None:
    """Make what the bot did likelier, all lessons as often."""
    dice = np.random.default_rng(seed)
    parameters, done = trainer.parameters, 0
    for _ in range(epochs):
        order = dice.permutation(len(lessons))
        for first in range(0, len(order), BATCH):
            batch = batch_of([lessons[place] for place in order[first : first + BATCH]])
            looks, level_values = look(parameters.parts, trainer.sight.position(batch.words))
            values = plain.values_of(parameters.parts, batch.moves, looks)
            with torch.no_grad():
                found = values.detach(), level_values.detach(), batch.moves
                to = distillation_gradient(*found, only(batch.moves, batch.actions))
            torch.autograd.backward([values, level_values], [to.moves, to.levels])
            done += len(batch.actions)
            share = done / (epochs * len(order))
            parameters.update(learning_rate * (1 - 0.95 * share), AVERAGE, NORM)


def agreement(parts: Parts, trainer: Trainer, lessons: list[Lesson]) -> dict[str, dict[str, float]]:
    """By what is decided: how often the likeliest is what the bot did, and the mean log chance of that."""
    found: dict[str, list[tuple[float, float]]] = {}
    for first in range(0, len(lessons), BATCH):
        some = lessons[first : first + BATCH]
        batch = batch_of(some)
        with torch.no_grad():
            looks, level_values = look(parts, trainer.sight.position(batch.words))
            values = plain.values_of(parts, batch.moves, looks)
            best, _ = plain.choose(values, level_values, batch.moves, 0, is_greedy=True)
            made = batch.moves.offsets[:-1] + batch.actions
            chances = log_chances(values, level_values, batch.moves)[made]
        for lesson, choice, chance in zip(some, best.tolist(), chances.tolist(), strict=True):
            found.setdefault(KINDS[lesson.kind], []).append((float(choice == lesson.action), chance))
            if lesson.kind == COUNT:
                found.setdefault("pass or not", []).append((float((choice == 0) == lesson.is_usual), 0.0))
    return {
        name: {
            "decisions": len(rows),
            "agrees": round(sum(row[0] for row in rows) / len(rows), 3),
            "log_chance": round(sum(row[1] for row in rows) / len(rows), 3),
        }
        for name, rows in found.items()
    }


def among_its_like(trainer: Trainer, bidder: Parts, player: Parts, deals: int, seed: int) -> dict[str, float]:
    """Deals in which everybody bids by one net and plays cards by another: what the Crowns came to."""
    table = Games(trainer.game, deals, seed, trainer.device, goes_on=False)
    for t in range(MOST_STEPS):
        if bool((table.seats < 0).all()):
            break
        step = table.observe()
        # As in training: bids by their chances, then what each likes best.
        is_sure = ~is_bidding(table.records)
        bids, _ = decide(bidder, trainer.sight, step, seed + t, is_sure=is_sure)
        cards, _ = decide(player, trainer.sight, step, seed + t, is_greedy=True)
        table.batch.step(table.lent(torch.where(is_before_cards(table.records), bids, cards)))
    everybody = torch.ones((deals, trainer.game.seats), dtype=torch.bool, device=trainer.device)
    return {
        name: round(value, 3) for name, value in crowns(table.records, everybody, trainer.game.rules).items()
    }


def imitate(
    start: Path,
    bot: str,
    paths: list[Path],
    out: Path,
    *,
    learning_rate: float,
    epochs: int,
    deals: int = 512,
) -> dict[str, Any]:
    """Teach a net how a bot bids and write it down; returns how well it does."""
    card = read_card(start)
    game = games.get_written(card.game, card.seats, card.options)
    if game.family != "mu":
        raise StramashError(f"{start} plays {card.game}: only Mü has an auction of displays")
    widths = {name: card.shape[name] for name in (*PLAYER, *CRITIC)}
    trainer = Trainer(game, Settings(games=1, **widths), "cpu")
    begin_with(trainer, start)
    parameters = trainer.parameters
    player = {name: part.clone() for name, part in parameters.ema_parts().items()}
    parts = {name: part.numpy() for name, part in player.items()}
    lessons = read_lessons(game, parts, bot, paths)
    held = [lesson for lesson in lessons if lesson.deal % HELD_OUT == 0]
    taught = [lesson for lesson in lessons if lesson.deal % HELD_OUT]
    told: dict[str, Any] = {"bot": bot, "deals": len({lesson.deal for lesson in lessons})}
    told["before"] = agreement(player, trainer, held)
    learn(trainer, taught, learning_rate, epochs, seed=trainer.settings.seed)
    told["after"] = agreement(parameters.ema_parts(), trainer, held)
    told["crowns"] = among_its_like(trainer, parameters.ema_parts(), player, deals, seed=1)
    like = replace(
        card, numbers=INT8, critic_sha256="", start=card.sha256, strength=[], decisions=len(taught)
    )
    write(out, like, {name: part.numpy() for name, part in parameters.ema_parts_float32().items()})
    return told


def main() -> int:
    """Read the command line and teach."""
    parser = argparse.ArgumentParser(prog="python -m stramash.train.mu.imitate", description=__doc__)
    parser.add_argument("start", type=Path)
    parser.add_argument("bot")
    parser.add_argument("auctions", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--learning-rate", type=float, default=3e-4)
    parser.add_argument("--epochs", type=int, default=4)
    given = parser.parse_args()
    try:
        told = imitate(
            given.start,
            given.bot,
            given.auctions,
            given.out,
            learning_rate=given.learning_rate,
            epochs=given.epochs,
        )
    except StramashError as error:
        print(error, file=sys.stderr)
        return 1
    print(json.dumps(told, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
