"""Before and after the game: which one, new or saved, against whom; and where it is kept."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random, SystemRandom
from typing import Any, Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from stramash import games, records
from stramash.bots.base import Bot
from stramash.bots.outside.guard import Guarded
from stramash.bots.outside.program import BotFault
from stramash.bots.outside.specs import FoundBot, find_bot
from stramash.bots.registry import instead, level_at, seat_bot
from stramash.core.cards import Card
from stramash.core.errors import RecordError, StramashError
from stramash.core.families import ByFamily
from stramash.core.match import AnyMatch, Match, shuffled
from stramash.core.seats import Seat
from stramash.terminal import saves
from stramash.terminal.climbing_screen import ClimbingScreen
from stramash.terminal.mu_screen import MuScreen
from stramash.terminal.screen import Names, Screen
from stramash.terminal.session import Leave, Session

ME: Final[Seat] = 0
BOT_NAMES: Final = ("Agnes", "Rab", "Morag", "Hamish", "Isla", "Fergus")


class UnusableSave(StramashError):
    """A file that is in the place of a saved match but is none."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the player asked for; None is asked at the door."""

    game: str | None
    seats: int | None
    options: Mapping[str, str]
    seed: int | None
    bot: str
    name: str
    save: Path | None
    is_new: bool


def play(wishes: Wishes, console: Console) -> None:
    """Play until the match is over or the player leaves, which is possible at any time and loses nothing."""
    path: Path | None = None
    try:
        match, path = _sit_down(wishes, console)
        session = _session(match, path, wishes, console)
        console.print(
            Text("Type ? for help, quit to leave; the match is saved after every move.", style="dim")
        )
        try:
            session.run()
        finally:
            session.close()
    except (Leave, EOFError, KeyboardInterrupt):
        console.print()
        if path is not None and path.exists():
            again = f"--save {path}" if wishes.save is not None else path.stem
            console.print(Text(f"The match is kept. Go on with it: stramash terminal {again}"))
        return
    kept = saves.archive(path, match.game.id) if wishes.save is None else path
    console.print(Text(f"The record of the match: {kept}"))


def _sit_down(wishes: Wishes, console: Console) -> tuple[AnyMatch, Path]:
    """The match to play and where it is kept."""
    game_id, seats = wishes.game, wishes.seats
    path = wishes.save
    if path is None and game_id is None:
        game_id, seats, resumed = _choose(wishes, console)
        if resumed is not None:
            return resumed, saves.place(resumed.game.id)
    if path is None:
        assert game_id is not None, "chosen above"
        path = saves.place(game_id)
    saved = _saved(path)
    if saved is not None and not saved.is_over and not wishes.is_new:
        console.print(Text(f"There is a saved match: {_summary(saved)}."))
        if _agrees("Go on with it? [Y/n] "):
            return saved, path
    if game_id is None:
        game_id, seats, _ = _choose(wishes, console, with_saved=False)
    game = games.get_written(game_id, seats, wishes.options)
    if saved is not None:
        console.print(Text(f"The old match is now in {saves.archive(path, saved.game.id)}."))
    others = [name for name in BOT_NAMES if name.lower() != wishes.name.lower()]
    dealer = Random(f"{_seed(wishes)}/dealer").randrange(game.seats)
    return Match(game, dealer, (wishes.name, *others[: game.seats - 1])), path


def _saved(path: Path) -> AnyMatch | None:
    """The match in a file; a file that holds none is never written over."""
    try:
        return records.read(path)
    except FileNotFoundError:
        return None
    except RecordError as error:
        raise UnusableSave(f"{path}: {error}; move the file away, or name another one with --save") from None


def _choose(
    wishes: Wishes, console: Console, *, with_saved: bool = True
) -> tuple[str, int | None, AnyMatch | None]:
    """A game from a list, or a saved match."""
    saved = [] if wishes.is_new or not with_saved else list(saves.all_running())
    table = Table.grid(padding=(0, 2))
    for number, info in enumerate(games.GAMES.values(), 1):
        seats = (
            " or ".join(map(str, info.seats))
            if len(info.seats) < 3
            else f"{info.seats[0]} to {info.seats[-1]}"
        )
        table.add_row(Text(f"{number:>3}", style="cyan"), Text(info.name, style="bold"), seats, info.sentence)
    console.print(Text("Which game?", style="bold"))
    console.print(table)
    for number, match in enumerate(saved, len(games.GAMES) + 1):
        console.print(Text.assemble((f"{number:>3}", "cyan"), f"  go on with {_summary(match)}"))
    everything: list[str | AnyMatch] = [*games.GAMES, *saved]
    by_answer: dict[str, str | AnyMatch] = {str(number): item for number, item in enumerate(everything, 1)}
    by_answer |= {game_id: game_id for game_id in games.GAMES}
    while (choice := by_answer.get(_ask("Number or name: ").lower())) is None:
        console.print(Text(f"Choose a number from 1 to {len(everything)}.", style="bold yellow"))
    if isinstance(choice, Match):
        return choice.game.id, None, choice
    return choice, _choose_seats(games.info(choice), console), None


def _choose_seats(info: games.GameInfo, console: Console) -> int:
    if len(info.seats) == 1:
        return info.seats[0]
    allowed = ", ".join(map(str, info.seats))
    while True:
        answer = _ask(f"How many players ({allowed})? [{info.seats[0]}] ")
        if not answer:
            return info.seats[0]
        if answer.isdecimal() and int(answer[:6]) in info.seats:
            return int(answer[:6])
        console.print(Text(f"{info.name} is for {allowed}.", style="bold yellow"))


def _ask(question: str) -> str:
    return input(question).strip()


def _agrees(question: str) -> bool:
    return not _ask(question).lower().startswith("n")


def _summary(match: AnyMatch) -> str:
    names = Names(match.names, ME)
    totals = ", ".join(
        " & ".join(names[seat] for seat in side) + f" {total}"
        for side, total in zip(match.game.sides, match.totals, strict=True)
    )
    number = match.deals[-1].carry.deal if match.deals else 1
    return f"{games.info(match.game.id).name}, deal {number}: {totals}"


def _seed(wishes: Wishes) -> int:
    return wishes.seed if wishes.seed is not None else SystemRandom().getrandbits(64)


def _session(match: AnyMatch, path: Path, wishes: Wishes, console: Console) -> Session:
    game = match.game
    names = Names(match.names, ME)
    seed = _seed(wishes)
    # Named by the number of deals so far: with the same seed a resumed match goes on as it would have.
    sitting = f"{seed}/after {len(match.deals)} deals"
    seated = level_at(wishes.bot, game)
    if seated != wishes.bot:
        console.print(Text(instead(wishes.bot, seated), style="bold yellow"))
    found = find_bot(seated, game=game)
    bots = {
        seat: _seated(found, match, seat, f"{sitting}/seat {seat}", names, console)
        for seat in range(game.seats)
        if seat != ME
    }

    def next_deck() -> tuple[Card, ...]:
        return shuffled(game, Random(f"{seed}/deck {len(match.deals)}"))

    def save() -> str:
        records.save(match, path)
        return str(path)

    adviser = seat_bot("greedy", game, Random(seed))
    return Session(match, screen_of(match, names), names, bots, adviser, next_deck, save, console)


def _seated(found: FoundBot, match: AnyMatch, seat: Seat, seed: str, names: Names, console: Console) -> Bot:
    """A bot at its seat. One of somebody else may fail: another moves for it, and the player is told."""
    if found.is_own:
        return found.factory(match.game, Random(seed))

    def tell(fault: BotFault) -> None:
        words = f"The bot of {names[seat]} failed ({fault}); the greedy bot moves for it."
        console.print(Text(words, style="bold yellow"))

    return Guarded(found, match.game, seed, lambda move: match.game.check(match.state, seat, move), tell)


_SCREENS: Final = ByFamily[Callable[[str, Any, Names], Screen]](
    "screen", climbing=ClimbingScreen, mu=MuScreen
)


def screen_of(match: AnyMatch, names: Names) -> Screen:
    """The screen of a match, as its family has it."""
    return _SCREENS.of(match.game)(games.info(match.game.id).name, match.game.rules, names)
