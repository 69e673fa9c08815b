"""A batch of tables as torch tensors, on the CPU or on a GPU without a way over the host."""

from typing import Any, Final

import numpy as np
import torch

from stramash import games
from stramash.core.game import AnyGame
from stramash.envs.action_ids import ActionIdError, action_ids
from stramash.envs.observations import USUAL_PAST, Planes
from stramash.envs.tables import Tables, check_tables, side_of_seats
from stramash.sim.family import family_of
from stramash.sim.run import check_device, gpu, policy_code
from stramash.sim.tables.loops import ALONE, action_loops_of
from stramash.sim.tables.observations import CHOSEN_WORDS, NOTHING_CHOSEN

_NOBODY: Final = -1
_ROW: Final = 16
"""Rows of observations begin at multiples of so many bytes."""


class TorchTables:
    """`n` deals of one game, as `Tables` has them, and all that they tell in tensors of one device.

    After each step `seats`, `masks` and `observations` are those of who is to act, `finished` marks the deals
    that ended in it and `scores` holds their points by side; a deal that ended is followed by another at
    once. The tensors stay the same ones and are written anew: clone what is to be kept. A number that is not
    open changes nothing at its table and is marked in `refused`: nobody waits for the GPU to say so.
    """

    def __init__(
        self,
        game: AnyGame | str,
        n: int,
        seed: int = 0,
        *,
        device: str = "cuda",
        past: int = USUAL_PAST,
        tells_secrets: bool = False,
        opponents: str | None = None,
    ) -> None:
        """`opponents` (``quick``, ``random``) play all seats but one: at table i, seat i modulo the seats.

        `robots`, a tensor of bits by seat, says so table by table, and may be changed before a reset.
        """
        check_tables(n)
        self.game: AnyGame = games.get(game) if isinstance(game, str) else game
        self.n, self.device = n, torch.device(device)
        check_device(self.device.type)
        self.action_ids, self.planes = action_ids(self.game), Planes(self.game, past)
        policy = opponents or "quick"
        seats = torch.arange(n, dtype=torch.int64, device=self.device) % self.game.seats
        everybody = (1 << self.game.seats) - 1
        self.learners: torch.Tensor | None = None if opponents is None else seats
        robots = torch.zeros_like(seats) if opponents is None else everybody & ~(1 << seats)
        self._side_of = torch.from_numpy(side_of_seats(self.game)).to(self.device)
        self._games: _Host | _Device
        if self.device.type == "cpu":
            self._games = _Host(self, past, tells_secrets, opponents)
        else:
            with torch.cuda.device(self.device):
                self._games = _Device(self, past, tells_secrets, policy, opponents is not None)
        made = self._games
        self.records, self.seats, self.robots = made.records, made.seats, made.robots
        self.masks, self.observations, self.secrets = made.masks, made.observations, made.secrets
        self.finished, self.scores = made.finished, made.scores
        self.robots.copy_(robots)
        self.refused = torch.zeros(n, dtype=torch.bool, device=self.device)
        self.reset(seed)

    def reset(self, seed: int, only: torch.Tensor | None = None) -> None:
        """Begin new matches, at all tables or where `only` is true; that of table i by `seed + i`."""
        chosen = torch.ones(self.n, dtype=torch.bool, device=self.device) if only is None else only
        self.refused.zero_()
        self._games.reset(seed, chosen)

    def step(self, numbers: torch.Tensor) -> None:
        """Give a number at each table; those that are not open are marked in `refused` and change nothing."""
        if numbers.shape != (self.n,) or numbers.dtype != torch.int64:
            raise ActionIdError(f"step takes one whole number of 64 bits a table: {self.n}")
        given = numbers.to(self.device)
        in_range = (given >= 0) & (given < self.action_ids.size)
        is_open = self.masks.gather(1, torch.where(in_range, given, 0)[:, None])[:, 0] & in_range
        torch.logical_not(is_open, out=self.refused)
        self._games.step(torch.where(is_open, given, _NOBODY))

    def sample(self, generator: torch.Generator | None = None) -> torch.Tensor:
        """An open number for each table, by chance."""
        # A die for each number: one a table and sums over its mask took twice to seven times as long.
        chances = torch.rand(self.masks.shape, device=self.device, generator=generator)
        return (chances + self.masks).argmax(dim=1)

    def leads(self) -> torch.Tensor:
        """By table and seat: the points of its side less the mean of the other sides', where a deal ended."""
        scores = self.scores.float()
        others = (scores.sum(dim=1, keepdim=True) - scores) / (scores.shape[1] - 1)
        return ((scores - others) * self.finished[:, None])[:, self._side_of]

    def points(self) -> torch.Tensor:
        """By table and seat: the points of its side, where a deal ended."""
        return (self.scores * self.finished[:, None])[:, self._side_of]


class _Shown:
    """What both kinds of tables show."""

    records: torch.Tensor
    seats: torch.Tensor
    finished: torch.Tensor
    scores: torch.Tensor
    masks: torch.Tensor
    observations: torch.Tensor
    secrets: torch.Tensor
    robots: torch.Tensor


class _Host(_Shown):
    """The tables of the CPU, seen through torch."""

    def __init__(self, of: TorchTables, past: int, tells_secrets: bool, policy: str | None) -> None:
        self.tables = Tables(of.game, of.n, past=past, tells_secrets=tells_secrets, policy=policy)
        for name in ("records", "seats", "finished", "scores", "observations", "secrets", "robots"):
            setattr(self, name, torch.from_numpy(getattr(self.tables, name)))
        self.masks = torch.from_numpy(self.tables.masks).view(torch.bool)

    def reset(self, seed: int, only: torch.Tensor) -> None:
        """Begin new matches."""
        self.tables.reset(seed, only.numpy())

    def step(self, given: torch.Tensor) -> None:
        """Give numbers, which are open or negative for none."""
        self.tables.give(given.numpy())


class _Device(_Shown):
    """Tables on a GPU: tensors, and the kernels that write them."""

    def __init__(
        self, of: TorchTables, past: int, tells_secrets: bool, policy: str, has_robots: bool
    ) -> None:
        gpu()
        from stramash.sim.gpu import cuda_action_ids  # noqa: PLC0415  only where there is a GPU

        self._work = cuda_action_ids
        self._game, self._n = of.game, of.n
        game, n, planes = of.game, of.n, of.planes
        self._kernel = "numbers" if has_robots else "numbers" + ALONE
        self._policy = policy_code(policy)
        family = family_of(game)

        def zeros(*shape: int, dtype: torch.dtype = torch.int64) -> torch.Tensor:
            return torch.zeros(shape, dtype=dtype, device=of.device)

        def columns(*shape: int) -> torch.Tensor:
            return _columns(shape, of.device)

        def kept(array: Any) -> torch.Tensor:
            return torch.from_numpy(np.ascontiguousarray(array)).to(of.device)

        self.records, self._chosen = columns(n, family.words), columns(n, CHOSEN_WORDS)
        self.scores = columns(n, len(game.sides))
        self.finished, self.robots = zeros(n, dtype=torch.bool), zeros(n)
        self._given, self.seats = zeros(n), zeros(n)
        self.masks = zeros(n, of.action_ids.size, dtype=torch.bool)
        packed = cuda_action_ids.packed_places
        observed = _Rows(n, planes.words, planes.bits, of.device, packed)
        secrets = n if tells_secrets else 0
        hidden = _Rows(secrets, planes.secret_words, planes.secret_bits, of.device, packed)
        self._rows = (observed, hidden) if tells_secrets else (observed,)
        self.observations, self.secrets = observed.bits, hidden.bits
        self._rules = kept(family.pack_rules(game.rules))
        lent = gpu().to_device
        # Lent once: making a kernel's arguments takes longer than running it at a few thousand tables.
        table = kept(action_loops_of(game).action_ids.number_table(game.rules))
        first = (self._rules, self.records, table, self._chosen, self._given, self.robots)
        then = (self.scores, self.finished)
        rows = (observed.words, hidden.words, self.masks.view(torch.int8))
        goes_on = True
        arguments = (*map(lent, first), self._policy, lent(self.seats), _NOBODY, *map(lent, then))
        self._arguments = (*arguments, goes_on, *map(lent, rows))

    def reset(self, seed: int, only: torch.Tensor) -> None:
        """Begin new matches."""
        lent = gpu().to_device
        chosen = only.contiguous()
        self._work.launch(
            self._game,
            "deal",
            self._n,
            self._stream(),
            seed,
            self._arguments[0],
            self._arguments[1],
            lent(chosen),
        )
        nothing = torch.tensor(NOTHING_CHOSEN, device=only.device)
        self._chosen.copy_(torch.where(chosen[:, None], nothing, self._chosen))
        self._rows[0].words.masked_fill_(chosen[:, None], 0)  # with the past
        self.step(torch.full_like(self._given, _NOBODY))

    def step(self, given: torch.Tensor) -> None:
        """Give numbers, which are open or negative for none."""
        self._given.copy_(given)
        for part in (self.clear, self.play, self.tell):
            part()

    def clear(self) -> None:
        """Nothing is finished and no number is open."""
        self.finished.zero_()
        self.masks.zero_()

    def play(self) -> None:
        """Give the numbers, and look who acts, which numbers are open and what that seat may know."""
        self._work.launch(self._game, self._kernel, self._n, self._stream(), *self._arguments)

    def tell(self) -> None:
        """Observations from what the seats may know."""
        for part in self._rows:
            self._work.expand(self._game, self._stream(), *part.lent)

    def _stream(self) -> Any:
        is_there = self.records.device.type == "cuda"
        return self._work.stream_of(torch.cuda.current_stream().cuda_stream if is_there else 0)


def _columns(shape: tuple[int, ...], device: torch.device) -> torch.Tensor:
    """Whole numbers by table, column by column: threads side by side read what lies side by side."""
    tables, *rest = shape
    made = torch.zeros((*rest, tables), dtype=torch.int64, device=device)
    return made.permute(len(rest), *range(len(rest)))


class _Rows:
    """Rows of words on a GPU, and their bits as bytes."""

    def __init__(self, n: int, words: int, bits: Any, device: torch.device, packed_places: Any) -> None:
        size = len(bits)
        room = -(-size // _ROW) * _ROW
        self.words = _columns((n, words), device)
        rows = torch.zeros((n, room), dtype=torch.uint8, device=device)
        self.bits = rows[:, :size]
        lent = gpu().to_device
        places = torch.from_numpy(packed_places(bits, room)).to(device)
        self.lent = (lent(self.words), lent(places), lent(rows.view(torch.int32)))
        self._kept = (rows, places)
