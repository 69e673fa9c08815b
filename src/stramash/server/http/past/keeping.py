"""Matches that are over: links for others, a person's own list, and deleting."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from stramash import games
from stramash.arena.outcomes import OUTCOMES, count_deal
from stramash.core.match import AnyMatch
from stramash.core.seats import Seat
from stramash.duplicate.standing import margin
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
from stramash.server.table.table import Table
from stramash.server.thinking.review import steps
from stramash.wire.codec import Json

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
    match = next(one.match for one in table.journal.matches if one.number == found.match)
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
async def matches(service: InService, table: AtTable, key: Person) -> MatchesForm:
    """All matches of a table, with what is counted of them for your seat."""
    seat, game = table.known(key).seat, table.roster.game
    outcomes = OUTCOMES.of(game)
    side = next((side for side, seats in enumerate(game.sides) if seat in seats), None)
    opened = await service.evenings.open_deals(table)
    lines = [await _line(service, table, one, seat, side) for one in table.journal.matches]
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
            "matches": [
                line.model_copy(update={"hands_open": line.over and (opened is None or line.match <= opened)})
                for line in lines
            ],
        }
    )


async def _line(
    service: Service, table: Table, one: FinishedMatch, seat: Seat | None, side: int | None
) -> MatchLine:
    """One match; what never changes any more is worked out once."""
    sitting = None if seat is None else table.roster.places[seat].sitting
    part = "none" if seat is None else yours(one, seat, sitting)
    if not one.match.is_over or seat is None or side is None or part == "none":
        return MatchLine.model_validate(_about(table, one, part, []))

    def work() -> bytes:
        return (
            MatchLine.model_validate(_about(table, one, part, _deals(one.match, seat, side)))
            .model_dump_json()
            .encode()
        )

    made = await service.archive.get(("line", table.id, one.number, seat, sitting), work)
    return MatchLine.model_validate_json(made).model_copy(
        update={"reviewed": _reviewed(service, table, one.number, seat)}
    )


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
        "reviewed": None,
    }


@dataclass(slots=True)
class _Tally:
    """What a seat did in a deal."""

    first_out: int = 0
    bets: int = 0
    bets_won: int = 0


def _deals(finished: AnyMatch, seat: Seat, side: int) -> list[Json]:
    """Every scored deal of a match, by playing it again."""
    found: list[Json] = []
    for step in steps(finished):
        result = step.match.deals[-1].result
        if result is None or result.redeal:
            continue
        tallies = [_Tally() for _ in range(finished.game.seats)]
        count_deal(finished.game, step.match.state, tallies)
        found.append(
            {
                "deal": step.deal,
                "scores": list(result.scores),
                "margin": margin(result.scores, side),
                "first_out": bool(tallies[seat].first_out),
                "bets": tallies[seat].bets,
                "bets_won": tallies[seat].bets_won,
            }
        )
    return found


def _reviewed(service: Service, table: Table, match: int, seat: Seat) -> LostForm | None:
    """What a review that is finished, and still in memory, says."""
    work = service.reviews.get((table.id, match, seat))
    if work is None or not work[0].is_complete:
        return None
    form = work[0].form()
    if form["unjudged"]:
        return None
    return LostForm(decisions=form["judged"], lost=form["lost"])


# Deleting.


@router.delete("/tables/{table_id}")
async def delete_table(response: Response, service: InService, table: AtTable, key: Person) -> TableDeleted:
    """Delete a table, or your place at it: `MAY_DELETE` in table/keeping.py says who may delete what."""
    stays = await service.hall.delete(table, key)
    response.delete_cookie(COOKIE, path=f"/api/tables/{table.id}", httponly=True, samesite="strict")
    return TableDeleted(deleted=table.is_closed, stays=stays)
