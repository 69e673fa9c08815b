"""The rulebook for players: docs/rules, clause by clause for one game at a time, and docs/rulings.md."""

import re
import textwrap
from collections.abc import Iterator
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NamedTuple

from stramash import games
from stramash.core.errors import RulesError, StramashError

__all__ = [
    "Clause",
    "Section",
    "UnknownClause",
    "all_clause_numbers",
    "clauses",
    "minute",
    "rules_text",
    "rulings",
    "sections",
]

_DOCUMENTS = tuple(f"rules/{family}.md" for family in games.FAMILIES)
_RULINGS = "rulings.md"
_MINUTE = "In a minute"
_MOST_NEAREST = 4
_WIDTH = 100

_SECTION_HEADING = re.compile(r"(?P<number>[CM]\d+) (?P<title>.+)")
_CLAUSE_HEADING = re.compile(r"(?P<number>[CM]\d+\.\d+) (?P<title>.+)")
_GAME_HEADING = re.compile(r"(?P<name>.+) \(`(?P<id>[a-z0-9-]+)`\)")
_NUMBER = re.compile(r"[A-Z](\d+)(?:\.(\d+))?")
_GAMES_OF_ITEM = re.compile(r"- (?P<ids>`[a-z0-9-]+`(?:, `[a-z0-9-]+`)*):? (?P<rest>.*)", re.DOTALL)
_ID = re.compile(r"`([a-z0-9-]+)`")
_ITEM_MARK = re.compile(r"- |\d\. ")
_ITEM_BREAK = re.compile(r"\n(?=- |\d\. )")
_LINK = re.compile(r"\[([^\[\]]+)\]\([^()\s]+\)")


class Clause(NamedTuple):
    """One numbered rule, as it reads in one game."""

    number: str
    title: str
    text: str
    section: str
    """The number and title of the section it stands in."""

    def __str__(self) -> str:
        return f"### {self.number} {self.title}\n\n{self.text}"


class Section(NamedTuple):
    """A part of the rulebook: an introduction, which may be all of it, and clauses."""

    number: str
    """Empty for a section that is not law, such as the one about words."""
    title: str
    text: str
    clauses: tuple[Clause, ...]

    @property
    def heading(self) -> str:
        """Number and title together."""
        return f"{self.number} {self.title}".strip()

    def __str__(self) -> str:
        parts = [f"## {self.heading}", self.text, *map(str, self.clauses)]
        return "\n\n".join(part for part in parts if part)


class UnknownClause(StramashError):
    """A clause or section that the rules of a game do not have; names the nearest ones."""

    def __init__(self, game_id: str, clause: str, nearest: tuple[str, ...]) -> None:
        super().__init__(f"{game_id} has no clause {clause!r}; the nearest are {', '.join(nearest)}")
        self.game_id = game_id
        self.clause = clause
        self.nearest = nearest


class _Document(NamedTuple):
    """One file, unfiltered."""

    names: dict[str, str]
    minutes: dict[str, str]
    sections: tuple[Section, ...]


def clauses(game_id: str) -> dict[str, Clause]:
    """Every clause that holds in a game as it comes, by number, without what concerns other games."""
    return {clause.number: clause for section in sections(game_id) for clause in section.clauses}


@cache
def sections(game_id: str) -> tuple[Section, ...]:
    """The sections of a game's rules in order, without what concerns other games only."""
    kept = (_section_for_game(section, game_id) for section in _document_of(game_id).sections)
    return tuple(section for section in kept if section.text or section.clauses)


def minute(game_id: str) -> str:
    """What a newcomer needs to know of a game, in a few sentences."""
    return _block_for_game(_document_of(game_id).minutes[game_id], game_id)


def rules_text(game_id: str, clause: str | None = None) -> str:
    """Markdown of a clause ("C9.2"), a section ("C9"), a ruling ("R10") or, with none, all of a game."""
    document = _document_of(game_id)
    if clause is None:
        parts = [f"# {document.names[game_id]}", f"## {_MINUTE}", minute(game_id)]
        return "\n\n".join([*parts, *map(str, sections(game_id))]) + "\n"
    wanted = clause.strip().upper()
    if wanted in rulings():
        return f"{rulings()[wanted]}\n"
    found = _find(sections(game_id), wanted)
    if found is not None:
        return f"{found}\n"
    # A host may have switched on, by an option, what the game as it comes does not have: show it, and say so.
    elsewhere = _find(document.sections, wanted)
    if elsewhere is None:
        raise UnknownClause(game_id, clause.strip(), _nearest(game_id, wanted))
    homes = ", ".join(f"`{home}`" for home in document.names if _find(sections(home), wanted) is not None)
    note = f"*Not a rule of `{game_id}` as it comes; it holds in {homes}.*"
    return f"{note}\n\n{_without_links(str(elsewhere))}\n"


@cache
def rulings() -> dict[str, str]:
    """Every ruling by its number: a reading that was chosen where the printed rules are silent."""
    text = _folder().joinpath(_RULINGS).read_text(encoding="utf-8")
    parts = [part for _, body in _split(text, "## ")[1] for part in _split(body, "### ")[1]]
    return {
        heading.partition(" ")[0]: f"### {heading}\n\n{_block_for_game(body, '')}" for heading, body in parts
    }


def all_clause_numbers() -> frozenset[str]:
    """The numbers of all clauses of all games."""
    return frozenset(
        clause.number
        for document in _documents()
        for section in document.sections
        for clause in section.clauses
    )


def _find(where: tuple[Section, ...], number: str) -> Section | Clause | None:
    for section in where:
        if number and section.number == number:
            return section
        for clause in section.clauses:
            if clause.number == number:
                return clause
    return None


def _nearest(game_id: str, wanted: str) -> tuple[str, ...]:
    """The numbers closest to one that is not there, in order; the sections where it is no number at all."""
    own = [section for section in sections(game_id) if section.number]
    match = _NUMBER.fullmatch(wanted)
    if match is None:
        return tuple(section.number for section in own)
    if match[2] is None:
        candidates = [section.number for section in own]
    else:
        candidates = [clause.number for section in own for clause in section.clauses]
    section_number, clause_number = _place(wanted)

    def distance(number: str) -> tuple[int, int]:
        at_section, at_clause = _place(number)
        return abs(at_section - section_number), abs(at_clause - clause_number)

    return tuple(sorted(sorted(candidates, key=distance)[:_MOST_NEAREST], key=_place))


def _place(number: str) -> tuple[int, int]:
    section, _, clause = number[1:].partition(".")
    return int(section), int(clause or 0)


def _document_of(game_id: str) -> _Document:
    for document in _documents():
        if game_id in document.names:
            return document
    raise RulesError("game", game_id, "must be one of " + ", ".join(_game_ids()))


@cache
def _game_ids() -> tuple[str, ...]:
    return tuple(game_id for document in _documents() for game_id in document.names)


@cache
def _documents() -> tuple[_Document, ...]:
    folder = _folder()
    return tuple(_parse(folder.joinpath(name).read_text(encoding="utf-8")) for name in _DOCUMENTS)


def _folder() -> Traversable:
    """Where the documents are: inside an installed package, or in docs/ of a source checkout."""
    installed = resources.files("stramash").joinpath("rulebook_text")
    return installed if installed.is_dir() else Path(__file__).parents[2] / "docs"


def _parse(text: str) -> _Document:
    names: dict[str, str] = {}
    minutes: dict[str, str] = {}
    found: list[Section] = []
    _, parts = _split(text, "## ")
    for heading, body in parts:
        if heading == _MINUTE:
            for title, words in _split(body, "### ")[1]:
                game = _expect(_GAME_HEADING, title)
                names[game["id"]], minutes[game["id"]] = game["name"], words
            continue
        numbered = _SECTION_HEADING.fullmatch(heading)
        number, title = (numbered["number"], numbered["title"]) if numbered else ("", heading)
        introduction, rules = _split(body, "### ")
        headings = [(_expect(_CLAUSE_HEADING, rule), words) for rule, words in rules]
        own = tuple(Clause(rule["number"], rule["title"], words, heading) for rule, words in headings)
        found.append(Section(number, title, introduction, own))
    return _Document(names, minutes, tuple(found))


def _expect(pattern: re.Pattern[str], heading: str) -> re.Match[str]:
    match = pattern.fullmatch(heading)
    if match is None:
        raise ValueError(f"the rulebook has a heading of the wrong form: {heading!r}")
    return match


def _split(text: str, mark: str) -> tuple[str, list[tuple[str, str]]]:
    """The text before the first heading of a level, then each heading with the text under it."""
    first, *rest = re.split(f"^{mark}", text, flags=re.MULTILINE)
    parts = (part.partition("\n") for part in rest)
    return first.strip(), [(heading.strip(), body.strip()) for heading, _, body in parts]


def _section_for_game(section: Section, game_id: str) -> Section:
    own = (clause._replace(text=_text_for_game(clause.text, game_id)) for clause in section.clauses)
    return section._replace(
        text=_text_for_game(section.text, game_id), clauses=tuple(clause for clause in own if clause.text)
    )


def _text_for_game(text: str, game_id: str) -> str:
    """A text without the list items and table columns that concern other games only."""
    blocks = (_block_for_game(block, game_id) for block in text.split("\n\n"))
    return "\n\n".join(block for block in blocks if block)


def _block_for_game(block: str, game_id: str) -> str:
    if block.startswith("|"):
        return "\n".join(_table_for_game(block, game_id))
    if block.startswith("- "):
        block = _list_for_game(block, game_id)
    items = _ITEM_BREAK.split(_without_links(block))
    return "\n".join(_filled(item) for item in items)


def _filled(item: str) -> str:
    """A paragraph or list item, its lines filled again after words were taken out of it."""
    mark = _ITEM_MARK.match(item)
    indent = " " * len(mark[0]) if mark else ""
    words = " ".join(item.split())
    return textwrap.fill(
        words, _WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def _list_for_game(block: str, game_id: str) -> str:
    kept: list[str] = []
    for item in _ITEM_BREAK.split(block):
        games = _games_of(item)
        if games is None:
            kept.append(item)
        elif game_id in _ID.findall(games["ids"]):
            rest = games["rest"]
            kept.append("- " + rest[0].upper() + rest[1:])
    if len(kept) == 1 and kept[0] not in block:
        # What is left of a list over games is plain text for a single one.
        return kept[0].removeprefix("- ")
    return "\n".join(kept)


def _games_of(item: str) -> re.Match[str] | None:
    """The ids a list item begins with, if it is one for some games only."""
    match = _GAMES_OF_ITEM.fullmatch(item)
    if match is None or not set(_ID.findall(match["ids"])) <= set(_game_ids()):
        return None
    return match


def _table_for_game(block: str, game_id: str) -> Iterator[str]:
    """A table with one column a game keeps only the chosen one; other tables stay as they are."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in block.splitlines()]
    others = {f"`{other}`" for other in _game_ids() if other != game_id}
    columns = [column for column, head in enumerate(rows[0]) if head not in others]
    for row in rows:
        yield "| " + " | ".join(row[column] for column in columns) + " |"


def _without_links(text: str) -> str:
    """The text of links without their addresses, which lead nowhere outside the documents."""
    return _LINK.sub(r"\1", text)
