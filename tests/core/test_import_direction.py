"""Imports go one way, and the rules need nothing but the standard library."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import stramash

PACKAGE = Path(stramash.__file__).parent

RULES = {"core", "climbing", "mu", "games"}

# Each part of the package, and the other parts it may import. A new part needs a line here.
# In short: core <- {climbing, mu} <- games <- {rulebook, records, wire, sim, bots, arena, ...} <- cli
MAY_IMPORT: dict[str, set[str]] = {
    "__init__": RULES | {"records", "bots"},
    "__main__": {"cli"},
    "core": set(),
    "climbing": {"core"},
    "mu": {"core"},
    "games": {"core", "climbing", "mu"},
    "rulebook": RULES,
    "records": RULES,
    "wire": RULES,
    "sim": RULES,
    "nets": RULES | {"sim"},
    "bots": RULES | {"wire", "sim", "nets"},
    "train": RULES | {"sim", "nets", "bots"},
    "simulate": RULES | {"records", "sim", "bots"},
    "arena": RULES | {"records", "sim", "bots"},
    "envs": RULES | {"records", "sim", "nets", "bots", "arena"},
    "fairness": RULES | {"records", "wire"},
    "duplicate": RULES | {"records", "fairness"},
    "exercises": RULES,
    "server": RULES
    | {"rulebook", "records", "wire", "sim", "bots", "arena", "fairness", "duplicate", "exercises"},
    "client": RULES | {"wire", "fairness"},
    "terminal": RULES | {"rulebook", "records", "bots", "duplicate"},
    "cli": RULES
    | {"rulebook", "records", "sim", "bots", "simulate", "arena", "fairness", "server", "terminal"}
    | {"train", "duplicate", "envs"},
}

# These parts run wherever Python runs.
STANDARD_LIBRARY_ONLY = RULES | {"rulebook", "records", "wire", "fairness", "duplicate", "exercises"}


class Import(NamedTuple):
    """One module that a source names, and where."""

    line: int
    module: str


def imports_of(source: str, module: str, is_package: bool = False) -> Iterator[Import]:
    """Every absolute module name that a source imports, inside functions and type checks too."""
    parents = module.split(".") if is_package else module.split(".")[:-1]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(node.lineno, alias.name)
        elif isinstance(node, ast.ImportFrom):
            above = parents[: len(parents) - node.level + 1] if node.level else []
            origin = ".".join([*above, *([node.module] if node.module else [])])
            if origin == "stramash":  # `from stramash import mu` names the part only after the import
                for alias in node.names:
                    yield Import(node.lineno, f"stramash.{alias.name}")
            else:
                yield Import(node.lineno, origin)
        elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called in ("import_module", "__import__") and isinstance(node.args[0].value, str):
                yield Import(node.lineno, node.args[0].value)


def problems_in(source: str, module: str, is_package: bool = False) -> list[str]:
    """What is wrong with the imports of one module such as ``stramash.mu.game``."""
    part = module.split(".")[1] if "." in module else "__init__"
    if part not in MAY_IMPORT:
        return [f"{module}: the part {part!r} has no line in MAY_IMPORT"]
    problems = []
    for line, imported in imports_of(source, module, is_package):
        top, _, rest = imported.partition(".")
        if top == "stramash":
            target = rest.split(".")[0]
            is_own = target in (part, "__version__")
            if not is_own and target not in MAY_IMPORT[part]:
                problems.append(f"{module}:{line}: {part} may not import {imported}")
        elif part in STANDARD_LIBRARY_ONLY and top not in sys.stdlib_module_names:
            problems.append(f"{module}:{line}: {part} may use the standard library only, not {top}")
    return problems


def modules() -> Iterator[tuple[str, Path]]:
    """Every module of the package with its dotted name."""
    for path in sorted(PACKAGE.rglob("*.py")):
        names = path.relative_to(PACKAGE.parent).with_suffix("").parts
        yield ".".join(names[:-1] if names[-1] == "__init__" else names), path


def test_imports_go_one_way() -> None:
    found = [
        problem
        for module, path in modules()
        for problem in problems_in(path.read_text(encoding="utf-8"), module, path.name == "__init__.py")
    ]
    assert not found, "\n".join(found)


def test_evenings_know_nothing_of_requests() -> None:
    found = {
        imported
        for module, path in modules()
        if module.startswith("stramash.server.evenings")
        for _, imported in imports_of(path.read_text(encoding="utf-8"), module)
        if imported.startswith("stramash.server.http")
    }
    assert found == {"stramash.server.http.refusal"}


def test_every_module_is_read() -> None:
    names = {module for module, _ in modules()}
    assert {"stramash", "stramash.core", "stramash.core.game"} <= names


def test_the_documents_have_the_same_table() -> None:
    document = (PACKAGE.parents[1] / "docs" / "architecture.md").read_text(encoding="utf-8")
    section = document.split("## Layers")[1].split("\n## ")[0]
    written = {}
    for part, imports in re.findall(r"^\| `(\w+)` \|[^|]*\| ([^|]*) \|$", section, re.MULTILINE):
        named = set(re.findall(r"`(\w+)`", imports))
        written[part] = named | RULES if "the rules" in imports else named
    assert written == MAY_IMPORT
    sentences = re.search(r'^"The rules" are (.*?)\. They, (.*?) use\s', section, re.MULTILINE | re.DOTALL)
    assert sentences is not None
    assert set(re.findall(r"`(\w+)`", sentences[1])) == RULES
    assert set(re.findall(r"`(\w+)`", sentences[2])) | RULES == STANDARD_LIBRARY_ONLY


def test_the_table_has_no_circle() -> None:
    done: set[str] = set()
    while len(done) < len(MAY_IMPORT):
        ready = {part for part, allowed in MAY_IMPORT.items() if part not in done and allowed <= done}
        assert ready, f"these import each other: {set(MAY_IMPORT) - done}"
        done |= ready


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("stramash.core.cards", "from stramash.climbing.state import State"),
        ("stramash.core.cards", "import stramash.games"),
        ("stramash.core.cards", "import stramash"),
        ("stramash.climbing.game", "from stramash.mu import tricks"),
        ("stramash.mu.game", "from stramash import climbing"),
        ("stramash.mu.game", "from ..climbing import combos"),
        ("stramash.mu.game", "from .. import climbing"),
        ("stramash.mu.game", "def late():\n    from stramash.climbing import combos"),
        ("stramash.mu.game", "import importlib\nimportlib.import_module('stramash.climbing')"),
        ("stramash.climbing.game", "from stramash.games import get"),
        ("stramash.games", "from stramash.bots import levels"),
        ("stramash.sim.engine", "import stramash.bots"),
        ("stramash.bots.search", "from stramash.arena import ladder"),
        ("stramash.arena.ladder", "from stramash.server import app"),
        ("stramash.server.http.app", "from stramash.cli import main"),
        ("stramash", "from stramash.sim import batch"),
        ("stramash.core.cards", "from stramash import Match"),
        ("stramash.core.cards", "import numpy as np"),
        ("stramash.climbing.plays.generate", "from numba import njit"),
        ("stramash.rulebook", "import rich"),
        ("stramash.oddments", "import json"),
    ],
)
def test_a_violation_is_caught(module: str, source: str) -> None:
    assert len(problems_in(source, module)) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("stramash.core.match", "from __future__ import annotations\nimport json\nimport os.path"),
        ("stramash.core.match", "from stramash.core.cards import Card\nfrom . import cards"),
        ("stramash.climbing.game", "from stramash.core.game import Step"),
        ("stramash.games", "from stramash.climbing.game import game\nfrom stramash.mu import rules"),
        ("stramash.sim.engine", "import numba\nimport numpy as np\nfrom stramash import games"),
        ("stramash.server.http.app", "from stramash import __version__, arena, bots, rulebook, sim"),
        ("stramash.cli", "import typer\nfrom stramash.server import app"),
    ],
)
def test_what_is_allowed_passes(module: str, source: str) -> None:
    assert problems_in(source, module) == []


def test_relative_imports_in_a_package_file() -> None:
    assert problems_in("from . import cards", "stramash.core", is_package=True) == []
    assert problems_in("from .. import mu", "stramash.core", is_package=True) != []
