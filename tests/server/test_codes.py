"""Every code that the server sends is in its schema, and every code of the schema is sent by something."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import stramash.server
from stramash.server.http.problems import STATUS
from stramash.server.protocol.basics import ErrorCode
from stramash.server.protocol.messages import NoticeCode
from stramash.server.table.table import Ending
from stramash.wire import protocol

SOURCES = [*Path(stramash.server.__path__[0]).rglob("*.py")]
DOCS = Path(__file__).parents[2] / "docs" / "protocol.md"


def first_arguments(name: str) -> Iterator[ast.expr]:
    """What stands first in every call of a name."""
    for file in SOURCES:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                yield node.args[0]


def words(expression: ast.expr) -> set[str]:
    """The words that an expression can be."""
    if isinstance(expression, ast.IfExp):
        return words(expression.body) | words(expression.orelse)
    assert isinstance(expression, ast.Constant), ast.dump(expression)
    return {str(expression.value)}


def test_the_codes_of_refusals_are_those_of_the_schema() -> None:
    sent = set().union(*map(words, first_arguments("Refusal")))
    assert sent == set(get_args(ErrorCode)) == set(STATUS)


def test_the_codes_of_notices_are_those_of_the_schema() -> None:
    sent = set().union(*map(words, first_arguments("Farewell")))
    assert sent | set(get_args(Ending)) == set(get_args(NoticeCode))


def test_the_close_codes_are_those_of_the_documentation() -> None:
    known = {name: code for name, code in vars(protocol).items() if name.startswith("CLOSE_")}
    told = re.findall(r"^\| (4\d\d\d) \|", DOCS.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(known.values()) == sorted(map(int, told))
    text = "".join(file.read_text(encoding="utf-8") for file in SOURCES)
    assert {name for name in known if text.count(name) < 2} == set()  # once is only an import


def test_the_documentation_names_every_notice() -> None:
    text = " ".join(DOCS.read_text(encoding="utf-8").split())
    told = text.partition("`notice` (")[2].partition(")")[0]
    assert set(re.findall(r"`([a-z]+)`", told)) - {"since"} == set(get_args(NoticeCode))
