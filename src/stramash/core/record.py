"""Records: a whole match as text, and back by replaying it. The notation is described in docs/notation.md.

A record is byte-exact. Whatever `load` accepts, `dump` writes again unchanged: every line is read by its
form, acted upon, and compared with the line that would be written for what was understood.
"""

import re
import unicodedata
from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final, NoReturn, Protocol, cast

from stramash.core.cards import CardCodeError
from stramash.core.errors import DeckError, IllegalMove, MoveSyntaxError, RecordError, RulesError
from stramash.core.game import AnyGame, Result
from stramash.core.match import AnyMatch, Deal, Match

VERSION: Final = 1
LONGEST_LINE: Final = 1000
"""In bytes, without the line's end; a deck of 72 cards takes 215."""
LONGEST_NAME: Final = 100
"""In characters."""
MOST_KNOWN: Final = 1 << 16
"""Moves of a game whose texts are remembered from record to record."""

_DIGEST_LENGTH: Final = 16
_THROWN_IN: Final = "thrown in"
_FIRST_LINE: Final = re.compile(r"stramash record (\d{1,9})", re.ASCII)
_CLOSING: Final = re.compile(r"(end|open) ([0-9a-f]{16})")
_MOVE: Final = re.compile(r"(\d{1,3}) (.+)", re.ASCII)
# Line ends, other control characters and halves of characters have no place in a line of text.
_UNPRINTABLE: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})


class Library(Protocol):
    """What a record needs to know of the games there are; the module `stramash.games` is one."""

    RULES_REVISION: int

    def get_written(
        self, game_id: str, seats: int | None, options: Mapping[str, str], revision: int, /
    ) -> AnyGame:
        """The game that written options meant in a revision of the rules; raises RulesError."""

    def written_options(self, game: AnyGame, revision: int, /) -> dict[str, str]:
        """The options in which a game differs from its preset, as texts."""


def is_name(name: str) -> bool:
    """Whether a player's name can stand in a record: some text without line ends and control characters."""
    return 0 < len(name) <= LONGEST_NAME and not any(unicodedata.category(c) in _UNPRINTABLE for c in name)


def dump(match: AnyMatch, library: Library) -> str:
    """A match as text: always the same text for the same match."""
    if not match.is_whole:
        raise ValueError("a match of which only the later deals are known has no record")
    writer = Writer(match, library)
    return "".join([writer.head, *map(writer.deal, match.deals), writer.end(is_over=match.is_over)])


class Writer:
    """A record written deal by deal: head, deals and end, one after the other, are what `dump` gives.

    It needs no deal of the match twice, so that nobody has to hold all of a long one.
    """

    def __init__(self, match: AnyMatch, library: Library) -> None:
        self._game = match.game
        self._digest = sha256()
        self.head = self._text(_header(match, library))

    def deal(self, deal: Deal[Any]) -> str:
        """The lines of the next deal."""
        moves = [_move_line(seat, move) for seat, move in deal.moves]
        ending = () if deal.result is None else _ending(deal.result)
        return self._text([*_opening(self._game, deal), *moves, *ending])

    def end(self, *, is_over: bool) -> str:
        """The closing line."""
        return f"{_closing(self._digest.hexdigest(), is_over=is_over)}\n"

    def _text(self, lines: Iterable[str]) -> str:
        text = "".join(f"{line}\n" for line in lines)
        self._digest.update(text.encode())
        return text


def load(data: str | bytes, library: Library) -> AnyMatch:
    """The match a record holds, every move of it replayed; raises RecordError and nothing else."""
    # A str may hold half characters, which UTF-8 does not have: they come out as bytes that do not decode.
    raw = data.encode(errors="surrogatepass") if isinstance(data, str) else data
    return _Reader(raw, library).match()


def _header(match: AnyMatch, library: Library) -> Iterator[str]:
    game = match.game
    yield f"stramash record {VERSION}"
    yield f"game {game.id}"
    yield f"seats {game.seats}"
    # A match that began under earlier rules is written under those: its record stays what it was.
    revision = library.RULES_REVISION if match.revision is None else match.revision
    yield f"rules {revision}"
    for name, value in library.written_options(game, revision).items():
        yield f"option {name}={value}"
    for seat, player in enumerate(match.names):
        if not is_name(player):
            raise ValueError(
                f"{player!r} cannot be a name in a record: 1 to {LONGEST_NAME} printable characters"
            )
        yield f"player {seat} {player}"
    yield f"dealer {match.first_dealer}"


def _opening(game: AnyGame, deal: Deal[Any]) -> tuple[str, str]:
    deck = " ".join(game.card_code(card) for card in deal.deck)
    return f"deal {deal.carry.deal} dealer {deal.carry.dealer}", f"deck {deck}"


def _move_line(seat: int, move: Any) -> str:
    return f"{seat} {move}"


def _ending(result: Result) -> tuple[str, ...]:
    if result.redeal:
        return (_THROWN_IN,)
    return "scores " + " ".join(map(str, result.scores)), "totals " + " ".join(map(str, result.totals))


def _closing(digest: str, *, is_over: bool) -> str:
    return f"{'end' if is_over else 'open'} {digest[:_DIGEST_LENGTH]}"


class _Reader:
    """One pass over the lines of a record, from the first to the last."""

    def __init__(self, data: bytes, library: Library) -> None:
        self.data = data
        self.library = library
        self.lines = data.split(b"\n")
        self.number = 0
        """The line read last, from 1."""
        self.start = 0
        """Where the next line begins, in bytes."""
        self.known: dict[str, Any] = {}
        """Moves by their text, as far as they were met in records of the same game."""

    def match(self) -> AnyMatch:
        """Read everything."""
        self._first_line()
        match = self._header()
        self.known = _known_moves(match.game)
        while not self._closes(match):
            if match.needs_deck:
                self._deal(match)
            elif match.is_over:
                self._fail("the match is over: only the closing line may follow")
            else:
                self._move(match)
        return match

    def _fail(self, problem: str, clause: str | None = None) -> NoReturn:
        raise RecordError(self.number, problem, clause)

    def _first_line(self) -> None:
        first = self.lines[0]
        found = _FIRST_LINE.fullmatch(first.decode("ascii", "replace"))
        if found is None:
            self.number = 1
            if _FIRST_LINE.fullmatch(first.rstrip(b"\r").decode("ascii", "replace")):
                self._fail("lines must end with a line feed alone; this file has carriage returns")
            problem = "the file is empty" if not self.data else "this is no stramash record"
            self._fail(f"{problem}; a record begins with 'stramash record {VERSION}'")
        if int(found[1]) != VERSION:
            self.number = 1
            self._fail(f"format version {found[1]} is not known here; this stramash reads version {VERSION}")
        if self.lines[-1]:
            self.number = len(self.lines)
            self._fail("the record is cut: its last line does not end")
        self._expect(f"stramash record {VERSION}")

    def _next(self) -> str:
        """The next line, decoded; the text of all before it ends at `start`."""
        raw = self.lines[self.number] if self.number < len(self.lines) - 1 else None
        self.number += 1
        if raw is None:
            self._fail("the record is cut: the closing line is missing")
        if len(raw) > LONGEST_LINE:
            self._fail(f"the line is longer than {LONGEST_LINE} bytes")
        try:
            text = raw.decode()
        except UnicodeDecodeError:
            self._fail("this line is not text in UTF-8")
        if text.endswith("\r"):
            self._fail("the line must end with a line feed alone, without a carriage return")
        self.start += len(raw) + 1
        return text

    def _back(self) -> None:
        """Unread the last line."""
        self.number -= 1
        self.start -= len(self.lines[self.number]) + 1

    def _expect(self, wanted: str) -> None:
        """Read the next line, which must be the one wanted."""
        line = self._next()
        if line != wanted:
            self._fail(f"{_short(line)} should be {wanted!r}")

    def _word(self, word: str) -> str:
        """What follows a word at the beginning of the next line."""
        line = self._next()
        if not line.startswith(f"{word} "):
            self._fail(f"{_short(line)} should begin with {word!r}")
        return line.removeprefix(f"{word} ")

    def _count(self, word: str) -> int:
        text = self._word(word)
        if not re.fullmatch(r"0|[1-9]\d{0,8}", text, re.ASCII):
            self._fail(f"{word} must be a plain number, not {_short(text)}")
        return int(text)

    def _header(self) -> AnyMatch:
        game_id = self._word("game")
        line_of = {"game": self.number}
        seats = self._count("seats")
        line_of["seats"] = self.number
        revision = self._count("rules")
        known = self.library.RULES_REVISION
        if not 1 <= revision <= known:
            problem = f"the record follows rules revision {revision}; this stramash knows 1 to {known}"
            self._fail(f"{problem}, a newer one can read it" if revision > known else problem)
        options: dict[str, str] = {}
        while (line := self._next()).startswith("option "):
            name, is_set, value = line.removeprefix("option ").partition("=")
            if not is_set or name in options:
                self._fail(f"{_short(line)} should set an option, each once: 'option NAME=VALUE'")
            options[name] = value
            line_of[name] = self.number
        self._back()
        game = self._game(game_id, seats, options, revision, line_of)
        names = tuple(self._player(seat) for seat in range(game.seats))
        dealer = self._count("dealer")
        if dealer >= game.seats:
            self._fail(f"the first dealer must be a seat from 0 to {game.seats - 1}, not {dealer}")
        return Match(game, dealer, names, None if revision == known else revision)

    def _game(
        self, game_id: str, seats: int, options: dict[str, str], revision: int, line_of: dict[str, int]
    ) -> AnyGame:
        try:
            game = self.library.get_written(game_id, seats, options, revision)
        except RulesError as error:
            problem = _short(str(error), 300, quoted=False)
            raise RecordError(line_of.get(error.option, self.number), problem) from None
        written = self.library.written_options(game, revision)
        if list(options.items()) != list(written.items()):
            should = ", ".join(f"{name}={value}" for name, value in written.items()) or "none"
            self._fail(f"the options must be those that differ from the game's own, in order: {should}")
        return game

    def _player(self, seat: int) -> str:
        name = self._word(f"player {seat}")
        if not is_name(name):
            self._fail(f"a name has 1 to {LONGEST_NAME} printable characters")
        return name

    def _closes(self, match: AnyMatch) -> bool:
        """Read the closing line if it is next."""
        if self.lines[self.number][:1].isdigit():
            return False  # a move: most lines are
        before = self.start
        line = self._next()
        found = _CLOSING.fullmatch(line)
        if found is None:
            self._back()
            return False
        if self.number != len(self.lines) - 1:
            self.number += 1
            self._fail("nothing may follow the closing line")
        if (found[1] == "end") != match.is_over:
            over = "over, so the record closes with 'end'" if match.is_over else "not over: close with 'open'"
            self._fail(f"the match is {over}")
        if line != _closing(sha256(self.data[:before]).hexdigest(), is_over=match.is_over):
            self._fail("the record was altered: its text does not have this digest")
        return True

    def _deal(self, match: AnyMatch) -> None:
        carry = match.next_carry
        assert carry is not None, "a deck is needed"
        self._expect(f"deal {carry.deal} dealer {carry.dealer}")
        codes = self._word("deck")
        try:
            deck = tuple(match.game.parse_card(code) for code in codes.split(" "))
            match.deal(deck)
        except (CardCodeError, DeckError) as error:
            self._fail(_short(str(error), 200, quoted=False))
        self._after_step(match)

    def _move(self, match: AnyMatch) -> None:
        line = self._next()
        found = _MOVE.fullmatch(line)
        if found is None:
            self._fail(f"{_short(line)} is no move; a move is a seat and what it does: '0 pass'")
        seat = int(found[1])
        if seat >= match.game.seats:
            self._fail(f"there is no seat {seat}; seats are 0 to {match.game.seats - 1}")
        text = found[2]
        move = self.known.get(text)
        if move is None:
            try:
                move = match.game.parse_move(text)
            except MoveSyntaxError as error:
                self._fail(_short(str(error), 300, quoted=False))
        if found[1] != str(seat) or (text not in self.known and str(move) != text):
            self._fail(f"{_short(line)} should be written {_move_line(seat, move)!r}")
        self.known[text] = move
        try:
            match.act(seat, move)
        except IllegalMove as error:
            self._fail(f"seat {seat}: {error.reason.sentence}", error.reason.clause)
        self._after_step(match)

    def _after_step(self, match: AnyMatch) -> None:
        """The checksum, where a deal has just ended."""
        result = match.deals[-1].result
        if result is not None:
            for ending in _ending(result):
                self._expect(ending)


@lru_cache(maxsize=8)
def _moves_of(game: Hashable) -> dict[str, Any]:
    return {}


def _known_moves(game: AnyGame) -> dict[str, Any]:
    """The moves of a game that were met before: who reads thousands of records meets the same ones again."""
    known = _moves_of(cast("Hashable", game))
    if len(known) > MOST_KNOWN:
        known.clear()
    return known


def _short(text: str, most: int = 60, *, quoted: bool = True) -> str:
    """A piece of a foreign text, fit to stand in a one-line message."""
    cut = text if len(text) <= most else text[: most - 3] + "..."
    if quoted:
        return repr(cut)
    return "".join(c if c.isprintable() else "?" for c in cut)
