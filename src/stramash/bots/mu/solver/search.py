"""The search of Mü's last tricks: alpha-beta over the cards that are left, without recursion, to compile.

Who holds what is known, so a position before a lead is which cards are left and who leads. The cards of a
world are numbered by suit and strength; a set of them is a word, and the search remembers what it has found
of such positions. Mostly it counts icons for the Crown's team, and what was won before is nothing to it. In
a deal that may end the match the icons of each seat count (`stakes`): then they are part of a position.
"""

from typing import Any, Final

from stramash.bots.mu.solver.stakes import INFINITE, worth
from stramash.mu.cards import RANKS
from stramash.mu.rules import MOST_SEATS
from stramash.mu.tricks import TRUMP_SUIT
from stramash.sim.bits import popcount
from stramash.sim.compiling.compiled import compiled, inlined
from stramash.sim.mu.facts import FACE_ICONS
from stramash.sim.mu.record import (
    EQUAL_CARDS,
    HANDS,
    LEADER,
    LED,
    MAJOR_CARDS,
    MINOR_CARDS,
    SEATS,
    TOP,
    TRICK,
    TURN,
)

MOST_CARDS: Final = 32
"""More cards than are ever left to play when the search begins."""

# --- sets of cards: those of each seat, and those with icons
ONE_ICON: Final = MOST_SEATS
TWO_ICONS: Final = MOST_SEATS + 1
SETS: Final = MOST_SEATS + 2

# --- what is noted of each card
KEY: Final = 0  # suit and strength: cards are in this order
STRENGTH: Final = 1  # as `step.play` counts it
ICONS: Final = 2
SUIT: Final = 3  # the cards of its suit
FROM: Final = 4  # those of them that are at least as strong
UPTO: Final = 5  # those that are at most as strong
FACE: Final = 6
HOLDER: Final = 7
VALUE: Final = 8  # what playing it brings, of the cards that are asked about
CARD_NOTES: Final = 9
_TRUMP: Final = 1 << 6
"""Trumps have this strength or more."""

# --- what is noted at each depth
LEFT: Final = 0  # moves not yet tried
LIKED: Final = 1  # the one that was good there last: tried first, it often ends the matter
TRIED: Final = 2
BEST: Final = 3
ALPHA: Final = 4
BETA: Final = 5
WAS_ALPHA: Final = 6
WAS_BETA: Final = 7
IS_MAX: Final = 8
CARDS: Final = 9  # in all hands
SEAT: Final = 10
LEADS: Final = 11
FOLLOW: Final = 12  # the cards of the suit led; 0 before the lead
HIGHEST: Final = 13  # the strength of the card that wins so far << 3 | its seat
ON_TABLE: Final = 14  # the icons of the trick
WON: Final = 15  # the icons of each seat, eight bits each, where they count
GAIN: Final = 16  # what the card before brought
NOTES: Final = 17

# --- what is remembered of a position before a lead
PLACES: Final = 1 << 12
WHERE: Final = 0
WHERE_TOO: Final = 1
AT_LEAST: Final = 2
AT_MOST: Final = 3
MEMORY: Final = 4


@compiled
def lay_out(game: Any, rules: Any, cards: Any, own: Any) -> int:
    """Number the cards of all hands by suit and strength; `own` gets the sets. Returns how many."""
    minor = game[MINOR_CARDS]
    major = game[MAJOR_CARDS]
    count = 0
    for seat in range(rules[SEATS]):
        own[seat] = 0
        for copy in range(2):
            hand = game[HANDS + 2 * seat + copy]
            while hand:
                face = popcount((hand & -hand) - 1)
                hand &= hand - 1
                level = ((minor >> face) & 1) + 2 * ((major >> face) & 1)
                strength = (level << 6) + (0 if (game[EQUAL_CARDS] >> face) & 1 else face) + 1
                key = ((TRUMP_SUIT if level else face // RANKS) << 10) | strength
                place = count
                while place and cards[place - 1, KEY] > key:
                    for note in (KEY, STRENGTH, FACE, HOLDER):
                        cards[place, note] = cards[place - 1, note]
                    place -= 1
                cards[place, KEY] = key
                cards[place, STRENGTH] = strength
                cards[place, FACE] = face
                cards[place, HOLDER] = seat
                count += 1
    own[ONE_ICON] = 0
    own[TWO_ICONS] = 0
    for i in range(count):
        own[cards[i, HOLDER]] |= 1 << i
        cards[i, ICONS] = FACE_ICONS[cards[i, FACE] % RANKS]
        if cards[i, ICONS]:
            own[ONE_ICON if cards[i, ICONS] == 1 else TWO_ICONS] |= 1 << i
        cards[i, SUIT] = 0
        cards[i, FROM] = 0
        cards[i, UPTO] = 0
        for j in range(count):
            if cards[i, KEY] >> 10 == cards[j, KEY] >> 10:
                cards[i, SUIT] |= 1 << j
                cards[i, FROM] |= (1 << j) * (cards[j, KEY] >= cards[i, KEY])
                cards[i, UPTO] |= (1 << j) * (cards[j, KEY] <= cards[i, KEY])
    return count


@inlined
def without_equals(mask: int, node: Any, cards: Any, held: int) -> int:
    """Of some cards of a hand one of each kind: no other hand has a card between two that are alike."""
    top = node[HIGHEST] >> 3
    others = node[CARDS] & ~held
    kept = mask
    last = -1
    while mask:
        low = mask & -mask
        mask ^= low
        card = popcount(low - 1)
        if last >= 0 and cards[last, SUIT] & low and cards[last, ICONS] == cards[card, ICONS]:
            weaker = cards[last, STRENGTH]
            stronger = cards[card, STRENGTH]
            between = cards[last, FROM] & cards[card, UPTO] & others
            if weaker == stronger or (between == 0 and (weaker > top) == (stronger > top)):
                kept ^= low
        last = card
    return kept


@inlined
def likely(mask: int, node: Any, cards: Any, own: Any, team: int) -> int:
    """Of some cards the one that looks best, to be tried first."""
    if mask & (mask - 1) == 0:
        return mask
    top = node[HIGHEST] >> 3
    seat = node[SEAT]
    is_ours = node[HIGHEST] and ((team >> (node[HIGHEST] & 7)) ^ (team >> seat)) & 1 == 0
    others = node[CARDS] & ~own[seat]
    best = -INFINITE
    found = mask & -mask
    while mask:
        low = mask & -mask
        mask ^= low
        card = popcount(low - 1)
        points = cards[card, ICONS]
        strength = cards[card, STRENGTH]
        if node[FOLLOW] == 0:
            is_master = cards[card, FROM] & others == 0
            value = 20 + points if is_master else -points
        elif (node[FOLLOW] & low or strength >= _TRUMP) and strength > top:
            value = 10 + points
        else:
            value = points if is_ours else -points
        if value > best:
            best = value
            found = low
    return found


@inlined
def place_of(first: int, second: int) -> int:
    """Where in the memory a position is looked for."""
    mixed: int = (first ^ (second * 0x9E3779B97F4A7C1)) * 0x5851F42D4C957F2D
    return (mixed >> 40) & (PLACES - 1)


@inlined
def play_card(nodes: Any, depth: int, cards: Any, low: int, seats: int, team: int, each_seat: bool) -> None:
    """Note the position after a card at the depth below."""
    node = nodes[depth]
    child = nodes[depth + 1]
    card = popcount(low - 1)
    seat = node[SEAT]
    follow = node[FOLLOW] if node[FOLLOW] else cards[card, SUIT]
    strength = cards[card, STRENGTH]
    highest = node[HIGHEST]
    if (follow & low or strength >= _TRUMP) and strength > highest >> 3:
        highest = (strength << 3) | seat
    on_table = node[ON_TABLE] + cards[card, ICONS]
    turn = seat + 1 if seat + 1 < seats else 0
    child[CARDS] = node[CARDS] ^ low
    child[WON] = node[WON]
    child[GAIN] = 0
    if turn == node[LEADS]:
        turn = highest & 7
        if each_seat:
            child[WON] += on_table << (8 * turn)
        else:
            child[GAIN] = on_table * ((team >> turn) & 1)
        child[LEADS] = turn
        child[FOLLOW] = 0
        child[HIGHEST] = 0
        child[ON_TABLE] = 0
    else:
        child[LEADS] = node[LEADS]
        child[FOLLOW] = follow
        child[HIGHEST] = highest
        child[ON_TABLE] = on_table
    child[SEAT] = turn


@inlined
def last_trick(node: Any, cards: Any, own: Any, seats: int) -> int:
    """Who wins the last trick, in which nobody has a choice, from its lead: its icons << 3 | the seat."""
    left = node[CARDS]
    seat = node[SEAT]
    card = popcount((left & own[seat]) - 1)
    follow = cards[card, SUIT]
    best = cards[card, STRENGTH]
    winner = seat
    points = cards[card, ICONS]
    for _ in range(1, seats):
        seat = seat + 1 if seat + 1 < seats else 0
        low = left & own[seat]
        card = popcount(low - 1)
        points += cards[card, ICONS]
        strength = cards[card, STRENGTH]
        if strength > best and (follow & low or strength >= _TRUMP):
            best = strength
            winner = seat
    trick: int = points << 3 | winner
    return trick


@inlined
def enter(
    nodes: Any,
    depth: int,
    cards: Any,
    own: Any,
    memory: Any,
    world: int,
    team: int,
    each_seat: bool,
    seats: int,
    game: Any,
    rules: Any,
    end: Any,
) -> bool:
    """Begin a position whose window is noted; False if its value is known, which is noted then as BEST."""
    node = nodes[depth]
    node[WAS_ALPHA] = node[ALPHA]
    node[WAS_BETA] = node[BETA]
    is_max = (team >> node[SEAT]) & 1
    node[IS_MAX] = is_max
    if node[FOLLOW] == 0:
        if popcount(node[CARDS]) == seats:
            trick = last_trick(node, cards, own, seats)
            if each_seat:
                node[BEST] = worth(game, rules, team, node[WON] + ((trick >> 3) << (8 * (trick & 7))), end)
            else:
                node[BEST] = (trick >> 3) * ((team >> (trick & 7)) & 1)
            return False
        first = node[CARDS] | node[SEAT] << 32 | world << 36
        entry = memory[place_of(first, node[WON])]
        if entry[WHERE] == first and entry[WHERE_TOO] == node[WON]:
            if entry[AT_LEAST] >= node[BETA] or entry[AT_LEAST] == entry[AT_MOST]:
                node[BEST] = entry[AT_LEAST]
                return False
            if entry[AT_MOST] <= node[ALPHA]:
                node[BEST] = entry[AT_MOST]
                return False
    if not each_seat:
        # No more can be won than is left, and no less than nothing.
        most = (
            node[ON_TABLE]
            + popcount(node[CARDS] & own[ONE_ICON])
            + 2 * popcount(node[CARDS] & own[TWO_ICONS])
        )
        if node[ALPHA] >= most:
            node[BEST] = most
            return False
        if node[BETA] <= 0:
            node[BEST] = 0
            return False
        node[ALPHA] = max(node[ALPHA], 0)
        node[BETA] = min(node[BETA], most)
    mask = own[node[SEAT]] & node[CARDS]
    if mask & node[FOLLOW]:
        mask &= node[FOLLOW]
    if mask & (mask - 1):
        mask = without_equals(mask, node, cards, own[node[SEAT]])
    node[LEFT] = mask
    node[BEST] = -INFINITE if is_max else INFINITE
    return True


@inlined
def leave(node: Any, memory: Any, world: int) -> None:
    """Remember what was found of a position before a lead."""
    if node[FOLLOW]:
        return
    first = node[CARDS] | node[SEAT] << 32 | world << 36
    entry = memory[place_of(first, node[WON])]
    value = node[BEST]
    if entry[WHERE] != first or entry[WHERE_TOO] != node[WON]:
        entry[WHERE] = first
        entry[WHERE_TOO] = node[WON]
        entry[AT_LEAST] = -INFINITE
        entry[AT_MOST] = INFINITE
    if value < node[WAS_BETA]:
        entry[AT_MOST] = value
    if value > node[WAS_ALPHA]:
        entry[AT_LEAST] = value


@compiled
def solve(
    nodes: Any,
    cards: Any,
    own: Any,
    memory: Any,
    game: Any,
    rules: Any,
    world: int,
    team: int,
    each_seat: bool,
    end: Any,
) -> None:
    """Find the value of the position noted at depth 0, both sides playing as well as can be: BEST there.

    It is the lead of a team where points of each seat count, else the icons that the Crown's team wins yet.
    """
    seats = rules[SEATS]
    nodes[0, ALPHA] = -INFINITE
    nodes[0, BETA] = INFINITE
    depth = 0
    if nodes[0, CARDS] == 0:
        nodes[0, BEST] = worth(game, rules, team, nodes[0, WON], end) if each_seat else 0
        return
    if not enter(nodes, 0, cards, own, memory, world, team, each_seat, seats, game, rules, end):
        return
    while True:
        node = nodes[depth]
        mask = node[LEFT]
        if mask and node[ALPHA] < node[BETA]:
            low = mask & node[LIKED]
            if not low:
                low = likely(mask, node, cards, own, team)
            node[LEFT] = mask ^ low
            node[TRIED] = low
            play_card(nodes, depth, cards, low, seats, team, each_seat)
            alpha = node[ALPHA]
            beta = node[BETA]
            depth += 1
            node = nodes[depth]
            node[ALPHA] = alpha - node[GAIN]
            node[BETA] = beta - node[GAIN]
            if node[CARDS] == 0:
                node[BEST] = worth(game, rules, team, node[WON], end) if each_seat else 0
            elif enter(nodes, depth, cards, own, memory, world, team, each_seat, seats, game, rules, end):
                continue
        else:
            leave(node, memory, world)
            if depth == 0:
                return
        # A position is solved: hand its value up.
        value = node[BEST] + node[GAIN]
        depth -= 1
        node = nodes[depth]
        if node[IS_MAX]:
            if value > node[BEST]:
                node[BEST] = value
                node[LIKED] = node[TRIED]
            node[ALPHA] = max(node[ALPHA], value)
        else:
            if value < node[BEST]:
                node[BEST] = value
                node[LIKED] = node[TRIED]
            node[BETA] = min(node[BETA], value)


@compiled
def begin(game: Any, cards: Any, count: int, node: Any) -> None:
    """Note the position of a world."""
    node[CARDS] = (1 << count) - 1
    node[SEAT] = game[TURN]
    node[LEADS] = game[LEADER]
    node[HIGHEST] = game[TOP]
    node[FOLLOW] = 0
    # Cards that are not among those left may have been led: the suit is that of the faces that follow.
    for card in range(count):
        node[FOLLOW] |= ((game[LED] >> cards[card, FACE]) & 1) << card
    if game[TRICK] and node[FOLLOW] == 0:
        node[FOLLOW] = 1 << MOST_CARDS  # led, and nobody has any
    node[ON_TABLE] = 0
    trick = game[TRICK]
    while trick:
        if trick & 255:
            node[ON_TABLE] += FACE_ICONS[((trick & 255) - 1) % RANKS]
        trick >>= 8
