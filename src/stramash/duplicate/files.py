"""A set of deals as a file: as many of the deals as its secret opens, and how they were played."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from stramash import games, records
from stramash.core.errors import RecordError, RulesError, StramashError
from stramash.core.game import AnyGame
from stramash.core.match import AnyMatch
from stramash.core.record import is_name
from stramash.core.seats import Seat
from stramash.duplicate.sets import MOST_DEALS, DealSet, one_deal
from stramash.duplicate.standing import Played
from stramash.fairness.promise import Promise, new_seed

FORMAT: Final = "stramash duplicate 1"
MOST_BYTES: Final = 16 * 1024 * 1024
MOST_RESULTS: Final = 10_000
ME: Final[Seat] = 0
"""Where everybody sits who plays a set of a file."""
_HEX: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)


class SetError(StramashError):
    """A file that is no set of deals, or does not belong to one."""


@dataclass(frozen=True)
class Result:
    """How somebody played a deal: the record of it, which was replayed when it was read."""

    name: str
    deal: int
    match: AnyMatch

    @property
    def scores(self) -> tuple[int, ...]:
        """Points of the deal, one entry a side."""
        result = self.match.deals[-1].result
        assert result is not None, "only finished deals are results"
        return result.scores


@dataclass
class SetFile:
    """What a file holds."""

    game: AnyGame
    deals: int
    level: str
    """Of the bots on all other seats."""
    commitment: str
    """Fixes every deck; in every copy of the set."""
    opened: int = 0
    """How many deals can be dealt from this copy: those whose secrets it has."""
    secret: bytes = b""
    """Of the last of them."""
    results: list[Result] = field(default_factory=list)
    running: dict[str, str] = field(default_factory=dict)
    """The record of the deal that somebody is in the middle of, by name."""
    has_hints: bool = False
    """Whether who plays it may ask for hints: all may, or nobody."""

    @property
    def deal_set(self) -> DealSet:
        """The deals that can be dealt. The secret of one opens those before it, and none after it."""
        return DealSet(self.game, self.opened, self.secret)

    def open(self, secret: str) -> int:
        """Take the secret of a deal in; which one it is. Raises SetError."""
        if not _HEX.fullmatch(secret):
            raise SetError("a key is 64 of the digits 0 to 9 and a to f")
        promise = Promise(1, 1, self.deals, self.commitment)
        for deal in range(1, self.deals + 1):
            if promise.is_kept_by(deal, bytes.fromhex(secret)):
                if deal > self.opened:
                    self.opened, self.secret = deal, bytes.fromhex(secret)
                return deal
        raise SetError("that is no key of this set")

    def next_deal(self, name: str) -> int | None:
        """The first deal that somebody has not played; None after the last."""
        done = {result.deal for result in self.results if result.name == name}
        return next((deal for deal in range(1, self.deals + 1) if deal not in done), None)

    def played(self) -> tuple[list[str], list[Played]]:
        """Everybody by name, and what they played; a player's number is the place of the name."""
        names = list(dict.fromkeys(result.name for result in self.results))
        return names, [Played(names.index(one.name), one.deal, one.scores) for one in self.results]

    def add(self, results: Iterable[Result]) -> int:
        """Take results of others in; how many were new. What somebody has played first counts."""
        known = {(result.name, result.deal) for result in self.results}
        new = [result for result in results if (result.name, result.deal) not in known]
        self.results += new
        return len(new)


def new_set(
    game: AnyGame,
    deals: int,
    level: str,
    seed: int | None = None,
    *,
    is_sealed: bool = False,
    has_hints: bool = False,
) -> tuple[SetFile, DealSet]:
    """A new set, and its deals for whoever gives the keys out."""
    named = f"stramash duplicate seed {seed} {game.id} {game.seats}"
    chance = new_seed() if seed is None else sha256(named.encode()).digest()
    whole = DealSet(one_deal(game), deals, chance)
    opened = 0 if is_sealed else deals
    secret = b"" if is_sealed else chance
    made = SetFile(whole.game, deals, level, whole.promise.anchor, opened, secret, has_hints=has_hints)
    return made, whole


def keys_text(whole: DealSet) -> str:
    """The keys of a sealed set, one a line, to be given out deal by deal."""
    lines = [f"deal {deal} {whole.secret(deal).hex()}\n" for deal in range(1, whole.deals + 1)]
    return f"stramash duplicate keys 1\nset {whole.promise.anchor}\n{''.join(lines)}"


def save(made: SetFile, path: Path) -> None:
    """Write a set so that the file is always whole."""
    form = {
        "format": FORMAT,
        "game": made.game.id,
        "seats": made.game.seats,
        "rules": games.RULES_REVISION,
        "options": games.written_options(made.game),
        "deals": made.deals,
        "level": made.level,
        "hints": made.has_hints,
        "commitment": made.commitment,
        "opened": made.opened,
        "secret": made.secret.hex(),
        "results": [
            {"name": one.name, "deal": one.deal, "record": records.dump(one.match)} for one in made.results
        ],
        "running": made.running,
    }
    records.write_whole(path, (json.dumps(form, indent=1, ensure_ascii=False) + "\n").encode())


def read(path: Path) -> SetFile:
    """The set in a file, with every result replayed; raises SetError and OSError."""
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise SetError(f"{path}: longer than any set of deals")
    try:
        return _read(json.loads(data))
    except (SetError, RecordError, RulesError) as error:
        raise SetError(f"{path}: {error}") from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise SetError(f"{path}: no set of deals, or a damaged one") from None


def _read(form: dict[str, Any]) -> SetFile:
    if not isinstance(form, dict) or form.get("format") != FORMAT:
        raise SetError("no set of deals that this version of stramash knows")
    game = one_deal(games.get_written(form["game"], form["seats"], form["options"], form["rules"]))
    made = SetFile(game, form["deals"], str(form["level"]), str(form["commitment"]))
    if type(made.deals) is not int or not 1 <= made.deals <= MOST_DEALS:
        raise SetError(f"a set has 1 to {MOST_DEALS} deals")
    if not _HEX.fullmatch(made.commitment):
        raise SetError("the set's commitment is damaged")
    if form["secret"] and made.open(str(form["secret"])) != form["opened"]:
        raise SetError("the set's secret is not that of the last deal it opens")
    if len(form["results"]) > MOST_RESULTS:
        raise SetError(f"more than {MOST_RESULTS} results")
    made.has_hints = form.get("hints", False) is True
    made.results = [_result(made, one) for one in form["results"]]
    made.running = {str(name): str(text) for name, text in form["running"].items() if is_name(str(name))}
    return made


def _result(made: SetFile, form: dict[str, Any]) -> Result:
    """A result that follows the rules, with the cards of its deal."""
    name, deal = form["name"], form["deal"]
    if not isinstance(name, str) or not is_name(name) or type(deal) is not int:
        raise SetError("a result without name or deal")
    match = records.load(form["record"])
    if not match.is_over or match.game != made.game:
        raise SetError(f"deal {deal} of {name} is not finished, or is another game")
    if not is_of_set(made, match, deal):
        raise SetError(f"deal {deal} of {name} was played with other cards than those of the set")
    return Result(name, deal, match)


def is_of_set(made: SetFile, match: AnyMatch, deal: int) -> bool:
    """Whether a match was dealt the cards of a deal that this copy can open."""
    if not 1 <= deal <= made.opened:
        return False
    deals = made.deal_set
    return match.first_dealer == deals.dealer(deal) and all(
        dealt.deck == deals.deck(deal, again) for again, dealt in enumerate(match.deals)
    )
