"""One sitting: the person at the table is shown what happens, asked, and answered."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Final

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from stramash.bots.base import Bot
from stramash.bots.driver import step
from stramash.bots.outside.program import close_idle
from stramash.core.cards import Card
from stramash.core.errors import IllegalMove, MoveSyntaxError, Reason
from stramash.core.events import Event
from stramash.core.match import AnyMatch
from stramash.core.seats import Seat
from stramash.terminal import coaching
from stramash.terminal import help as helping
from stramash.terminal.menu import Menu
from stramash.terminal.screen import Group, Names, Offer, Screen
from stramash.terminal.typed import NOT_UNDERSTOOD, moves_meant

_LOG_LINES: Final = 15
_PROMPT: Final = "> "


class Leave(Exception):
    """The player leaves the table."""


class Session:
    """A person plays a match against bots, and is shown views and events of one seat only."""

    def __init__(
        self,
        match: AnyMatch,
        screen: Screen,
        names: Names,
        bots: Mapping[Seat, Bot],
        adviser: Bot,
        next_deck: Callable[[], tuple[Card, ...]],
        save: Callable[[], str],
        console: Console,
        *,
        has_hints: bool = True,
    ) -> None:
        self.match = match
        self.screen = screen
        self.names = names
        self.me = names.me
        self.bots = bots
        self.adviser = adviser
        self.next_deck = next_deck
        self.save = save
        """Saves, and says where."""
        self.console = console
        self.has_hints = has_hints
        """Whether hints and the coach may be asked."""
        self.log: list[RenderableType] = []
        self.refusal: Reason | None = None

    def run(self) -> None:
        """Play until the match is over; raises Leave, EOFError or KeyboardInterrupt when the player goes."""
        match = self.match
        if match.deals and not match.needs_deck:
            self._catch_up()
        while not match.is_over:
            if match.needs_deck:
                if match.deals:
                    self._pause()
                self._happened(match.deal(self.next_deck()))
            else:
                decision = step(match, self.bots)
                self._happened(
                    decision.events if decision is not None else match.act(self.me, self._decide())
                )
        self._farewell()

    def close(self) -> None:
        """Let go of what the bots hold, such as programs."""
        for bot in self.bots.values():
            close = getattr(bot, "close", None)
            if close is not None:
                close()
        close_idle()

    def _catch_up(self) -> None:
        """Fill the log of a deal that goes on, and show the end of it."""
        for event in self.match.view(self.me).past:
            told = self.screen.tell(event)
            if told is not None:
                self.log.append(told)
        self._show_log(_LOG_LINES // 3)

    def _happened(self, events: tuple[Event, ...]) -> None:
        """Save, then tell what this seat may see of what happened."""
        if len(self.match.deals[-1].moves) == 0:
            self.log.clear()
        self.save()
        for event in events:
            told = self.screen.tell(event.seen_by(self.me))
            if told is not None:
                self.log.append(told)
                self.console.print(told)

    def _read(self) -> str:
        self.console.file.flush()
        return input(_PROMPT).strip()

    def _pause(self) -> None:
        """Between two deals."""
        self.console.print(Text("Press Enter for the next deal.", style="bold"))
        while (text := self._read()) not in ("", "1"):
            if not self._command(text, None):
                self._say("No deal is being played: press Enter for the next one, or type ? for help.")

    def _decide(self) -> Any:
        """Ask until there is a legal move."""
        view = self.match.view(self.me)
        menu = Menu(self.screen.groups(view))
        self._show(view, menu)
        self.refusal = None
        while True:
            text = self._read()
            if not text:
                menu = Menu(self.screen.groups(view))
                self._show(view, menu)
            elif text.lower() in ("more", "m", "back", "b"):
                self._leaf(menu, text.lower())
            elif not self._command(text, view):
                move, menu = self._answer(text, view, menu)
                if move is not None:
                    return move

    def _show(self, view: Any, menu: Menu) -> None:
        self.console.print(self.screen.table(view))
        self.console.print(Text(self.screen.question(view), style="bold"))
        self.console.print(menu.render())

    def _leaf(self, menu: Menu, word: str) -> None:
        if word.startswith("b"):
            menu.close()
        elif not menu.turn_page():
            self._say("There is no further page.")
            return
        self.console.print(menu.render())

    def _answer(self, text: str, view: Any, menu: Menu) -> tuple[Any | None, Menu]:
        """The move a text stands for, if it is legal; and the list that is shown from now on."""
        if text.isdecimal():
            try:
                move = menu.choose(int(text[:6]))
            except LookupError as error:
                self._say(f"There is no number {text}: {error}.")
                return None, menu
            if move is None:
                self.console.print(menu.render())
            return move, menu
        try:
            meant = self._meant(text)
        except MoveSyntaxError as error:
            self._say(str(error))
            return None, menu
        except IllegalMove as error:
            self._refuse(error.reason)
            return None, menu
        legal = [move for move in meant if self._check(move) is None]
        if len(legal) == 1:
            return legal[0], menu
        if not legal:
            self._refuse(self._check(meant[-1]))
            return None, menu
        menu = Menu([Group("readings", [Offer(Text(_reading(move)), move) for move in legal])])
        self._say("These cards can be read in several ways. Which?")
        self.console.print(menu.render())
        return None, menu

    def _meant(self, text: str) -> list[Any]:
        return moves_meant(self.match.game, self.match.state, self.me, self.names, text)

    def _check(self, move: Any) -> Reason | None:
        return self.match.game.check(self.match.state, self.me, move)

    def _refuse(self, reason: Reason | None) -> None:
        assert reason is not None, "only what is not legal is refused"
        self.refusal = reason
        sentence = self.names.in_words(reason.sentence).rstrip(".")
        self._say(f"{reason.clause}: {sentence}.  (why: shows the rule)")

    def _command(self, text: str, view: Any | None) -> bool:
        """Whether a text was a command, which is then done."""
        word, _, rest = text.partition(" ")
        rest = rest.strip()
        if text.startswith("?"):
            word, rest = "?", text[1:].strip()
        match word.lower():
            case "?" | "help":
                self._help(rest, view)
            case "why":
                self._why(rest, view)
            case "hint" | "coach" if view is not None and not rest and not self.has_hints:
                self._say("Hints are off here, for everybody.")
            case "hint" if view is not None and not rest:
                self._hint(view)
            case "coach" if view is not None and not rest:
                self._coach(view)
            case "log" if rest in ("", "all"):
                self._show_log(len(self.log) if rest else _LOG_LINES)
            case "score" if not rest:
                self.console.print(scores(self.match, self.names))
            case "save" if not rest:
                self._say(f"The match is kept in {self.save()}")
            case "quit" | "exit" if not rest:
                raise Leave
            case _:
                return False
        return True

    def _help(self, wanted: str, view: Any | None) -> None:
        game_id = self.match.game.id
        if wanted:
            self.console.print(helping.look_up(game_id, wanted))
        else:
            at_hand = self.screen.clauses(view) if view is not None else ()
            self.console.print(helping.overview(game_id, at_hand))

    def _why(self, what: str, view: Any | None) -> None:
        """The rule behind a refusal, behind a move one asks about, or behind the question."""
        game_id = self.match.game.id
        reason = self.refusal
        if what and view is not None:
            try:
                meant = self._meant(what)
                refused = self._check(meant[-1])
            except MoveSyntaxError as error:
                self._say(str(error))
                return
            except IllegalMove as error:
                meant, refused = [], error.reason
            if any(self._check(move) is None for move in meant):
                self._say("That is legal.")
                return
            self._refuse(refused)
            reason = self.refusal
        if reason is not None:
            self.console.print(helping.clause(game_id, reason.clause))
        elif view is not None:
            self.console.print(helping.clause(game_id, self.screen.clauses(view)[0]))
        else:
            self._say(NOT_UNDERSTOOD)

    def _hint(self, view: Any) -> None:
        move = self.adviser.interject(view)
        if move is None:
            move = self.adviser.choose(view)
        self._say(f"The greedy bot would: {self._in_names(move)}")

    def _coach(self, view: Any) -> None:
        self.console.print(Text(coaching.THINKING, style="dim"))
        # Loaded when it is asked for, since the compiled engine takes a moment.
        found = import_module("stramash.bots.coach").coach(
            self.match.game, view, playouts=coaching.PLAYOUTS, seed=len(self.log)
        )
        self.console.print(coaching.shown(found))

    def _in_names(self, move: Any) -> str:
        seat = getattr(move, "seat", None)
        return str(move) if seat is None else f"{str(move).split()[0]} {self.names[seat]}"

    def _show_log(self, lines: int) -> None:
        for line in self.log[-lines:]:
            self.console.print(line)

    def _say(self, sentence: str) -> None:
        self.console.print(Text(sentence, style="bold yellow"))

    def _farewell(self) -> None:
        winners = [side_name(self.match, side, self.names) for side in self.match.winners]
        self.console.print(scores(self.match, self.names))
        shared = "The match is shared by " if len(winners) > 1 else "The match is over. Winner: "
        self.console.print(Text(shared + ", ".join(winners) + ".", style="bold"))


def _reading(move: Any) -> str:
    cards, is_read, combination = str(move).partition(" as ")
    return f"as {combination}" if is_read else cards


def side_name(match: AnyMatch, side: int, names: Names) -> str:
    """A side by its players."""
    return " & ".join(names[seat] for seat in match.game.sides[side])


def scores(match: AnyMatch, names: Names) -> Table:
    """The scores of the match so far, deal by deal."""
    table = Table(box=None, padding=(0, 2, 0, 0), show_footer=True, header_style="dim")
    table.add_column("deal", footer="total")
    for side, total in enumerate(match.totals):
        table.add_column(
            Text(side_name(match, side, names)), footer=Text(str(total), style="bold"), justify="right"
        )
    for deal in match.deals:
        if deal.result is not None and not deal.result.redeal:
            table.add_row(str(deal.carry.deal), *map(str, deal.result.scores))
    return table
