"""The executor for a Ray cluster; needs the extra `ray`."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from stramash.arena.executors import MOST_DEATHS, ArenaError, R, name_of
from stramash.core.extras import need

_AHEAD: Final = 2
"""Tasks that are handed over for each processor of the cluster, so that none waits for the next."""
_POLL: Final = 0.5


class RayExecutor:
    """A cluster that is running at an address, or with `local` one on this machine."""

    def __init__(self, address: str) -> None:
        need("ray", "ray")
        import ray  # noqa: PLC0415  # an extra: only who asks for a cluster needs it

        self._ray: Any = ray
        try:
            ray.init(address=address, log_to_driver=False)
        except (ConnectionError, ValueError, RuntimeError, OSError) as error:
            raise ArenaError(f"no Ray cluster at {address}: {error}") from None

    def run(
        self, function: Callable[[int], R], tasks: Iterable[int], is_stopped: Callable[[], bool]
    ) -> Iterator[tuple[int, R]]:
        """Stops at once; tasks that are under way are lost. Ray itself repeats a task whose worker died."""
        ray = self._ray
        remote = ray.remote(max_retries=MOST_DEATHS)(function_of_task)
        shared = ray.put(function)
        width = max(1, int(ray.cluster_resources().get("CPU", 1))) * _AHEAD
        left = iter(tasks)
        running: dict[Any, int] = {}
        try:
            while True:
                while len(running) < width and (task := next(left, None)) is not None:
                    running[remote.remote(shared, task)] = task
                if not running or is_stopped():
                    return
                ready, _ = ray.wait(list(running), num_returns=1, timeout=_POLL)
                for reference in ready:
                    task = running.pop(reference)
                    try:
                        value: R = ray.get(reference)
                    except Exception as error:  # whatever Ray wraps it in
                        raise ArenaError(f"deal {name_of(task)} cannot be played: {error}") from None
                    yield task, value
        finally:
            for reference in running:
                ray.cancel(reference, force=True)

    def close(self) -> None:
        """Leave the cluster."""
        self._ray.shutdown()


def function_of_task(function: Callable[[int], Any], task: int) -> Any:
    """What is done on the cluster."""
    return function(task)
