"""Where each card of a play stands, and what a wild one stands for, for those who show it (C2.5, C2.8)."""

from typing import NamedTuple

from stramash.climbing.cards import COURTS, FACES, FIRST_NUMBERS, NUMBERS, SUIT_COUNT, rank_of
from stramash.climbing.plays.combos import SEQUENCE, SET, STAIR, Combo
from stramash.core.cards import SECOND_COPY, Card, CardSet, each


class Standing(NamedTuple):
    """A card in its place."""

    card: Card
    stands_for: int | None
    """The rank that a wild card stands for; None for a card played as itself."""


Row = tuple[Standing, ...]


def rows_of(cards: CardSet, combo: Combo) -> tuple[Row, ...]:
    """The tracks of a play from low to high; wild cards stand where they fill a gap."""
    courts = list(each(cards & COURTS))
    if combo.kind is SET:
        numbers = tuple(Standing(card, None) for card in each(cards & NUMBERS))
        return ((*numbers, *(Standing(card, combo.top) for card in courts)),)
    if combo.kind not in (SEQUENCE, STAIR):
        return (tuple(Standing(card, None) for card in sorted(each(cards), key=rank_of)),)
    ranks = range(combo.top - combo.length + 1, combo.top + 1)
    tracks = _tracks(cards)
    tracks += [{} for _ in range(combo.tracks - len(tracks))]  # the rest are wild cards alone
    gaps = [(track, rank) for track in tracks for rank in ranks if rank not in track]
    # A court that is at its own rank is no wild card; the others fill what is left, the lowest first.
    gaps.sort(key=lambda gap: gap[1] not in map(rank_of, courts))
    wild: dict[Card, int] = {}
    for track, rank in gaps:
        court = next((card for card in courts if rank_of(card) == rank), courts[0])
        courts.remove(court)
        track[rank] = court
        if rank_of(court) != rank:
            wild[court] = rank
    return tuple(tuple(Standing(track[rank], wild.get(track[rank])) for rank in ranks) for track in tracks)


def _tracks(cards: CardSet) -> list[dict[int, Card]]:
    """The number cards by rank, suit by suit; second copies are a track of their own."""
    found = []
    for suit in range(SUIT_COUNT):
        for copy in (cards & FIRST_NUMBERS, cards >> SECOND_COPY & FIRST_NUMBERS):
            track = {rank_of(card): card for card in each(copy) if FACES.suit(card) == suit}
            if track:
                found.append(track)
    return found
