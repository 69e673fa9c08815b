"""A batch of tables stepped by action ids: the base of every adapter here."""

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, NamedTuple

import numpy as np

from stramash.core.game import AnyGame
from stramash.core.seats import Seat, sides_by_seat
from stramash.envs.action_ids import ActionIdError, action_ids
from stramash.envs.observations import USUAL_PAST, Planes, with_room
from stramash.nets.layout import WORD
from stramash.sim.family import family_of
from stramash.sim.features import LINE
from stramash.sim.run import BUFFER_ROWS, Workspace, check_memory, in_threads, policy_code, thread_count
from stramash.sim.tables.board import Board, Shown
from stramash.sim.tables.loops import ALONE, action_loops_of
from stramash.sim.tables.observations import CHOSEN_WORDS, NOTHING_CHOSEN, PAST, STALE, TOLD_TO

_NOBODY: Final = -1
WORD_BYTES: Final = 8
TABLES_A_THREAD: Final = 4096
"""Unless the number of threads is given: waking one for fewer tables costs more than it saves."""


def check_tables(n: int) -> None:
    """Refuse too few tables."""
    if n < 1:
        raise ActionIdError(f"n = {n}: there must be at least one table")


def side_of_seats(game: AnyGame) -> Any:
    """Which side each seat is of."""
    return np.array(sides_by_seat(game.sides))


def lined_up(rows: int, words: int) -> Any:
    """Rows of words, all 0, of which the first begins where a line of the processor's memory does."""
    room = np.zeros(rows * words + LINE, np.int64)
    first = -(room.ctypes.data // WORD_BYTES) % LINE
    return room[first : first + rows * words].reshape(rows, words)


class Rows(NamedTuple):
    """A buffer of decisions: observations and legal masks as words, the action ids and the seats."""

    words: Any
    masks: Any
    numbers: Any
    seats: Any


class Tables:
    """`n` deals of one game. After each step `seats`, `masks` and `observations` are those of who is to act.

    `open_bits` has the masks, and `words` the observations, as bits of words; `past` is the end of the words,
    and kept there from step to step.
    `finished` marks the deals that ended in the last step, of which there were `ended`, and `scores` holds
    their points by side; `rewards` says what the seat that acted gained there, and `seat_leads` what every
    seat did (`leads`). A deal that ended is followed by the first deal of another match at once, unless
    `goes_on` is False; then its seat is -1 and it waits for `reset`.
    """

    def __init__(
        self,
        game: AnyGame,
        n: int = 1,
        seed: int = 0,
        *,
        past: int = USUAL_PAST,
        goes_on: bool = True,
        tells_secrets: bool = False,
        policy: str | None = None,
        expands: bool = True,
        threads: int | None = 1,
    ) -> None:
        """`policy` (``quick``, ``random``) plays the seats whose bit is set in `robots`, a number a table.

        Without one nobody does, and a step takes less time.
        Without `expands` there are no `observations` and no `masks`, only the words that they take their bits
        from. `threads=None`: as many as there are cores, if there are tables enough for them.
        """
        check_tables(n)
        self.game, self.n, self.goes_on = game, n, goes_on
        self.action_ids, self.planes = action_ids(game), Planes(game, past)
        self.family = family_of(game)
        bytes_each = (self.planes.size if expands else 0) + self.action_ids.size
        check_memory(n * (self.family.words + self.planes.words + bytes_each // 8))
        made = action_loops_of(game)
        self._loops = made.loops
        self._deal = self.family.loops["reset_games"]
        self._rules = self.family.pack_rules(game.rules)
        self._table = made.action_ids.number_table(game.rules)
        self._threads = thread_count(threads)
        if threads is None:
            self._threads = max(1, min(self._threads, n // TABLES_A_THREAD))
        self._spaces = [Workspace(self.family, BUFFER_ROWS) for _ in range(self._threads)]
        # A step takes a fraction of a millisecond: threads are kept, and each gets one share.
        self._pool = ThreadPoolExecutor(self._threads - 1) if self._threads > 1 else None
        self.words = lined_up(n, self.planes.words)
        self._secret_words = np.zeros((n if tells_secrets else 0, self.planes.secret_words), np.int64)
        self.open_bits = np.zeros((n, -(-self.action_ids.size // WORD)), np.int64)
        self.records = lined_up(n, self.family.words)
        self.chosen = np.zeros((n, CHOSEN_WORDS), np.int64)
        self.past = self.words[:, self.planes.words - PAST * past :]
        self.seats = np.zeros(n, np.int64)
        self._marks = np.zeros(-(-n // WORD_BYTES), np.int64)
        self.finished = self._marks.view(np.bool_)[:n]
        self.scores = np.zeros((n, len(game.sides)), np.int64)
        self.masks = np.zeros((n if expands else 0, self.action_ids.size), np.int8)
        self.observations = np.zeros((n if expands else 0, self.planes.size), np.uint8)
        self.secrets = np.zeros((n if tells_secrets else 0, self.planes.secret_size), np.uint8)
        self.robots = np.zeros(n, np.int64)
        self.acted = np.zeros(n, np.int64)
        self.rewards = np.zeros(n)
        self.seat_leads = np.zeros((n, game.seats))
        self._policy = policy_code(policy or "quick")
        self._step = self._loops["step_tables" + ("" if policy else ALONE)]
        self.ended = 0
        self._given = np.full(n, _NOBODY, np.int64)
        self._nothing = np.zeros((0, 1), np.uint8)
        self._no_masks = np.zeros((0, 1), np.int8)
        self._no_words = np.zeros((0, 1), np.int64)
        self._mask_runs = with_room(
            [
                [word, 0, min(WORD, self.action_ids.size - WORD * word)]
                for word in range(self.open_bits.shape[1])
            ]
        )
        self._side_of = side_of_seats(game)
        # Made once: at a few tables making them would take longer than the step.
        shown = (self.observations, self.secrets, self.masks, self.open_bits)
        self._usual = [self._arguments(space, _NOBODY, *shown) for space in self._spaces]
        self.reset(seed)

    def reset(self, seed: int, only: Any = None) -> None:
        """Begin new matches, at all tables or where `only` is true; that of table i by `seed + i`."""
        chosen = np.ones(self.n, np.bool_) if only is None else np.asarray(only, np.bool_)
        self._deal(0, self.n, seed, self._rules, self.records, self._spaces[0].deck, chosen)
        self.chosen[chosen] = NOTHING_CHOSEN
        self.past[chosen] = 0
        self.look()

    def load(self, i: int, state: Any) -> None:
        """Put a state of the reference engine at table i, without a past."""
        self.past[i] = 0
        self.follow(i, state, ())

    def step(self, numbers: Any) -> None:
        """Give one open number at each table; tables whose deal is over take none. Raises ActionIdError."""
        given = np.asarray(numbers)
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            raise ActionIdError(f"step takes one whole number a table: {self.n}")
        self._given[:] = given
        table = self._loops["first_shut"](self._given, self.seats, self.open_bits, self.action_ids.size)
        if table >= 0:
            raise ActionIdError(
                f"{given[table]} is not open at table {table}: the masks say which numbers are"
            )
        self._run()

    def give(self, given: Any) -> None:
        """The same for numbers that are known to be open; a negative one is none."""
        self._given[:] = given
        self._run()

    def step_one(self, number: int) -> None:
        """The same where there is one table."""
        if not (
            0 <= number < self.action_ids.size and self.open_bits[0, number // WORD] >> number % WORD & 1
        ):
            raise ActionIdError(f"{number} is not open: the mask says which numbers are")
        self._given[0] = number
        self._run()

    def sample(self, seed: int) -> Any:
        """An open number for each table, by chance; -1 where a deal is over."""
        numbers = np.empty(self.n, np.int64)
        # A twentieth of a step's time: a second thread would hardly be awake before it is over.
        self._loops["draw_open"](0, self.n, seed, self.open_bits, numbers)
        return numbers

    def made(self) -> Any:
        """The last move that was made at the last table, as a move of the reference engine."""
        return self.family.unpack_move(*(int(word) for word in self._spaces[-1].move))

    def made_in_public(self) -> Any | None:
        """The move that the last number made at the one table, if everybody saw it."""
        kind = int(self._spaces[0].move[0]) >> 32
        is_told = action_loops_of(self.game).action_ids.IN_HISTORY >> kind & 1
        return self.made() if is_told and not self.is_choosing(0) else None

    def is_choosing(self, i: int) -> bool:
        """Whether the seat to act at table i is in the middle of a move."""
        return bool(self.chosen[i, 0]) or self.planes.is_building(self.records[i])

    def follow(self, i: int, state: Any, moves: Iterable[tuple[Seat, Any]]) -> None:
        """Take over a state of the reference engine at table i, and the moves that led to it."""
        self.records[i] = self.family.pack_state(self.game.rules, state)
        self.chosen[i, :TOLD_TO] = NOTHING_CHOSEN[:TOLD_TO]
        told_to = int(self.chosen[i, TOLD_TO]) % STALE
        for seat, move in moves:
            row = np.array(self.family.pack_move(move), np.int64)
            self._loops["remember"](
                self.words[i], self.planes.past, self.chosen[i], seat, told_to, row, self._rules
            )
        self.look()

    def look(self) -> None:
        """Fill in seats, masks and observations anew, after the games were changed by hand."""
        self._given[:] = _NOBODY
        self._run()

    def observe(self, seat: int) -> Any:
        """What a seat may know at each table, whoever is to act."""
        observed = np.zeros((self.n, self.planes.size), np.uint8)
        self._given[:] = _NOBODY
        shown = (observed, self._nothing, self._no_masks, self._no_words)
        self._step(0, self.n, *self._arguments(self._spaces[0], seat, *shown))
        return observed

    def words_of(self, seat: int) -> Any:
        """The same at table 0, as the words that the observation takes its bits from."""
        self.observe(seat)
        return self.words[0]

    def expand(self, words: Any) -> Any:
        """Rows of words as observations."""
        observed = np.zeros((len(words), self.planes.size), np.uint8)
        expand, planes = self._loops["expand_rows"], self.planes
        expand(0, len(words), words, planes.runs, planes.size, observed.reshape(-1))
        return observed

    def replay(self, first: int, who: Any, moves: Any, rows: Rows, at: int) -> tuple[int, int]:
        """Make packed moves at table 0, with a row for each number from row `at` on.

        Returns before which move it stopped, because it is another's turn or there is no room, and at which
        row. `seats`, `masks` and `observations` are those of before until `look`.
        """
        reached = np.array((first, at), np.int64)
        space = self._spaces[0]
        self._loops["follow_moves"](
            self._rules,
            self.records,
            self._table,
            self.chosen,
            self.words,
            space.mem,
            space.move,
            space.buffer,
            space.shared,
            first,
            who,
            moves,
            rows.words,
            rows.masks,
            rows.numbers,
            rows.seats,
            reached,
        )
        return int(reached[0]), int(reached[1])

    def leads(self) -> Any:
        """By table and seat: the points of its side less the mean of the other sides', where a deal ended."""
        return self.seat_leads.copy()

    def points(self) -> Any:
        """By table and seat: the points of its side, where a deal ended."""
        return (self.scores * self.finished[:, None])[:, self._side_of]

    def state(self, i: int) -> Any:
        """Table i as a state of the reference engine."""
        return self.family.unpack_state(self.game.rules, self.records[i])

    def _arguments(
        self, space: Workspace, looker: int, told: Any, secrets: Any, masks: Any, open_bits: Any
    ) -> tuple[Any, ...]:
        """What `step_tables` wants after the first and the last table."""
        planes = self.planes
        board = Board(
            rules=self._rules,
            records=self.records,
            deck=space.deck,
            table=self._table,
            chosen=self.chosen,
            mem=space.mem,
            move=space.move,
            buffer=space.buffer,
            shared=space.shared,
            numbers=self._given,
            robots=self.robots,
            policy=self._policy,
            seats=self.seats,
            looker=looker,
            scores=self.scores,
            finished=self.finished,
            goes_on=self.goes_on,
            words=self.words,
            secret_words=self._secret_words[: len(secrets)],
            masks=open_bits,
        )
        shown = Shown(
            runs=planes.runs,
            told=told.reshape(-1),
            secret_runs=planes.secret_runs,
            secrets=secrets.reshape(-1),
            mask_runs=self._mask_runs,
            mask_bytes=masks.reshape(-1),
            width=planes.size,
            secret_width=planes.secret_size,
            mask_width=self.action_ids.size,
            side_of=self._side_of,
            marks=self._marks,
            acted=self.acted,
            leads=self.seat_leads,
            rewards=self.rewards,
        )
        return tuple(board), tuple(shown)

    def _run(self) -> None:
        step = self._step
        if self._threads == 1:
            self.ended = step(0, self.n, *self._usual[0])
            return
        given = dict(zip(map(id, self._spaces), self._usual, strict=True))
        ended: list[int] = []
        self._in_threads(lambda first, last, space: ended.append(step(first, last, *given[id(space)])))
        self.ended = sum(ended)

    def _in_threads(self, body: Any) -> None:
        in_threads(self.n, self._threads, self._spaces, body, self._pool, chunks=1)
