"""Seats: places at the table, numbered from 0 clockwise (to the left)."""

from collections.abc import Container, Iterable, Iterator
from typing import TypeVar

Seat = int
T = TypeVar("T")


def with_entry(row: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """A row with one seat's entry changed."""
    entries = list(row)
    entries[seat] = value
    return tuple(entries)


def sides_by_seat(sides: Iterable[Iterable[Seat]]) -> tuple[int, ...]:
    """The number of each seat's side, where the sides have these seats."""
    side_of = {seat: side for side, seats in enumerate(sides) for seat in seats}
    return tuple(side_of[seat] for seat in range(len(side_of)))


def leftwards(start: Seat, seats: int) -> Iterator[Seat]:
    """All seats in turn order, beginning with `start` itself."""
    for step in range(seats):
        yield (start + step) % seats


def first_to_left(of: Seat, among: Container[Seat], seats: int) -> Seat:
    """The first seat of `among` to the left of a seat, which itself comes last."""
    for seat in leftwards((of + 1) % seats, seats):
        if seat in among:
            return seat
    raise ValueError("no such seat")
