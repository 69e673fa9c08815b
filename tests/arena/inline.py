"""An executor without processes, for tests of what is above executors."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

R = TypeVar("R")


class InlineExecutor:
    """Carries out tasks here, one after the other."""

    def run(
        self, function: Callable[[int], R], tasks: Iterable[int], is_stopped: Callable[[], bool]
    ) -> Iterator[tuple[int, R]]:
        """Stops between two tasks."""
        for task in tasks:
            if is_stopped():
                return
            yield task, function(task)

    def close(self) -> None:
        """Nothing is held."""
