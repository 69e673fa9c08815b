"""Seatings: every deal is played in several of them, so that the luck of the cards cancels."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product
from typing import Final, NamedTuple

from stramash.bots.outside.specs import PROGRAM
from stramash.core.errors import RulesError
from stramash.core.game import AnyGame

LONGEST_LABEL: Final = 40


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who plays one side: one bot in all its seats, or in a partnership one for each."""

    label: str
    specs: tuple[str, ...]


class Seating(NamedTuple):
    """One way to seat the entrants."""

    sides: tuple[int, ...]
    """The number of the entrant on each side."""
    bots: tuple[str, ...]
    """The bot in each seat, by its spec."""


def entrants(specs: tuple[str, ...]) -> tuple[Entrant, ...]:
    """The entrants that some specs name; `A+B` are partners, and a bot may play against itself."""
    found: list[Entrant] = []
    seen: Counter[str] = Counter()
    for spec in specs:
        members = (spec,) if spec.startswith(PROGRAM) else tuple(spec.split("+"))
        if not all(members):
            raise RulesError("bots", spec, "write the partners as A+B")
        label = spec if len(spec) <= LONGEST_LABEL else f"{spec[: LONGEST_LABEL - 3]}..."
        seen[label] += 1
        found.append(Entrant(label if seen[label] == 1 else f"{label} ({seen[label]})", members))
    return tuple(found)


def seatings(game: AnyGame, players: tuple[Entrant, ...], *, pairs_only: bool = False) -> tuple[Seating, ...]:
    """Every seating of a deal.

    As many entrants as sides (three or more) sit down together, each as often in each seat and after each
    other. Otherwise each pair meets: each of the two alone against the other, in every seat.
    """
    sides = len(game.sides)
    if len(players) < 2:
        raise RulesError("bots", " ".join(player.label for player in players), "name two bots or more")
    for player in players:
        if len(player.specs) not in {1, *map(len, game.sides)}:
            raise RulesError("bots", player.label, f"{game.id} has no sides of {len(player.specs)} players")
    if len(players) == sides > 2 and not pairs_only:
        lines = _williams(sides)
    else:
        lines = [line for pair in combinations(range(len(players)), 2) for line in _duel(pair, sides)]
    return tuple(seating for line in lines for seating in _seated(game, players, line))


def _duel(pair: tuple[int, int], sides: int) -> list[tuple[int, ...]]:
    """Each of the two alone against the other, on each side."""
    lines = [
        tuple(alone if side == place else rest for side in range(sides))
        for alone, rest in (pair, pair[::-1])
        for place in range(sides)
    ]
    return list(dict.fromkeys(lines))


def _williams(count: int) -> list[tuple[int, ...]]:
    """Latin squares in which each number follows each other equally often (Williams, 1949)."""
    # The differences of neighbours in 0, 1, n-1, 2, n-2, ... are all different.
    zigzag = [(place + 1) // 2 if place % 2 else (count - place // 2) % count for place in range(count)]
    square = [tuple((entry + row) % count for entry in zigzag) for row in range(count)]
    return square if count % 2 == 0 else square + [line[::-1] for line in square]


def _seated(game: AnyGame, players: tuple[Entrant, ...], line: tuple[int, ...]) -> Iterator[Seating]:
    """A line of entrants with their bots in the seats; partners who differ sit both ways round."""
    orders = []
    for entrant, side in zip(line, game.sides, strict=True):
        specs = players[entrant].specs
        full = specs * len(side) if len(specs) == 1 else specs
        orders.append(list(dict.fromkeys((full, full[::-1]))))
    for choice in product(*orders):
        bots = [""] * game.seats
        for side, specs in zip(game.sides, choice, strict=True):
            for seat, spec in zip(side, specs, strict=True):
                bots[seat] = spec
        yield Seating(line, tuple(bots))
