"""What whoever runs the server may set: by flags, STRAMASH_… in the environment, or a TOML file."""

import dataclasses
import os
import re
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from stramash.core.errors import StramashError
from stramash.server.thinking.guests import GuestError, read_guests

HOST: Final = re.compile(r"(\[[0-9a-fA-F:.]+\]|[^\[\]:/@?#\s]+)(?::([0-9]{1,5}))?")
"""A name or an address, and perhaps a port."""


class ConfigError(StramashError):
    """A setting that makes no sense."""


def host_in(written: str) -> str | None:
    """The name in a Host header or an origin, without its port; None where it makes no sense."""
    found = HOST.fullmatch(written)
    return None if found is None else found[1].strip("[]").rstrip(".").lower()


def default_data() -> Path:
    """The folder for the embedded database, where this system keeps a user's data."""
    home = Path.home()
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "stramash"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local")) / "stramash"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "stramash"


@dataclass(frozen=True, kw_only=True)
class Config:
    """All settings: each is a variable STRAMASH_FIELD and a line of a file, the usual ones flags as well."""

    host: str = "127.0.0.1"
    port: int = 8470
    data: str = ""
    """Folder of the embedded database; the user's data folder if empty."""
    database: str = ""
    """postgresql://… instead of the embedded database."""
    origins: tuple[str, ...] = ()
    """Origins of pages that may connect, besides the server's own; * allows all."""
    public_name: str = ""
    """Name under which people reach the server, as in cards.example.org or http://cards.example.org:8080."""
    allowed_hosts: tuple[str, ...] = ()
    """More names that it answers to, besides addresses, localhost and the machine's own; * allows all."""
    behind_proxy: bool = False
    """Trust X-Forwarded-For and X-Forwarded-Proto of whoever connects (nginx, Caddy): one trusted hop."""
    trusted_hops: int = 0
    """How many proxies stand in front of the server, each adding to X-Forwarded-For."""
    lease_seconds: float = 6.0
    """How long a table stays with a process that does not answer (PostgreSQL)."""
    bot_processes: int = 1
    bot_delay: float = 0.2
    """Seconds that a bot takes for a move, on average."""
    bot_patience: float = 20.0
    """Seconds after which a bot's move is made by the greedy bot instead."""
    given_up_after: float = 900.0
    """Seconds after which a person who is away from a match has no say; never before a bot steps in."""
    rest_seconds: float = 60.0
    """After this time without anybody looking on, a table of bots alone waits for somebody."""
    bots: tuple[str, ...] = ()
    """Bots of others that may sit at tables, each as NAME=SPEC; tables know them by their names alone."""
    plugged_in_bots: bool = False
    """Offer the bots that installed packages bring along, too."""
    cut_seconds: float = 2.0
    """Seconds that a deal waits for the cuts of people who are connected."""
    warm_up: bool = True
    """Prepare the stronger bots as soon as the server starts."""
    most_tables: int = 20_000
    """Tables that the database may hold."""
    tables_per_address: int = 300
    """Tables that one address may create at once; one more every two minutes. A club shares one address."""
    requests_per_second: float = 60.0
    """Requests of one address, in the long run; ten times as many at once."""
    messages_per_second: float = 20.0
    """Messages of one connection, in the long run."""
    connections_per_address: int = 500
    """Connections of all kinds of one address; behind a proxy, its WebSockets."""
    most_connections: int = 10_000
    """Connections in all, and never more than the system's limit of open files leaves room for."""
    request_seconds: float = 10.0
    """Seconds in which a request must have come whole."""
    idle_seconds: float = 300.0
    """After this time without anybody a table leaves the memory; it comes back when asked for."""
    keep_days: float = 365.0
    """Tables that nobody has touched for so long are forgotten."""
    log_level: str = "info"

    def __post_init__(self) -> None:
        for name, low, high in _RANGES:
            if not low <= getattr(self, name) <= high:
                raise ConfigError(f"{name} must be from {low} to {high}, not {getattr(self, name)}")
        if self.database and not self.database.startswith(("postgresql://", "postgres://")):
            raise ConfigError("database must be postgresql://…; without it the embedded database is used")
        if self.public_name and host_in(self.public_origin.partition("://")[2]) is None:
            raise ConfigError(
                "public_name must be a name such as cards.example.org, with or without https://"
            )
        for name in self.allowed_hosts:
            if name != "*" and host_in(name) != name.lower().rstrip("."):
                raise ConfigError(
                    f"allowed_hosts: {name!r} is no name; ports and schemes do not belong there"
                )
        try:
            self.guests()
        except GuestError as error:
            raise ConfigError(f"bots: {error}") from None
        if self.log_level not in ("debug", "info", "warning", "error"):
            raise ConfigError("log_level must be debug, info, warning or error")

    def guests(self) -> dict[str, str]:
        """Bots of others that may sit at tables: spec by name."""
        return read_guests(self.bots, with_plugged_in=self.plugged_in_bots)

    @property
    def hops(self) -> int:
        """How many proxies are trusted."""
        return max(self.trusted_hops, int(self.behind_proxy))

    @property
    def public_origin(self) -> str:
        """The origin of the page under its public name; https where nothing else is said."""
        name = self.public_name.rstrip("/")
        return name if "://" in name or not name else f"https://{name}"

    @property
    def names(self) -> tuple[str, ...]:
        """The names that the server answers to, besides those that every server does."""
        public = host_in(self.public_origin.partition("://")[2])
        return (self.host, *self.allowed_hosts, *([public] if public else []))

    @property
    def page_origins(self) -> tuple[str, ...]:
        """Origins of pages that may connect, besides the one a request was sent to."""
        return (*self.origins, *([self.public_origin] if self.public_name else []))

    @property
    def data_folder(self) -> Path:
        """Where the embedded database is."""
        return Path(self.data).expanduser() if self.data else default_data()


_RANGES: tuple[tuple[str, float, float], ...] = (
    ("port", 0, 65535),
    ("trusted_hops", 0, 16),
    ("lease_seconds", 0.5, 3600),
    ("bot_processes", 1, 256),
    ("bot_delay", 0, 60),
    ("bot_patience", 0.1, 3600),
    ("given_up_after", 0, 10**9),
    ("rest_seconds", 0, 10**9),
    ("cut_seconds", 0, 60),
    ("most_tables", 1, 10**9),
    ("tables_per_address", 1, 10**9),
    ("requests_per_second", 0.01, 10**9),
    ("messages_per_second", 0.01, 10**9),
    ("connections_per_address", 1, 10**9),
    ("most_connections", 1, 10**9),
    ("request_seconds", 0.1, 3600),
    ("idle_seconds", 0.1, 10**9),
    ("keep_days", 0, 10**6),
)


def load_config(flags: Mapping[str, Any], environment: Mapping[str, str], file: Path | None = None) -> Config:
    """Flags win over the environment, which wins over the file, which wins over the defaults."""
    known = {field.name: field for field in dataclasses.fields(Config)}
    values: dict[str, Any] = {}
    if file is None and environment.get("STRAMASH_CONFIG"):
        file = Path(environment["STRAMASH_CONFIG"])
    if file is not None:
        try:
            written = tomllib.loads(file.read_text(encoding="utf-8"))
        except (OSError, tomllib.TOMLDecodeError) as error:
            raise ConfigError(f"cannot read {file}: {error}") from None
        for name, value in written.items():
            if name not in known:
                raise ConfigError(f"{file}: no such setting {name!r}; there are {', '.join(known)}")
            values[name] = _fit(name, value, known[name].type)
    for name, field in known.items():
        text = environment.get(f"STRAMASH_{name.upper()}")
        if text is not None:
            values[name] = _fit(name, text, field.type)
    values.update({name: value for name, value in flags.items() if value is not None})
    return Config(**values)


def _fit(name: str, value: Any, kind: Any) -> Any:
    """A value of the file or the environment as its field wants it."""
    try:
        if kind is bool:
            if isinstance(value, bool):
                return value
            return {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False,
                    "no": False, "off": False}[str(value).lower()]  # fmt: skip
        if kind in (int, float):
            return kind(value)
        if kind is str:
            return str(value)
        if name == "bots":  # a spec may hold blanks and commas
            if isinstance(value, dict):
                return tuple(f"{key}={spec}" for key, spec in value.items())
            entries = value if isinstance(value, list) else str(value).split(";")
            return tuple(entry.strip() for entry in entries if entry.strip())
        return tuple(value) if isinstance(value, list) else tuple(str(value).replace(",", " ").split())
    except (AttributeError, KeyError, TypeError, ValueError):
        raise ConfigError(f"{name} = {value!r} makes no sense") from None
