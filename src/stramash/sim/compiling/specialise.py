"""Specialises compiled functions for one game: its options become constants.

What is compiled from them has no branches for rules that the game does not have. The sources stay as they
are, one for all games: a copy is read from a function's source, `rules[SEATS]` becomes 3, and so on through
all functions that it calls.
"""

import ast
import inspect
import textwrap
from collections.abc import Callable
from typing import Any

OPTIONS = "rules"
"""What the functions call the packed options of a game."""


class Specialiser:
    """Makes copies for the packed options of one game; a function that is met twice is copied once."""

    def __init__(self, options: Any, compile_copy: Callable[[Any], Any]) -> None:
        self._options, self._compile = options, compile_copy
        self._copies: dict[int, Any] = {}

    def copy(self, function: Any) -> Any:
        """The copy of a compiled function, compiled."""
        if id(function) not in self._copies:
            self._copies[id(function)] = self._compile(self.filled_in(function.py_func))
        return self._copies[id(function)]

    def filled_in(self, function: Any) -> Any:
        """The copy of a function that is not compiled; what it calls is copied and compiled."""
        home: dict[str, Any] = dict(function.__globals__)
        for name in function.__code__.co_names:
            if hasattr(home.get(name), "py_func"):
                home[name] = self.copy(home[name])
        tree = self.numbered(inspect.getsource(function), home)
        # What runs is our own source with some numbers in it: nothing that anybody could hand in.
        exec(compile(tree, inspect.getfile(function), "exec"), home)
        return home[tree.body[0].name]

    def numbered(self, source: str, names: dict[str, Any]) -> Any:
        """The source of a function, read, with its options as numbers and without its decorators."""
        tree = ast.parse(textwrap.dedent(source))
        (function,) = tree.body
        assert isinstance(function, ast.FunctionDef), "only functions are copied"
        function.decorator_list = []
        return ast.fix_missing_locations(_Numbers(self._options, names).visit(tree))


class _Numbers(ast.NodeTransformer):
    """Writes options as numbers."""

    def __init__(self, options: Any, names: dict[str, Any]) -> None:
        self._options, self._names = options, names

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """An option stands in `rules[NAME]`; tables further on are looked up by sums and stay as they are."""
        self.generic_visit(node)
        if isinstance(node.value, ast.Name) and node.value.id == OPTIONS and isinstance(node.slice, ast.Name):
            place = self._names.get(node.slice.id)
            if isinstance(place, int):
                return ast.Constant(int(self._options[place]))
        return node
