"""What the command line prints: tables for people, plain data for programs."""

from collections.abc import Iterable
from typing import Any

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from stramash import games
from stramash.core.match import AnyMatch
from stramash.core.options import options_of, write_value
from stramash.simulate import Simulation


def games_table(chosen: Iterable[games.GameInfo]) -> Table:
    """The games, each with a sentence about it."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for column in ("game", "seats", "name"):
        table.add_column(column)
    for game in chosen:
        about = Text.assemble((game.name, "bold"), f"\n{game.sentence}")
        table.add_row(Text(game.id, style="cyan"), ", ".join(map(str, game.seats)), about)
    return table


def game_page(game: games.GameInfo) -> RenderableType:
    """A game with its options."""
    seats = " or ".join(map(str, game.seats))
    head = Text.assemble((game.name, "bold"), f"  ({game.id}, {seats} players)\n{game.sentence}\n")
    parts: list[RenderableType] = [head]
    for item in _options(game):
        defaults = item["defaults"]
        values = list(dict.fromkeys(defaults.values()))
        shown = (
            values[0]
            if len(values) == 1
            else ", ".join(f"{value} for {count}" for count, value in defaults.items())
        )
        parts.append(
            Text.assemble(
                (item["name"], "bold"),
                f" = {shown}",
                (f"   {item['allowed']}\n", "dim"),
                f"    {item['doc']}",
            )
        )
    example = _options(game)[-1]
    first = next(iter(example["defaults"].values()))
    parts.append(Text(f"\nChange one with --set, for example --set {example['name']}={first}", style="dim"))
    return Group(*parts)


def game_data(game: games.GameInfo) -> dict[str, Any]:
    """A game as plain data."""
    return {
        "id": game.id,
        "name": game.name,
        "seats": list(game.seats),
        "sentence": game.sentence,
        "options": _options(game),
    }


def _options(game: games.GameInfo) -> list[dict[str, Any]]:
    """Each option with its value for each number of seats, as `--set` reads it."""
    return [
        {
            "name": item.name,
            "defaults": {
                str(seats): write_value(getattr(preset, item.name)) for seats, preset in game.rules.items()
            },
            "allowed": item.kind.allowed,
            "doc": item.doc,
        }
        for item in options_of(next(iter(game.rules.values())))
    ]


def side_names(match: AnyMatch) -> list[str]:
    """What each side is called: its player, or both partners."""
    return [" & ".join(match.names[seat] for seat in side) for side in match.game.sides]


def replay_table(match: AnyMatch) -> RenderableType:
    """The scores of a match, deal by deal."""
    name = games.info(match.game.id).name
    options = "".join(f", {name} {value}" for name, value in games.written_options(match.game).items())
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_footer=True)
    table.add_column("deal", footer="total", justify="right")
    table.add_column("moves", justify="right")
    for side, total in zip(side_names(match), match.totals, strict=True):
        table.add_column(Text(side), footer=str(total), justify="right")
    for deal in match.deals:
        row = [str(deal.carry.deal), str(len(deal.moves))]
        if deal.result is None:
            row += ["not over"]
        elif deal.result.redeal:
            row += ["thrown in"]
        else:
            row += map(str, deal.result.scores)
        table.add_row(*row)
    head = Text.assemble((name, "bold"), f", {match.game.seats} players{options}")
    return Group(head, table, Text(_outcome(match)))


def _outcome(match: AnyMatch) -> str:
    if not match.is_over:
        return "The match is not over."
    winners = [side_names(match)[side] for side in match.winners]
    return f"Won by {winners[0]}." if len(winners) == 1 else f"Shared by {', '.join(winners)}."


def replay_data(match: AnyMatch) -> dict[str, Any]:
    """A replayed match as plain data."""
    return {
        "game": match.game.id,
        "seats": match.game.seats,
        "options": games.written_options(match.game),
        "players": list(match.names),
        "deals": [
            {
                "deal": deal.carry.deal,
                "dealer": deal.carry.dealer,
                "moves": len(deal.moves),
                "scores": list(deal.result.scores) if deal.result is not None else None,
                "thrown_in": deal.result is not None and deal.result.redeal,
            }
            for deal in match.deals
        ],
        "totals": list(match.totals),
        "winners": list(match.winners),
        "is_over": match.is_over,
    }


def summary_table(run: Simulation, is_complete: bool) -> RenderableType:
    """What a simulation did."""
    summary = run.summary
    head = f"{games.info(summary.game).name}, {summary.seats} players, seed {summary.seed}"
    rate = f", {summary.decisions / summary.seconds:,.0f} a second" if summary.seconds else ""
    lines = [
        f"[bold]{escape(head)}[/bold]",
        f"{summary.deals} deals in {run.matches} matches",
        f"{summary.decisions:,} decisions among {summary.legal_plays:,} legal plays",
        f"{summary.seconds:.2f} seconds{rate}",
    ]
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for column in ("side", "bot", "points", "a deal"):
        table.add_column(column, justify="left" if column in ("side", "bot") else "right")
    for side, seats in enumerate(run.game.sides):
        bots = " & ".join(run.bots[seat] for seat in seats)
        points = summary.scores[side]
        mean = f"{points / summary.deals:.2f}" if summary.deals else "-"
        table.add_row(" & ".join(f"seat {seat}" for seat in seats), bots, str(points), mean)
    parts: list[RenderableType] = ["\n".join(lines), table]
    if run.folder is not None:
        parts.append(Text(f"Records are in {run.folder}"))
    if not is_complete:
        parts.append("Stopped; what was done is kept.")
    return Group(*parts)
