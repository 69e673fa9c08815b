"""Moves as numbers, in compiled code: which numbers are open, and what a number does.

A move is one number or several. The first says what kind of move it is and all that tells it from others but
its faces; while several legal moves begin with the numbers given so far, the next number is a card: the
lowest face in which the move differs from what all of them have in common. So each legal move is reached by
exactly one path of numbers, and where the faces follow from the hand nobody is asked for them.

What has been chosen of a move is four words: the code that all candidates have, two of the cards chosen with
the courts, and the last face chosen. `stramash.envs.numbers` is the same in plain Python.
"""

from functools import cache
from importlib import import_module
from typing import Any, Final, NamedTuple

from stramash.core.families import ByFamily
from stramash.core.game import AnyGame
from stramash.sim.bits import below, next_state, popcount
from stramash.sim.climbing.moves import acting_seat, visit_moves
from stramash.sim.climbing.numbers import AT_CARDS, CARD_COUNT, CHOSEN_FACES, IN_HISTORY, first_number
from stramash.sim.climbing.planes import POSITION, tell_past, tell_position, tell_secrets
from stramash.sim.climbing.quick import quick_key
from stramash.sim.climbing.record import OVER, PHASE, RNG, SCORES
from stramash.sim.climbing.step import apply_move
from stramash.sim.compiled import compiled, with_names
from stramash.sim.family import family
from stramash.sim.kernels import QUICK, deal_afresh
from stramash.sim.visit import NO_TARGET, SKIP

CHOSEN_WORDS: Final = 4
PAST: Final = 3
"""Words of a past move as it is kept: its seat << 40 with its code, and two of cards."""
WHO_SHIFT: Final = 40
CODE_MASK: Final = (1 << WHO_SHIFT) - 1

PACKAGES: Final = ByFamily("numbers of moves", climbing="stramash.sim.climbing", mu="stramash.sim.mu")
"""The package with a family's numbers and planes."""


@compiled
def place_of(bit: int) -> int:
    """Which bit it is."""
    return popcount(bit - 1)


def fits(code: int, once: int, twice: int, chosen: Any) -> bool:
    """Whether a move goes on from what has been chosen."""
    if code != chosen[0]:
        return False
    if (once ^ chosen[1]) & ~CHOSEN_FACES:
        return False
    # Below the last face chosen the move has exactly the cards chosen, and at it at least as many.
    below = (1 << chosen[3]) - 1 if chosen[3] >= 0 else 0
    if ((once ^ chosen[1]) | (twice ^ chosen[2])) & below:
        return False
    return not (chosen[1] & ~once) | (chosen[2] & ~twice)


def gather(buffer: Any, count: int, chosen: Any, shared: Any) -> None:
    """What the moves that go on from what has been chosen have in common, into `shared`."""
    found = 0
    for k in range(count):
        if fits(buffer[k, 0], buffer[k, 1], buffer[k, 2], chosen):
            shared[0] = shared[0] & buffer[k, 1] if found else buffer[k, 1]
            shared[1] = shared[1] & buffer[k, 2] if found else buffer[k, 2]
            found += 1


def next_face(once: int, twice: int, shared: Any) -> int:
    """The lowest face in which a move differs from what it shares with others."""
    differing = ((once & ~shared[0]) | (twice & ~shared[1])) & CHOSEN_FACES
    return place_of(differing & -differing)


def open_numbers(
    buffer: Any, count: int, rules: Any, seat: int, table: Any, chosen: Any, shared: Any, mask: Any
) -> None:
    """Set the bytes of the numbers that a seat with the moves in `buffer` may give now."""
    if chosen[0] == 0:
        for k in range(count):
            mask[first_number(buffer[k, 0], buffer[k, 1], buffer[k, 2], rules, seat, table)] = 1
        return
    gather(buffer, count, chosen, shared)
    for k in range(count):
        if fits(buffer[k, 0], buffer[k, 1], buffer[k, 2], chosen):
            mask[table[AT_CARDS] + next_face(buffer[k, 1], buffer[k, 2], shared)] = 1


def give_number(
    buffer: Any,
    count: int,
    move: Any,
    rules: Any,
    seat: int,
    table: Any,
    chosen: Any,
    shared: Any,
    number: int,
) -> bool:
    """Take a number that is open: True with the move in `move`, or False with more to choose in `chosen`."""
    is_first = chosen[0] == 0
    if not is_first:
        gather(buffer, count, chosen, shared)
    all_once = 0
    found = 0
    for k in range(count):
        code = buffer[k, 0]
        once = buffer[k, 1]
        twice = buffer[k, 2]
        if is_first:
            if first_number(code, once, twice, rules, seat, table) != number:
                continue
        else:
            if not fits(code, once, twice, chosen):
                continue
            if table[AT_CARDS] + next_face(once, twice, shared) != number:
                continue
        all_once = all_once & once if found else once
        move[0] = code
        move[1] = once
        move[2] = twice
        found += 1
    face = number - table[AT_CARDS]
    if face < 0 or face >= table[CARD_COUNT]:
        face = -1  # the number of a shape
    chosen[0] = 0
    chosen[1] = 0
    chosen[2] = 0
    chosen[3] = -1
    if found <= 1:
        return True
    chosen[0] = move[0]
    chosen[1] = all_once & ~CHOSEN_FACES
    chosen[3] = face
    if face >= 0:
        bit = 1 << face
        if is_first:
            chosen[1] |= bit
        else:
            chosen[1] |= (shared[0] & (bit - 1)) | bit
            chosen[2] = (shared[1] & (bit - 1)) | (shared[0] & bit)
    return False


def tell_seat(
    game: Any,
    i: int,
    rules: Any,
    seat: int,
    is_acting: bool,
    chosen: Any,
    past: Any,
    words: Any,
    bits: Any,
    told: Any,
) -> None:
    """What a seat may know of a game, a byte for each bit that `bits` names, into row i of `told`."""
    tell_position(game, rules, seat, words)
    at = POSITION
    for word in range(at, words.shape[0]):
        words[word] = 0
    if chosen[i, 0] and is_acting:
        tell_past(chosen[i, 0], chosen[i, 1], chosen[i, 2], seat, rules, seat, words[at : at + PAST])
    for k in range(past.shape[1]):
        if past[i, k, 0] == 0:
            break
        at += PAST
        code = past[i, k, 0] & CODE_MASK
        who = past[i, k, 0] >> WHO_SHIFT
        tell_past(code, past[i, k, 1], past[i, k, 2], who, rules, seat, words[at : at + PAST])
    for k in range(bits.shape[0]):
        told[i, k] = (words[bits[k] >> 6] >> (bits[k] & 63)) & 1


def tell_hidden(game: Any, i: int, rules: Any, seat: int, words: Any, bits: Any, told: Any) -> None:
    """The same with what the seat may not know."""
    tell_secrets(game, rules, seat, words)
    for k in range(bits.shape[0]):
        told[i, k] = (words[bits[k] >> 6] >> (bits[k] & 63)) & 1


def remember(past: Any, i: int, who: int, move: Any) -> None:
    """Put a move before all others of the past, if everybody saw it."""
    if (IN_HISTORY >> (move[0] >> 32)) & 1:
        for k in range(past.shape[1] - 1, 0, -1):
            for word in range(PAST):
                past[i, k, word] = past[i, k - 1, word]
        if past.shape[1]:
            past[i, 0, 0] = (who << WHO_SHIFT) | move[0]
            past[i, 0, 1] = move[1]
            past[i, 0, 2] = move[2]


def forget(chosen: Any, past: Any, i: int) -> None:
    """A new deal: nothing has been chosen, and there is no past."""
    chosen[i, 0] = 0
    chosen[i, 1] = 0
    chosen[i, 2] = 0
    chosen[i, 3] = -1
    for k in range(past.shape[1]):
        past[i, k, 0] = 0


def let_choose(game: Any, rules: Any, seat: int, buffer: Any, count: int, policy: int, move: Any) -> None:
    """The move of a policy, from the list in `buffer`."""
    best = 0
    if policy == QUICK:
        # The highest key, the first of equals.
        highest = quick_key(game, rules, seat, buffer[0, 0], buffer[0, 1], buffer[0, 2])
        for k in range(1, count):
            key = quick_key(game, rules, seat, buffer[k, 0], buffer[k, 1], buffer[k, 2])
            if key > highest:
                highest = key
                best = k
    else:
        game[RNG] = next_state(game[RNG])
        best = below(game[RNG], count)
    move[0] = buffer[best, 0]
    move[1] = buffer[best, 1]
    move[2] = buffer[best, 2]


def play_numbers(
    first: int,
    last: int,
    rules: Any,
    records: Any,
    deck: Any,
    table: Any,
    chosen: Any,
    past: Any,
    mem: Any,
    move: Any,
    buffer: Any,
    shared: Any,
    words: Any,
    numbers: Any,
    robots: Any,
    policy: int,
    seats: Any,
    lookers: Any,
    scores: Any,
    finished: Any,
    goes_on: bool,
    bits: Any,
    told: Any,
    secret_bits: Any,
    secrets: Any,
    masks: Any,
) -> int:
    """Give an open number in each game whose deal is not over (none where it is negative), then look.

    Seats whose bit is set in `robots` are played by a policy, before and after, until another is to act. A
    deal that ends leaves its points in `scores` and a mark in `finished`; with `goes_on` a new match begins
    in its place at once. Then `told`, `secrets` and `masks` are filled in as the seat in `lookers` sees it,
    the one to act where that is negative; arrays of no rows are left alone. Returns `last`, or the game in
    which the list of moves was too long for `buffer`: with a longer one it goes on from there.
    """
    rows = buffer.shape[0]
    mem[SKIP] = 0
    for i in range(first, last):
        game = records[i]
        while True:
            seat = acting_seat(game, rules)
            is_robot = seat >= 0 and (robots[i] >> seat) & 1
            if seat < 0 or (numbers[i] < 0 and not is_robot):
                break
            count = visit_moves(mem, buffer, move, game, rules, seat, False, NO_TARGET[0])
            if count > rows:
                return i
            if is_robot:
                let_choose(game, rules, seat, buffer, count, policy, move)
            else:
                number = numbers[i]
                numbers[i] = -1
                if not give_number(buffer, count, move, rules, seat, table, chosen[i], shared, number):
                    continue
            apply_move(game, rules, seat, move[0], move[1], move[2])
            remember(past, i, seat, move)
            if game[PHASE] == OVER:
                finished[i] = True
                for side in range(scores.shape[1]):
                    scores[i, side] = game[SCORES + side]
                if goes_on:
                    deal_afresh(game, rules, deck, next_state(game[RNG]))
                    forget(chosen, past, i)
        seat = acting_seat(game, rules)
        seats[i] = seat
        looker = lookers[i] if lookers[i] >= 0 else max(seat, 0)
        if told.shape[0]:
            tell_seat(game, i, rules, looker, looker == seat, chosen, past, words, bits, told)
        if secrets.shape[0]:
            tell_hidden(game, i, rules, looker, words, secret_bits, secrets)
        if masks.shape[0]:
            for number in range(masks.shape[1]):
                masks[i, number] = 0
            if looker == seat:
                count = visit_moves(mem, buffer, move, game, rules, seat, False, NO_TARGET[0])
                if count > rows:
                    return i
                open_numbers(buffer, count, rules, seat, table, chosen[i], shared, masks[i])
    return last


LOOPS: Final = (
    "fits",
    "gather",
    "next_face",
    "open_numbers",
    "give_number",
    "tell_seat",
    "tell_hidden",
    "remember",
    "forget",
    "let_choose",
    "play_numbers",
)
"""The templates above, in the order in which they call each other."""


class Numbers(NamedTuple):
    """A family's numbers: its modules, and the loops compiled for it."""

    numbers: Any
    planes: Any
    loops: dict[str, Any]


@cache
def _numbers(name: str) -> Numbers:
    package = PACKAGES.parts[name]
    numbers, planes = (import_module(f"{package}.{part}") for part in ("numbers", "planes"))
    made = family(name)
    names: dict[str, Any] = {**made.names, **made.loops, "popcount": popcount, "place_of": place_of}
    for module in (numbers, planes):
        for part in module.COMPILED:
            names[part] = compiled(with_names(getattr(module, part), name, names))
    for constant in ("AT_CARDS", "CARD_COUNT", "CHOSEN_FACES", "IN_HISTORY"):
        names[constant] = getattr(numbers, constant)
    names["POSITION"] = planes.POSITION
    for loop in LOOPS:
        names[loop] = compiled(with_names(globals()[loop], name, names))
    return Numbers(numbers, planes, {loop: names[loop] for loop in LOOPS})


def numbers_of(game: AnyGame) -> Numbers:
    """The numbers of a game's family."""
    PACKAGES.of(game)
    return _numbers(game.family)
