"""A deal that is over, step by step: what a replay shows of it."""

import time
from collections.abc import Iterator
from typing import Any, NamedTuple

from stramash import games
from stramash.core.events import Event
from stramash.core.match import AnyMatch, Match
from stramash.core.seats import Seat
from stramash.server.protocol.looking_back import ReplayStep
from stramash.server.table.play.finished import FinishedMatch
from stramash.wire.codec import Json
from stramash.wire.families import forms_of


class Step(NamedTuple):
    """A deal, or a move of it, with the match as it is right after it."""

    n: int
    """0 is the deal, then come its moves."""
    seat: Seat | None
    move: Any
    events: tuple[Event, ...]
    match: AnyMatch


def steps(match: AnyMatch) -> Iterator[Step]:
    """Play the latest deal of a match again."""
    deal = match.deals[-1]
    again = Match(match.game, match.first_dealer, match.names, carry=deal.carry)
    yield Step(0, None, None, again.deal(deal.deck), again)
    for n, (seat, move) in enumerate(deal.moves, 1):
        yield Step(n, seat, move, again.act(seat, move), again)


def replay_text(finished: FinishedMatch, deal: int, deals: int, seat: Seat | None) -> bytes:
    """The steps of a match's latest deal as a seat saw them, or with open cards: a `ReplayForm`."""
    texts = []
    for step in steps(finished.match):
        texts.append(ReplayStep.model_validate(step_form(step, seat)).model_dump_json())
        time.sleep(0)  # the event loop gets the interpreter, without waiting to take it away
    about = f'"match":{finished.number},"deal":{deal},"deals":{deals}'
    return f'{{{about},"seat":{"null" if seat is None else seat},"steps":[{",".join(texts)}]}}'.encode()


def step_form(step: Step, seat: Seat | None) -> Json:
    """A step as a seat saw it, or with open cards."""
    game, state = step.match.game, step.match.state
    written_as = forms_of(game)
    form: Json = {
        "n": step.n,
        "seat": step.seat,
        "move": None if step.move is None else written_as.move(step.move),
        "view": written_as.view(game, game.view(state, seat)),
        "hands": None,
        "hidden": None,
    }
    if seat is None:
        hands, hidden = written_as.hands(state)
        form["hands"] = [written_as.cards.write(hand) for hand in hands]
        form["hidden"] = written_as.cards.write(hidden)
        form["events"] = [written_as.events.write(event) for event in step.events]
        return form
    form["events"] = [written_as.events.write(event.seen_by(seat)) for event in step.events]
    # A secret move of another seat is told by its events alone.
    if step.seat not in (None, seat) and not _is_public(step.events, seat):
        form["move"] = None
    return form


def _is_public(events: tuple[Event, ...], seat: Seat) -> bool:
    return all(event.seen_by(seat) == event for event in events)


def deal_form(finished: FinishedMatch, number: int) -> Json:
    """The deck of a match's latest deal and how it began: enough to play it again."""
    game, deal = finished.match.game, finished.match.deals[-1]
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
