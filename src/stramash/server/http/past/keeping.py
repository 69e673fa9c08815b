"""Matches that are over: links for others, a person's own list, and deleting."""

from dataclasses import dataclass
from functools import partial
from typing import Annotated, Final

from fastapi import APIRouter, Path, Query, Request, Response

from stramash import games
from stramash.arena.outcomes import OUTCOMES, count_deal
from stramash.core.seats import Seat
from stramash.duplicate.standing import margin
from stramash.server.http.past.archive import Archive
from stramash.server.http.requests import (
    COOKIE,
    PROBLEMS,
    AtTable,
    InService,
    Person,
    Service,
    TablePath,
    secret_of,
)
from stramash.server.protocol.keeping import (
    LostForm,
    MakeShare,
    MatchesForm,
    MatchLine,
    SharedForm,
    ShareMade,
    SharesForm,
    TableDeleted,
)
from stramash.server.table.keeping import name_of
from stramash.server.table.people.admission import with_share
from stramash.server.table.people.auth import digest
from stramash.server.table.play.attribution import Yours, player, yours
from stramash.server.table.play.finished import FinishedMatch
from stramash.server.table.play.journal import Journal
from stramash.server.table.table import Table
from stramash.wire.codec import Json

MATCHES: Final = 10
"""Of a table, on one page."""
router = APIRouter(prefix="/api", responses=PROBLEMS)
SharePath = Annotated[str, Path(pattern=r"^[0-9a-f]{12}$")]


# Links for others.


@router.post("/tables/{table_id}/shares")
async def share(service: InService, table: AtTable, key: Person, wish: MakeShare) -> ShareMade:
    """A link to a match that is over, for anybody; only somebody on a seat gives one out."""
    await service.evenings.refuse_hands(table, wish.match)
    name, secret = await table.do(lambda: table.keeping.share(key, wish.match, wish.what))
    return ShareMade(share=name, secret=secret)


@router.get("/tables/{table_id}/shares")
async def shares(table: AtTable, key: Person) -> SharesForm:
    """The links that you have given out; their secrets are kept nowhere."""
    seat = table.known(key).seat
    own = [(name_of(one), share) for one, share in table.roster.shares.items() if share.seat == seat]
    return SharesForm.model_validate(
        {"shares": [{"share": name, "match": each.match, "what": each.what} for name, each in own]}
    )


@router.delete("/tables/{table_id}/shares/{name}")
async def revoke(table: AtTable, key: Person, name: SharePath) -> None:
    """From now on a link leads nowhere."""
    await table.do(lambda: table.keeping.revoke(key, name))


@router.get("/tables/{table_id}/shared")
async def shared(request: Request, service: InService, table_id: TablePath) -> SharedForm:
    """What a link leads to, with its secret as `Bearer`."""
    secret = secret_of(request.headers, {}) or ""
    table = await service.hall.table(table_id, with_share(secret))
    found = table.roster.shares[digest(secret)]
    match = (await _ended(service.archive, table.journal, found.match)).match
    game = match.game
    return SharedForm.model_validate(
        {
            "game": game.id,
            "game_name": games.info(game.id).name,
            "family": game.family,
            "options": games.written_options(game),
            "sides": [list(side) for side in game.sides],
            "names": list(match.names),
            "match": found.match,
            "seat": found.seat,
            "what": found.what,
            "totals": list(match.totals),
            "winners": list(match.winners),
        }
    )


# One's own list.


@router.get("/tables/{table_id}/matches")
async def matches(
    service: InService,
    table: AtTable,
    key: Person,
    after: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
) -> MatchesForm:
    """The matches of a table after a number, a page of them, with what is counted of them for your seat."""
    seat, game = table.known(key).seat, table.roster.game
    outcomes = OUTCOMES.of(game)
    side = next((side for side, seats in enumerate(game.sides) if seat in seats), None)
    opened = await service.evenings.open_deals(table)
    numbers = range(after + 1, min(after + MATCHES, table.journal.match_number) + 1)
    lines = [await _line(service, table, number, seat, side) for number in numbers]
    return MatchesForm.model_validate(
        {
            "table": table.id,
            "game": game.id,
            "game_name": games.info(game.id).name,
            "seats": game.seats,
            "sides": [list(side) for side in game.sides],
            "seat": seat,
            "side": side,
            "bet_name": outcomes.bet_name(game.rules),
            "has_first_out": outcomes.has_first_out,
            "evening": None if table.roster.evening is None else table.roster.evening.id,
            "after": after,
            "begun": table.journal.match_number,
            "matches": [
                line.model_copy(update={"hands_open": line.over and (opened is None or line.match <= opened)})
                for line in lines
            ],
        }
    )


async def _ended(archive: Archive, journal: Journal, match: int) -> FinishedMatch:
    """A match as it was at its end; as it is, where that has not come."""
    latest = journal.latest
    if latest is not None and latest.number == match:
        return latest
    return await archive.work(lambda: archive.deal(journal, match))


async def _line(
    service: Service, table: Table, number: int, seat: Seat | None, side: int | None
) -> MatchLine:
    """One match; what never changes any more is worked out once."""
    archive, journal = service.archive, table.journal
    sitting = None if seat is None else table.roster.places[seat].sitting
    latest = journal.latest
    if latest is not None and latest.number == number and not latest.match.is_over:
        part = "none" if seat is None else yours(latest, seat, sitting)
        return MatchLine.model_validate(_about(table, latest, part, []))

    async def work() -> bytes:
        one = await _ended(archive, journal, number)
        part = "none" if seat is None else yours(one, seat, sitting)
        deals: list[Json] = []
        if seat is not None and side is not None and part != "none":
            async for deal, played in archive.each_deal(journal, number):
                deals += await archive.run(partial(_deal, played, deal, seat, side))
        return MatchLine.model_validate(_about(table, one, part, deals)).model_dump_json().encode()

    made = await archive.get(("line", table.id, number, seat, sitting), work)
    reviewed = None if seat is None else _reviewed(service, table, number, seat)
    return MatchLine.model_validate_json(made).model_copy(update={"reviewed": reviewed})


def _about(table: Table, one: FinishedMatch, part: Yours, deals: list[Json]) -> Json:
    players = [player(one, seat) for seat in range(one.match.game.seats)]
    return {
        "match": one.number,
        "at": one.at,
        "over": one.match.is_over,
        # The decks of an evening are given too, but nobody has seen them.
        "practice": one.is_again and table.roster.evening is None,
        "seats": [
            {"name": name, "played_by": who.kind, "level": who.level}
            for name, who in zip(one.match.names, players, strict=True)
        ],
        "yours": part,
        "totals": list(one.match.totals),
        "winners": list(one.match.winners),
        "deals": deals,
        "record": not one.is_later,
        "reviewed": None,
    }


@dataclass(slots=True)
class _Tally:
    """What a seat did in a deal."""

    first_out: int = 0
    bets: int = 0
    bets_won: int = 0


def _deal(finished: FinishedMatch, number: int, seat: Seat, side: int) -> list[Json]:
    """The latest deal of a match, if it was scored, by playing it again."""
    match = finished.match
    result = match.deals[-1].result
    if result is None or result.redeal:
        return []
    tallies = [_Tally() for _ in range(match.game.seats)]
    count_deal(match.game, match.state, tallies)
    return [
        {
            "deal": number,
            "scores": list(result.scores),
            "margin": margin(result.scores, side),
            "first_out": bool(tallies[seat].first_out),
            "bets": tallies[seat].bets,
            "bets_won": tallies[seat].bets_won,
        }
    ]


def _reviewed(service: Service, table: Table, match: int, seat: Seat) -> LostForm | None:
    """What a review that is finished, and still in memory, says."""
    work = service.reviews.get((table.id, match, seat))
    if work is None or not work[0].is_complete:
        return None
    if work[0].unjudged:
        return None
    decisions, lost = work[0].judged
    return LostForm(decisions=decisions, lost=lost)


# Deleting.


@router.delete("/tables/{table_id}")
async def delete_table(response: Response, service: InService, table: AtTable, key: Person) -> TableDeleted:
    """Delete a table, or your place at it: `MAY_DELETE` in table/keeping.py says who may delete what."""
    stays = await service.hall.delete(table, key)
    response.delete_cookie(COOKIE, path=f"/api/tables/{table.id}", httponly=True, samesite="strict")
    return TableDeleted(deleted=table.is_closed, stays=stays)
