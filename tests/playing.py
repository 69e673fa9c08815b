"""What the suites over all games share: every table there is, random players, sampled options."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple

from stramash import games
from stramash.core.errors import RulesError
from stramash.core.events import Event
from stramash.core.game import AnyGame
from stramash.core.match import AnyMatch, Match, shuffled
from stramash.core.options import Choice, Flag, Kind, Number, Numbers, options_of
from stramash.core.seats import Seat

# How long a match is, and how the cards are dealt: these are sampled together, or nothing would fit.
_LENGTHS = ("goal", "rounds")
_DECK = ("suits", "copies", "haggis_size")
_OUT_OF_TURN = 0.05
_ONE_CARD_MORE = 0.5
_ATTEMPTS = 200


class TableId(NamedTuple):
    """A game and a number of seats."""

    game_id: str
    seats: int

    def __str__(self) -> str:
        return f"{self.game_id}-{self.seats}"

    @property
    def family(self) -> str:
        """The family of games that is played at it."""
        return games.info(self.game_id).family

    def game(self, **options: Any) -> AnyGame:
        """The game at this table."""
        return games.get(self.game_id, self.seats, **options)


TABLES = [TableId(game_id, seats) for game_id, info in games.GAMES.items() for seats in info.seats]
"""Every game with every number of seats it has."""


class Moment(NamedTuple):
    """A match right after a deal was begun (no seat, no move) or a move was made."""

    match: AnyMatch
    seat: Seat | None
    move: Any
    events: tuple[Event, ...]
    before: Any
    """The state before the move; None at a new deal."""


def random_actor(game: AnyGame, state: Any, rng: Random) -> Seat:
    """A seat that must act, or now and then one that may."""
    out_of_turn = sorted(game.may_act(state) - game.waiting(state))
    if out_of_turn and rng.random() < _OUT_OF_TURN:
        return rng.choice(out_of_turn)
    return rng.choice(sorted(game.waiting(state)))


def random_move(game: AnyGame, state: Any, seat: Seat, rng: Random) -> Any:
    """A legal move: first its type, so that rare types are chosen often enough, then one of that type."""
    view = game.view(state, seat)
    by_type: dict[type, list[Any]] = {}
    for move in view.legal:
        by_type.setdefault(type(move), []).append(move)
    chosen = rng.choice(by_type[rng.choice(sorted(by_type, key=lambda kind: kind.__name__))])
    while (more := game.extensions(view, chosen)) and rng.random() < _ONE_CARD_MORE:
        chosen = rng.choice(more)
    return chosen


def random_match(game: AnyGame, rng: Random) -> Iterator[Moment]:
    """A match to its end between players who know nothing."""
    match = Match(game, rng.randrange(game.seats))
    while match.needs_deck:
        yield Moment(match, None, None, match.deal(shuffled(game, rng)), None)
        while not match.needs_deck and not match.is_over:
            before = match.state
            seat = random_actor(game, before, rng)
            move = random_move(game, before, seat, rng)
            yield Moment(match, seat, move, match.act(seat, move), before)


def random_deal(game: AnyGame, rng: Random) -> Iterator[Moment]:
    """The first deal of a match that is played to its end and counts."""
    for moment in random_match(game, rng):
        yield moment
        if moment.match.needs_deck and not moment.match.deals[-1].result.redeal:  # type: ignore[union-attr]  # it is over
            return


def short(table: TableId) -> dict[str, int]:
    """The options that make a match one deal long."""
    return {"rounds": 1}


def random_options(table: TableId, rng: Random) -> dict[str, Any]:
    """Some options changed at random, all of them together valid, and a short match."""
    preset = games.preset(table.game_id, table.seats)
    known = {item.name: item.kind for item in options_of(preset)}
    free = [name for name in known if name not in (*_LENGTHS, *_DECK)]
    for _ in range(_ATTEMPTS):
        options: dict[str, Any] = {
            name: _random_value(known[name], rng) for name in rng.sample(free, rng.randint(1, 4))
        }
        if "suits" in known and rng.random() < 0.5:
            options.update(zip(_DECK, rng.choice(possible_decks(table)), strict=True))
        if "goal" not in known or rng.random() < 0.5:
            options["rounds"] = rng.randint(1, 2)
        else:
            options["goal"] = rng.randint(1, 80)
        try:
            table.game(**options)
        except RulesError:
            continue
        return options
    raise AssertionError(f"no valid options for {table} in {_ATTEMPTS} attempts")


def _random_value(kind: Kind, rng: Random) -> Any:
    """A value of an option, without regard to the others."""
    match kind:
        case Flag():
            return rng.random() < 0.5
        case Choice(words=words):
            return rng.choice(words)
        case Number(least=least, most=most):
            return rng.randint(least, most)
        case Numbers(least=least, most=most, longest=longest):
            third = most // 3  # C8.2: bids of an auction are multiples of three
            return tuple(sorted(3 * n for n in rng.sample(range(least, third + 1), rng.randint(0, longest))))
    raise AssertionError(f"no way to sample {kind}")


@cache
def possible_decks(table: TableId) -> list[tuple[int, int, int]]:
    """The suits, copies and sizes of the haggis that go together at a table."""
    found = []
    for suits in (4, 5):
        for copies in (1, 2):
            for haggis_size in range(21):
                try:
                    table.game(suits=suits, copies=copies, haggis_size=haggis_size)
                except RulesError:
                    continue
                found.append((suits, copies, haggis_size))
    return found
