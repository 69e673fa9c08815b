"""Where a request comes from, the name it was sent to, and whether its page may talk to this server."""

import ipaddress
import re
import socket
from collections.abc import Iterable
from typing import Final

from starlette.datastructures import Headers
from starlette.types import Scope

from stramash.server.config import HOST, host_in

_DEFAULT_PORTS: Final = {"http": "80", "https": "443"}
_ORIGIN: Final = re.compile(r"(https?)://([^/?#\s]+)")
_SITE_OF_OTHERS: Final = ("cross-site", "same-site")


# Where it comes from.


def look_behind_proxies(scope: Scope, hops: int) -> None:
    """Take client and scheme from the proxies that are trusted: what stands left of their word is anybody's.

    Each proxy adds the address it saw on the right of X-Forwarded-For, so with n trusted proxies the
    n-th from the right is the first that none of them vouches for, and that one counts.
    """
    if hops < 1:
        return
    headers = Headers(scope=scope)
    seen = _listed(headers, "x-forwarded-for")
    if seen:
        scope["client"] = (seen[-min(hops, len(seen))], 0)
    schemes = _listed(headers, "x-forwarded-proto")
    if schemes:
        scheme = schemes[-min(hops, len(schemes))].lower()
        if scheme in _DEFAULT_PORTS:
            is_socket = scope["type"] == "websocket"
            scope["scheme"] = scheme.replace("http", "ws") if is_socket else scheme


def _listed(headers: Headers, name: str) -> list[str]:
    return [part.strip() for line in headers.getlist(name) for part in line.split(",") if part.strip()]


def address_of(scope: Scope) -> str:
    """The address that a request counts for; one household's IPv6 addresses, a /64, are one."""
    client = scope.get("client")
    return counted(client[0]) if client else "unknown"


def counted(text: str) -> str:
    """An address as limits count it; what is none is told apart from no other such text."""
    found = re.fullmatch(r"\[(.*)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+", text)
    bare = text if found is None else found[1] or found[2]
    try:
        address = ipaddress.ip_address(bare.partition("%")[0])
    except ValueError:
        return "unknown"
    if isinstance(address, ipaddress.IPv6Address):
        mapped = address.ipv4_mapped
        if mapped is not None:
            return str(mapped)
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


# The name it was sent to.


class OwnNames:
    """The names this server answers to.

    Against DNS rebinding: a page of evil.example whose name suddenly leads here still sends that name. A bare
    address cannot be made to lead elsewhere, so every address is fine.
    """

    def __init__(self, names: Iterable[str]) -> None:
        machine = socket.gethostname().lower()
        given = {name.lower().rstrip(".") for name in names}
        self._all = "*" in given
        self._names = {"localhost", machine, f"{machine}.local"} | given

    def __contains__(self, written: str) -> bool:
        name = host_in(written)
        if name is None:
            return False
        return self._all or name in self._names or _is_address(name)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


# The page behind it.


def is_allowed_origin(scope: Scope, origins: Iterable[str]) -> bool:
    """Whether a page may talk to us: our own, or one the server was told of. Programs send no origin."""
    headers = Headers(scope=scope)
    sent = headers.getlist("origin")
    if "*" in origins:
        return True
    if not sent:
        return headers.get("sec-fetch-site") not in _SITE_OF_OTHERS
    origin = _plain(sent[0]) if len(sent) == 1 else None
    scheme = scope.get("scheme", "http").replace("ws", "http")
    own = f"{scheme}://{headers.get('host', '')}"
    return origin is not None and origin in {_plain(each) for each in (own, *origins)}


def _plain(origin: str) -> str | None:
    """An origin as it can be compared: scheme, name and port, the usual port left out."""
    found = _ORIGIN.fullmatch(origin.lower())
    parts = None if found is None else HOST.fullmatch(found[2])
    if found is None or parts is None:
        return None
    port = "" if parts[2] in (None, _DEFAULT_PORTS[found[1]]) else f":{parts[2]}"
    return f"{found[1]}://{parts[1]}{port}"
