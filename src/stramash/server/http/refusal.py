"""A request that is refused, with the answer its sender gets."""

from stramash.core.errors import StramashError
from stramash.server.protocol.bodies import (
    ErrorCode,
    Problem,
)
from stramash.wire.codec import Json


class Refusal(StramashError):
    """Not done; nothing has changed."""

    def __init__(
        self, code: ErrorCode, sentence: str, clause: str | None = None, option: str | None = None
    ) -> None:
        super().__init__(sentence)
        self.code: ErrorCode = code
        self.problem = Problem(code=code, sentence=sentence, clause=clause, option=option)

    def form(self) -> Json:
        """The problem as JSON."""
        return self.problem.model_dump()
