"""A request that is refused, with the answer its sender gets."""

from stramash.core.errors import StramashError
from stramash.server.protocol.basics import ErrorCode, Problem
from stramash.wire.codec import Json


class Refusal(StramashError):
    """Not done; nothing has changed."""

    def __init__(
        self,
        code: ErrorCode,
        sentence: str,
        clause: str | None = None,
        option: str | None = None,
        retry_after: int | None = None,
    ) -> None:
        sentence = _sendable(sentence)
        super().__init__(sentence)
        self.code: ErrorCode = code
        self.problem = Problem(
            code=code,
            sentence=sentence,
            clause=clause,
            option=option and _sendable(option),
            retry_after=retry_after,
        )

    def form(self) -> Json:
        """The problem as JSON."""
        return self.problem.model_dump()


def _sendable(text: str) -> str:
    """A text that may quote halves of characters, without them."""
    return text.encode(errors="replace").decode()


def has_surrogates(text: str) -> bool:
    """Whether a text has halves of characters in it, which JSON can write and nobody can send."""
    return any("\ud800" <= letter <= "\udfff" for letter in text)
