"""Mü in the terminal."""

from collections.abc import Iterator
from functools import singledispatchmethod
from typing import Any, Final

from rich.console import Group as Lines
from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from stramash.core.events import Event
from stramash.core.seats import Seat
from stramash.mu import events as happened
from stramash.mu.auction import most_to_display
from stramash.mu.cards import COLOURS, FACES, icons
from stramash.mu.moves import Bury, Display, NextDealer, Partner, Pass, PlayCard, Trump
from stramash.mu.rules import TALON, MuRules
from stramash.mu.scoring import trump_value
from stramash.mu.state import Phase, Table, View
from stramash.mu.tricks import winning_card
from stramash.terminal.cards import SUIT_STYLES, cards_text, code_text, hand_grid, how_many
from stramash.terminal.screen import Group, Names, Offer, score_sheet

_CLAUSES: Final = {
    Phase.AUCTION: ("M3.1", "M3.2", "M3.3", "M7.1"),
    Phase.SHIELD_TRUMP: ("M4.1", "M4.2", "M7.2"),
    Phase.CROWN_TRUMP: ("M4.1", "M4.2", "M7.2"),
    Phase.BURY: ("M4.4",),
    Phase.PARTNER: ("M4.5",),
    Phase.PLAY: ("M5.4", "M5.3", "M5.5"),
    Phase.NEXT_DEALER: ("M6.6",),
    Phase.OVER: ("M6.5",),
    Phase.THROWN_IN: ("M3.5",),
    Phase.ECLAT: ("M3.8",),
}
_ECLAT_CLAUSES: Final = ("M3.1", "M3.7", "M3.8", "M3.9", "M7.1")


class MuScreen:
    """How Mü looks from one seat."""

    def __init__(self, title: str, rules: MuRules, names: Names) -> None:
        self.title = title
        self.rules = rules
        self.names = names
        self._totals = (0,) * rules.seats

    def table(self, view: View) -> RenderableType:
        """Seats, trumps, trick and hand."""
        table = view.table
        head = Text.assemble(
            (f" {self.title} ", "bold reverse"), f"  hand {table.carry.deal} {self._length()}"
        )
        parts: list[RenderableType] = [Text(), head, self._seats(table), *self._trumps(table)]
        if table.trick:
            parts.append(self._trick(table))
        if view.hand:
            note = ", in brackets what you display" if table.displays[self.names.me] else ""
            parts.append(Text(f"Your hand, {how_many(view.hand)}{note}:"))
            colours = (colour for colour in range(COLOURS) if colour not in self.rules.removed)
            parts.append(hand_grid(FACES, view.hand, colours, table.displays[self.names.me]))
        if view.buried:
            parts.append(Text("You put away: ") + cards_text(FACES, view.buried))
        return Lines(*parts)

    def _length(self) -> str:
        return f"to {self.rules.goal} points" if self.rules.goal else f"of {self.rules.rounds}"

    def _seats(self, table: Table) -> Grid:
        grid = Grid(box=None, padding=(0, 2, 0, 0), header_style="dim", pad_edge=False)
        grid.add_column("  player", no_wrap=True)
        for column in ("cards", "bid", "won", "total"):
            grid.add_column(column, justify="right")
        grid.add_column("")
        grid.add_column("displays")
        for seat in range(table.seats):
            is_next = seat == table.turn
            grid.add_row(
                Text(("> " if is_next else "  ") + self.names[seat], style="bold" if is_next else ""),
                str(table.counts[seat]),
                str(table.bids[seat] or "-"),
                str(icons(table.won[seat])),
                str(table.carry.totals[seat]),
                Text(", ".join(self._roles(table, seat)), style="bold"),
                cards_text(FACES, table.displays[seat]),
            )
        return grid

    def _roles(self, table: Table, seat: Seat) -> Iterator[str]:
        if seat == table.crown:
            yield self.rules.titles.crown
        if seat == table.partner:
            yield f"with {self.rules.titles.crown}"
        if seat == table.shield:
            yield self.rules.titles.shield
        if seat == table.dealer:
            yield "dealer"

    def _trumps(self, table: Table) -> Iterator[RenderableType]:
        if table.crown is not None:
            bid = table.bids[table.crown]
            earned = sum(icons(table.won[seat]) for seat in table.crown_team)
            need = f"{self.rules.titles.crown} bid {bid}: needs {self.rules.target(bid)} points"
            yield Text(f"{need}, has {earned} face up" if table.phase is Phase.PLAY else need)
        named = [
            Text(f"{kind} ") + _trump_text(trump)
            for kind, trump in (("major", table.trumps.major), ("minor", table.trumps.minor))
            if trump is not None
        ]
        if named:
            yield Text("Trumps: ") + Text(", ").join(named)

    def _trick(self, table: Table) -> Text:
        leader = table.leader or 0
        best = winning_card(table.trumps, table.trick)
        trick = Text("Trick: ")
        for place, card in enumerate(table.trick):
            seat = (leader + place) % table.seats
            trick.append(", " if place else "")
            trick.append(f"{self.names.who(seat)} ", style="dim")
            trick.append_text(code_text(FACES.code_of[card]))
            trick.append(" (winning)" if place == best else "", style="bold")
        return trick

    def question(self, view: View) -> str:
        """What is to be decided now."""
        titles = self.rules.titles
        match view.table.phase:
            case Phase.AUCTION:
                return f"Display {self._how_many_to_display(view)} (type them: 7r 7r 2b), or pass."
            case Phase.SHIELD_TRUMP:
                return f"As the {titles.shield}, name the minor trump."
            case Phase.CROWN_TRUMP:
                return f"As the {titles.crown}, name the major trump."
            case Phase.BURY:
                taken = cards_text(FACES, view.taken).plain
                return f"The talon was {taken}. Put {TALON} cards away (type them)."
            case Phase.PARTNER:
                return f"As the {titles.crown}, pick your partner."
            case Phase.NEXT_DEALER:
                return "Who deals next?"
        return "You lead: play a card." if not view.table.trick else "Play a card."

    def _how_many_to_display(self, view: View) -> str:
        """M3.7: the limit, where there is one."""
        if not (self.rules.raise_limit or self.rules.display_limit):
            return "cards"
        most = most_to_display(self.rules, view.table, self.names.me, view.hand)
        return "one card" if most == 1 else f"up to {most} cards"

    def clauses(self, view: View) -> tuple[str, ...]:
        """The clauses that matter now."""
        phase = view.table.phase
        return _ECLAT_CLAUSES if phase is Phase.AUCTION and self.rules.has_eclat else _CLAUSES[phase]

    def groups(self, view: View) -> list[Group]:
        """The legal moves by sort."""
        sorts: dict[str, list[Offer]] = {}
        for move in view.legal:
            sorts.setdefault(_sort(move), []).append(Offer(self._label(move), move))
        return [Group(title, offers) for title, offers in sorts.items()]

    def _label(self, move: Any) -> Text:
        match move:
            case PlayCard(card=card):
                return code_text(FACES.code_of[card])
            case Display(cards=cards) | Bury(cards=cards):
                return cards_text(FACES, cards)
            case Trump():
                return _trump_text(move) + Text(f" (+{trump_value(self.rules, move)})", style="dim")
            case Partner(seat=seat) | NextDealer(seat=seat):
                return Text(self.names[seat])
        return Text(str(move))

    @singledispatchmethod
    def tell(self, event: Event) -> RenderableType | None:
        """What happened, in words; None for what goes without saying."""
        return None

    @tell.register
    def _(self, event: happened.Dealt) -> RenderableType | None:
        self._totals = event.carry.totals
        return Text(f"Hand {event.carry.deal}: {self.names.does(event.carry.dealer, 'deal')}.", style="bold")

    @tell.register
    def _(self, event: happened.Displayed) -> RenderableType | None:
        return Text(self.names.does(event.seat, "display") + " ") + cards_text(FACES, event.cards)

    @tell.register
    def _(self, event: happened.Passed) -> RenderableType | None:
        return Text(self.names.does(event.seat, "pass") + ".", style="dim")

    @tell.register
    def _(self, event: happened.ThrownIn) -> RenderableType | None:
        return Text("Nobody displayed a card: the cards are dealt again.", style="bold")

    @tell.register
    def _(self, event: happened.Eclat) -> RenderableType | None:
        last = self.names.does(event.last, "draw", "level last")
        return Text(f"Éclat: {last}. Nothing is played.", style="bold")

    @tell.register
    def _(self, event: happened.TrumpNamed) -> RenderableType | None:
        return Text(self.names.does(event.seat, "name") + " ", style="bold") + _trump_text(event.trump)

    @tell.register
    def _(self, event: happened.TalonTaken) -> RenderableType | None:
        text = Text(self.names.does(event.seat, "take", "the talon"))
        return text + (Text(": ") + cards_text(FACES, event.cards) if event.cards is not None else Text("."))

    @tell.register
    def _(self, event: happened.Buried) -> RenderableType | None:
        text = Text(self.names.does(event.seat, "put", "three cards away"))
        return text + (Text(": ") + cards_text(FACES, event.cards) if event.cards is not None else Text("."))

    @tell.register
    def _(self, event: happened.PartnerNamed) -> RenderableType | None:
        return Text(
            self.names.does(event.seat, "pick", f"{self.names.whom(event.partner)} as partner."), "bold"
        )

    @tell.register
    def _(self, event: happened.CardPlayed) -> RenderableType | None:
        return Text(self.names.does(event.seat, "play") + " ") + code_text(FACES.code_of[event.card])

    @tell.register
    def _(self, event: happened.TrickWon) -> RenderableType | None:
        return Text(self.names.does(event.seat, "take", f"the trick: {icons(event.cards)} points."), "bold")

    @tell.register
    def _(self, event: happened.Scored) -> RenderableType | None:
        totals = [before + now for before, now in zip(self._totals, event.scores, strict=True)]
        sides = [self.names[seat] for seat in range(self.rules.seats)]
        return score_sheet(sides, event.sheet, event.scores, totals, self.names)

    @tell.register
    def _(self, event: happened.DealerNamed) -> RenderableType | None:
        return Text(
            self.names.does(event.seat, "name", f"{self.names.whom(event.dealer)} as the next dealer.")
        )


def _trump_text(trump: Trump) -> Text:
    if trump.colour is not None:
        return Text(trump.name, style=SUIT_STYLES[trump.colour])
    return Text("no trump" if trump.number is None else f"number {trump.name}")


def _sort(move: Any) -> str:
    match move:
        case Pass():
            return "pass"
        case Display():
            return "display one card"
        case Bury():
            return "three cards to put away"
        case Trump():
            return "trumps"
        case PlayCard():
            return "cards"
    return "players"
