"""Structured logs: one JSON object a line, without names, cards or secrets."""

import json
import logging
import sys
import time
from traceback import extract_tb
from typing import Final

_PLAIN: Final = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "taskName"}

MINUTE: Final = 60.0
MOST_A_MINUTE: Final = 20
MOST_MESSAGES: Final = 1000


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """A record with whatever was put into `extra`."""
        form: dict[str, object] = {
            "time": round(record.created, 3),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        form.update({name: value for name, value in record.__dict__.items() if name not in _PLAIN})
        if record.exc_info:
            form["trace"] = _trace(record.exc_info[1])
        form.pop("color_message", None)
        return json.dumps(form, default=str, ensure_ascii=False)


class Sparingly(logging.Filter):
    """The same message so many times a minute and no more; the next one says how many were left out."""

    def __init__(self) -> None:
        super().__init__()
        self._seen: dict[tuple[str, int, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is written."""
        now, key = time.monotonic(), (record.name, record.levelno, str(record.msg))
        since, count = self._seen.get(key, (now, 0))
        if now - since > MINUTE:
            if count > MOST_A_MINUTE:
                record.left_out = count - MOST_A_MINUTE
            since, count = now, 0
        if len(self._seen) > MOST_MESSAGES:
            self._seen.clear()
        self._seen[key] = since, count + 1
        return count < MOST_A_MINUTE


def _trace(error: BaseException | None) -> list[str]:
    """Where an error happened and of what kind it was, without its message: that may name cards."""
    lines: list[str] = []
    while error is not None:
        lines += [
            f"{frame.filename}:{frame.lineno} {frame.name}" for frame in extract_tb(error.__traceback__)
        ]
        lines.append(type(error).__qualname__)
        error = error.__cause__ or error.__context__
    return lines


def set_up(level: str) -> None:
    """Send all logs to the error output."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    handler.addFilter(Sparingly())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers[:] = []
        logger.propagate = True
    # Who connects from where, and to which table, is nobody's business.
    logging.getLogger("uvicorn.access").disabled = True
    logging.getLogger("uvicorn.error").setLevel(max(logging.WARNING, root.level))
