"""Bots of others that the host has brought along. Clients name them; the specs never leave the server."""

import re
from collections.abc import Iterable
from typing import Final

from stramash.bots.outside.specs import plugged_in
from stramash.bots.registry import BOTS

SENTENCE: Final = "Brought along by the host of this server."
_NAME: Final = re.compile(r"[a-z0-9-]{1,32}")


class GuestError(ValueError):
    """A bot that cannot be offered under its name."""


def read_guests(entries: Iterable[str], *, with_plugged_in: bool) -> dict[str, str]:
    """The specs by the names that tables know them by; an entry is NAME=SPEC."""
    guests = {name: name for name in plugged_in() if _NAME.fullmatch(name)} if with_plugged_in else {}
    for entry in entries:
        name, _, spec = (part.strip() for part in entry.partition("="))
        if not spec or not _NAME.fullmatch(name):
            raise GuestError(f"{entry!r}: write NAME=SPEC, with a name of small letters, digits and hyphens")
        if name in BOTS:
            raise GuestError(f"{name} is a bot of stramash; give yours another name")
        guests[name] = spec
    return guests
