"""A net so small that tests can teach it."""

from typing import Any, Final

NET: Final[dict[str, Any]] = {"width": 32, "blocks": 1, "move_width": 16, "critic_width": 32}
TINY: Final[dict[str, Any]] = {**NET, "games": 24, "steps": 4, "random_steps": 10, "critic_warmup": 0}
