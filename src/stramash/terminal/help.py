"""Help at the table: the commands, the rules at hand, any clause, and a search through all of them."""

import re
from collections.abc import Iterable
from typing import Final

from rich.console import Group as Lines
from rich.console import RenderableType
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from stramash import rulebook
from stramash.rulebook import Clause, UnknownClause

COMMANDS: Final = (
    ("3", "choose number 3 of the list"),
    ("5r J Q", "play (give, display, put away) these cards; ways to read them are offered"),
    ("pass, bet 15", "and every other move as it is written in records; bets at any time (C10.1)"),
    ("more, back", "the next page of a list; back to the groups"),
    ("Enter", "show the table again"),
    ("?", "this help;  ? C4.1  one rule;  ? bombs  search the rules"),
    ("why", "the rule behind the last refusal, or behind what is asked;  why 5r 6r  may I play this?"),
    ("hint", "what the greedy bot would do"),
    ("coach", "what your hand is worth before a bet or bid: chances and points, with their errors"),
    ("log, score", "what happened in this deal;  the scores so far"),
    ("save, quit", "where the match is kept (it is saved after every move);  leave, and go on another time"),
)
_CLAUSE: Final = re.compile(r"[cm]\d+(\.\d+)?", re.IGNORECASE)
_MOST_FOUND: Final = 8


def overview(game_id: str, at_hand: Iterable[str]) -> RenderableType:
    """The commands and the titles of the rules that matter now."""
    table = Table.grid(padding=(0, 2))
    for command, meaning in COMMANDS:
        table.add_row(Text(f"  {command}", style="cyan", no_wrap=True), meaning)
    known = rulebook.clauses(game_id)
    rules = [known[number] for number in at_hand if number in known]
    return Lines(table, Text("Rules at hand:", style="bold"), *map(_title, rules))


def look_up(game_id: str, wanted: str) -> RenderableType:
    """One clause by its number, or the clauses that speak of some words."""
    if _CLAUSE.fullmatch(wanted):
        try:
            return clause(game_id, wanted)
        except UnknownClause as error:
            return Text(f"{error}.")
    found = search(game_id, wanted)
    if not found:
        return Text(f"The rules say nothing of {wanted!r}.")
    if len(found) == 1:
        return clause(game_id, found[0].number)
    shown = [_title(item) for item in found[:_MOST_FOUND]]
    if len(found) > _MOST_FOUND:
        shown.append(Text(f"  and {len(found) - _MOST_FOUND} more", style="dim"))
    return Lines(*shown, Text("Read one with, for example:  ? " + found[0].number, style="dim"))


def clause(game_id: str, number: str) -> RenderableType:
    """One clause or section in full."""
    return Markdown(rulebook.rules_text(game_id, number))


def search(game_id: str, words: str) -> list[Clause]:
    """The clauses that hold all of some words; those with them in the title first."""
    wanted = [_stem(word) for word in words.lower().split()]
    every = rulebook.clauses(game_id).values()

    def holds(text: str) -> bool:
        return all(word in text.lower() for word in wanted)

    found = [item for item in every if holds(f"{item.title} {item.text}")]
    return sorted(found, key=lambda item: not holds(item.title))


def _stem(word: str) -> str:
    """A word without the s of its plural."""
    return word[:-1] if len(word) > 3 and word.endswith("s") else word


def _title(item: Clause) -> Text:
    return Text.assemble("  ", (f"{item.number:<6}", "cyan"), item.title)
