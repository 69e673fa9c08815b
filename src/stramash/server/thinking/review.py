"""Looking back at a finished match: step by step, and decision by decision."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from stramash import games
from stramash.core.events import Event
from stramash.core.match import AnyMatch, Match
from stramash.core.seats import Seat
from stramash.server.table.journal import FinishedMatch
from stramash.server.thinking.advice import ADVISER
from stramash.server.thinking.line import Share
from stramash.server.thinking.processes import BotPool
from stramash.wire.codec import Json
from stramash.wire.families import forms_of


class Step(NamedTuple):
    """A deal or a move, with the match as it is right after it."""

    deal: int
    seat: Seat | None
    move: Any
    events: tuple[Event, ...]
    match: AnyMatch


def steps(finished: AnyMatch) -> Iterator[Step]:
    """Play a match again."""
    again = Match(finished.game, finished.first_dealer, finished.names)
    for number, deal in enumerate(finished.deals, 1):
        yield Step(number, None, None, again.deal(deal.deck), again)
        for seat, move in deal.moves:
            yield Step(number, seat, move, again.act(seat, move), again)


def replay_form(finished: FinishedMatch, seat: Seat | None) -> Json:
    """Every step as a seat saw it, or with open cards."""
    written_as = forms_of(finished.match.game)
    forms = []
    for number, step in enumerate(steps(finished.match)):
        state = step.match.state
        form: Json = {
            "n": number,
            "deal": step.deal,
            "seat": step.seat,
            "move": None if step.move is None else written_as.move(step.move),
            "view": None,
            "hands": None,
            "hidden": None,
        }
        if seat is None:
            hands, hidden = written_as.hands(state)
            form["hands"] = [written_as.cards.write(hand) for hand in hands]
            form["hidden"] = written_as.cards.write(hidden)
            form["events"] = [written_as.events.write(event) for event in step.events]
        else:
            form["events"] = [written_as.events.write(event.seen_by(seat)) for event in step.events]
        form["view"] = written_as.view(step.match.game, step.match.game.view(state, seat))
        # A secret move of another seat is told by its events alone.
        if seat is not None and step.seat not in (None, seat) and not _is_public(step.events, seat):
            form["move"] = None
        forms.append(form)
    return {"match": finished.number, "seat": seat, "steps": forms}


def _is_public(events: tuple[Event, ...], seat: Seat) -> bool:
    return all(event.seen_by(seat) == event for event in events)


def deal_form(finished: FinishedMatch, number: int) -> Json:
    """One deal's deck and how it began: enough to play it again."""
    game, deal = finished.match.game, finished.match.deals[number - 1]
    return {
        "game": game.id,
        "seats": game.seats,
        "options": games.written_options(game),
        "one_deal": games.written_options(games.with_rounds(game, 1)),
        "match": finished.number,
        "deal": number,
        "again": {
            "deck": " ".join(game.card_code(card) for card in deal.deck),
            "dealer": deal.carry.dealer,
        },
    }


class Question(NamedTuple):
    """One decision of a seat, and what the seat had seen of the deal."""

    n: int
    deal: int
    seat: Seat
    move: Json
    seen: list[Json]


class Review:
    """The decisions of one seat, worked out one after the other by the pool."""

    def __init__(self, finished: FinishedMatch, seat: Seat) -> None:
        self.finished = finished
        self.seat = seat
        self.decisions: list[Json] = []
        self.is_complete = False
        self._by = ADVISER

    def form(self) -> Json:
        """As far as it is worked out."""
        return {
            "match": self.finished.number,
            "seat": self.seat,
            "by": self._by,
            "decisions": self.decisions,
            "complete": self.is_complete,
        }

    def prepare(self) -> list[Question]:
        """Every decision of the seat with what it had seen, by playing the match again: on another thread."""
        match = self.finished.match
        written_as = forms_of(match.game)
        seen: list[Json] = []
        questions: list[Question] = []
        for number, step in enumerate(steps(match)):
            if step.seat is None:
                seen = []
            elif step.seat == self.seat:
                questions.append(Question(number, step.deal, self.seat, written_as.move(step.move), seen))
            seen = seen + [written_as.events.write(event.seen_by(self.seat)) for event in step.events]
        return questions

    async def work(self, pool: BotPool, questions: list[Question], share: Share) -> None:
        """Ask for advice at every decision of the seat."""
        game = self.finished.match.game
        for question in questions:
            request = {
                "op": "advise",
                "key": f"review {share.table} {self.finished.number} {question.deal} {self.seat}",
                "game": game.id,
                "seats": game.seats,
                "options": games.written_options(game),
                "seat": self.seat,
                "level": ADVISER,
                "events": question.seen,
                "seed": question.n,
            }
            answer = await pool.ask(request, share=share)
            self._by = (answer or {}).get("by", self._by)
            self.decisions.append(_review_line(question, answer))
        self.is_complete = True


def _review_line(question: Question, answer: Json | None) -> Json:
    move = question.move
    is_bet = move["kind"] == "bet"
    # A bet's value is what it adds, a move's what the deal may bring: one is no measure of the other.
    lines = [line for line in (answer or {}).get("advice", []) if (line["move"]["kind"] == "bet") == is_bet]
    best = lines[0] if lines else None
    chosen = next((line for line in lines if line["move"]["text"] == move["text"]), None)
    value = chosen["value"] if chosen else None
    best_value = best["value"] if best else None
    lost = None if value is None or best_value is None else max(0.0, best_value - value)
    if is_bet and value is not None and best_value is not None:  # not to bet at all brings nothing
        lost = max(0.0, best_value) - value
    return {
        "n": question.n,
        "deal": question.deal,
        "seat": question.seat,
        "move": move,
        "value": value,
        "best": best["move"] if best else None,
        "best_value": best_value,
        "given_away": lost,
    }
