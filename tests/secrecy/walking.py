"""A walk over everything that an object refers to; declarations tell cards from other numbers."""

import ast
import dataclasses
import gc
import inspect
import textwrap
from collections.abc import Iterator
from enum import Enum
from functools import cache
from types import FunctionType, ModuleType
from typing import Any

from stramash.core.cards import CardSet

# No honest number in a view is larger: scores, counts and seats are small, sets of cards are huge.
LARGEST_NUMBER = 10_000


class UndeclaredError(AssertionError):
    """Something in a view or an event that the walk cannot make sense of."""


@cache
def declarations(kind: type) -> dict[str, ast.expr]:
    """The fields of a class with their types as written, inherited ones included."""
    found: dict[str, ast.expr] = {}
    for part in reversed(kind.__mro__):
        if part.__module__.startswith("stramash"):
            tree = ast.parse(textwrap.dedent(inspect.getsource(part))).body[0]
            assert isinstance(tree, ast.ClassDef)
            for node in tree.body:
                if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                    found[node.target.id] = node.annotation
    return found


def is_record(value: object) -> bool:
    """Whether a value is an instance of a dataclass or a named tuple."""
    return (dataclasses.is_dataclass(value) and not isinstance(value, type)) or hasattr(value, "_fields")


@cache
def given_fields(kind: type) -> tuple[str, ...]:
    """The fields that were given to an object; those it computed itself from them hold nothing new."""
    if dataclasses.is_dataclass(kind):
        return tuple(item.name for item in dataclasses.fields(kind) if item.init)
    return tuple(kind._fields)  # type: ignore[attr-defined]  # a named tuple


def cards_in(value: object) -> Iterator[CardSet]:
    """Every card and set of cards that a view or an event refers to, each as a set."""
    yield from _walk(value, None, type(value).__name__)


def _walk(value: Any, declared: ast.expr | None, path: str) -> Iterator[CardSet]:
    if value is None or isinstance(value, (str, Enum, bool)):
        return
    if isinstance(declared, ast.BinOp):  # one of several types
        alternatives = [declared.left, declared.right]
        chosen = next((item for item in alternatives if not _is_none(item)), None)
        yield from _walk(value, chosen, path)
    elif is_record(value):
        if type(value).__name__ == "State":
            raise UndeclaredError(f"{path} is a state")
        kind: type = type(value)
        fields = declarations(kind)
        for name in given_fields(kind):
            yield from _walk(getattr(value, name), fields[name], f"{path}.{name}")
    elif isinstance(value, tuple):
        yield from _walk_tuple(value, declared, path)
    elif isinstance(value, int):
        if isinstance(declared, ast.Name) and declared.id == "CardSet":
            yield value
        elif isinstance(declared, ast.Name) and declared.id == "Card":
            yield 1 << value
        elif abs(value) > LARGEST_NUMBER:
            raise UndeclaredError(f"{path} = {value} is declared as a plain number")
    else:
        raise UndeclaredError(f"{path} is a {type(value).__name__}")


def _walk_tuple(value: tuple[Any, ...], declared: ast.expr | None, path: str) -> Iterator[CardSet]:
    inner: list[ast.expr | None] = [None] * len(value)
    if isinstance(declared, ast.Subscript) and isinstance(declared.slice, ast.Tuple):
        types = declared.slice.elts
        is_repeated = isinstance(types[-1], ast.Constant) and types[-1].value is Ellipsis
        inner = [types[0]] * len(value) if is_repeated else [*types]
    for place, (item, kind) in enumerate(zip(value, inner, strict=True)):
        yield from _walk(item, kind, f"{path}[{place}]")


def reachable(value: object) -> Iterator[object]:
    """Everything that an object keeps alive, however it does so, but for classes and modules."""
    seen: set[int] = set()
    queue = [value]
    while queue:
        item = queue.pop()
        if id(item) not in seen and not isinstance(item, (type, ModuleType, FunctionType)):
            seen.add(id(item))
            yield item
            queue += gc.get_referents(item)


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None
