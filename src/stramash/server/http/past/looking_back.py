"""Finished matches: their records, the proofs of their decks, replays and reviews."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from functools import partial
from hashlib import sha256
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query
from starlette.responses import PlainTextResponse, Response, StreamingResponse

from stramash import records
from stramash.core.match import AnyMatch
from stramash.core.seats import Seat
from stramash.fairness import proof
from stramash.fairness.cuts import Shuffle
from stramash.server.http.past.archive import Archive
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
from stramash.server.protocol.looking_back import DealForm, ExpertForm, MatchForm, ReplayForm, ReviewForm
from stramash.server.protocol.messages import HistoryForm
from stramash.server.store.base import StoreError
from stramash.server.table.play.attribution import bots_around, has_played
from stramash.server.table.play.journal import Journal
from stramash.server.table.play.steps import deal_form
from stramash.server.table.table import Table
from stramash.server.thinking.line import Rank, Share
from stramash.server.thinking.others import Others
from stramash.server.thinking.review import DealReview, Review
from stramash.wire.codec import Json

STANDINGS: Final = 500
"""Deals of which it is told at once how the match stood after them."""
MOST_LINES: Final = 10_000
"""Lines of all reviews that are remembered."""
MOST_REVIEWS: Final = 200
MOST_OTHERS: Final = 200
"""Deals played again by the expert that are remembered."""
DealQuery = Annotated[int, Query(ge=1, le=1_000_000)]
SeatQuery = Annotated[int | None, Query(ge=0, le=5)]
_TEXT: Final[dict[int | str, dict[str, Any]]] = {200: {"content": {"text/plain": {}}}}
router = APIRouter(prefix="/api", responses=PROBLEMS)


def check_seat(table: Table, seat: int | None) -> None:
    """Refuse a seat that the table does not have."""
    if seat is not None and seat >= table.roster.game.seats:
        raise Refusal("unknown-seat", f"there is no seat {seat} at this table")


@router.get("/tables/{table_id}/matches/{match}", dependencies=[OPEN_HANDS])
async def get_match(
    service: InService,
    table: AtTable,
    _: Viewer,
    match: MatchPath,
    after: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
) -> MatchForm:
    """A finished match: how many deals it had, and how it stood after each of them."""
    table.journal.refuse_secret(match)
    form = await service.archive.work(lambda: _match_form(service.archive, table.journal, match, after))
    return MatchForm.model_validate(form)


async def _match_form(archive: Archive, journal: Journal, match: int, after: int) -> Json:
    deals, last = await archive.deals(journal, match), await archive.deal(journal, match)
    # How it stood after a deal is how it stood before the next.
    totals = []
    if after + 1 < deals:
        totals = await archive.past.standings(journal, match, after + 2, STANDINGS)
    if after + len(totals) + 1 == deals:
        totals.append(last.match.totals)
    return {
        "match": match,
        "names": list(last.match.names),
        "deals": deals,
        "after": after,
        "totals": [list(each) for each in totals],
        "winners": list(last.match.winners),
    }


@router.get(
    "/tables/{table_id}/matches/{match}/record",
    response_class=PlainTextResponse,
    responses=_TEXT,
    dependencies=[OPEN_HANDS],
)
async def record(service: InService, table: AtTable, _: Person, match: MatchPath) -> StreamingResponse:
    """The record of a finished match."""
    table.journal.refuse_secret(match)
    first = await service.archive.work(lambda: service.archive.deal(table.journal, match, 1))
    if first.is_later:
        raise Refusal("unknown-match", "this match began in the middle of another one: it has no record")
    writer = records.writer(first.match)

    async def text() -> AsyncIterator[str]:
        yield writer.head
        async for _deal, one in service.archive.each_deal(table.journal, match):
            yield writer.deal(one.match.deals[-1])
        yield writer.end(is_over=True)

    return _download(text(), f"{table.roster.game.id}-{table.id}-{match}.stramash")


def _download(text: AsyncIterator[str], name: str) -> StreamingResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return StreamingResponse(text, media_type="text/plain; charset=utf-8", headers=headers)


@router.get(
    "/tables/{table_id}/matches/{match}/proof",
    response_class=PlainTextResponse,
    responses=_TEXT,
    dependencies=[OPEN_HANDS],
)
async def fair_proof(service: InService, table: AtTable, _: Person, match: MatchPath) -> PlainTextResponse:
    """The proof that its decks were fair."""
    table.journal.refuse_secret(match)
    first = await service.archive.work(lambda: service.archive.deal(table.journal, match, 1))
    if first.is_again:
        raise Refusal("unknown-match", "this match began with a deal played before, which nobody shuffled")
    writer, digest = records.writer(first.match), sha256()
    digest.update(writer.head.encode())
    shuffles: list[Shuffle] = []
    async for _deal, one in service.archive.each_deal(table.journal, match):
        digest.update(writer.deal(one.match.deals[-1]).encode())
        shuffles += [shuffle for shuffle in one.shuffles[-1:] if shuffle is not None]
    digest.update(writer.end(is_over=True).encode())
    name = f"{table.roster.game.id}-{table.id}-{match}.fair"
    text = proof.write(digest.hexdigest(), table.id, match, shuffles)
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})


@router.get("/tables/{table_id}/matches/{match}/replay", response_model=ReplayForm, dependencies=[OPEN_HANDS])
async def replay(
    service: InService,
    table: AtTable,
    _: Viewer,
    match: MatchPath,
    deal: DealQuery = 1,
    seat: SeatQuery = None,
) -> Response:
    """A deal of a finished match step by step, as a seat saw it or with open cards."""
    table.journal.refuse_secret(match)
    check_seat(table, seat)
    made = await service.archive.replay(table.journal, match, deal, seat)
    return Response(made, media_type="application/json")


@router.get("/tables/{table_id}/history", response_model=HistoryForm)
async def history(
    service: InService, table: AtTable, key: Person, after: Annotated[int, Query(ge=0, le=10**9)] = 0
) -> Response:
    """A page of what happened at the table after an update, as your seat saw it."""
    seat = table.known(key).seat
    made = await service.archive.history(table.journal, seat, after)
    return Response(made, media_type="application/json")


@router.get("/tables/{table_id}/matches/{match}/deals/{deal}", dependencies=[OPEN_HANDS])
async def get_deal(
    service: InService, table: AtTable, _: Person, match: MatchPath, deal: DealPath
) -> DealForm:
    """One deal of a finished match, to be played again: `deal` of a new table."""
    table.journal.refuse_secret(match)
    finished = await service.archive.work(lambda: service.archive.deal(table.journal, match, deal))
    return DealForm.model_validate(deal_form(finished, deal))


@router.get("/tables/{table_id}/matches/{match}/review", dependencies=[OPEN_HANDS])
async def review(
    service: InService,
    table: AtTable,
    share: Viewer,
    match: MatchPath,
    seat: Annotated[int, Query(ge=0, le=5)],
    deal: DealQuery = 1,
) -> ReviewForm:
    """The decisions of a seat in a deal of a finished match, with what advice says of each."""
    if share is not None and (share.what, share.seat) != ("review", seat):
        raise Refusal("forbidden", "this link leads to something else")
    table.journal.refuse_secret(match)
    check_seat(table, seat)
    deals = await service.archive.work(lambda: service.archive.deals(table.journal, match))
    if deal > deals:
        raise Refusal("unknown-match", f"match {match} had {deals} deals")
    key = (table.id, match, seat)
    if key not in service.reviews:
        _make_room(service)
        work = Review(match, seat, table.roster.game, deals)
        service.reviews[key] = work, asyncio.create_task(_review(service, work, table))
    work, task = service.reviews[key]
    work.asked_at, work.asked_for = time.monotonic(), deal
    if task.done() and not work.is_complete:  # nobody had looked for a while, or something is unjudged
        task = asyncio.create_task(_review(service, work, table))
        service.reviews[key] = work, task
    if not work.has_judged(deal):
        await asyncio.wait([task], timeout=2)
    form = ReviewForm.model_validate(work.form(deal, service.hall.pool.readiness.retry_after))
    if work.is_complete:
        work.reopen()
    return form


def _make_room(service: Service) -> None:
    """Forget the oldest reviews where there are many, or long ones."""
    lines = sum(work.size for work, _ in service.reviews.values())
    while service.reviews and (len(service.reviews) >= MOST_REVIEWS or lines > MOST_LINES):
        work, task = service.reviews.pop(next(iter(service.reviews)))
        lines -= work.size
        task.cancel()


async def _review(service: Service, work: Review, table: Table) -> None:
    archive, share = service.archive, Share(Rank.REVIEW, table.maker, table.id)

    async def read(number: int) -> DealReview:
        async def task() -> DealReview:
            finished = await archive.deal(table.journal, work.match, number)
            return await archive.run(partial(DealReview, finished.match, number, work.seat))

        return await archive.work(task, is_patient=True)

    with suppress(Refusal, StoreError):  # asked again it goes on
        await work.work(service.hall.pool, share, read)


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
        work = Others(*await _deal_against_bots(service.archive, table, match, deal, seat))
        share = Share(Rank.REVIEW, table.maker, table.id)
        service.others[work_key] = work, asyncio.create_task(work.work(service.hall.pool, share))
    work, task = service.others[work_key]
    work.asked_at = time.monotonic()
    await asyncio.wait([task], timeout=2)
    if work.is_given_up:  # asked again it is tried again
        service.others.pop(work_key, None)
    return ExpertForm.model_validate(work.form(service.hall.pool.readiness.retry_after))


async def _deal_against_bots(
    archive: Archive, table: Table, match: int, deal: int, seat: Seat
) -> tuple[AnyMatch, int, int, Seat, dict[Seat, str]]:
    """A finished deal, also of a running match: points are all that is told of it."""
    journal = table.journal
    if not 0 < match <= journal.match_number:
        raise Refusal("unknown-match", f"there is no match {match} at this table")
    if (match, deal) == (journal.match_number, journal.deal_number) and journal.is_playing:
        raise Refusal("not-over", "the deal is not over; its cards are still secret")
    finished = await archive.work(lambda: archive.deal(journal, match, deal))
    result = finished.match.deals[-1].result
    if result is None or result.redeal:
        raise Refusal("unknown-match", "that deal was thrown in")
    if not has_played(finished, seat, table.roster.places[seat].sitting):
        raise Refusal("forbidden", "somebody else had your seat in that deal")
    levels = bots_around(finished, seat)
    if levels is None:
        raise Refusal("forbidden", "only a deal against bots alone is played again by the expert")
    return finished.match, match, deal, seat, levels
