"""Makes the positions of `stramash.exercises` from deals between club players, and checks them.

``python -m scripts.exercises --minutes 10 --jobs 2`` adds positions, to all kinds in turn, and
can be stopped and gone on with; with ``--into FILE`` they are written there, and ``--take FILE`` takes them
into the set. ``--check`` searches every position anew, with other luck, and says which no longer hold.
"""

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import repeat
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np

from stramash import exercises, games
from stramash.bots.advice import Advice, advice
from stramash.bots.climbing.advice import measure_bets
from stramash.bots.climbing.expert import ExpertClimber
from stramash.bots.driver import step
from stramash.bots.registry import seat_bot
from stramash.bots.search.estimate import Estimates, Sizes
from stramash.climbing.moves import Bet, Play
from stramash.climbing.state import Phase as ClimbingPhase
from stramash.core.families import ByFamily
from stramash.core.game import AnyGame
from stramash.core.match import AnyMatch, Match, shuffled
from stramash.core.seats import Seat
from stramash.mu.state import Phase as MuPhase
from stramash.sim.run import limit_threads

CELLS: Final = tuple(
    (game.id, game.seats, kind) for game in exercises.games_of_the_set() for kind in exercises.kinds_of(game)
)
"""Game, seats, and the kinds of exercises that it has."""
SCREEN: Final = 3000
LONG: Final = 40_000
"""Playouts to find a position, and to be sure of it."""
BETS_SCREEN, BETS_LONG = Sizes(8, 40), Sizes(24, 240)
AHEAD: Final = 3.0
"""Points by which the best move must be ahead of the next, at least, besides the error."""
PROMISING: Final = 8.0
"""Points by which it must be ahead in a short look."""
MOST_MOVES: Final = 90
"""More legal moves than this are too many to look at all."""
MOST_LINES: Final = 6
LOOKS_A_DEAL: Final = 3
"""How many decisions of a deal are looked at, so that the set is from many deals."""
FEW_CARDS: Final = 6
FEW_TRICKS: Final = 4
"""What makes an ending."""
Cell = tuple[str, int, str]
"""Game, seats and kind."""
FILE: Final = Path(exercises.__file__).with_name(exercises.POSITIONS)


class Found(NamedTuple):
    """What a search says of a position; None where no move stands out."""

    lines: list[dict[str, Any]]

    @property
    def best(self) -> list[str]:
        """The moves of the first line."""
        moves: list[str] = self.lines[0]["moves"]
        return moves

    def agrees(self, best: list[str]) -> bool:
        """Whether another search finds the same; to make no bet is a line without moves."""
        return bool(set(self.best) & set(best)) or self.best == best


def _climbing_kinds(view: Any) -> set[str]:
    table = view.table
    others = [move for move in view.legal if not isinstance(move, Bet)]
    if table.phase is ClimbingPhase.AUCTION and table.turn == view.seat:
        return {"bid"}
    if table.phase is not ClimbingPhase.TRICK or table.turn != view.seat:
        return set()
    kinds = {"bet"} if len(others) < len(view.legal) else set()
    if not 1 < len(others) <= MOST_MOVES:
        return kinds
    if max(table.counts) <= FEW_CARDS:
        return kinds | {"ending"}
    if any(isinstance(move, Play) and move.combo.is_bomb for move in others):
        return kinds | {"bomb"}
    return kinds | {"lead" if table.top is None else "follow"}


def _mu_kinds(view: Any) -> set[str]:
    table = view.table
    if len(view.legal) < 2:
        return set()
    if table.phase is MuPhase.AUCTION:
        return {"bid"}
    if table.phase is not MuPhase.PLAY:
        return set()
    if max(table.counts) <= FEW_TRICKS:
        return {"ending"}
    return {"follow" if table.trick else "lead"}


_KINDS: Final = ByFamily("kinds of exercises", climbing=_climbing_kinds, mu=_mu_kinds)


def _line(moves: list[Any], behind: float, margin: float, why: str) -> dict[str, Any]:
    return {
        "moves": [str(move) for move in moves],
        "behind": round(behind, 2),
        "margin": round(margin, 2),
        "why": why,
    }


def search(game: AnyGame, view: Any, kind: str, seed: int, *, is_long: bool) -> Found | None:
    """The lines of a position, if the first is better than every other by more than the error."""
    if kind == "bet":
        return _search_bets(game, view, seed, is_long=is_long)
    budget = f"playouts:{LONG if is_long else SCREEN}"
    found = advice(game, view, budget=budget, seed=seed, looks_at_all=True)
    lines = [item for item in found if not isinstance(item.move, Bet)]
    if len(lines) < 2 or any(_is_close(item, is_long=is_long) for item in lines[1:]):
        return None
    if kind == "bomb" and not any(item.move.combo.is_bomb for item in lines if isinstance(item.move, Play)):
        return None
    first, *rest = lines
    return Found(
        [
            _line([first.move, *first.also], 0.0, 0.0, first.reason),
            *(
                _line([item.move, *item.also], -(item.better or 0.0), item.better_margin or 0.0, item.reason)
                for item in rest[: MOST_LINES - 1]
            ),
        ]
    )


def _is_close(item: Advice, *, is_long: bool) -> bool:
    """Whether a line is not clearly behind; a short look only finds what is worth a long one."""
    if item.better is None or item.better_margin is None:
        return True
    return -item.better < (max(item.better_margin, AHEAD) if is_long else PROMISING)


def _search_bets(game: Any, view: Any, seed: int, *, is_long: bool) -> Found | None:
    expert = ExpertClimber(game, Random(seed), budget=f"playouts:{SCREEN}")
    bets: list[Any] = [move for move in view.legal if isinstance(move, Bet)]
    move = expert.evaluate(view)[0].move
    tried = measure_bets(expert, view, move, bets, BETS_LONG if is_long else BETS_SCREEN)
    # A column of nothing: to make no bet adds nothing.
    means = tried.means[:, : len(bets)]
    all_choices = Estimates(_with_nothing(means), tried.worlds)
    choices: list[list[Any]] = [[bet] for bet in bets] + [[]]
    first, *rest = all_choices.order()
    chances = [tried.value(len(bets) + i).points for i in range(len(bets))]
    lines = [_line(choices[first], 0.0, 0.0, _about_chances(bets, chances))]
    for i in rest:
        apart = all_choices.difference(first, i)
        if apart.points < max(apart.margin, AHEAD):
            return None
        lines.append(_line(choices[i], apart.points, apart.margin, ""))
    return Found(lines)


def _with_nothing(means: Any) -> Any:
    return np.hstack([means, np.zeros((len(means), 1))])


def _about_chances(bets: list[Any], chances: list[float]) -> str:
    told = [f"a bet of {bet.value} in {chance:.0%}" for bet, chance in zip(bets, chances, strict=True)]
    return f"Over the deals that agree with what you see, {' and '.join(told)} of them is won."


def positions(game: AnyGame, kind: str, seed: int) -> Iterator[tuple[AnyMatch, Seat, Any]]:
    """Some decisions of one kind from a deal between club players, while it stands there."""
    rng = Random(f"{game.id} {game.seats} {kind} {seed}")
    match: AnyMatch = Match(game, rng.randrange(game.seats))
    match.deal(shuffled(game, rng))
    bots = {seat: seat_bot("club", game, Random(rng.getrandbits(32))) for seat in range(game.seats)}
    looks = 0
    while match.deals[-1].result is None and looks < LOOKS_A_DEAL:
        for seat in sorted(game.waiting(match.state)):
            view = match.view(seat)
            if kind in _KINDS.of(game)(view) and rng.random() < (1.0 if kind in ("bet", "bid") else 0.4):
                looks += 1
                yield match, seat, view
        step(match, bots)


def is_obvious(game: AnyGame, view: Any, kind: str, found: Found) -> bool:
    """Whether the whole hand goes at once, or a beginner finds it too."""
    move = game.parse_move(found.best[0]) if found.best else None
    if isinstance(move, Play) and move.cards == view.hand:
        return True
    if kind in ("bet", "bid"):
        return False
    return str(seat_bot("regular", game, Random(0)).choose(view)) in found.best


def make(game: AnyGame, kind: str, seed: int) -> dict[str, Any] | None:
    """An exercise from one deal, if there is one in it."""
    for match, seat, view in positions(game, kind, seed):
        found = search(game, view, kind, seed, is_long=False)
        if found is None or is_obvious(game, view, kind, found):
            continue
        sure = search(game, view, kind, seed + 10**6, is_long=True)
        if sure is None or not found.agrees(sure.best):
            continue
        again = search(game, view, kind, seed + 2 * 10**6, is_long=True)
        if again is None or not again.agrees(sure.best):
            continue
        deal = match.deals[-1]
        return {
            "kind": kind,
            "game": game.id,
            "seats": game.seats,
            "options": games.written_options(game),
            "rules": games.RULES_REVISION,
            "dealer": match.first_dealer,
            "deck": " ".join(map(game.card_code, deal.deck)),
            "moves": [[mover, str(move)] for mover, move in deal.moves],
            "seat": seat,
            "seed": seed,
            "playouts": BETS_LONG.batches * BETS_LONG.worlds if kind == "bet" else LONG,
            "lines": sure.lines,
        }
    return None


def fill(minutes: float, each: int, jobs: int, into: Path, skipped: int) -> None:
    """Add positions until every cell has enough or the time is up; `skipped` deals of each are left out."""
    known = [json.loads(line) for path in {FILE, into} for line in _lines_of(path)]
    have = Counter(_cell(form) for form in known)
    seeds = Counter(dict.fromkeys(CELLS, skipped))
    for form in known:
        seeds[_cell(form)] = max(seeds[_cell(form)], form["seed"])
    tries = Counter[Cell]()
    asked: dict[Future[dict[str, Any] | None], Cell] = {}
    until = time.monotonic() + 60 * minutes
    with (
        into.open("a") as lines,
        ProcessPoolExecutor(jobs, get_context("spawn"), initializer=limit_threads, initargs=(1,)) as pool,
    ):
        while True:
            open_cells = [cell for cell in CELLS if have[cell] < each]
            while open_cells and len(asked) < jobs and time.monotonic() < until:
                # All in turn: where positions are rare, the others need not wait.
                cell = min(open_cells, key=lambda cell: (tries[cell], have[cell]))
                tries[cell] += 1
                seeds[cell] += 1
                asked[pool.submit(try_one, cell, seeds[cell])] = cell
            if not asked:
                return
            for done in wait(asked, return_when=FIRST_COMPLETED).done:
                cell, form = asked.pop(done), done.result()
                if form is not None and have[cell] < each:
                    have[cell] += 1
                    lines.write(json.dumps(form, ensure_ascii=False) + "\n")
                    lines.flush()
                    print(form["id"], form["lines"][0]["moves"][:1], flush=True)


def try_one(cell: Cell, seed: int) -> dict[str, Any] | None:
    """An exercise from one deal, with its name."""
    game_id, seats, kind = cell
    form = make(games.get(game_id, seats), kind, seed)
    return None if form is None else {"id": f"{game_id}-{kind}-{seed}", **form}


def _lines_of(path: Path) -> list[str]:
    return path.read_text().splitlines() if path.exists() else []


def _cell(form: dict[str, Any]) -> Cell:
    return form["game"], form["seats"], form["kind"]


def take(path: Path, each: int) -> None:
    """Take positions that were made elsewhere into the set, no more of a cell than wanted."""
    known = {form["id"]: form for form in map(json.loads, _lines_of(FILE))}
    have = Counter(map(_cell, known.values()))
    for form in map(json.loads, _lines_of(path)):
        if form["id"] not in known and have[_cell(form)] < each:
            known[form["id"]] = form
            have[_cell(form)] += 1
    order = {cell: i for i, cell in enumerate(CELLS)}
    forms = sorted(known.values(), key=lambda form: (order[_cell(form)], form["seed"]))
    FILE.write_text("".join(json.dumps(form, ensure_ascii=False) + "\n" for form in forms))
    for cell in CELLS:
        if have[cell] < each:
            print(f"{cell}: {have[cell]} of {each}")


def check(seed: int, jobs: int, into: Path | None) -> int:
    """Search every position anew; returns how many do not hold. What holds goes into a file, as found now."""
    failed = 0
    lines: list[str] = []
    with ProcessPoolExecutor(jobs, get_context("spawn"), initializer=limit_threads, initargs=(1,)) as pool:
        for form, found in pool.map(_anew, exercises.forms().values(), repeat(seed)):
            best = form["lines"][0]["moves"]
            if found is not None and found.agrees(best):
                lines.append(json.dumps({**form, "lines": found.lines}, ensure_ascii=False) + "\n")
                continue
            failed += 1
            print(f"{form['id']}: {found.best if found else 'nothing stands out'}, not {best}", flush=True)
    print(f"{len(exercises.forms())} positions, {failed} that do not hold")
    if into is not None:
        into.write_text("".join(lines))
    return failed


def _anew(form: dict[str, Any], seed: int) -> tuple[dict[str, Any], Found | None]:
    exercise = exercises.read(form)
    return form, search(exercise.game, exercise.view, exercise.kind, seed, is_long=True)


def main() -> None:
    """Make or check."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--each", type=int, default=exercises.EACH)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--renew", action="store_true", help="with --check: keep what holds, as found now")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--into", type=Path, default=FILE, help="where new positions are written")
    parser.add_argument("--skip", type=int, default=0, help="so many deals of each kind are left out")
    parser.add_argument("--take", type=Path, help="take the positions of a file into the set")
    asked = parser.parse_args()
    if asked.check:
        sys.exit(min(1, check(asked.seed, asked.jobs, asked.into if asked.renew else None)))
    if asked.take is not None:
        take(asked.take, asked.each)
        return
    fill(asked.minutes, asked.each, asked.jobs, asked.into, asked.skip)


if __name__ == "__main__":
    main()
