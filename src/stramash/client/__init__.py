"""The Python client of the table server: sit down by a link, see what your seat sees, play."""

from stramash.client.links import Link, parse_link
from stramash.client.rest import Rest, RestError
from stramash.client.seat import ClientError, RefusedByServer, SeatClient, sit_down

__all__ = [
    "ClientError",
    "Link",
    "RefusedByServer",
    "Rest",
    "RestError",
    "SeatClient",
    "parse_link",
    "sit_down",
]
