"""A guard for third-party bots: whatever they do, a legal move results, and faults are reported."""

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator
from random import Random
from time import perf_counter
from types import FrameType
from typing import Any, Final, NamedTuple

from stramash.bots.base import Bot
from stramash.bots.outside.program import BotFault
from stramash.bots.outside.specs import FoundBot
from stramash.bots.registry import seat_bot
from stramash.core.errors import Reason
from stramash.core.game import AnyGame

SUBSTITUTE: Final = "greedy"
Check = Callable[[Any], Reason | None]
"""Why a move is not legal now, or None; whoever runs the table knows, the bot does not."""


class TooLate(BaseException):
    """Raised in the middle of a bot's thinking; no `except Exception` of the bot catches it."""


class Answer(NamedTuple):
    """What came of a question to a bot."""

    move: Any | None
    """A legal move, or None: nothing out of turn, or a fault."""
    fault: BotFault | None
    seconds: float


def ask(
    question: Callable[[], Any], check: Check | None, limit: float | None, *, is_optional: bool = False
) -> Answer:
    """Put a question to a bot: its move if it is legal and in time, otherwise what went wrong."""
    began = perf_counter()
    move: Any = None
    fault: BotFault | None = None
    try:
        with time_limit(limit):
            move = question()
    except (Exception, TooLate) as error:
        fault = fault_of(error, limit)
    took = perf_counter() - began
    if fault is None and limit is not None and took > limit:
        fault = BotFault("late", f"the answer took {took:.1f} s, {limit:g} s are allowed")
    if fault is None and check is not None:
        fault = _problem_with(move, check, is_optional=is_optional)
    return Answer(move if fault is None else None, fault, took)


def fault_of(error: BaseException, limit: float | None) -> BotFault:
    """What a bot did wrong when this was raised."""
    if isinstance(error, BotFault):
        return error
    if isinstance(error, TooLate):
        return BotFault("late", f"no answer within {limit:g} s")
    return BotFault("crashed", f"{type(error).__name__}: {error}"[:300])


def _problem_with(move: Any, check: Check, *, is_optional: bool) -> BotFault | None:
    if move is None:
        return None if is_optional else BotFault("illegal", "no move was chosen")
    try:
        reason = check(move)
    except Exception as error:  # an object that is no move at all
        return BotFault("illegal", f"this is no move: {move!r:.100} ({type(error).__name__})")
    return None if reason is None else BotFault("illegal", f"{_text(move)}: {reason}")


class Guarded:
    """A bot that a spec names, with somebody who moves in its place when it fails."""

    def __init__(
        self, found: FoundBot, game: AnyGame, seed: str, check: Check, tell: Callable[[BotFault], None]
    ) -> None:
        self._limit = found.limit
        self._check = check
        self._tell = tell
        # It needs nothing that takes long to load: a player is waiting.
        self._substitute = seat_bot(SUBSTITUTE, game, Random(f"{seed}/fallback"))
        self._bot: Bot | None = self._heard(ask(lambda: found.factory(game, Random(seed)), None, self._limit))

    def choose(self, view: Any) -> Any:
        """A legal move in any case."""
        bot = self._bot
        move = None
        if bot is not None:
            move = self._heard(ask(lambda: bot.choose(view), self._check, self._limit))
        if move is None:
            move = self._substitute.interject(view)
        return self._substitute.choose(view) if move is None else move

    def interject(self, view: Any) -> Any | None:
        """A legal move out of turn, or None; a fault is no move."""
        bot = self._bot
        if bot is None:
            return None
        return self._heard(ask(lambda: bot.interject(view), self._check, self._limit, is_optional=True))

    def close(self) -> None:
        """Let go of what the bot holds, such as a program."""
        close = getattr(self._bot, "close", None)
        if close is not None:
            self._heard(ask(close, None, self._limit))

    def _heard(self, answer: Answer) -> Any | None:
        if answer.fault is not None:
            self._tell(answer.fault)
        return answer.move


@contextlib.contextmanager
def time_limit(seconds: float | None) -> Iterator[None]:
    """Raise TooLate in the body after some seconds, where it can be interrupted (POSIX, main thread)."""
    can_interrupt = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if seconds is None or not can_interrupt:
        yield
        return

    def too_late(number: int, frame: FrameType | None) -> None:
        raise TooLate

    before = signal.signal(signal.SIGALRM, too_late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _text(move: Any) -> str:
    try:
        return str(move)[:100]
    except Exception:  # the move of a foreign bot may be anything
        return type(move).__name__
