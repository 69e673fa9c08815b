"""A set of deals played in the terminal: deal after deal, each compared with all who have played it."""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from stramash import records
from stramash.bots.base import Bot
from stramash.bots.registry import BOTS, seat_bot
from stramash.core.errors import RecordError
from stramash.core.match import AnyMatch, Match
from stramash.core.seats import Seat
from stramash.duplicate import files
from stramash.duplicate.files import ME, Result, SetError, SetFile
from stramash.duplicate.standing import differences, margin, ranking
from stramash.terminal.lobby import BOT_NAMES, screen_of
from stramash.terminal.screen import Names
from stramash.terminal.session import Leave, Session

SIDE: Final = 0
"""Of `ME`."""


class Seeded:
    """A bot whose chance follows from the deal and from what it has seen: the same for everybody."""

    def __init__(self, made: SetFile, deal: int, seat: Seat) -> None:
        self._made = made
        self._deal = deal
        self._seat = seat

    def _bot(self, view: Any) -> Bot:
        seed = self._made.deal_set.bot_seed(self._deal, self._seat, len(view.past))
        return seat_bot(self._made.level, self._made.game, Random(seed))

    def choose(self, view: Any) -> Any:
        """The move of a seat that must act."""
        return self._bot(view).choose(view)

    def interject(self, view: Any) -> Any | None:
        """A move out of turn, or None."""
        return self._bot(view).interject(view)


def play(path: Path, name: str, key: str | None, console: Console) -> None:
    """Play on until the set is finished or the player leaves; raises SetError and OSError."""
    made = files.read(path)
    if made.level not in BOTS:
        raise SetError(f"the set is for bots of level {made.level}, which are not known here")
    if key is not None:
        made.open(key)
        files.save(made, path)
    try:
        while (deal := made.next_deal(name)) is not None:
            if deal > made.opened:
                console.print(Text(f"Deal {deal} is sealed: play on with --key once you are given it."))
                break
            console.print(Text(f"Deal {deal} of {made.deals}", style="bold"))
            _play_deal(made, path, name, deal, console)
            console.print(compared(made, deal, name))
        console.print(standing(made))
    except (Leave, EOFError, KeyboardInterrupt):
        console.print()
        console.print(Text(f"Kept. Go on with it: stramash duplicate play {path} --name '{name}'"))


def _play_deal(made: SetFile, path: Path, name: str, deal: int, console: Console) -> None:
    match = _resumed(made, name, deal)
    names = Names(match.names, ME)
    bots = {seat: Seeded(made, deal, seat) for seat in range(made.game.seats) if seat != ME}

    def save() -> str:
        made.running[name] = records.dump(match)
        if match.is_over:
            del made.running[name]
            made.results.append(Result(name, deal, match))
        files.save(made, path)
        return str(path)

    adviser = seat_bot("greedy", made.game, Random(0))
    deals = made.deal_set
    session = Session(
        match,
        screen_of(match, names),
        names,
        bots,
        adviser,
        lambda: deals.deck(deal, len(match.deals)),
        save,
        console,
        has_hints=made.has_hints,
    )
    session.run()


def _resumed(made: SetFile, name: str, deal: int) -> AnyMatch:
    """The deal that somebody is in the middle of, or a new one."""
    others = [bot for bot in BOT_NAMES if bot.lower() != name.lower()]
    fresh: AnyMatch = Match(made.game, made.deal_set.dealer(deal), (name, *others[: made.game.seats - 1]))
    try:
        kept = records.load(made.running.get(name, ""))
    except RecordError:
        return fresh
    is_same = kept.game == made.game and files.is_of_set(made, kept, deal) and not kept.is_over
    return kept if is_same else fresh


def compared(made: SetFile, deal: int, me: str) -> Table:
    """How everybody played one deal, the best first."""
    names, played = made.played()
    found = differences(played)
    table = Table(title=f"Deal {deal}: the same cards", box=None, padding=(0, 2, 0, 0), header_style="dim")
    for head in ("player", "points", "margin", "to the field"):
        table.add_column(head, justify="left" if head == "player" else "right")
    lines = sorted((one for one in played if one.deal == deal), key=lambda one: -margin(one.scores, SIDE))
    for one in lines:
        table.add_row(
            Text(names[one.table], style="bold" if names[one.table] == me else ""),
            " : ".join(map(str, one.scores)),
            f"{margin(one.scores, SIDE):+.1f}",
            _signed(found[one.table, deal, SIDE]),
        )
    return table


def standing(made: SetFile) -> Table:
    """The ranking by points better than the field, a deal."""
    names, played = made.played()
    table = Table(title="Ranking", box=None, padding=(0, 2, 0, 0), header_style="dim")
    for head in ("player", "deals played", "compared", "a deal, to the field", "error"):
        table.add_column(head, justify="left" if head == "player" else "right")
    for rank in ranking(played, [(number, SIDE) for number in range(len(names))]):
        count = sum(one.table == rank.table for one in played)
        error = "" if rank.error is None else f"± {rank.error:.1f}"
        table.add_row(
            Text(names[rank.table]), f"{count} of {made.deals}", str(rank.deals), _signed(rank.mean), error
        )
    return table


def _signed(value: float | None) -> str:
    return "nobody else yet" if value is None else f"{value:+.1f}"


def with_others(made: SetFile, others: list[Path]) -> SetFile:
    """A set with the results of other copies of it; raises SetError and OSError."""
    whole = replace(made, results=list(made.results))
    for path in others:
        other = files.read(path)
        if (other.commitment, other.game) != (made.commitment, made.game):
            raise SetError(f"{path}: another set of deals")
        whole.add(other.results)
        if other.opened > whole.opened:
            whole.opened, whole.secret = other.opened, other.secret
    return whole
