"""What a table may see of its evening: results of the deals it has played, and hands once they are open."""

from collections.abc import Sequence
from dataclasses import dataclass

from stramash import games
from stramash.core.game import AnyGame
from stramash.core.seats import Seat
from stramash.duplicate.sets import DealSet, deck_text, one_deal
from stramash.duplicate.standing import Played, differences, margin, ranking
from stramash.fairness.cuts import card_codes
from stramash.server.evenings.model import Evening, Play, Progress
from stramash.server.evenings.policy import deals_shown, open_deals
from stramash.wire.codec import Json


@dataclass(frozen=True, slots=True)
class Looker:
    """A table that looks at its evening."""

    table: str
    seat: Seat | None
    current: int | None
    """The deal that it is in the middle of."""


@dataclass(frozen=True, slots=True)
class Log:
    """All that is kept of what happened in an evening."""

    progress: Progress
    plays: Sequence[Play]
    networks: dict[str, frozenset[str]]

    @property
    def numbers(self) -> dict[str, int]:
        """The tables in the order of their coming, from 1."""
        return {play.table: number for number, play in enumerate((p for p in self.plays if p.deal == 0), 1)}

    def shown(self, looker: Looker | None) -> set[int]:
        """The deals whose results somebody may see."""
        table, current = (looker.table, looker.current) if looker else (None, None)
        return deals_shown(self.progress, self.plays, table, current)


def evening_form(evening: Evening, log: Log, looker: Looker | None) -> Json:
    """An evening as one of its tables may see it; without a table, who came and no more."""
    deal_set = evening.part.deal_set
    game, numbers = deal_set.game, log.numbers
    own, seat = (looker.table, looker.seat) if looker else (None, None)
    known = [play for play in log.plays if play.table in numbers and play.deal]
    done, opened = log.shown(looker), open_deals(log.progress, deal_set.deals)
    sides = [side for side, seats in enumerate(game.sides) if seat in seats]
    shown = [play for play in known if play.deal in done]
    played = [Played(numbers[p.table], p.deal, tuple(p.body["result"]["scores"])) for p in shown]
    deals = [
        _deal(deal_set, deal, [p for p in shown if p.deal == deal], numbers, played, sides[:1] or [0])
        for deal in sorted(done)
    ]
    return {
        "id": evening.id,
        "game": game.id,
        "game_name": games.info(game.id).name,
        "family": game.family,
        "seats": game.seats,
        "sides": [list(side) for side in game.sides],
        "options": games.written_options(game),
        "house": _house(game),
        "deals": deal_set.deals,
        "level": evening.part.level,
        "hints": evening.hints,
        "stage": log.progress.stage,
        "ends": log.progress.ends,
        "commitment": deal_set.promise.anchor,
        "cards": card_codes(game),
        "blocks": [[block.start, block.stop] for block in map(game.block, range(game.seats))],
        "side": sides[0] if sides else None,
        "tables": [
            {
                "number": number,
                **_who(log.plays, table),
                "played": sum(play.table == table for play in known),
                "you": table == own,
                "same_network": _neighbours(log, table),
            }
            for table, number in numbers.items()
        ],
        "played": [
            {**deal, "opened": _opened(deal_set, deal["deal"]) if deal["deal"] <= opened else None}
            for deal in deals
        ],
        "ranking": _ranking(deal_set, shown, numbers, played),
    }


def _neighbours(log: Log, table: str) -> list[int]:
    """The other tables that somebody came to from the same network: whether it is one person nobody knows."""
    own = log.networks.get(table, frozenset())
    others = ((other, number) for other, number in log.numbers.items() if other != table)
    return [number for other, number in others if own & log.networks.get(other, frozenset())]


def _opened(deal_set: DealSet, deal: int) -> Json:
    """All hands of a deal, and what shows that they were promised."""
    return {
        "secret": deal_set.secret(deal).hex(),
        "deck": deal_set.written_deck(deal),
        "text": deck_text(deal_set.game, deal_set.promise.anchor, deal, 0),
    }


def _house(game: AnyGame) -> dict[str, str]:
    plain = games.written_options(one_deal(games.get(game.id, game.seats)))
    return {name: text for name, text in games.written_options(game).items() if plain.get(name) != text}


def _who(plays: Sequence[Play], table: str) -> Json:
    """Who sits at a table, as far as it was told last."""
    last = [play.body for play in plays if play.table == table][-1]
    return {"names": last["names"], "kinds": last["kinds"]}


def _deal(
    deal_set: DealSet,
    deal: int,
    plays: Sequence[Play],
    numbers: dict[str, int],
    played: Sequence[Played],
    own: list[int],
) -> Json:
    found = differences(played)
    sides = range(len(deal_set.game.sides))
    lines = [
        {
            "table": numbers[play.table],
            "names": play.body["names"],
            "result": play.body["result"],
            "margins": [margin(play.body["result"]["scores"], side) for side in sides],
            "differences": [found[numbers[play.table], deal, side] for side in sides],
            "helped": play.body["helped"],
        }
        for play in plays
    ]
    return {
        "deal": deal,
        "dealer": deal_set.dealer(deal),
        "lines": sorted(lines, key=lambda line: -line["margins"][own[0]]),
    }


def _ranking(
    deal_set: DealSet, shown: Sequence[Play], numbers: dict[str, int], played: Sequence[Played]
) -> list[Json]:
    """Every side with a person on it."""
    people: dict[tuple[int, int], list[str]] = {}
    for play in shown:
        for side, seats in enumerate(deal_set.game.sides):
            names = [play.body["names"][seat] for seat in seats if play.body["kinds"][seat] == "person"]
            if names:
                people[numbers[play.table], side] = names
    return [
        {**rank._asdict(), "names": people[rank.table, rank.side]} for rank in ranking(played, list(people))
    ]
