"""Tables that begin in the middle of a deal that is over: what if; and the exercises."""

import asyncio
from contextlib import suppress
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from stramash import exercises, games
from stramash.core.errors import RulesError
from stramash.core.game import AnyGame
from stramash.core.seats import Seat
from stramash.server.http.past.looking_back import check_seat
from stramash.server.http.refusal import Refusal
from stramash.server.http.requests import (
    OPEN_HANDS,
    PROBLEMS,
    AtTable,
    InService,
    MatchPath,
    Person,
    Service,
    known_by,
    table_created,
    take_creation,
)
from stramash.server.protocol.bodies import BotPlace, CreateTable, PersonPlace, TableCreated
from stramash.server.protocol.insight import ExerciseForm, ExercisesForm, PlayOn, WhatIf
from stramash.server.table.play.position import Position, position_in
from stramash.wire.families import forms_of

ExercisePath = Annotated[str, Path(pattern=r"^[a-z0-9-]{1,40}$")]
router = APIRouter(prefix="/api", responses=PROBLEMS)


@router.post("/tables/{table_id}/matches/{match}/what-if", dependencies=[OPEN_HANDS])
async def what_if(
    request: Request,
    response: Response,
    service: InService,
    table: AtTable,
    _: Person,
    match: MatchPath,
    wish: WhatIf,
) -> TableCreated:
    """A private table against bots that begins before one of the moves of a finished match."""
    table.journal.refuse_secret(match)
    check_seat(table, wish.seat)
    maker = take_creation(request, service)

    async def read() -> Position:
        finished = await service.archive.deal(table.journal, match, wish.deal)
        deal = finished.match.deals[-1]
        if not 0 < wish.n <= len(deal.moves):
            raise Refusal("unknown-match", "there is no such move in this deal")
        return await service.archive.run(partial(position_in, finished.match.game, deal, wish.n - 1))

    position = await service.archive.work(read)
    return await _open(request, response, service, (table.roster.game, position), wish.seat, wish, maker)


async def _open(
    request: Request,
    response: Response,
    service: Service,
    place: tuple[AnyGame, Position],
    seat: Seat,
    wish: PlayOn,
    maker: str,
) -> TableCreated:
    """Open a table at a place in a deal that is over, for a match that ends with that deal."""
    game, position = place
    with suppress(RulesError):  # more deals than a match may have by its rounds: it goes on to its goal
        game = games.with_rounds(game, 1 if position.score is None else position.score.deal)
    others = BotPlace(kind="bot", level=wish.level)
    asked = CreateTable(
        game=game.id,
        seats=game.seats,
        options=games.written_options(game),
        places=[PersonPlace(kind="person", you=True) if one == seat else others for one in range(game.seats)],
        name=wish.name,
        start=True,
    )
    person = known_by(request, response)
    table, secrets = await service.hall.create(asked, maker, person, position=position)
    return table_created(request, response, table, secrets)


@router.get("/exercises")
async def list_exercises() -> ExercisesForm:
    """Every exercise of the set, without its answer."""
    return ExercisesForm.model_validate(
        {
            "exercises": [
                {
                    "id": form["id"],
                    "game": form["game"],
                    "game_name": games.info(form["game"]).name,
                    "kind": form["kind"],
                }
                for form in exercises.forms().values()
            ]
        }
    )


@router.get("/exercises/{exercise_id}")
async def get_exercise(exercise_id: ExercisePath) -> ExerciseForm:
    """A position as the seat to act sees it, and what a long search says of the moves."""
    exercise = await asyncio.to_thread(_found, exercise_id)
    written = forms_of(exercise.game)
    info = games.info(exercise.game.id)
    events = [event.seen_by(exercise.seat) for event in exercise.match.events]
    return ExerciseForm.model_validate(
        {
            "id": exercise.id,
            "kind": exercise.kind,
            "game": exercise.game.id,
            "game_name": info.name,
            "family": info.family,
            "seat": exercise.seat,
            "sides": [list(side) for side in exercise.game.sides],
            "view": written.view(exercise.game, exercise.view),
            "events": [written.events.write(event) for event in events],
            "playouts": exercise.playouts,
            "lines": [
                {
                    "moves": [written.move(move) for move in line.moves],
                    "behind": line.behind,
                    "margin": line.margin,
                    "why": line.why,
                }
                for line in exercise.lines
            ],
        }
    )


@router.post("/exercises/{exercise_id}/table")
async def play_exercise(
    request: Request, response: Response, service: InService, exercise_id: ExercisePath, wish: PlayOn
) -> TableCreated:
    """A private table against bots that begins with the position."""
    exercise = await asyncio.to_thread(_found, exercise_id)
    maker, deal = take_creation(request, service), exercise.match.deals[0]
    position = position_in(exercise.game, deal, len(deal.moves))
    return await _open(request, response, service, (exercise.game, position), exercise.seat, wish, maker)


def _found(exercise_id: str) -> exercises.Exercise:
    if exercise_id not in exercises.forms():
        raise Refusal("unknown-match", "there is no such exercise")
    return exercises.find(exercise_id)
