"""Action ids in compiled code: which are legal, and what an id does.

A move is one number or several. The first says what kind of move it is and all that tells it from others but
its faces; while several legal moves begin with the numbers given so far, the next number is a card: the
lowest face in which the move differs from what all of them have in common. So each legal move is reached by
exactly one path of numbers, and where the faces follow from the hand nobody is asked for them.

What has been chosen of a move is four words: the code that all candidates have, two of the cards chosen with
the courts, and the last face chosen; `observations` keeps a fifth behind them. `stramash.envs.action_ids` is
the same in plain Python.
"""

from typing import Any, Final

from stramash.sim.bits import below, next_state
from stramash.sim.climbing.action_ids import (
    AT_CARDS,
    CARD_COUNT,
    CHOSEN_FACES,
    WALKS,
    first_number,
    give_number,
    show_open,
    walk_moves,
)
from stramash.sim.climbing.moves import acting_seat
from stramash.sim.climbing.observations import BUILDS, tell_built, tell_secrets
from stramash.sim.climbing.quick import quick_key
from stramash.sim.climbing.record import OVER, PHASE, RNG, SCORES
from stramash.sim.climbing.step import apply_move
from stramash.sim.kernels import QUICK, deal_afresh, take
from stramash.sim.tables.board import Board, Shown
from stramash.sim.tables.observations import (
    PLACES,
    TOLD_TO,
    begin_step,
    clear,
    expand_rows,
    fetch,
    forget,
    is_marked,
    is_shown,
    mark,
    past_moves,
    place_of,
    remember,
    settle,
    tell_seat,
)
from stramash.sim.visit import SKIP

ROBOTS: Final = True
"""Whether policies may play seats; False in the loops whose names end in `loops.ALONE`."""
AT_ONCE: Final = 32
"""Tables that are played and then told as bytes, while what they told is near; if not as bytes, all are."""


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


def next_face(once: int, twice: int, shared: Any) -> int:
    """The lowest face in which a move differs from what it shares with others."""
    differing = ((once & ~shared[0]) | (twice & ~shared[1])) & CHOSEN_FACES
    return place_of(differing & -differing)


def next_number(
    code: int, once: int, twice: int, rules: Any, seat: int, table: Any, chosen: Any, shared: Any
) -> int:
    """The number with which a move goes on from what has been chosen; -1 where it does not."""
    if chosen[0] == 0:
        return first_number(code, once, twice, rules, seat, table)
    if not fits(code, once, twice, chosen):
        return -1
    return table[AT_CARDS] + next_face(once, twice, shared)


def take_number(
    number: int, found: int, all_once: int, move: Any, table: Any, chosen: Any, shared: Any
) -> bool:
    """Whether a number makes the move in `move`; if not, what is chosen of it now is in `chosen`."""
    is_first = chosen[0] == 0
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


def survey(
    game: Any,
    rules: Any,
    seat: int,
    mem: Any,
    move: Any,
    buffer: Any,
    table: Any,
    chosen: Any,
    shared: Any,
    number: int,
    robot: int,
    mask: Any,
) -> bool:
    """Walk over a seat's moves, a bufferful at a time, and do with them what is wanted; see `answer`.

    A `robot` that is not negative is a policy, which chooses; a `number` that is not negative is given; else
    the open numbers are marked in `mask`. Returns whether there is a move to be made. All
    of it is one function because on a GPU the walk must stand in one place: code that does not fit into the
    caches of instructions costs more than anything else.
    """
    rows = buffer.shape[0]
    found = 0
    all_once = 0
    best = 0
    wanted = -1
    # What the moves that go on from what has been chosen have in common is gathered first.
    for part in range(1 if chosen[0] == 0 or robot >= 0 else 0, 2):
        skip = 0
        count = 1
        found = 0
        while skip < count:
            mem[SKIP] = skip
            count = walk_moves(
                mem, buffer, move, game, rules, seat, -1 if robot >= 0 else number, table, chosen
            )
            if ROBOTS and robot >= 0 and robot != QUICK:
                if wanted < 0:
                    game[RNG] = next_state(game[RNG])
                    wanted = below(game[RNG], count)
                if wanted < skip + rows:
                    take(move, buffer, wanted - skip)
                    return True
                skip += rows
                continue
            for k in range(min(rows, count - skip)):
                code = buffer[k, 0]
                once = buffer[k, 1]
                twice = buffer[k, 2]
                if ROBOTS and robot >= 0:
                    # The highest key, the first of equals.
                    key = quick_key(game, rules, seat, code, once, twice)
                    if key > best or skip + k == 0:
                        best = key
                        take(move, buffer, k)
                elif part == 0:
                    if fits(code, once, twice, chosen):
                        shared[0] = shared[0] & once if found else once
                        shared[1] = shared[1] & twice if found else twice
                        found += 1
                else:
                    here = next_number(code, once, twice, rules, seat, table, chosen, shared)
                    if number < 0:
                        if here >= 0:
                            mark(mask, here)
                    elif here == number:
                        all_once = all_once & once if found else once
                        take(move, buffer, k)
                        found += 1
            skip += rows
    if ROBOTS and robot >= 0:
        return True
    return number >= 0 and take_number(number, found, all_once, move, table, chosen, shared)


def answer(
    game: Any,
    rules: Any,
    seat: int,
    mem: Any,
    move: Any,
    buffer: Any,
    table: Any,
    chosen: Any,
    shared: Any,
    number: int,
    robot: int,
    mask: Any,
) -> bool:
    """`survey`, but without a walk where it can be done without one."""
    if robot < 0:
        if number >= 0:
            known = give_number(game, rules, seat, number, table, chosen, move)
            if known >= 0:
                return known == 1
        else:
            if WALKS:
                clear(mask)
            if show_open(game, rules, seat, table, chosen, shared, mask):
                return False
    if not (WALKS or ROBOTS):
        return False
    return survey(game, rules, seat, mem, move, buffer, table, chosen, shared, number, robot, mask)


def end_deal_at(
    i: int,
    game: Any,
    rules: Any,
    deck: Any,
    chosen: Any,
    words: Any,
    finished: Any,
    scores: Any,
    goes_on: bool,
) -> None:
    """A deal is over: its points, a mark, and with `goes_on` the first deal of another match."""
    finished[i] = True
    for side in range(scores.shape[1]):
        scores[i, side] = game[SCORES + side]
    if goes_on:
        deal_afresh(game, rules, deck, next_state(game[RNG]))
        forget(chosen, words)


def play_numbers(first: int, last: int, board: Any) -> None:
    """Give an open number in each game whose deal is not over (none where it is negative), then look.

    Seats whose bit is set in `robots` are played by a policy, before and after, until another is to act. A
    deal that ends leaves its points in `scores` and a mark in `finished`; with `goes_on` a new match begins
    in its place at once. Then `words`, `secret_words` and `masks` are filled in as `looker` sees it, the seat
    to act where that is negative; masks and secrets of no rows are left alone. The past is kept in `words`,
    of which a card more for a display changes nothing but that.
    """
    rules = board.rules
    mem, move, buffer, table, shared = board.mem, board.move, board.buffer, board.table, board.shared
    moves = past_moves(rules, board.words.shape[1])
    for i in range(first, last):
        at = i & PLACES
        game, chosen, words, mask = board.records[at], board.chosen[at], board.words[at], board.masks[at]
        fetch(board.records, i + 1)
        fetch(board.words, i + 1)
        number = board.numbers[at]
        kinds = 0
        seat = acting_seat(game, rules)
        while seat >= 0:
            robot = board.policy if ROBOTS and (board.robots[at] >> seat) & 1 else -1
            given = number
            if robot < 0:
                number = -1
                if given < 0 and (not WALKS or not is_shown(board, seat)):
                    break
            is_made = answer(game, rules, seat, mem, move, buffer, table, chosen, shared, given, robot, mask)
            if is_made:
                who = seat
                kinds |= 1 << (move[0] >> 32)
                apply_move(game, rules, who, move[0], move[1], move[2])
                seat = acting_seat(game, rules)
                remember(words, moves, chosen, who, max(seat, 0), move, rules)
                if game[PHASE] == OVER:
                    end_deal_at(
                        at,
                        game,
                        rules,
                        board.deck,
                        chosen,
                        words,
                        board.finished,
                        board.scores,
                        board.goes_on,
                    )
                    seat = acting_seat(game, rules)
            elif given < 0:
                break
        board.seats[at] = seat
        if seat < 0 and board.masks.shape[0]:
            clear(mask)
        elif not WALKS and is_shown(board, seat):
            show_open(game, rules, seat, table, chosen, shared, mask)
        looker = board.looker if board.looker >= 0 else max(seat, 0)
        if kinds == BUILDS and looker == seat and chosen[TOLD_TO] == seat:
            tell_built(game, words)
        else:
            tell_seat(game, rules, looker, looker == seat, chosen, words, moves)
        if board.secret_words.shape[0]:
            tell_secrets(game, rules, looker, board.secret_words[at])


def follow_moves(
    rules: Any,
    records: Any,
    table: Any,
    everything: Any,
    kept: Any,
    mem: Any,
    move: Any,
    buffer: Any,
    shared: Any,
    first: int,
    who: Any,
    moves: Any,
    words: Any,
    masks: Any,
    numbers: Any,
    seats: Any,
    reached: Any,
) -> None:
    """Make packed moves at table 0, with a row for each number that they take.

    Rows are written from `reached[1]` on: words of what the seat was told, the open numbers in `masks`, the
    number and the seat. Stops at a move that is not next here or is not legal, and where
    there is no room for a row; `reached` says before which move, and before which row.
    """
    game, chosen, told = records[0], everything[0], kept[0]
    known = past_moves(rules, told.shape[0])
    row = reached[1]
    at = first
    while at < who.shape[0] and row < numbers.shape[0]:
        seat = acting_seat(game, rules)
        if seat != who[at]:
            break
        mask = masks[row]
        tell_seat(game, rules, seat, True, chosen, told, known)
        for word in range(told.shape[0]):
            words[row, word] = told[word]
        answer(game, rules, seat, mem, move, buffer, table, chosen, shared, -1, -1, mask)
        number = next_number(moves[at, 0], moves[at, 1], moves[at, 2], rules, seat, table, chosen, shared)
        if number < 0 or not is_marked(mask, number):
            break
        numbers[row] = number
        seats[row] = seat
        row += 1
        if answer(game, rules, seat, mem, move, buffer, table, chosen, shared, number, -1, mask):
            if move[0] != moves[at, 0] or move[1] != moves[at, 1] or move[2] != moves[at, 2]:
                break
            apply_move(game, rules, seat, move[0], move[1], move[2])
            remember(told, known, chosen, seat, max(acting_seat(game, rules), 0), move, rules)
            at += 1
    reached[0] = at
    reached[1] = row


def step_tables(first: int, last: int, arrays: Any, told: Any) -> int:
    """`play_numbers`, and then all that is told as bytes, a few tables at a time while they are near.

    `arrays` are those of a `Board` and `told` those of what is `Shown`, as plain tuples, which are quicker to
    hand over. Returns how many deals ended.
    """
    board = Board(*arrays)
    shown = Shown(*told)
    ended = 0
    first &= PLACES
    is_expanded = shown.told.shape[0] + shown.secrets.shape[0] + shown.mask_bytes.shape[0] > 0
    at_once = AT_ONCE if is_expanded else last - first + 1
    for at in range(first, last, at_once):
        end = min(at + at_once, last)
        is_step = board.masks.shape[0] > 0  # otherwise somebody looks again, and what came of the step stays
        if is_step:
            begin_step(
                at,
                end,
                shown.marks,
                board.finished,
                board.seats,
                shown.acted,
                shown.leads,
                shown.rewards,
            )
        play_numbers(at, end, board)
        if shown.told.shape[0]:
            expand_rows(at, end, board.words, shown.runs, shown.width, shown.told)
        if shown.secrets.shape[0]:
            expand_rows(at, end, board.secret_words, shown.secret_runs, shown.secret_width, shown.secrets)
        if shown.mask_bytes.shape[0]:
            expand_rows(at, end, board.masks, shown.mask_runs, shown.mask_width, shown.mask_bytes)
        if is_step:
            ended += settle(
                at,
                end,
                shown.marks,
                board.finished,
                board.scores,
                shown.side_of,
                shown.acted,
                shown.leads,
                shown.rewards,
            )
    return ended
