"""Numbers of the table protocol that client and server share. docs/protocol.md tells the story."""

from typing import Final

PROTOCOL: Final = 1
"""Raised when a client of the version before could not go on."""

MESSAGE_LIMIT: Final = 64 * 1024
"""Bytes of the largest message or body that is read."""

# Close codes of the WebSocket, besides 1000 and 1001.
CLOSE_BAD_MESSAGE: Final = 4400
CLOSE_FORBIDDEN: Final = 4403
CLOSE_UNKNOWN: Final = 4404
CLOSE_SLOW: Final = 4408
CLOSE_QUARANTINED: Final = 4410
CLOSE_TOO_MANY: Final = 4429
CLOSE_COME_BACK: Final = 4503

FINAL_CODES: Final = frozenset({CLOSE_BAD_MESSAGE, CLOSE_FORBIDDEN, CLOSE_UNKNOWN, CLOSE_QUARANTINED})
"""After these it makes no sense to come back with the same secret."""
