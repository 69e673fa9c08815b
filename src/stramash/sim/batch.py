"""A batch of games stepped together from Python."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import numpy as np

from stramash.core.game import AnyGame
from stramash.sim.family import family_of
from stramash.sim.run import SimError, Workspace, check_device, check_memory, gpu, in_threads, thread_count

GAMES_A_THREAD: Final = 4096
"""Unless the number of threads is given: waking one for fewer games costs more than it saves."""
LISTED_AT_ONCE: Final = 64
"""Moves that the quick policy looks at together; longer lists are walked again."""


class Batch:
    """`n` games of one kind. Arrays are NumPy's on the CPU and CUDA device arrays on the GPU.

    `seats` (who is to act, -1 in a finished deal) and `counts` (how many moves they have) are always up to
    date; `step` takes an index into each game's list of moves. `finished` marks the deals that ended in the
    last step and `scores` holds their points by side.
    """

    def __init__(
        self,
        game: AnyGame,
        n: int,
        seed: int = 0,
        device: str = "cpu",
        *,
        lean: bool = False,
        threads: int | None = None,
        goes_on: bool = False,
        skips_forced: bool = False,
    ) -> None:
        """`goes_on`: a finished deal is followed at once by the next one of its match, or a new match.

        `skips_forced`: whoever has one move only makes it in the same step; `forced` counts these.
        """
        check_device(device)
        if n < 1:
            raise SimError(f"n = {n}: a batch needs at least one game")
        self.game = game
        self.n = n
        self.seed = seed
        self.device = device
        self.lean = lean
        self.goes_on = goes_on
        self._family = family_of(game)
        self._started = 0
        if device == "cpu":
            check_memory(n * self._family.words)
        self._threads = thread_count(threads)
        if threads is None:
            self._threads = min(self._threads, max(1, n // GAMES_A_THREAD))
        self._spaces = [Workspace(self._family, LISTED_AT_ONCE) for _ in range(self._threads)]
        # A step takes a fraction of a millisecond: threads are kept, and each gets one share.
        self._pool = ThreadPoolExecutor(self._threads - 1) if self._threads > 1 else None
        self._rules = self._own(self._family.pack_rules(game.rules))
        self.records = self._zeros((n, self._family.words), np.int64)
        self.seats = self._zeros((n,), np.int64)
        self.counts = self._zeros((n,), np.int64)
        self.scores = self._zeros((n, len(game.sides)), np.int64)
        self.finished = self._zeros((n,), np.bool_)
        self.forced = self._zeros((n if skips_forced else 0,), np.int64)
        self._nothing = self._zeros((0, 1), np.int64)
        self.reset()

    @property
    def columns(self) -> tuple[str, ...]:
        """What the columns of `observe()` mean."""
        return self._family.columns

    def reset(self, only: Any = None) -> None:
        """Begin new matches in all games, or in those where `only` is true."""
        chosen = self._own(np.ones(self.n, np.bool_) if only is None else np.asarray(only, np.bool_))
        if chosen.shape != (self.n,):
            raise SimError(f"reset needs one entry a game: {self.n}")
        seed = self.seed + self._started
        self._started += self.n
        family = self._family
        if self.device == "cuda":
            gpu().launch(self.game, "reset", self.n, seed, self._rules, self.records, chosen)
        else:
            self._in_threads(
                lambda a, b, w: family.reset_games(a, b, seed, self._rules, self.records, w.deck, chosen)
            )
        self._count()

    def load(self, records: Any) -> None:
        """Put other games in: packed records, a row a game."""
        given = self._own(records)
        if given.shape != self.records.shape:
            raise SimError(f"load needs a record a game: {self.records.shape}")
        if self.device == "cuda":
            self.records.copy_to_device(given)
        else:
            self.records[:] = given
        self._count()

    def _count(self) -> None:
        family = self._family
        if self.device == "cuda":
            arguments = (self._rules, self.lean, self.records, self.seats, self.counts)
            gpu().launch(self.game, "count", self.n, *arguments)
            return
        self._in_threads(
            lambda a, b, w: family.count_moves(
                a, b, self._rules, self.lean, self.records, w.mem, w.move, self.seats, self.counts
            )
        )

    def step(self, actions: Any) -> None:
        """Make move number `actions[i]` in game i; games whose deal is over stay as they are."""
        chosen = self._own(actions)
        if chosen.dtype != np.int64:
            raise SimError("actions are whole numbers of 64 bits (int64)")
        if chosen.shape != (self.n,):
            raise SimError(f"step needs one action a game: {self.n}")
        family = self._family
        if self.device == "cuda":
            gpu().launch(
                self.game,
                "step",
                self.n,
                self._rules,
                self.lean,
                self.records,
                chosen,
                self.seats,
                self.counts,
                self.scores,
                self.finished,
                self.goes_on,
                self.forced,
            )
            return
        # As unsigned numbers negative ones are too large as well.
        wrong = chosen.view(np.uint64) >= self.counts.view(np.uint64)
        if (wrong & (self.seats >= 0)).any():
            raise SimError("an action is not the number of a move: each must be below counts")
        self._in_threads(
            lambda a, b, w: family.step_games(
                a,
                b,
                self._rules,
                self.lean,
                self.records,
                w.deck,
                w.mem,
                w.move,
                chosen,
                self.seats,
                self.counts,
                self.scores,
                self.finished,
                self.goes_on,
                self.forced,
            )
        )

    def legal(self, offsets: Any = None, out: Any = None) -> tuple[Any, Any]:
        """The moves of the seats to act: `moves[offsets[i] : offsets[i + 1]]` are those of game i.

        A move is a row of three words, see `unpack_move`. Who gives both arrays, with sums of `counts` in
        `offsets` and room enough in `out`, spares a GPU the way over the host.
        """
        if offsets is None or out is None:
            starts, total = self._sums()
            moves = self._zeros((total, 3), np.int64)
        else:
            starts, moves = self._own(offsets), self._own(out)
        family = self._family
        if self.device == "cuda":
            arguments = (self._rules, self.lean, self.records, self.seats, starts, moves)
            gpu().launch(self.game, "list", self.n, *arguments)
        else:
            self._in_threads(
                lambda a, b, w: family.list_moves(
                    a, b, self._rules, self.lean, self.records, w.mem, w.move, self.seats, starts, moves
                )
            )
        return starts, moves

    def _sums(self) -> tuple[Any, int]:
        offsets = np.zeros(self.n + 1, np.int64)
        np.cumsum(self._host(self.counts), out=offsets[1:])
        check_memory(3 * int(offsets[-1]))
        return self._own(offsets), int(offsets[-1])

    def choose(self, actions: Any, only: Any) -> None:
        """Write the quick policy's move into `actions` where `only` is true: a policy by game, or by seat."""
        mine, chosen = self._own(only), self._own(actions)
        family = self._family
        if self.device == "cuda":
            arguments = (self._rules, self.lean, self.records, self.seats, self.counts, mine, chosen)
            gpu().launch(self.game, "choose", self.n, *arguments)
            return
        self._in_threads(
            lambda a, b, w: family.choose_games(
                a,
                b,
                self._rules,
                self.lean,
                self.records,
                w.mem,
                w.move,
                w.buffer,
                self.seats,
                self.counts,
                mine,
                chosen,
            )
        )

    def tell(self, rows: Any, orders: Any, secrets: Any = None) -> None:
        """What a net is told of each game, into arrays of the caller; `secrets` is for its critic alone."""
        told, order = self._own(rows), self._own(orders)
        hidden = self._nothing if secrets is None else self._own(secrets)
        family = self._family
        if self.device == "cuda":
            gpu().launch(
                self.game, "tell", self.n, self._rules, self.records, self.seats, told, hidden, order
            )
            return
        self._in_threads(
            lambda a, b, w: family.tell_games(
                a, b, self._rules, self.records, self.seats, told, hidden, order
            )
        )

    def tell_moves(self, offsets: Any, orders: Any, rows: Any) -> None:
        """What a net is told of each move: rows as in `legal`, from the sums of `counts` in `offsets`."""
        starts, order, told = self._own(offsets), self._own(orders), self._own(rows)
        family = self._family
        if self.device == "cuda":
            arguments = (self._rules, self.lean, self.records, self.seats, starts, order, told)
            gpu().launch(self.game, "tell_moves", self.n, *arguments)
            return
        self._in_threads(
            lambda a, b, w: family.tell_moves(
                a,
                b,
                self._rules,
                self.lean,
                self.records,
                w.mem,
                w.move,
                self.seats,
                starts,
                order,
                told,
            )
        )

    def observe(self, out: Any = None) -> Any:
        """What the seats to act may know, a row a game; `columns` says what is in it."""
        rows = self._zeros((self.n, len(self.columns)), np.int64) if out is None else self._own(out)
        family = self._family
        if self.device == "cuda":
            gpu().launch(self.game, "observe", self.n, self._rules, self.records, self.seats, rows)
        else:
            self._in_threads(
                lambda a, b, w: family.observe_games(a, b, self._rules, self.records, self.seats, rows)
            )
        return rows

    def state(self, i: int) -> Any:
        """Game i as a state of the reference engine."""
        return self._family.unpack_state(self.game.rules, self._host(self.records)[i])

    def unpack_move(self, row: Any) -> Any:
        """A move of `legal()` as a move of the reference engine."""
        code, once, twice = (int(word) for word in row)
        return self._family.unpack_move(code, once, twice)

    def _in_threads(self, body: Any) -> None:
        in_threads(self.n, self._threads, self._spaces, body, self._pool, chunks=1)

    def _zeros(self, shape: tuple[int, ...], dtype: Any) -> Any:
        return self._own(np.zeros(shape, dtype))

    def _own(self, array: Any) -> Any:
        """An array on this batch's device."""
        if self.device == "cpu":
            return np.ascontiguousarray(array)
        return gpu().to_device(array)

    def _host(self, array: Any) -> Any:
        return array if self.device == "cpu" else array.copy_to_host()
