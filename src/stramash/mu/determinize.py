"""Full states sampled from what one seat knows: every possible one, each as likely as any other."""

from bisect import bisect_right
from functools import lru_cache
from itertools import accumulate
from math import factorial, prod
from random import Random

from stramash.core.cards import Card, CardSet, card_set, each, join, remove
from stramash.mu.rules import TALON, MuRules
from stramash.mu.state import Phase, State, Table, View

_ROOM_BITS = 6  # a group of holders may have room for all 60 cards
_ROOM_MASK = (1 << _ROOM_BITS) - 1


def determinize(rules: MuRules, view: View, rng: Random) -> State:
    """A state that agrees with everything a view shows; all that do are equally likely."""
    table, own = view.table, view.seat
    others = [seat for seat in range(table.seats) if seat != own]
    needs = [table.counts[seat] - table.displays[seat].bit_count() for seat in others]
    # What nobody has shown to lack: the talon, or what a Crown other than oneself buried.
    needs += [table.talon, 0 if view.buried else table.buried]
    voids = [*(table.voids[seat] for seat in others), 0, 0]
    *dealt, talon, buried = _deal_out(table, list(each(unseen(rules, view))), needs, voids, rng)
    hands = [0] * table.seats
    for seat, cards in zip(others, dealt, strict=True):
        hands[seat] = join(cards, table.displays[seat])
    if own is not None:
        hands[own] = view.hand
    taken = view.taken
    if table.phase is Phase.BURY and own != table.crown and not table.talon:
        # The Crown holds the talon among its hidden cards; which of them it is, is anybody's guess.
        crowns = dealt[others.index(table.crown)] if table.crown is not None else 0
        taken = card_set(rng.sample(list(each(crowns)), TALON))
    return State(table, tuple(hands), talon, taken, join(buried, view.buried))


def unseen(rules: MuRules, view: View) -> CardSet:
    """The cards whose place the seat does not know."""
    table, left = view.table, rules.cards
    for cards in (*table.won, *_others_displays(view), card_set(table.trick), view.hand, view.buried):
        left = remove(left, cards)
    return left


def _others_displays(view: View) -> tuple[CardSet, ...]:
    return tuple(cards for seat, cards in enumerate(view.table.displays) if seat != view.seat)


def _deal_out(
    table: Table, cards: list[Card], needs: list[int], voids: list[int], rng: Random
) -> list[CardSet]:
    """Give every card to a holder that needs it and has not shown to be out of its suit (M5.4)."""
    rng.shuffle(cards)
    suit_of = table.trumps.suit_of
    unseen_suits = {suit_of[card] for card in cards}
    # Holders that lack the same suits are one group: among them cards can be dealt freely.
    groups: dict[int, list[int]] = {}
    for place, need in enumerate(needs):
        if need:
            lacking = sum(1 << suit for suit in unseen_suits if voids[place] >> suit & 1)
            groups.setdefault(lacking, []).append(place)
    everybody = (1 << len(groups)) - 1
    may_hold = {
        suit: sum(1 << bit for bit, lacking in enumerate(groups) if not lacking >> suit & 1)
        for suit in unseen_suits
    }
    bound = [(may_hold[suit_of[card]], card) for card in cards if may_hold[suit_of[card]] != everybody]
    bound.sort(key=_few_holders_first)
    free = [card for card in cards if may_hold[suit_of[card]] == everybody]
    room = tuple(sum(needs[place] for place in places) for places in groups.values())
    stocks: list[list[Card]] = [[] for _ in groups]
    if bound:
        ways = _ways_for(tuple(mask for mask, _ in bound), room)
        for (_, card), group in zip(bound, ways.sample(rng), strict=True):
            stocks[group].append(card)
    given = [0] * len(needs)
    for places, stock, size in zip(groups.values(), stocks, room, strict=True):
        left = size - len(stock)
        stock.extend(free[:left])
        del free[:left]
        if bound and len(places) > 1:
            rng.shuffle(stock)
        for place in places:
            given[place] = card_set(stock[: needs[place]])
            del stock[: needs[place]]
    return given


def _few_holders_first(item: tuple[int, Card]) -> tuple[int, int]:
    mask, _ = item
    return mask.bit_count(), mask


class _Ways:
    """In how many ways bound cards, and after them the free ones, can be dealt into the room there is.

    `masks` says of each bound card which holders may have it. The room of all holders is packed into one
    int, which is also the key of what is known already: how much room is left tells how many cards are dealt.
    """

    def __init__(self, masks: tuple[int, ...], room: tuple[int, ...]) -> None:
        self._room = sum(left << _ROOM_BITS * holder for holder, left in enumerate(room))
        self._holders = len(room)
        # One unit of room of each holder that may have the card.
        self._units = [
            [(holder, 1 << _ROOM_BITS * holder) for holder in range(len(room)) if mask >> holder & 1]
            for mask in masks
        ]
        self._known: dict[int, int] = {}

    def sample(self, rng: Random) -> list[int]:
        """A holder for each bound card; every full deal is equally likely to follow."""
        room = self._room
        chosen = []
        for level, units in enumerate(self._units):
            sums = list(accumulate(self._count_after(level, room, unit) for _, unit in units))
            holder, unit = units[bisect_right(sums, rng.randrange(sums[-1]))]
            chosen.append(holder)
            room -= unit
        return chosen

    def _count(self, level: int, room: int) -> int:
        ways = self._known.get(room)
        if ways is None:
            if level == len(self._units):
                ways = self._free_ways(room)
            else:
                ways = sum(self._count_after(level, room, unit) for _, unit in self._units[level])
            self._known[room] = ways
        return ways

    def _count_after(self, level: int, room: int, unit: int) -> int:
        """The ways that are left if a card goes to the holder of a unit of room; none if it has none."""
        return self._count(level + 1, room - unit) if room & unit * _ROOM_MASK else 0

    def _free_ways(self, room: int) -> int:
        left = [room >> _ROOM_BITS * holder & _ROOM_MASK for holder in range(self._holders)]
        return factorial(sum(left)) // prod(factorial(item) for item in left)


@lru_cache(maxsize=16)
def _ways_for(masks: tuple[int, ...], room: tuple[int, ...]) -> _Ways:
    """The same counts serve every sample of a view, and search asks for many."""
    return _Ways(masks, room)
