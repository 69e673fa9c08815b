"""Where Mü's auction settles under a reading of its rules: bidders among whom nobody gains by another style.

``python -m benchmarks.mu_readings --jobs 2 --into FILE`` finds it for every reading and number of seats; one
line of JSON each, and what is in the file already is not worked out again. ``--table`` prints what is there.

A style is what `stramash.sim.mu.bidder` knows: how many icons more than its estimate a bidder hopes for, how
it opens, what it does for the Shield. Everybody plays their cards by the quick policy. All seats draw their
styles from one mixture, which moves towards the styles that have led the others (smooth fictitious play:
shares go by the exponential of a style's mean lead, more sharply from round to round). At the end the
likeliest styles to gain are tried alone against the mixture on the same deals: what the best of them gains is
told beside.
"""

import argparse
import json
import sys
from collections.abc import Mapping
from functools import cache
from itertools import product
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from time import monotonic
from typing import Any, Final, NamedTuple

import numba
import numpy as np

from stramash import games
from stramash.core.errors import RulesError
from stramash.mu.rules import TARGETS
from stramash.sim import kernels
from stramash.sim.family import LISTED, family
from stramash.sim.mu import record as at
from stramash.sim.mu.bidder import CALM, DRAW, NEVER_SHIELD, OPENING, SHIELDING
from stramash.sim.mu.facts import FIRST_NUMBER, NO_TRUMP, icons, target_of
from stramash.sim.run import Workspace

HOPES: Final = tuple(range(0, 16, 2))
OPENINGS: Final = (0, 1, 2, 3)
SHIELDS: Final = (NEVER_SHIELD, 1, DRAW)
STYLES: Final = tuple(
    hope | opening << OPENING | shield << SHIELDING
    for hope, opening, shield in product(HOPES, OPENINGS, SHIELDS)
)
ROUNDS: Final = 50
DEALS: Final = 10_000
"""Deals of a round."""
CURIOUS: Final = 0.12
"""The share of seats at which any style sits."""
KEPT: Final = 0.95
"""How much of what earlier rounds told counts in the next."""
SHARPNESS: Final = (4.0, 0.5)
"""Points of lead that make a style e times as likely, in the first round and in the last."""
TRIED: Final = 6
"""Styles that are tried alone against the mixture."""
MEETINGS: Final = 2
"""Deals of each of them, as many times as in a round."""
SEEDS_APART: Final = 10**9
"""Between the deals of two seeds."""
AT_REST: Final = 15
"""Rounds at the end of which the auction is told."""
# What is kept of a deal, behind the points of the seats.
MADE, CROWN_BID, SHIELD_BID, CROWN_SEAT, SHIELD_SEAT, PARTNER_SEAT, MAJOR, MINOR = range(8)
FACTS: Final = 8
KINDS: Final = ("colour", "1 or 7", "other number", "none")


class Reading(NamedTuple):
    """One way to read the rules, in words and as options."""

    words: str
    options: Mapping[str, int | str]
    step: int | None = None
    """How steep targets are; they are as printed at a bid of four."""

    def of(self, seats: int) -> dict[str, Any]:
        """The options for a number of seats."""
        if self.step is None:
            return dict(self.options)
        base, step = TARGETS[seats]
        return {
            **self.options,
            "target_step": self.step,
            "target_base": max(0, base + 4 * (step - self.step)),
        }


NO_VALUES: Final = {"value_one_or_seven": 0, "value_number": 0, "value_no_trump": 0}
HALF_VALUES: Final = {"value_one_or_seven": 5, "value_number": 10, "value_no_trump": 15}
READINGS: Final = {
    "sheet": Reading("as the sheet is read", {}),
    "step 4": Reading("targets rise by 4", {}, 4),
    "step 5": Reading("targets rise by 5", {}, 5),
    "step 6": Reading("targets rise by 6", {}, 6),
    "cap 5": Reading("at most 5 cards", {"display_limit": 5}),
    "cap 6": Reading("at most 6 cards", {"display_limit": 6}),
    "cap 7": Reading("at most 7 cards", {"display_limit": 7}),
    "half values": Reading("half the trump values", HALF_VALUES),
    "no values": Reading("no trump values", NO_VALUES),
    "shield 0": Reading("nothing for the Shield's cards", {"shield_bonus": 0}),
    "loss 5": Reading("5 lost for each step short", {"short_loss": 5}),
    "loss 10": Reading("10 lost for each step short", {"short_loss": 10}),
    "loss 10 by bid": Reading(
        "10 lost for each step short, no more steps than cards bid", {"short_loss": 10, "short_steps": "bid"}
    ),
    "bonus 60": Reading("at most 60 for bid and trump", {"most_bonus": 60}),
    "one more": Reading("one card beyond the most", {"raise_limit": 1}),
    "step 4, loss 5": Reading("targets rise by 4, 5 lost for each step", {"short_loss": 5}, 4),
    "step 4, loss 10": Reading("targets rise by 4, 10 lost for each step", {"short_loss": 10}, 4),
    "loss 10, half values": Reading(
        "10 lost for each step, half the trump values", {"short_loss": 10, **HALF_VALUES}
    ),
    "loss 10, no values": Reading("10 lost for each step, no trump values", {"short_loss": 10, **NO_VALUES}),
    "cap 6, loss 5": Reading("at most 6 cards, 5 lost for each step", {"display_limit": 6, "short_loss": 5}),
}


@cache
def _loop() -> Any:
    """Play deals whose seats have styles, compiled."""
    loops = family("mu").loops
    deal, play = loops["deal_afresh"], loops["play_out" + LISTED]

    def play_all(
        seed: int,
        rules: Any,
        styles: Any,
        game: Any,
        deck: Any,
        mem: Any,
        move: Any,
        buffer: Any,
        tally: Any,
        told: Any,
    ) -> None:
        seats = rules[at.SEATS]
        for i in range(styles.shape[0]):
            game[at.BOLDNESS] = 0
            deal(game, rules, deck, seed + i)
            # Not 0: counts come first.
            game[at.BOLDNESS] = styles[i] | (1 << (8 * seats))
            play(game, rules, True, kernels.QUICK, mem, move, buffer, game[at.RNG], tally)
            for seat in range(seats):
                told[i, seat] = game[at.SCORES + seat]
            crown = game[at.CROWN]
            shield = game[at.SHIELD]
            partner = game[at.PARTNER]
            facts = told[i, seats:]
            facts[CROWN_SEAT] = crown
            facts[SHIELD_SEAT] = shield
            facts[PARTNER_SEAT] = partner
            facts[MAJOR] = game[at.MAJOR]
            facts[MINOR] = game[at.MINOR]
            facts[MADE] = 0
            facts[CROWN_BID] = 0
            facts[SHIELD_BID] = 0
            if crown < 0:
                continue
            won = icons(game[at.PILES + 2 * crown], game[at.PILES + 2 * crown + 1])
            if partner >= 0:
                won += icons(game[at.PILES + 2 * partner], game[at.PILES + 2 * partner + 1])
            facts[CROWN_BID] = (game[at.BIDS] >> (8 * crown)) & 255
            facts[MADE] = won >= target_of(rules, facts[CROWN_BID])
            if shield >= 0:
                facts[SHIELD_BID] = (game[at.BIDS] >> (8 * shield)) & 255

    return numba.njit(nogil=True)(play_all)


class Tables:
    """Deals of one reading, played by bidders."""

    def __init__(self, seats: int, options: dict[str, Any]) -> None:
        self.game = games.get("mu", seats, rounds=1, **options)
        self.seats = seats
        self._rules = family("mu").pack_rules(self.game.rules)
        self._space = Workspace(family("mu"))

    def play(self, styles: Any, seed: int) -> Any:
        """One deal for each row of styles (places in STYLES by seat): points by seat, then the facts."""
        words = (np.array(STYLES)[styles] << 8 * np.arange(self.seats)).sum(axis=1)
        told = np.zeros((len(styles), self.seats + FACTS), np.int64)
        space = self._space
        _loop()(
            seed,
            self._rules,
            words,
            space.game,
            space.deck,
            space.mem,
            space.move,
            space.buffer,
            space.tally,
            told,
        )
        return told


def leads(told: Any, seats: int) -> Any:
    """The lead of every seat over the mean of the others."""
    points = told[:, :seats].astype(float)
    return points - (points.sum(axis=1, keepdims=True) - points) / (seats - 1)


def settle(tables: Tables, seed: int, rounds: int = ROUNDS, deals: int = DEALS) -> tuple[Any, Any, list[Any]]:
    """The mixture in which play comes to rest, what each style leads by in it, and the last deals."""
    dice = np.random.default_rng(seed)
    count = len(STYLES)
    mixture = np.full(count, 1 / count)
    sums, weights = np.zeros(count), np.zeros(count)
    at_rest, last = [], np.zeros(count)
    value = sums
    for number in range(rounds):
        styles = dice.choice(count, size=(deals, tables.seats), p=mixture)
        curious = dice.random((deals, tables.seats)) < CURIOUS
        styles[curious] = dice.integers(count, size=int(curious.sum()))
        told = tables.play(styles, seed + number * deals)
        lead = leads(told, tables.seats)
        sums = KEPT * sums + np.bincount(styles.ravel(), lead.ravel(), count)
        weights = KEPT * weights + np.bincount(styles.ravel(), minlength=count)
        value = sums / np.maximum(weights, 1)
        begins, ends = SHARPNESS
        sharpness = begins * (ends / begins) ** (number / max(1, rounds - 1))
        shares = np.exp((value - value.max()) / sharpness)
        mixture = 0.7 * mixture + 0.3 * shares / shares.sum()
        if number >= rounds - AT_REST:
            last += mixture / min(AT_REST, rounds)
            # The auction is told of those who play as they like, without the curious.
            pure = dice.choice(count, size=(deals // 2, tables.seats), p=mixture)
            at_rest.append(tables.play(pure, seed + (rounds + number) * deals))
    return last / last.sum(), value, at_rest


def gains_of(
    tables: Tables, mixture: Any, tried: list[int], seed: int, deals: int
) -> list[tuple[float, float]]:
    """What styles lead by alone against the mixture, more than the mixture itself on the same deals."""
    dice = np.random.default_rng(seed)
    styles = dice.choice(len(STYLES), size=(deals, tables.seats), p=mixture)
    rows = np.arange(deals)
    lone = rows % tables.seats
    before = leads(tables.play(styles, seed), tables.seats)[rows, lone]
    found = []
    for style in tried:
        changed = styles.copy()
        changed[rows, lone] = style
        gains = leads(tables.play(changed, seed), tables.seats)[rows, lone] - before
        found.append((float(gains.mean()), float(gains.std() / sqrt(deals))))
    return found


def kind(trump: int) -> str:
    """Which sort of trump a place in the list of trumps is."""
    if trump < FIRST_NUMBER:
        return KINDS[0]
    if trump == NO_TRUMP:
        return KINDS[3]
    return KINDS[1] if trump - FIRST_NUMBER in (1, 7) else KINDS[2]


def mean(values: Any) -> float | None:
    """A mean for the table; None of nothing."""
    return round(float(values.mean()), 2) if values.size else None


def shares(trumps: Any) -> list[float]:
    """How often each kind of trump was named."""
    return [round(float(np.mean([kind(int(trump)) == name for trump in trumps])), 3) for name in KINDS]


def figures(told: Any, seats: int) -> dict[str, Any]:
    """How the auction went and what it brought whom."""
    facts = told[:, seats:]
    played = facts[:, CROWN_SEAT] >= 0
    told, facts = told[played], facts[played]
    points, lead = told[:, :seats], leads(told, seats)
    rows = np.arange(len(told))
    crown, made, has_shield = facts[:, CROWN_SEAT], facts[:, MADE] > 0, facts[:, SHIELD_SEAT] >= 0
    roles = np.full((len(told), seats), 3)
    for role, seat in ((2, SHIELD_SEAT), (1, PARTNER_SEAT), (0, CROWN_SEAT)):
        there = facts[:, seat] >= 0
        roles[rows[there], facts[there, seat]] = role
    return {
        "deals": len(told),
        "thrown_in": round(1 - float(played.mean()), 4),
        "crown": mean(facts[:, CROWN_BID]),
        "crown_spread": round(float(facts[:, CROWN_BID].std()), 2),
        "made": mean(made),
        "shield": mean(facts[has_shield, SHIELD_BID]),
        "has_shield": mean(has_shield),
        "majors": shares(facts[:4000, MAJOR]),
        "minors": shares(facts[has_shield, MINOR][:4000]),
        "points": [mean(points[roles == role]) for role in range(4)],
        "lead_made": mean(lead[rows[made], crown[made]]),
        "lead_missed": mean(lead[rows[~made], crown[~made]]),
    }


def work_out(name: str, seats: int, deals: int = DEALS, seed: int = 1) -> dict[str, Any]:
    """Everything about one reading for a number of seats."""
    began = monotonic()
    tables = Tables(seats, READINGS[name].of(seats))
    mixture, value, at_rest = settle(tables, seed, deals=deals)
    likely = sorted(range(len(STYLES)), key=lambda style: -value[style])[:TRIED]
    gains = gains_of(tables, mixture, likely, seed + 10**8, MEETINGS * deals)
    best = max(gains)
    tempting = STYLES[likely[gains.index(best)]]
    parts = [(style & 15, style >> OPENING & 3, style >> SHIELDING & 3) for style in STYLES]
    return {
        "reading": name,
        "seats": seats,
        **figures(np.concatenate(at_rest), seats),
        "hopes": round(
            float(sum(share * (part[0] - CALM) for share, part in zip(mixture, parts, strict=True))), 1
        ),
        "openings": [
            round(float(sum(m for m, p in zip(mixture, parts, strict=True) if p[1] == o)), 2)
            for o in OPENINGS
        ],
        "shields": [
            round(float(sum(m for m, p in zip(mixture, parts, strict=True) if p[2] == s)), 2) for s in SHIELDS
        ],
        "gain": [round(number, 2) for number in best],
        "by": [(tempting & 15) - CALM, tempting >> OPENING & 3, tempting >> SHIELDING & 3],
        "seconds": round(monotonic() - began, 1),
    }


HEADER: Final = (
    "| seats | reading | Crown shows | makes it | Shield shows | major: colour / 1, 7 / other / none | minor "
    "| points: Crown / partner / Shield / others | Crown leads if made | if missed | hopes | gained |\n|"
    + "---|"
    * 12
)


def per_cent(parts: list[float]) -> str:
    """Shares as they stand in a cell."""
    return " / ".join(f"{100 * part:.0f}" for part in parts)


def row(told: dict[str, Any]) -> str:
    """A line of the table."""
    cells = [
        str(told["seats"]),
        READINGS[told["reading"]].words,
        f"{told['crown']:.1f}",
        f"{100 * told['made']:.0f} %",
        f"{told['shield']:.1f}",
        per_cent(told["majors"]),
        per_cent(told["minors"]),
        " / ".join("-" if points is None else f"{points:.0f}" for points in told["points"]),
        f"{told['lead_made']:+.0f}",
        f"{told['lead_missed']:+.0f}",
        f"{told['hopes']:+.1f}",
        f"{told['gain'][0]:+.1f} ± {told['gain'][1]:.1f}",
    ]
    return "| " + " | ".join(cells) + " |"


def _task(task: tuple[str, int, int, int]) -> dict[str, Any]:
    return work_out(*task)


def main() -> int:
    """Read the command line and work out what is not known yet."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.mu_readings", description=__doc__)
    parser.add_argument("--into", type=Path, default=Path("mu_readings.jsonl"))
    parser.add_argument("--only", nargs="*", default=list(READINGS), help="readings by name")
    parser.add_argument("--seats", nargs="*", type=int, default=[4, 5, 3, 6])
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=600.0, help="nothing is begun after so many")
    parser.add_argument("--deals", type=int, default=DEALS, help="of a round")
    parser.add_argument("--seed", type=int, default=1, help="other seeds tell how far runs are apart")
    parser.add_argument("--table", action="store_true", help="print what is known and stop")
    given = parser.parse_args()
    unknown = [name for name in given.only if name not in READINGS]
    if unknown:
        print(f"no such reading: {', '.join(unknown)}; there are {', '.join(READINGS)}", file=sys.stderr)
        return 1
    lines = given.into.read_text(encoding="utf-8").splitlines() if given.into.exists() else []
    known = {(told["reading"], told["seats"]): told for told in map(json.loads, lines)}
    tasks = [
        (name, seats, given.deals, given.seed * SEEDS_APART)
        for seats in given.seats
        for name in given.only
        if (name, seats) not in known
    ]
    if tasks and not given.table:
        try:
            Tables(4, {}).play(np.zeros((1, 4), np.int64), 0)  # compiled once, before the others start
        except RulesError as error:
            print(error, file=sys.stderr)
            return 1
        ends = monotonic() + given.seconds
        with given.into.open("a", encoding="utf-8") as file, get_context("fork").Pool(given.jobs) as pool:
            waiting = iter(tasks)
            running: list[Any] = []
            while True:
                while len(running) < given.jobs and monotonic() < ends and (task := next(waiting, None)):
                    running.append(pool.apply_async(_task, (task,)))
                if not running:
                    break
                running[0].wait(0.5)
                for done in [one for one in running if one.ready()]:
                    running.remove(done)
                    told = done.get()
                    known[told["reading"], told["seats"]] = told
                    file.write(json.dumps(told) + "\n")
                    file.flush()
    print(HEADER)
    for seats in given.seats:
        for name in given.only:
            if (name, seats) in known:
                print(row(known[name, seats]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
