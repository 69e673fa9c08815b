"""What the commands of the arena print for people."""

from collections.abc import Iterable
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from stramash import games
from stramash.arena.check import GameCheck
from stramash.arena.ladder import Rating
from stramash.arena.outcomes import OUTCOMES
from stramash.arena.stats import PairReport, Report


def arena_page(report: Report) -> RenderableType:
    """What a run of the arena has shown."""
    return Group(
        _head(report), Text(), _pairs(report.pairs), Text(), _entrants(report), *_faults(report.faults)
    )


def ladder_page(report: Report, ratings: list[Rating]) -> RenderableType:
    """The ladder, best first, and the pairs it comes from."""
    table = _table(("", "bot", "rating", "95 % interval", "deals won"), left=(1,))
    for place, rating in enumerate(ratings, 1):
        interval = f"{rating.low:.0f} to {rating.high:.0f}"
        share = f"{rating.won / rating.played:.1%}" if rating.played else "-"
        table.add_row(str(place), Text(rating.label), f"{rating.rating:.0f}", interval, share)
    return Group(_head(report), Text(), table, Text(), _pairs(report.pairs), *_faults(report.faults))


def check_page(spec: str, checks: list[GameCheck]) -> RenderableType:
    """How a bot did in every game."""
    table = _table(("game", "deals", "asked", "ms", "max ms", "faults", "repeats", "moves made"), left=(0, 7))
    for check in checks:
        style = "" if check.is_good else "red"
        faults = ", ".join(f"{count} {kind}" for kind, count in check.faults.items()) or "none"
        repeatable = "-" if check.is_repeatable is None else "yes" if check.is_repeatable else "no"
        moves = " ".join(sorted(check.moves))
        ms = f"{1000 * check.seconds / check.decisions:.2f}" if check.decisions else "-"
        table.add_row(
            f"{check.game} {check.seats}", str(check.deals), str(check.decisions), ms,
            f"{1000 * check.slowest:.1f}", faults, repeatable, moves, style=style,
        )  # fmt: skip
    parts: list[RenderableType] = [table]
    for check in checks:
        for fault in check.examples:
            where = f"{check.game} {check.seats}, deal {fault['number']}, move {fault['move']}"
            what = f"seat {fault['seat']}: {fault['kind']}: {fault['what']}"
            parts.append(Text(f"{where}, {what}", style="red"))
    bad = sum(1 for check in checks if not check.is_good)
    parts.append(
        Text(f"{spec}: " + ("nothing wrong" if not bad else f"wrong in {bad} of {len(checks)} games"))
    )
    return Group(*parts)


def _table(columns: Iterable[str], left: tuple[int, ...]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for place, column in enumerate(columns):
        table.add_column(
            column, justify="left" if place in left else "right", no_wrap=place == 0 or place not in left
        )
    return table


def _head(report: Report) -> Text:
    plan = report.plan
    options = "".join(f", {name} {value}" for name, value in plan.options)
    unit = "matches" if plan.matches else "deals"
    about = f", {plan.seats} players{options}, seed {plan.seed}"
    count = f"\n{report.deals} {unit}, each in {len(plan.seatings())} seatings; points are per deal"
    return Text.assemble((games.info(plan.game).name, "bold"), about, count)


def _pairs(pairs: list[PairReport]) -> Table:
    table = _table(("a", "b", "a - b", "s.e.", "95 % interval", "p", "won", "lost", "even"), left=(0, 1))
    for pair in pairs:
        mean, se, p, low, high = pair.estimate
        interval = f"{low:+.2f} to {high:+.2f}" if low is not None and high is not None else "-"
        table.add_row(
            Text(pair.a), Text(pair.b), _number(mean, "+.2f"), _number(se, ".2f"), interval, _p(p),
            str(pair.won), str(pair.lost), str(pair.even),
        )  # fmt: skip
    return table


def _entrants(report: Report) -> Table:
    game = games.get(report.plan.game, report.plan.seats)
    counted = OUTCOMES.of(game)
    bets = counted.bet_name(game.rules)
    columns = [
        "bot",
        "points",
        "won",
        "first out",
        bets,
        f"{bets} won",
        "ms",
        "max ms",
        "faults",
    ]
    if not counted.has_first_out:
        columns.remove("first out")
    table = _table(columns, left=(0,))
    for entrant in report.entrants:
        form = entrant.as_json()
        cells: list[Any] = [
            Text(entrant.label),
            _number(form["points_per_deal"], ".2f"),
            _share(form["wins"]),
        ]
        if counted.has_first_out:
            cells.append(_share(form["first_out"]))
        cells += [_share(form["bets"]), _share(form["bets_won"]), _number(form["ms_per_decision"], ".2f")]
        cells += [_number(form["slowest_ms"], ".1f"), str(entrant.faults)]
        table.add_row(*cells)
    return table


def _faults(faults: list[dict[str, Any]]) -> list[Text]:
    lines = [
        Text(
            f"{fault['bot']}: deal {fault['number']}, seating {fault['seating']}, seat {fault['seat']}, "
            f"move {fault['move']}: {fault['kind']}: {fault['what']}",
            style="red",
        )
        for fault in faults
    ]
    return [Text("\nThe first faults; the seat was played by another bot:"), *lines] if lines else []


def _number(value: float | None, form: str) -> str:
    return "-" if value is None else format(value, form)


def _share(value: float | None) -> str:
    return "-" if value is None else f"{value:.1%}"


def _p(p: float | None) -> str:
    if p is None:
        return "-"
    return f"{p:.4f}" if p >= 0.0001 else "< 0.0001"
