"""Looking back at a finished match: step by step, and decision by decision."""

from collections.abc import Awaitable, Callable, Iterator
from time import monotonic
from typing import Any, Final, NamedTuple

from stramash import games
from stramash.core.events import Event
from stramash.core.match import AnyMatch, Match
from stramash.core.seats import Seat
from stramash.server.table.play.finished import FinishedMatch
from stramash.server.thinking.advice import ADVISER, REVIEWING
from stramash.server.thinking.line import Share
from stramash.server.thinking.processes import BotPool
from stramash.wire.codec import Json
from stramash.wire.families import forms_of

ATTEMPTS: Final = 3
"""How often the judge is asked about a decision before it is left unjudged."""
LOOKS_AWAY: Final = 20.0
"""Seconds after which who asked for a review is taken to look elsewhere; asked for again, it goes on."""


class Step(NamedTuple):
    """A deal or a move, with the match as it is right after it."""

    deal: int
    seat: Seat | None
    move: Any
    events: tuple[Event, ...]
    match: AnyMatch


def steps(finished: AnyMatch) -> Iterator[Step]:
    """Play a match again."""
    again = Match(finished.game, finished.first_dealer, finished.names, carry=finished.deals[0].carry)
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
    """One decision of a seat, what the seat had seen of the deal, and what it had not."""

    n: int
    deal: int
    seat: Seat
    move: Json
    seen: list[Json]
    hands: list[list[str]]
    hidden: list[str]
    is_out_of_turn: bool


class Review:
    """The decisions of one seat, worked out one after the other by the pool, as long as somebody looks."""

    def __init__(self, finished: FinishedMatch, seat: Seat) -> None:
        self.finished = finished
        self.seat = seat
        self.is_complete = False
        self.asked_at = monotonic()
        """When somebody looked last."""
        self._by: str | None = None
        self._questions: list[Question] = []
        self._answers: dict[int, list[Json]] = {}
        """What the judge said, by the number of the question."""
        self._unjudged: set[int] = set()
        """The questions to which it gave no answer however often it was asked."""

    @property
    def decisions(self) -> list[Json]:
        """What is to be said of each decision, as far as they are worked out."""
        lines: list[Json] = []
        for number, question in enumerate(self._questions):
            if number in self._answers:
                lines += review_lines(question, self._answers[number])
            elif number in self._unjudged:
                lines.append(_line(question, "move", None, None, None, "", is_judged=False))
        return lines

    def form(self, retry_after: int | None = None) -> Json:
        """As far as it is worked out; `retry_after`: seconds until the judge is ready, about."""
        decisions = self.decisions
        judged = [line for line in decisions if line["lost"] is not None]
        losses = [line for line in judged if line["is_loss"]]
        return {
            "match": self.finished.number,
            "seat": self.seat,
            "by": self._by,
            "decisions": decisions,
            "deals": [
                self._deal_form(number, decisions) for number in range(1, len(self.finished.match.deals) + 1)
            ],
            "judged": len(judged),
            "losses": len(losses),
            "lost": sum(line["lost"] for line in losses),
            "lost_margin": sum(line["margin"] ** 2 for line in losses) ** 0.5,
            "of": len(self._questions),
            "unjudged": len(self._unjudged),
            "complete": self.is_complete,
            "retry_after": None if self.is_complete else retry_after,
        }

    def _deal_form(self, number: int, decisions: list[Json]) -> Json:
        match = self.finished.match
        result = match.deals[number - 1].result
        scores = result.scores if result is not None else (0,) * len(match.game.sides)
        side = next(i for i, seats in enumerate(match.game.sides) if self.seat in seats)
        others = [points for i, points in enumerate(scores) if i != side]
        expected, margin = self._expected(number)
        losses = [line["lost"] for line in decisions if line["deal"] == number and line["is_loss"]]
        return {
            "deal": number,
            "expected": expected,
            "margin": margin,
            "lost": sum(losses),
            "made": scores[side] - sum(others) / max(1, len(others)),
        }

    def _expected(self, deal: int) -> tuple[float | None, float | None]:
        """What the cards of a deal were worth at the first decision that there was anything to say about."""
        for number, question in enumerate(self._questions):
            if question.deal == deal:
                lines = self._answers.get(number)
                if lines is None:
                    break
                if lines and lines[0]["value"] is not None:
                    return lines[0]["value"], lines[0]["margin"]
        return None, None

    def reopen(self) -> None:
        """What was left unjudged is to be asked once more: whoever opens the review again gets the rest."""
        if self._unjudged:
            self._unjudged.clear()
            self.is_complete = False

    def prepare(self) -> list[Question]:
        """Every decision of the seat with what it had seen, by playing the match again: on another thread."""
        match = self.finished.match
        written_as = forms_of(match.game)
        seen: list[Json] = []
        questions: list[Question] = []
        before: tuple[list[list[str]], list[str]] = [], []
        for number, step in enumerate(steps(match)):
            if step.seat is None:
                seen = []
            elif step.seat == self.seat:
                is_out_of_turn = match.game.is_interjection(step.move)
                move = written_as.move(step.move)
                questions.append(Question(number, step.deal, self.seat, move, seen, *before, is_out_of_turn))
            seen = seen + [written_as.events.write(event.seen_by(self.seat)) for event in step.events]
            hands, hidden = written_as.hands(step.match.state)
            before = [written_as.cards.write(hand) for hand in hands], written_as.cards.write(hidden)
        return questions

    async def work(
        self, pool: BotPool, share: Share, prepare: Callable[[], Awaitable[list[Question]]]
    ) -> None:
        """Ask for advice at every decision that is still open; stop when nobody has looked for a while."""
        if not self._questions:
            self._questions = await prepare()
        await pool.readiness.wait()
        for number, question in enumerate(self._questions):
            if number in self._answers:
                continue
            if monotonic() - self.asked_at > LOOKS_AWAY:
                return
            answer = await self._judged(pool, share, question)
            if answer is None:
                self._unjudged.add(number)
            else:
                self._answers[number], self._by = answer["advice"], answer["by"]
        self.is_complete = True

    async def _judged(self, pool: BotPool, share: Share, question: Question) -> Json | None:
        """What the judge says of a decision; None if it does not answer however often it is asked."""
        game = self.finished.match.game
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
