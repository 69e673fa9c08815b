"""The card and tile games of pgx on the CPU at random: compiled by jax, thousands of games in step.

Counted are the decisions of games that are not over. Which way is fastest differs from game to game, so three
are tried once, and the winner also with smaller and larger batches:

- `step auto`: one compiled call a step from Python; a game that ends begins anew (pgx's auto_reset);
- `step end`: one compiled call a step from Python until all games are over, then all begin anew;
- `loop end`: the same in one compiled call, with a loop inside.

Two subjects a game: the faster `step` at 8192 games, and the fastest of all. With `--batches` one for each of
these numbers of games, by the faster `step`, or by both. What was found is remembered beside the environment;
compiled code is cached there too.
"""

import json
import os
from collections.abc import Callable, Sequence
from typing import Any

from benchmarks.peers import ENVIRONMENTS, Peer
from benchmarks.peers.serving import run
from benchmarks.rounds import Label, Sample, clock

BATCH = 8192
OTHER_BATCHES = (1024, 65536)
GAMES = ("kuhn_poker", "leduc_holdem", "bridge_bidding", "sparrow_mahjong")
SMALL = ("kuhn_poker", "leduc_holdem")
"""Games that are compiled in seconds; the others are stepped with the two largest of some batches only."""
WAYS = ("step auto", "step end", "loop end")
TABLE = ENVIRONMENTS / "pgx-made-up-bridge-deals.npy"
FOUND = ENVIRONMENTS / "pgx-fastest.json"
_DEALS_IN_TABLE = 100_000


def use_threads(threads: int) -> None:
    """Hold jax to some cores; must come before jax is imported."""
    os.environ["JAX_PLATFORMS"] = "cpu"
    os.environ["NPROC"] = str(threads)
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[-threads:])


def bridge_table() -> str:
    """The table of solved deals that pgx draws its bridge deals from; theirs is a download of its own.

    Ours holds random deals with made-up results: only the scores depend on them, not the speed.
    """
    import numpy as np  # noqa: PLC0415  # jax and what it uses come after `use_threads`

    if not TABLE.exists():
        rng = np.random.default_rng(1)
        owners = rng.permuted(np.tile(np.repeat(np.arange(4), 13), (_DEALS_IN_TABLE, 1)), axis=1)
        keys = (owners.reshape(_DEALS_IN_TABLE, 4, 13) << np.arange(24, -1, -2)).sum(axis=2)
        results = rng.integers(0, 1 << 20, keys.shape)
        np.save(TABLE, np.stack([keys, results]).astype(np.int32))
    return str(TABLE)


class PgxLoop:
    """Many games of one kind side by side."""

    def __init__(self, env: Any, way: str, batch: int, threads: int) -> None:
        self.label = Label(f"pgx {way.partition(' ')[0]} {batch}", env.id, env.num_players, threads)
        self.env = env
        self.way = way
        self.batch = batch
        self.calls = 0
        self._compiled: tuple[Callable[..., Any], Callable[..., Any]] | None = None
        self.state: Any = None

    def measure(self, seconds: float) -> Sample:
        """Step until the time is over, in the way chosen; games that are cut off at the end count as far."""
        if self._compiled is None:
            self._compile()
        counted = [0, 0, 0]
        now = clock(self.label.threads)
        began, spent = now(), 0.0
        while spent < seconds:
            if self.way == "step end":
                self._to_the_end(counted)
            else:
                self._call(counted)
            spent = now() - began
        decisions, legal, deals = counted
        return Sample(decisions, legal, deals, spent)

    def _compile(self) -> None:
        import jax  # type: ignore[import-not-found]  # noqa: PLC0415

        init = jax.jit(jax.vmap(self.env.init))
        make = {"step auto": _auto_step, "step end": _plain_step, "loop end": _loop}[self.way]
        self._compiled = init, jax.jit(make(self.env, self.batch))
        self._begin()
        if self.way == "step end":
            self._to_the_end([0, 0, 0])
        else:
            self._call([0, 0, 0])

    def _key(self) -> Any:
        import jax  # noqa: PLC0415

        self.calls += 1
        return jax.random.key(self.calls)

    def _begin(self) -> None:
        import jax  # noqa: PLC0415

        assert self._compiled is not None
        self.state = self._compiled[0](jax.random.split(self._key(), self.batch))

    def _call(self, counted: list[int]) -> int:
        """One compiled call; how many games are not over after it."""
        assert self._compiled is not None
        self.state, numbers = self._compiled[1](self.state, self._key())
        decisions, legal, deals, alive = numbers.tolist()
        counted[0] += decisions
        counted[1] += legal
        counted[2] += deals
        return int(alive)

    def _to_the_end(self, counted: list[int]) -> None:
        self._begin()
        while self._call(counted):
            pass


def _choose(key: Any, mask: Any) -> tuple[Any, Any]:
    """A legal action of each game, each as likely, and how many there were: one random number a game."""
    import jax  # noqa: PLC0415
    import jax.numpy as jnp  # type: ignore[import-not-found]  # noqa: PLC0415

    upto = jnp.cumsum(mask, axis=-1, dtype=jnp.int32)
    count = upto[:, -1]
    which = jnp.minimum((jax.random.uniform(key, count.shape) * count).astype(jnp.int32), count - 1)
    return jnp.argmax(upto > which[:, None], axis=-1), count


def _is_over(state: Any) -> Any:
    return state.terminated | state.truncated


def _auto_step(env: Any, batch: int) -> Callable[[Any, Any], tuple[Any, Any]]:
    import jax  # noqa: PLC0415
    import jax.numpy as jnp  # noqa: PLC0415
    from pgx.experimental.wrappers import auto_reset  # type: ignore[import-not-found]  # noqa: PLC0415

    stepped = jax.vmap(auto_reset(env.step, env.init))

    def step(state: Any, key: Any) -> tuple[Any, Any]:
        first, second = jax.random.split(key)
        action, count = _choose(first, state.legal_action_mask)
        state = stepped(state, action, jax.random.split(second, batch))
        # Here a game that is over has already begun anew: every game made a decision.
        return state, jnp.stack([jnp.int32(batch), count.sum(), _is_over(state).sum(), jnp.int32(batch)])

    return step


def _plain_step(env: Any, batch: int) -> Callable[[Any, Any], tuple[Any, Any]]:
    import jax  # noqa: PLC0415
    import jax.numpy as jnp  # noqa: PLC0415

    stepped = jax.vmap(env.step)

    def step(state: Any, key: Any) -> tuple[Any, Any]:
        first, second = jax.random.split(key)
        alive = ~_is_over(state)
        action, count = _choose(first, state.legal_action_mask)
        state = stepped(state, action, jax.random.split(second, batch))
        left = (~_is_over(state)).sum()
        return state, jnp.stack([alive.sum(), jnp.where(alive, count, 0).sum(), alive.sum() - left, left])

    return step


def _loop(env: Any, batch: int) -> Callable[[Any, Any], tuple[Any, Any]]:
    import jax  # noqa: PLC0415
    import jax.numpy as jnp  # noqa: PLC0415

    step = _plain_step(env, batch)

    def once_more(carried: tuple[Any, Any, Any]) -> tuple[Any, Any, Any]:
        state, key, numbers = carried
        key, own = jax.random.split(key)
        state, more = step(state, own)
        return state, key, (numbers + more).at[3].set(more[3])

    def loop(state: Any, key: Any) -> tuple[Any, Any]:
        first, second = jax.random.split(key)
        began = jax.vmap(env.init)(jax.random.split(first, batch))
        numbers = jnp.zeros(4, jnp.int32).at[3].set(batch)
        state, _, numbers = jax.lax.while_loop(lambda it: it[2][3] > 0, once_more, (began, second, numbers))
        return state, numbers

    return loop


def fastest(env: Any, threads: int) -> list[tuple[str, int]]:
    """The best way to step 8192 games from Python, and the best way of all with its batch."""

    def speed(choice: tuple[str, int]) -> float:
        loop = PgxLoop(env, *choice, threads)
        loop.measure(0.1)
        rate = max(loop.measure(0.5).rate("decisions_per_s") for _ in range(3))
        print(f"{env.id} {choice}: {rate:,.0f} decisions/s", flush=True)
        return rate

    speeds = {(way, BATCH): speed((way, BATCH)) for way in WAYS}
    step = max((choice for choice in speeds if choice[0] != "loop end"), key=speeds.__getitem__)
    way, _ = max(speeds, key=speeds.__getitem__)
    speeds |= {(way, batch): speed((way, batch)) for batch in OTHER_BATCHES}
    best = max(speeds, key=speeds.__getitem__)
    return [step] if best == step else [step, best]


def faster_step(env: Any, threads: int) -> str:
    """The better of the two ways to step games from Python."""

    def speed(way: str) -> float:
        loop = PgxLoop(env, way, OTHER_BATCHES[0], threads)
        loop.measure(0.1)
        return max(loop.measure(0.3).rate("decisions_per_s") for _ in range(3))

    return max(WAYS[:2], key=speed)


def make_subjects(threads: int, batches: Sequence[int] = ()) -> Sequence[PgxLoop]:
    """Two for each game, or one where stepping 8192 games is the fastest of all; or one for each batch."""
    use_threads(threads)
    import jax  # noqa: PLC0415
    import pgx  # type: ignore[import-not-found]  # noqa: PLC0415
    from pgx.bridge_bidding import BridgeBidding  # type: ignore[import-not-found]  # noqa: PLC0415

    jax.config.update("jax_compilation_cache_dir", str(ENVIRONMENTS / "pgx-compiled"))
    jax.config.update("jax_persistent_cache_min_compile_time_secs", 0.5)
    key = f"{Peer.PGX.versions}, {threads} threads"
    found = json.loads(FOUND.read_text(encoding="utf-8")) if FOUND.exists() else {}
    subjects: list[PgxLoop] = []
    for name in GAMES:
        env = BridgeBidding(bridge_table()) if name == "bridge_bidding" else pgx.make(name)
        choices = found.setdefault(f"{key}, steps" if batches else key, {})
        if name not in choices:
            choices[name] = faster_step(env, threads) if batches else fastest(env, threads)
            FOUND.write_text(json.dumps(found, indent=1), encoding="utf-8")
        chosen = choices[name]
        if batches:
            # Which way is faster differs with the size: small games have both.
            ways = WAYS[:2] if name in SMALL else (choices[name],)
            sizes = batches if name in SMALL else sorted(batches)[-2:]
            chosen = [(way, batch) for way in ways for batch in sizes]
        subjects += [PgxLoop(env, way, batch, threads) for way, batch in chosen]
    for subject in subjects:
        subject.measure(0.01)  # compiles
    return subjects


if __name__ == "__main__":
    run(make_subjects, has_batches=True)
