"""The climbing games in the terminal."""

from collections.abc import Iterator
from functools import singledispatchmethod
from typing import Any, Final

from rich.console import Group as Lines
from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from stramash.climbing import events as happened
from stramash.climbing.cards import COURTS, FACES, JACK, classic_points, flat_points
from stramash.climbing.moves import Award, Bet, Bid, GiveCard, NameLead, Pass, Play, PutBack
from stramash.climbing.plays.combos import Combo, Kind
from stramash.climbing.rules import ClimbingRules
from stramash.climbing.state import Phase, Table, View
from stramash.core.events import Event
from stramash.core.seats import Seat
from stramash.terminal.cards import cards_text, code_text, hand_grid, how_many
from stramash.terminal.screen import Group, Names, Offer, score_sheet

_CLAUSES: Final = {
    Phase.PASSING: ("C8.1", "C10.1"),
    Phase.AUCTION: ("C8.2", "C8.3", "C10.4"),
    Phase.PUTTING_BACK: ("C8.3",),
    Phase.TRICK: ("C4.1", "C3.1", "C5.2"),
    Phase.TRICK_AWARD: ("C6.2",),
    Phase.NAMING_LEAD: ("C7.2",),
    Phase.HAGGIS_AWARD: ("C9.3",),
    Phase.OVER: ("C11.2",),
}
_TO_LEAD: Final = ("C5.1", "C2.2", "C2.3", "C2.5", "C3.1")
_PLURAL: Final = {Kind.SINGLE: "singles", Kind.SET: "sets", Kind.SEQUENCE: "sequences", Kind.STAIR: "stairs"}


class ClimbingScreen:
    """How one of the climbing games looks from one seat."""

    def __init__(self, title: str, rules: ClimbingRules, names: Names) -> None:
        self.title = title
        self.rules = rules
        self.names = names

    def table(self, view: View) -> RenderableType:
        """Seats, trick and hand."""
        table = view.table
        length = f"goal {self.rules.goal}" if self.rules.goal else f"of {self.rules.rounds}"
        head = Text.assemble((f" {self.title} ", "bold reverse"), f"  round {table.deal}, {length}")
        parts: list[RenderableType] = [Text(), head, self._seats(table)]
        parts.extend(self._trick(table))
        if view.hand:
            parts.append(Text(f"Your hand, {how_many(view.hand)}:"))
            parts.append(hand_grid(FACES, view.hand, range(self.rules.suits)))
        return Lines(*parts)

    def _seats(self, table: Table) -> Grid:
        grid = Grid(box=None, padding=(0, 2, 0, 0), header_style="dim", pad_edge=False)
        grid.add_column("  player", no_wrap=True)
        for column in ("cards", "courts", "bet", "won", "total"):
            grid.add_column(column, justify="left" if column == "courts" else "right")
        grid.add_column("")
        count = classic_points if self.rules.card_points == "classic" else flat_points
        for seat in range(self.rules.seats):
            is_next = seat in self._to_act(table)
            courts = Text(" ").join(
                code_text(FACES.code_of[JACK + place])
                for place in range(3)
                if table.courts[seat] >> place & 1
            )
            bet = table.bets[seat] or (table.bid if seat == table.shepherd else 0)
            grid.add_row(
                Text(("> " if is_next else "  ") + self.names[seat], style="bold" if is_next else ""),
                "out" if seat in table.out else str(table.counts[seat]),
                courts,
                str(bet or "-"),
                str(count(table.piles[seat]) + table.out_points[seat]),
                str(table.totals[self.rules.side_of[seat]]),
                Text(", ".join(self._roles(table, seat)), style="dim"),
            )
        return grid

    def _to_act(self, table: Table) -> tuple[Seat, ...]:
        if table.phase is Phase.PASSING:
            return tuple(seat for seat in range(self.rules.seats) if not table.committed >> seat & 1)
        return () if table.phase is Phase.OVER else (table.turn,)

    def _roles(self, table: Table, seat: Seat) -> Iterator[str]:
        if seat == table.dealer:
            yield "dealer"
        if self.rules.partners and seat == self.rules.partner(self.names.me):
            yield "your partner"
        if table.shepherd is not None and table.phase is not Phase.AUCTION:
            yield "Shepherd" if seat == table.shepherd else "Sheep"

    def _trick(self, table: Table) -> Iterator[RenderableType]:
        if table.phase is Phase.AUCTION:
            bidder = (
                f"{table.bid} by {self.names.whom(table.shepherd)}"
                if table.shepherd is not None
                else "none yet"
            )
            yield Text(f"Standing bid: {bidder}")
        if not table.trick:
            return
        trick = Text("Trick: ")
        for place, (seat, play) in enumerate(table.trick):
            trick.append(", " if place else "")
            trick.append(f"{self.names.who(seat)} ", style="dim")
            trick.append_text(cards_text(FACES, play.cards))
        yield trick
        if table.top is not None:
            yield Text(f"On top: {table.top} by {self.names.whom(table.top_seat)}", style="bold")

    def question(self, view: View) -> str:
        """What is to be decided now."""
        table = view.table
        match table.phase:
            case Phase.PASSING:
                turn = "first" if not table.passed_rounds else "second"
                partner = self.names.whom(self.rules.partner(self.names.me))
                return f"Choose the {turn} card for {partner}."
            case Phase.AUCTION:
                return "Bid to be the Shepherd, or pass."
            case Phase.PUTTING_BACK:
                taken, count = cards_text(FACES, view.taken).plain, self.rules.draw(table.bid)
                return f"You took {taken} from the haggis. Put {count} back: type the cards."
            case Phase.TRICK_AWARD:
                return "You won with a bomb: who gets the cards?"
            case Phase.NAMING_LEAD:
                return "You won with a bomb: who leads?"
            case Phase.HAGGIS_AWARD:
                return "You ended the round with a bomb: who gets the haggis?"
        if table.top is None:
            return "You lead."
        return f"Beat {self.names.whose(table.top_seat)} {table.top}, or pass."

    def clauses(self, view: View) -> tuple[str, ...]:
        """The clauses that matter now."""
        if view.table.phase is Phase.TRICK and view.table.top is None:
            return _TO_LEAD
        return _CLAUSES[view.table.phase]

    def groups(self, view: View) -> list[Group]:
        """Plays by their shape, those with fewer wild cards first; then the rest."""
        shapes: dict[str, list[Offer]] = {}
        for move in view.legal:
            shapes.setdefault(self._sort(move), []).append(Offer(self._label(move), move))
        for offers in shapes.values():
            offers.sort(key=lambda offer: _courts_in(offer.move))
        return [Group(title, offers) for title, offers in shapes.items()]

    def _sort(self, move: Any) -> str:
        match move:
            case Play(combo=shape):
                return _shape(shape)
            case Bet():
                return "bet"
            case GiveCard():
                return "cards to pass"
            case PutBack():
                return "cards to put back"
        return "pass" if isinstance(move, Pass) else "choices"

    def _label(self, move: Any) -> Text:
        match move:
            case Play(cards=cards, combo=shape):
                label = cards_text(FACES, cards)
                if shape.is_bomb:
                    label.append(f" bomb {str(shape).split()[-1]}")
                elif shape.kind is not Kind.SINGLE and cards & COURTS:
                    label.append(f" = {str(shape).split()[1]}")
                return label
            case GiveCard(card=card):
                return code_text(FACES.code_of[card])
            case PutBack(cards=cards):
                return cards_text(FACES, cards)
            case Award(seat=seat) | NameLead(seat=seat):
                return Text(self.names[seat])
            case Bet(value=value):
                return Text(f"bet {value}")
            case Bid(value=value):
                return Text(f"bid {value}")
        return Text(str(move))

    @singledispatchmethod
    def tell(self, event: Event) -> RenderableType | None:
        """What happened, in words; None for what goes without saying."""
        return None

    @tell.register
    def _(self, event: happened.Dealt) -> RenderableType | None:
        return Text(f"Round {event.carry.deal}: {self.names.does(event.carry.dealer, 'deal')}.", style="bold")

    @tell.register
    def _(self, event: happened.CardChosen) -> RenderableType | None:
        if event.card is None:
            return None
        return Text("You lay down ") + code_text(FACES.code_of[event.card]) + Text(" for your partner.")

    @tell.register
    def _(self, event: happened.CardsPassed) -> RenderableType | None:
        partner = event.partners[self.names.me]
        card = event.cards[partner]
        if card is None:
            return None
        return Text(f"{self.names.who(partner)} passed you ") + code_text(FACES.code_of[card]) + Text(".")

    @tell.register
    def _(self, event: happened.BetMade) -> RenderableType | None:
        return Text(self.names.does(event.seat, "bet", f"{event.value}."), style="bold")

    @tell.register
    def _(self, event: happened.BidMade) -> RenderableType | None:
        return Text(self.names.does(event.seat, "bid", f"{event.value}."))

    @tell.register
    def _(self, event: happened.BidPassed) -> RenderableType | None:
        return Text(self.names.does(event.seat, "pass", "in the auction."))

    @tell.register
    def _(self, event: happened.HaggisDrawn) -> RenderableType | None:
        text = Text(self.names.does(event.seat, "are", f"the Shepherd: {event.count} from the haggis"))
        return text + (Text(": ") + cards_text(FACES, event.cards) if event.cards is not None else Text("."))

    @tell.register
    def _(self, event: happened.HaggisReturned) -> RenderableType | None:
        text = Text(self.names.does(event.seat, "put", f"{event.count} back"))
        return text + (Text(": ") + cards_text(FACES, event.cards) if event.cards is not None else Text("."))

    @tell.register
    def _(self, event: happened.Played) -> RenderableType | None:
        text = Text(self.names.does(event.seat, "play") + " ") + cards_text(FACES, event.play.cards)
        return (
            text
            if event.play.combo.kind is Kind.SINGLE
            else text + Text(f"  ({event.play.combo})", style="dim")
        )

    @tell.register
    def _(self, event: happened.Passed) -> RenderableType | None:
        return Text(self.names.does(event.seat, "pass") + ".", style="dim")

    @tell.register
    def _(self, event: happened.WentOut) -> RenderableType | None:
        return Text(self.names.does(event.seat, "are", "out!"), style="bold")

    @tell.register
    def _(self, event: happened.OutBonus) -> RenderableType | None:
        return Text(self.names.does(event.seat, "score", f"{event.points} for going out."))

    @tell.register
    def _(self, event: happened.TrickTaken) -> RenderableType | None:
        if event.receiver == event.winner:
            return Text(self.names.does(event.winner, "take", "the trick."))
        return Text(
            self.names.does(
                event.winner, "win", f"with a bomb; the cards go to {self.names.whom(event.receiver)}."
            )
        )

    @tell.register
    def _(self, event: happened.HaggisTaken) -> RenderableType | None:
        return Text(f"The haggis goes to {self.names.whom(event.receiver)}: ") + cards_text(
            FACES, event.cards
        )

    @tell.register
    def _(self, event: happened.HandTaken) -> RenderableType | None:
        owner, receiver = self.names.whose(event.owner), self.names.whom(event.receiver)
        return Text(f"The cards left in {owner} hand go to {receiver}: ") + cards_text(FACES, event.cards)

    @tell.register
    def _(self, event: happened.Scored) -> RenderableType | None:
        sides = [" & ".join(self.names[seat] for seat in side) for side in self.rules.sides]
        result = event.result
        return score_sheet(sides, result.sheet, result.scores, result.totals, self.names)


def _courts_in(move: Any) -> int:
    return (move.cards & COURTS).bit_count() if isinstance(move, Play) else 0


def _shape(shape: Combo) -> str:
    """The name of a group of plays."""
    if shape.is_bomb:
        return "bombs"
    name = _PLURAL[shape.kind]
    match shape.kind:
        case Kind.SINGLE:
            return name
        case Kind.STAIR:
            return f"{name}, {shape.tracks} suits of {shape.length}"
    return f"{name} of {shape.cards}"
