"""Looking back at a finished match, decision by decision."""

import itertools
import time
from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple

from stramash import games
from stramash.core.game import AnyGame
from stramash.core.match import AnyMatch
from stramash.core.seats import Seat
from stramash.duplicate.standing import margin as margin_of
from stramash.server.table.play.steps import steps
from stramash.server.thinking.advice import ADVISER, REVIEWING
from stramash.server.thinking.line import Share
from stramash.server.thinking.processes import BotPool
from stramash.wire.codec import Json
from stramash.wire.families import forms_of

ATTEMPTS: Final = 3
"""How often the judge is asked about a decision before it is left unjudged."""
LOOKS_AWAY: Final = 20.0
"""Seconds after which who asked for a review is taken to look elsewhere; asked for again, it goes on."""


class Question(NamedTuple):
    """One decision of a seat, what the seat had seen of the deal, and what it had not."""

    n: int
    deal: int
    seat: Seat
    move: Json
    seen: list[Json]
    hands: list[list[str]]
    hidden: list[str]
    is_out_of_turn: bool


def questions_of(match: AnyMatch, deal: int, seat: Seat) -> list[Question]:
    """Every decision of a seat in the latest deal of a match, by playing it again: not on the event loop."""
    written_as = forms_of(match.game)
    seen: list[Json] = []
    questions: list[Question] = []
    before: tuple[list[list[str]], list[str]] = [], []
    for step in steps(match):
        if step.seat == seat:
            is_out_of_turn = match.game.is_interjection(step.move)
            questions.append(
                Question(step.n, deal, seat, written_as.move(step.move), seen, *before, is_out_of_turn)
            )
        seen = seen + [written_as.events.write(event.seen_by(seat)) for event in step.events]
        hands, hidden = written_as.hands(step.match.state)
        before = [written_as.cards.write(hand) for hand in hands], written_as.cards.write(hidden)
        time.sleep(0)  # the event loop gets the interpreter, without waiting to take it away
    return questions


class DealReview:
    """The decisions of one seat in the latest deal of a match, as far as they are judged."""

    def __init__(self, match: AnyMatch, deal: int, seat: Seat) -> None:
        self.deal = deal
        self.of = 0
        self.lines: list[Json] = []
        """What is to be said of each decision that is judged, in their order."""
        self.judged = self.losses = 0
        self.lost = self.lost_squared = 0.0
        self.unjudged: set[int] = set()
        """The questions to which the judge gave no answer however often it was asked."""
        self._made = _made(match, seat)
        self._expected: tuple[float | None, float | None] = None, None
        self._questions = questions_of(match, deal, seat)
        self._answers: dict[int, list[Json]] = {}
        """What the judge said, by the number of the question; nothing more, once that is all."""
        self.of = len(self._questions)

    @property
    def open_questions(self) -> list[tuple[int, Question]]:
        """The decisions that the judge is still to be asked about, with their numbers."""
        asked = {*self._answers, *self.unjudged}
        return [one for one in enumerate(self._questions) if one[0] not in asked]

    def note(self, number: int, answer: list[Json] | None) -> None:
        """What the judge says of a decision; None: nothing."""
        if answer is None:
            self.unjudged.add(number)
        else:
            self._answers[number] = answer
        asked = sorted({*self._answers, *self.unjudged})
        self.lines = [line for one in asked for line in self._lines(one)]
        self._expected = self._first_value()
        judged = [line for line in self.lines if line["lost"] is not None]
        losses = [line for line in judged if line["is_loss"]]
        self.judged, self.losses = len(judged), len(losses)
        self.lost = sum(line["lost"] for line in losses)
        self.lost_squared = sum(line["margin"] ** 2 for line in losses)
        if not self.unjudged and not self.open_questions:  # all that will ever be said stands in the lines
            self._questions, self._answers = [], {}

    def _lines(self, number: int) -> list[Json]:
        question = self._questions[number]
        if number in self._answers:
            return review_lines(question, self._answers[number])
        return [_line(question, "move", None, None, None, "", is_judged=False)]

    def _first_value(self) -> tuple[float | None, float | None]:
        """What the cards were worth at the first decision that there was anything to say about."""
        for number in range(len(self._questions)):
            lines = self._answers.get(number)
            if lines is None:
                break
            if lines and lines[0]["value"] is not None:
                return lines[0]["value"], lines[0]["margin"]
        return None, None

    def form(self) -> Json:
        """Luck and skill in it."""
        expected, margin = self._expected
        return {
            "deal": self.deal,
            "expected": expected,
            "margin": margin,
            "lost": self.lost,
            "made": self._made,
            "complete": not self.open_questions,
        }


def _made(match: AnyMatch, seat: Seat) -> float:
    """The points of a seat's side in the latest deal, less the mean of the others'."""
    result = match.deals[-1].result
    side = next(i for i, seats in enumerate(match.game.sides) if seat in seats)
    scores = result.scores if result is not None else (0,) * len(match.game.sides)
    return margin_of(scores, side)


Read = Callable[[int], Awaitable[DealReview]]
"""Reads a deal of the match that is reviewed."""


class Review:
    """The decisions of one seat in a match, judged deal by deal by the pool, as long as somebody looks."""

    def __init__(self, match: int, seat: Seat, game: AnyGame, deals: int) -> None:
        self.match = match
        self.seat = seat
        self.is_complete = False
        self.asked_at = time.monotonic()
        """When somebody looked last."""
        self.asked_for = 1
        """The deal that was looked at last: it is judged first."""
        self._game = game
        self._deals = deals
        self._begun: dict[int, DealReview] = {}
        self._by: str | None = None

    @property
    def size(self) -> int:
        """How many lines it holds."""
        return sum(len(deal.lines) for deal in self._begun.values())

    @property
    def unjudged(self) -> int:
        """How many decisions the judge gave no answer to."""
        return sum(len(deal.unjudged) for deal in self._begun.values())

    @property
    def judged(self) -> tuple[int, float]:
        """How many lines were estimated, and the points that were lost by all of them."""
        deals = self._begun.values()
        return sum(deal.judged for deal in deals), sum(deal.lost for deal in deals)

    def form(self, deal: int, retry_after: int | None = None) -> Json:
        """As far as it is worked out, with the decisions of a deal.

        `retry_after`: seconds until the judge is ready, about.
        """
        begun = [self._begun[number] for number in sorted(self._begun)]
        judged, lost = self.judged
        return {
            "match": self.match,
            "seat": self.seat,
            "by": self._by,
            "deal": deal,
            "last": self._deals,
            "decisions": self._begun[deal].lines if deal in self._begun else [],
            "deals": [one.form() for one in begun],
            "judged": judged,
            "losses": sum(one.losses for one in begun),
            "lost": lost,
            "lost_margin": sum(one.lost_squared for one in begun) ** 0.5,
            "of": sum(one.of for one in begun),
            "unjudged": self.unjudged,
            "complete": self.is_complete,
            "retry_after": None if self.is_complete else retry_after,
        }

    def has_judged(self, deal: int) -> bool:
        """Whether every decision of a deal has been judged, as far as the judge answers."""
        return deal in self._begun and not self._begun[deal].open_questions

    def reopen(self) -> None:
        """What was left unjudged is to be asked once more: whoever opens the review again gets the rest."""
        for deal in self._begun.values():
            if deal.unjudged:
                deal.unjudged.clear()
                self.is_complete = False

    async def work(self, pool: BotPool, share: Share, read: Read) -> None:
        """Ask for advice at every decision that is still open; stop when nobody has looked for a while."""
        await pool.readiness.wait()
        while (number := self._next_deal()) is not None:
            if number not in self._begun:
                self._begun[number] = await read(number)
            deal = self._begun[number]
            for question_number, question in deal.open_questions:
                if time.monotonic() - self.asked_at > LOOKS_AWAY:
                    return
                answer = await self._judged(pool, share, question)
                self._by = self._by if answer is None else answer["by"]
                deal.note(question_number, None if answer is None else answer["advice"])
                if self._next_deal() != number:  # somebody looks at another one now
                    break
        self.is_complete = True

    def _next_deal(self) -> int | None:
        """The deal to be judged now; None when all are."""
        number: int
        for number in itertools.chain([self.asked_for], range(1, self._deals + 1)):
            if not self.has_judged(number):
                return number
        return None

    async def _judged(self, pool: BotPool, share: Share, question: Question) -> Json | None:
        """What the judge says of a decision; None if it does not answer however often it is asked."""
        request = {
            "op": "advise",
            "key": f"review {share.table} {self.match} {question.deal} {self.seat}",
            "game": self._game.id,
            "seats": self._game.seats,
            "options": games.written_options(self._game),
            "seat": self.seat,
            "level": ADVISER,
            "events": question.seen,
            "seed": question.n,
            "playouts": REVIEWING,
            "played": question.move["text"],
        }
        for _ in range(ATTEMPTS):
            answer = await pool.ask(request, share=share)
            if answer is not None:
                return answer
        return None


def review_lines(question: Question, lines: list[Json]) -> list[Json]:
    """What is to be said of a decision: of the move, and of the bet that was or was not made with it."""
    bets = [line for line in lines if line["move"]["kind"] == "bet"]
    if question.is_out_of_turn:
        return [_bet_line(question, bets, question.move["text"])]
    moves = [line for line in lines if line["move"]["kind"] != "bet"]
    found = [_move_line(question, moves)]
    if question.move["kind"] == "play" and bets:  # the last time that a bet can be made (C10.1)
        missed = _bet_line(question, bets, None)
        if missed["is_loss"]:
            found.append(missed)
    return found


def _move_line(question: Question, lines: list[Json]) -> Json:
    """A move against the best that was found: the loss is their difference, world by world."""
    text = question.move["text"]
    chosen = next((line for line in lines if text in _texts(line)), None)
    if chosen is None or not lines or lines[0]["value"] is None:
        return _line(question, "move", None, None, None, "")
    if chosen is lines[0]:
        return _line(question, "move", None, 0.0, lines[0]["better_margin"] or 0.0, lines[0]["why"])
    lost = max(0.0, -chosen["better"])
    choices = [_choice(lines[0], 0.0, 0.0)]
    choices += [_choice(line, -line["better"], line["better_margin"]) for line in lines[1:]]
    return _line(question, "move", lines[0]["move"], lost, chosen["better_margin"], lines[0]["why"], choices)


def _choice(line: Json, behind: float, margin: float) -> Json:
    return {"moves": [line["move"], *line["also"]], "behind": behind, "margin": margin, "why": line["why"]}


def _texts(line: Json) -> list[str]:
    return [form["text"] for form in (line["move"], *line["also"])]


def _bet_line(question: Question, bets: list[Json], made: str | None) -> Json:
    """A bet made, or none, against what would have gained most; to make none gains nothing."""
    chosen = next((line for line in bets if line["move"]["text"] == made), None)
    if not bets or (made is not None and chosen is None) or bets[0]["better"] is None:
        return _line(question, "bet", None, None, None, "")
    best = bets[0] if bets[0]["better"] > 0 else None
    gained = chosen["better"] if chosen is not None else 0.0
    lost = (best["better"] if best is not None else 0.0) - gained
    margin = (
        max(line["better_margin"] for line in (best, chosen) if line is not None) if best or chosen else 0.0
    )
    said = best or chosen
    better = best["move"] if best is not None and best is not chosen else None
    why = said["why"] if said is not None else ""
    return _line(question, "bet", better, lost, margin, why, _bet_choices(bets))


def _bet_choices(bets: list[Json]) -> list[Json]:
    """Every bet and none, best first; how far each is behind is about as sure as the more uncertain one."""
    no_bet: Json = {"moves": [], "gain": 0.0, "margin": 0.0, "why": ""}
    made = [
        {"moves": [bet["move"]], "gain": bet["better"], "margin": bet["better_margin"], "why": bet["why"]}
        for bet in bets
    ]
    first, *rest = sorted([no_bet, *made], key=lambda one: one["gain"], reverse=True)
    choices = [{"moves": first["moves"], "behind": 0.0, "margin": 0.0, "why": first["why"]}]
    for one in rest:
        margin = max(first["margin"], one["margin"])
        behind = first["gain"] - one["gain"]
        choices.append({"moves": one["moves"], "behind": behind, "margin": margin, "why": one["why"]})
    return choices


def _line(
    question: Question,
    kind: str,
    best: Json | None,
    lost: float | None,
    margin: float | None,
    why: str,
    choices: list[Json] | None = None,
    *,
    is_judged: bool = True,
) -> Json:
    is_loss = lost is not None and margin is not None and lost > margin
    return {
        "n": question.n,
        "deal": question.deal,
        "seat": question.seat,
        "kind": kind,
        "move": question.move,
        "best": best,
        "lost": lost,
        "margin": margin,
        "is_loss": is_loss,
        "is_judged": is_judged,
        "why": why,
        "hands": question.hands if is_loss else None,
        "hidden": question.hidden if is_loss else None,
        "choices": choices if is_loss else None,
    }
