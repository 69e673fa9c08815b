"""What whoever runs the server may watch. Nothing here names a person, a table or a card."""

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

REGISTRY: Final = CollectorRegistry()
_QUICK: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)

TABLES: Final = Gauge("stramash_tables", "Tables in memory.", registry=REGISTRY)
QUARANTINED: Final = Counter("stramash_quarantined", "Tables found that cannot be opened.", registry=REGISTRY)
CONNECTIONS: Final = Gauge("stramash_connections", "Open WebSockets.", registry=REGISTRY)
INSIDE: Final = Gauge("stramash_inside", "Open connections of all kinds.", registry=REGISTRY)
TURNED_AWAY: Final = Counter(
    "stramash_turned_away", "Connections ended at the door, by reason.", ["why"], registry=REGISTRY
)
MOVES: Final = Counter("stramash_moves", "Moves made.", ["by"], registry=REGISTRY)
MOVES_BY: Final = {by: MOVES.labels(by) for by in ("person", "bot", "clock")}
DEALS: Final = Counter("stramash_deals", "Decks dealt.", registry=REGISTRY)
MATCHES: Final = Counter("stramash_matches", "Matches begun.", registry=REGISTRY)
REFUSED: Final = Counter("stramash_refused", "Requests and messages refused.", ["code"], registry=REGISTRY)
MOVE_SECONDS: Final = Histogram(
    "stramash_move_seconds", "From a move's arrival to its announcement.", buckets=_QUICK, registry=REGISTRY
)
SAVE_SECONDS: Final = Histogram(
    "stramash_save_seconds", "Saving, the wait for the commit included.", buckets=_QUICK, registry=REGISTRY
)
BOT_SECONDS: Final = Histogram("stramash_bot_seconds", "A bot's thinking.", buckets=_QUICK, registry=REGISTRY)
BOT_TROUBLE: Final = Counter(
    "stramash_bot_trouble", "Bots that were busy, slow, dead or wrong.", ["what"], registry=REGISTRY
)
SLOW_CLIENTS: Final = Counter(
    "stramash_slow_clients", "Connections closed for not keeping up.", registry=REGISTRY
)
QUEUED: Final = Gauge("stramash_queued_messages", "Messages waiting for connections.", registry=REGISTRY)
INBOX: Final = Gauge("stramash_inbox_messages", "Messages waiting for tables.", registry=REGISTRY)


def text() -> bytes:
    """All of them in the exposition format."""
    return generate_latest(REGISTRY)
