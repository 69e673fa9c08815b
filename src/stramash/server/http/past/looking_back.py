"""Finished matches: their records, the proofs of their decks, replays and reviews."""

import asyncio
import time
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query
from starlette.responses import PlainTextResponse, Response

from stramash import records
from stramash.core.match import AnyMatch
from stramash.core.seats import Seat
from stramash.fairness import proof
from stramash.server.http.refusal import Refusal
from stramash.server.http.requests import (
    OPEN_HANDS,
    PROBLEMS,
    AtTable,
    DealPath,
    InService,
    MatchPath,
    Person,
    Service,
    Viewer,
)
from stramash.server.protocol.looking_back import DealForm, ExpertForm, ReplayForm, ReviewForm
from stramash.server.protocol.messages import HistoryForm
from stramash.server.table.play.attribution import bots_around, has_played
from stramash.server.table.play.finished import FinishedMatch
from stramash.server.table.table import Table
from stramash.server.thinking.line import Rank, Share
from stramash.server.thinking.others import Others
from stramash.server.thinking.review import Review, deal_form, replay_form

MOST_REVIEWS: Final = 200
MOST_OTHERS: Final = 200
"""Deals played again by the expert that are remembered."""
router = APIRouter(prefix="/api", responses=PROBLEMS)


def finished_match(table: Table, number: int) -> FinishedMatch:
    """A match of a table whose cards are open to all who were there; raises Refusal."""
    found = [match for match in table.journal.matches if match.number == number]
    if not found:
        raise Refusal("unknown-match", f"there is no match {number} at this table")
    if not found[0].match.is_over:
        raise Refusal("not-over", "the match is not over; its cards are still secret")
    return found[0]


def check_seat(table: Table, seat: int | None) -> None:
    """Refuse a seat that the table does not have."""
    if seat is not None and seat >= table.roster.game.seats:
        raise Refusal("unknown-seat", f"there is no seat {seat} at this table")


_TEXT: dict[int | str, dict[str, Any]] = {200: {"content": {"text/plain": {}}}}


@router.get(
    "/tables/{table_id}/matches/{match}/record",
    response_class=PlainTextResponse,
    responses=_TEXT,
    dependencies=[OPEN_HANDS],
)
async def record(service: InService, table: AtTable, _: Person, match: MatchPath) -> PlainTextResponse:
    """The record of a finished match."""
    finished = finished_match(table, match)
    if not finished.match.is_whole:
        raise Refusal("unknown-match", "this match began in the middle of another one: it has no record")
    text = await service.archive.get(
        ("record", table.id, match), lambda: records.dump(finished.match).encode()
    )
    name = f"{table.roster.game.id}-{table.id}-{match}.stramash"
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})


@router.get(
    "/tables/{table_id}/matches/{match}/proof",
    response_class=PlainTextResponse,
    responses=_TEXT,
    dependencies=[OPEN_HANDS],
)
async def fair_proof(service: InService, table: AtTable, _: Person, match: MatchPath) -> PlainTextResponse:
    """The proof that its decks were fair."""
    finished = finished_match(table, match)
    if finished.is_again:
        raise Refusal("unknown-match", "this match began with a deal played before, which nobody shuffled")
    name = f"{table.roster.game.id}-{table.id}-{match}.fair"
    text = await service.archive.get(
        ("proof", table.id, match),
        lambda: proof.dump(finished.match, table.id, match, finished.shuffles).encode(),
    )
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})


@router.get("/tables/{table_id}/matches/{match}/replay", response_model=ReplayForm, dependencies=[OPEN_HANDS])
async def replay(
    service: InService,
    table: AtTable,
    _: Viewer,
    match: MatchPath,
    seat: Annotated[int | None, Query(ge=0, le=5)] = None,
) -> Response:
    """A finished match step by step, as a seat saw it or with open cards."""
    finished = finished_match(table, match)
    check_seat(table, seat)

    def work() -> bytes:
        return ReplayForm.model_validate(replay_form(finished, seat)).model_dump_json().encode()

    made = await service.archive.get(("replay", table.id, match, seat), work)
    return Response(made, media_type="application/json")


@router.get("/tables/{table_id}/history", response_model=HistoryForm)
async def history(
    service: InService, table: AtTable, key: Person, after: Annotated[int, Query(ge=0, le=10**9)] = 0
) -> Response:
    """A page of what happened at the table after an update, as your seat saw it."""
    seat = table.known(key).seat
    made = await service.archive.history(service.hall.store, table, seat, after)
    return Response(made, media_type="application/json")


@router.get("/tables/{table_id}/matches/{match}/deals/{deal}", dependencies=[OPEN_HANDS])
async def get_deal(table: AtTable, _: Person, match: MatchPath, deal: DealPath) -> DealForm:
    """One deal of a finished match, to be played again: `deal` of a new table."""
    finished = finished_match(table, match)
    if deal > len(finished.match.deals):
        raise Refusal("unknown-match", f"match {match} had {len(finished.match.deals)} deals")
    return DealForm.model_validate(deal_form(finished, deal))


@router.get("/tables/{table_id}/matches/{match}/review", dependencies=[OPEN_HANDS])
async def review(
    service: InService,
    table: AtTable,
    share: Viewer,
    match: MatchPath,
    seat: Annotated[int, Query(ge=0, le=5)],
) -> ReviewForm:
    """The decisions of a seat in a finished match, with what advice says of each."""
    if share is not None and (share.what, share.seat) != ("review", seat):
        raise Refusal("forbidden", "this link leads to something else")
    finished = finished_match(table, match)
    check_seat(table, seat)
    key = (table.id, match, seat)
    if key not in service.reviews:
        if len(service.reviews) >= MOST_REVIEWS:
            service.reviews.pop(next(iter(service.reviews)))[1].cancel()
        work = Review(finished, seat)
        service.reviews[key] = work, asyncio.create_task(_review(service, work, table.id, table.maker))
    work, task = service.reviews[key]
    work.asked_at = time.monotonic()
    if task.done() and not work.is_complete:  # nobody had looked for a while, or something is unjudged
        task = asyncio.create_task(_review(service, work, table.id, table.maker))
        service.reviews[key] = work, task
    await asyncio.wait([task], timeout=2)
    form = ReviewForm.model_validate(work.form(service.hall.pool.readiness.retry_after))
    if work.is_complete:
        work.reopen()
    return form


@router.get("/tables/{table_id}/matches/{match}/deals/{deal}/expert")
async def expert(
    service: InService, table: AtTable, key: Person, match: MatchPath, deal: DealPath
) -> ExpertForm:
    """How the expert would have fared in your place with the same cards; only where you played bots alone."""
    seat = table.acting_seat(key)
    work_key = (table.id, match, deal, seat)
    known = service.others.get(work_key)
    if known is None or (known[1].done() and not known[0].is_over):
        while len(service.others) >= MOST_OTHERS:
            service.others.pop(next(iter(service.others)))[1].cancel()
        work = Others(*_deal_against_bots(table, match, deal, seat))
        share = Share(Rank.REVIEW, table.maker, table.id)
        service.others[work_key] = work, asyncio.create_task(work.work(service.hall.pool, share))
    work, task = service.others[work_key]
    work.asked_at = time.monotonic()
    await asyncio.wait([task], timeout=2)
    if work.is_given_up:  # asked again it is tried again
        service.others.pop(work_key, None)
    return ExpertForm.model_validate(work.form(service.hall.pool.readiness.retry_after))


def _deal_against_bots(
    table: Table, number: int, deal: int, seat: Seat
) -> tuple[AnyMatch, int, int, Seat, dict[Seat, str]]:
    """A finished deal, also of a running match: points are all that is told of it."""
    found = [match for match in table.journal.matches if match.number == number]
    if not found or deal > len(found[0].match.deals):
        raise Refusal("unknown-match", f"there is no deal {deal} of match {number} at this table")
    result = found[0].match.deals[deal - 1].result
    if result is None:
        raise Refusal("not-over", "the deal is not over; its cards are still secret")
    if result.redeal:
        raise Refusal("unknown-match", "that deal was thrown in")
    if not has_played(found[0], deal, seat, table.roster.places[seat].sitting):
        raise Refusal("forbidden", "somebody else had your seat in that deal")
    levels = bots_around(found[0], deal, seat)
    if levels is None:
        raise Refusal("forbidden", "only a deal against bots alone is played again by the expert")
    return found[0].match, number, deal, seat, levels


async def _review(service: Service, work: Review, table: str, maker: str) -> None:
    share = Share(Rank.REVIEW, maker, table)
    await work.work(service.hall.pool, share, lambda: service.archive.work(work.prepare))
