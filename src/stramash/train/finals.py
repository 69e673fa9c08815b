"""Two nets over matches begun at given totals, all in one batch: who wins, and how often.

`python -m stramash.train.finals GAME SEATS A.net B.net MATCHES DEVICE [SEED] [200:230 …]`. Every match has
the same decks, as long as both last, for A on every side with every one of the totals: of two players that
play alike each wins its share exactly. `A.net@blind` is a net that is told at every deal that the match has
just begun: what the same net makes of knowing how it stands. The answer is one line of JSON each.
"""

import json
import sys
from pathlib import Path
from time import perf_counter
from typing import Any, Final, NamedTuple

import torch

from stramash import games
from stramash.core.errors import RulesError, StramashError
from stramash.core.game import AnyGame
from stramash.core.seats import sides_by_seat
from stramash.nets.files import read
from stramash.nets.layout import layout_of, layout_with
from stramash.sim.family import family_of, features_of
from stramash.train.duel import mean_and_error
from stramash.train.net.towers import Parts
from stramash.train.selfplay.match_rewards import MatchRewards
from stramash.train.selfplay.play import Games, Sight, Step, decide

MOST_STEPS: Final = 20_000
BLIND: Final = "@blind"
USAGE: Final = (
    "usage: python -m stramash.train.finals GAME SEATS A.net B.net MATCHES DEVICE [SEED] [200:230 …]"
)


class Found(NamedTuple):
    """The share of matches that A won, over all sides and totals, and its standard error."""

    won: float
    error: float
    by_total: list[float]
    """The same where A has the first of the totals, the second, …"""
    errors: list[float]
    deals: float
    """Deals a match."""


class Player:
    """A net that may be told how its match stands."""

    def __init__(self, game: AnyGame, parts: Parts, sight: Sight, *, is_blind: bool = False) -> None:
        self._parts, self._sight = parts, sight
        self._first: torch.Tensor | None = None
        self._is_blind = is_blind
        rows: Any = features_of(family_of(game).name)
        masks = [0] * (rows.POSITION_WORDS + rows.CRITIC_WORDS)
        for field in set(layout_of(game, match=True).fields) - set(layout_of(game).fields):
            masks[field.word] |= (1 << field.width) - 1 << field.first
        self._masks = torch.tensor(masks, dtype=torch.int64, device=sight.device)

    @classmethod
    def read(cls, game: AnyGame, spec: str, device: str) -> "Player":
        """The net of a file, `FILE.net` or `FILE.net@blind`."""
        is_blind = spec.endswith(BLIND)
        _, shape, parts = read(Path(spec.removesuffix(BLIND)), game)
        dtype = torch.bfloat16 if device == "cuda" else torch.float32
        sight = Sight(layout_with(game, shape.inputs), device, dtype)
        ready = {name: torch.from_numpy(part).to(device, dtype) for name, part in parts.items()}
        return cls(game, ready, sight, is_blind=is_blind)

    def see_first(self, step: Step) -> None:
        """Remember what is told of matches that have just begun."""
        if self._is_blind:
            self._first = step.words[:1].view(torch.int64) & self._masks

    def choose(self, step: Step) -> torch.Tensor:
        """What it likes best in every game."""
        if self._first is not None:
            words = step.words.view(torch.int64) & ~self._masks | self._first
            blind = Step(words.view(torch.int32), step.moves, step.seats)
            return decide(self._parts, self._sight, blind, 0, is_greedy=True)[0]
        return decide(self._parts, self._sight, step, 0, is_greedy=True)[0]


def finals(
    game: AnyGame, a: Player, b: Player, totals: tuple[int, ...], count: int, device: str, seed: int = 1
) -> Found:
    """Let A sit on every side with every one of the totals, in so many matches each."""
    sides = len(game.sides)
    if len(totals) != sides:
        raise RulesError("totals", ":".join(map(str, totals)), f"one total a side: {sides}")
    match_rewards = MatchRewards(game, 1.0, device)
    fresh = Games(game, count, seed, device)
    for player in (a, b):
        player.see_first(fresh.observe())
    blocks = [(side, place) for place in range(sides) for side in range(sides)]
    tables = Games(game, count * len(blocks), seed, device)
    records = torch.cat([fresh.records] * len(blocks))
    begin = [[totals[(s - side + place) % sides] for s in range(sides)] for side, place in blocks]
    match_rewards.place(records, torch.tensor(begin, device=device).repeat_interleave(count, dim=0))
    tables.batch.load(tables.lent(records))
    own = torch.tensor([[of == side for of in sides_by_seat(game.sides)] for side, _ in blocks])
    own = own.to(device).repeat_interleave(count, dim=0)
    mine = torch.tensor([side for side, _ in blocks], device=device).repeat_interleave(count)
    share = torch.full((tables.count,), -1.0, device=device)
    deals = torch.zeros(tables.count, device=device)
    for _ in range(MOST_STEPS):
        step = tables.observe()
        is_mine = own.gather(1, step.seats[:, None])[:, 0]
        actions = torch.where(is_mine, a.choose(step), b.choose(step))
        before = match_rewards.before(tables.records)
        tables.act(step, actions)
        is_on = share < 0
        deals += step.finished & is_on
        is_last = step.finished & is_on & match_rewards.is_over(before, tables.scores, tables.records)
        won = match_rewards.won(before[0] + tables.scores).gather(1, mine[:, None])[:, 0]
        share = torch.where(is_last, won, share)
        if bool((share >= 0).all()):
            break
    else:
        raise RulesError("totals", ":".join(map(str, totals)), "matches without an end")
    by_match = share.double().view(sides, sides, count)
    found = [mean_and_error(part.tolist()) for part in (by_match.mean(dim=(0, 1)), *by_match.mean(dim=1))]
    means, errors = [mean for mean, _ in found], [error for _, error in found]
    return Found(means[0], errors[0], means[1:], errors[1:], float(deals.mean()))


def main(arguments: list[str]) -> int:
    """Read the command line and let the nets meet."""
    try:
        game_id, seats, a, b, count, device, *more = arguments
        seed = int(more.pop(0)) if more and ":" not in more[0] else 1
        game = games.get(game_id, int(seats))
        every = [tuple(map(int, text.split(":"))) for text in more] or [(0,) * len(game.sides)]
        matches = int(count)
    except (ValueError, StramashError) as error:
        print(f"{USAGE}\n{error}", file=sys.stderr)
        return 2
    try:
        players = [Player.read(game, spec, device) for spec in (a, b)]
        for totals in every:
            began = perf_counter()
            found = finals(game, players[0], players[1], totals, matches, device, seed)
            line: dict[str, Any] = {"game": game_id, "a": a, "b": b, "totals": ":".join(map(str, totals))}
            line |= {"matches": matches * len(totals) ** 2, "won": round(found.won, 5)}
            line |= {"error": round(found.error, 5), "by_total": [round(x, 4) for x in found.by_total]}
            line |= {"errors": [round(x, 4) for x in found.errors], "deals": round(found.deals, 2)}
            print(json.dumps({**line, "seconds": round(perf_counter() - began, 1)}), flush=True)
    except StramashError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
