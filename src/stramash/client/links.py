"""Links to tables: the secret stands after the #, where no server's log sees it."""

import re
from typing import Final, Literal, NamedTuple

_LINK: Final = re.compile(r"(https?://[^/#?]+)/t/([a-z0-9]{6,32})#(seat|join|watch)=([A-Za-z0-9_-]{16,64})")


class Link(NamedTuple):
    """A link, taken apart."""

    server: str
    table: str
    kind: Literal["seat", "join", "watch"]
    secret: str

    def __str__(self) -> str:
        return f"{self.server}/t/{self.table}#{self.kind}={self.secret}"


def parse_link(text: str) -> Link:
    """The parts of a link; raises ValueError."""
    found = _LINK.fullmatch(text.strip())
    if found is None:
        raise ValueError("a link to a table looks like http://host:8470/t/TABLE#join=SECRET")
    kind: Literal["seat", "join", "watch"] = found[3]  # type: ignore[assignment]  # the pattern says so
    return Link(found[1], found[2], kind, found[4])
