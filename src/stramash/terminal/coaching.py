"""What a hand is worth before it is bet or bid on, in the terminal: what the page's coach shows."""

from typing import Any, Final

from rich.console import Group as Lines
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from stramash.bots.search.chances import Chance, Coaching
from stramash.bots.search.estimate import Estimate
from stramash.terminal.cards import SUIT_STYLES

TITLE: Final = "What is my hand worth?"
THINKING: Final = "Dealing the hidden cards over and over…"
NOTHING: Final = "Nothing is to be bet or bid now."
EXPLAINED: Final = {
    "contracts": "If everybody passes after your bid: the chance to make the target, and your points less "
    "the mean of the others'.",
    "bids": "If your bid stands: the chance to be first out, and your points less the mean of the others'.",
    "bets": "The chance to win a bet, and what it adds to making none.",
}
"""What the numbers mean, in the words of the page (`frontend/src/lib/words/en/insight.ts`)."""
PLAYOUTS: Final = 10_000
"""About a second: nobody waits for a better answer meanwhile, as at the page."""
_GAUGE: Final = 20
_BEST: Final = "bold reverse"


def shown(found: Coaching | None) -> RenderableType:
    """Chances and points of every bet or bid, each with its error."""
    if found is None or not found.chances:
        return Text(NOTHING)
    table = _contracts(found) if found.kind == "contracts" else _bets(found)
    lines: list[RenderableType] = [Text(TITLE, style="bold"), Text(EXPLAINED[found.kind]), table]
    if found.passing is not None:
        lines.append(Text(f"If you bid no more: {_points(found.passing)}"))
    deals = "deal" if found.worlds == 1 else "deals"
    about = f"Over {found.worlds:,} {deals} that agree with what you see. ± is the 95 % error."
    return Lines(*lines, Text(about, style="dim"))


def _contracts(found: Coaching) -> Table:
    """A row for each trump, a column for each bid."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("Trump")
    best = max(found.chances, key=lambda line: line.points.points)
    by_value = {line.value: line for line in found.chances}
    for value, line in sorted(by_value.items()):
        table.add_column(f"Bid {value}, needs {line.target}", justify="right")
    rows: dict[Any, dict[int, Chance]] = {}
    for line in found.chances:
        rows.setdefault(line.trump, {})[line.value] = line
    for trump, cells in rows.items():
        row = [Text("none" if trump is None else str(trump).partition(" ")[2])]
        for value in sorted(by_value):
            cell = cells.get(value)
            text = "" if cell is None else f"{cell.chance.points:.0%}  {_points(cell.points)}"
            row.append(Text(text, style=_BEST if cell is best else ""))
        table.add_row(*row)
    return table


def _bets(found: Coaching) -> Table:
    """A line with a gauge for each bet or bid."""
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    passing = 0.0 if found.passing is None else found.passing.points
    for line in found.chances:
        is_bet = found.kind == "bets"
        named = f"{'Bet' if is_bet else 'Bid'} {line.value}"
        if line.draws is not None:
            named += f", with {line.draws} {'card' if line.draws == 1 else 'cards'} of the haggis"
        margin = max(1, round(100 * line.chance.margin))
        said = f"won in {line.chance.points:.0%} (± {margin})"
        if line.needed is not None:
            said += f" · worth it from {line.needed:.0%} on"
        said += f" · {_bet_points(line.points) if is_bet else f'points {_points(line.points)}'}"
        table.add_row(Text(named, style="bold"), _gauge(line, is_good=line.points.points > passing), said)
    return table


def _gauge(line: Chance, *, is_good: bool) -> Text:
    """A bar as long as the chance, with a mark from where on a bet gains."""
    filled = round(_GAUGE * line.chance.points)
    bar = list("█" * filled + "░" * (_GAUGE - filled))
    if line.needed is not None:
        bar[min(_GAUGE - 1, int(_GAUGE * line.needed))] = "│"
    return Text("".join(bar), style=SUIT_STYLES[2] if is_good else SUIT_STYLES[0])


def _bet_points(estimate: Estimate) -> str:
    """What a bet brings, or costs."""
    verb = "costs" if estimate.points < 0 else "adds"
    return f"{verb} {abs(estimate.points):.1f} ± {estimate.margin:.1f}"


def _points(estimate: Estimate) -> str:
    return f"{estimate.points:+.1f} ± {estimate.margin:.1f}"
