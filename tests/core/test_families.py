"""What differs from family to family is looked up in a table; nothing asks a game what kind of game it is."""

import ast
import dataclasses
import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from tests.core.test_import_direction import PACKAGE, modules

from stramash import games
from stramash.climbing import rules as climbing
from stramash.core.families import ByFamily, FamilyError
from stramash.core.game import Game
from stramash.mu import rules as mu

WORDS = {*games.FAMILIES, *games.GAMES}
FAMILY_PACKAGES = tuple(f"stramash.{family}" for family in games.FAMILIES)


def is_of_one_family(module: str) -> bool:
    """Whether a module is for one family only: it lies in a package or has a name that says so."""
    return any(
        part == family or part.startswith(f"{family}_")
        for part in module.split(".")[1:]
        for family in games.FAMILIES
    )


def questions_in(source: str) -> Iterator[str]:
    """Where a source asks which family or which game something is of, in any of the ways there are."""
    tree = ast.parse(source)
    foreign = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(FAMILY_PACKAGES)
        for alias in node.names
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            names = {side.value for side in sides if isinstance(side, ast.Constant)}
            if names & WORDS or any(isinstance(side, ast.Name) and side.id in foreign for side in sides):
                yield f"line {node.lineno}: {ast.unparse(node)}"
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in ("isinstance", "issubclass"):
            kinds = {name.id for name in ast.walk(node.args[1]) if isinstance(name, ast.Name)}
            if kinds & foreign:
                yield f"line {node.lineno}: {ast.unparse(node)}"
        elif isinstance(node, ast.MatchClass | ast.MatchValue):
            matched = ast.unparse(node.cls if isinstance(node, ast.MatchClass) else node.value)
            if matched.strip("'") in foreign | WORDS:
                yield f"line {node.lineno}: {ast.unparse(node)}"


def test_nothing_asks_which_family_a_game_is_of() -> None:
    found = [
        f"{path}: {question}"
        for module, path in modules()
        if not is_of_one_family(module)
        for question in questions_in(path.read_text(encoding="utf-8"))
    ]
    assert not found, "look it up in a ByFamily table instead:\n" + "\n".join(found)


@pytest.mark.parametrize(
    "source",
    [
        'x = game.id == "mu"',
        'if "climbing" == family: pass',
        'if game_id in ("haggis", other): pass\nif game_id != "neeps": pass',
        "from stramash.climbing.rules import ClimbingRules\nisinstance(game.rules, ClimbingRules)",
        "from stramash.mu.state import View as MuView\nisinstance(view, (int, MuView))",
        "from stramash.mu.game import MuGame\ntype(game) is MuGame",
        "from stramash.climbing.moves import Bet\nmatch move:\n    case Bet(): pass",
        'match game.family:\n    case "mu": pass',
    ],
)
def test_every_way_of_asking_is_found(source: str) -> None:
    assert list(questions_in(source))


def tables() -> list[ByFamily[Any]]:
    """Every table of the package."""
    for module, path in modules():
        if "ByFamily" in path.read_text(encoding="utf-8"):
            importlib.import_module(module)
    return ByFamily.tables


def test_every_table_has_every_family() -> None:
    assert {info.family for info in games.GAMES.values()} == set(games.FAMILIES)
    assert len(tables()) >= 8
    for table in tables():
        assert set(table.parts) == set(games.FAMILIES), table.what


def test_a_family_that_a_table_does_not_know_is_an_error() -> None:
    @dataclasses.dataclass(frozen=True)
    class Whist:
        id: str = "whist"
        family: str = "plain tricks"

    whist: Any = Whist()
    for table in tables():
        with pytest.raises(FamilyError, match=f"whist: no {table.what} for the family 'plain tricks'"):
            table.of(whist)


@pytest.mark.parametrize("info", games.GAMES.values(), ids=lambda info: info.id)
def test_a_game_knows_its_family(info: games.GameInfo) -> None:
    for seats in info.seats:
        assert games.get(info.id, seats).family == info.family


def test_the_ids_that_types_know_are_those_of_the_presets() -> None:
    assert get_args(games.ClimbingId) == tuple(climbing.PRESETS)
    assert get_args(games.MuId) == tuple(mu.PRESETS)


def test_the_documents_of_the_rules_are_one_a_family() -> None:
    folder = Path(__file__).parents[2] / "docs" / "rules"
    assert {path.stem for path in folder.glob("*.md")} == set(games.FAMILIES)


def test_the_documents_list_every_table_and_all_of_the_contract() -> None:
    document = (Path(__file__).parents[2] / "docs" / "architecture.md").read_text(encoding="utf-8")
    families, contract = (
        document.split(f"## {title}")[1].split("\n## ")[0] for title in ("Families", "The core contract")
    )
    rows = re.findall(r"^\| (`.*?`) \| `(\S+)` \|", families, re.MULTILINE)
    listed = {f"stramash/{path}": names.count("`") // 2 for names, path in rows}
    del listed["stramash/games.py"]
    assert listed.pop("stramash/bots/registry.py") == 1  # a table whose rows have such tables
    found = {
        f"stramash/{path.relative_to(PACKAGE)}": len(
            re.findall(r"\bByFamily(?:\[.*\])?\(", path.read_text("utf-8"))
        )
        for _, path in modules()
        if (path.parent.name, path.name) not in (("core", "families.py"), ("bots", "registry.py"))
    }
    assert listed == {path: count for path, count in found.items() if count}
    named = {
        name
        for cell in re.findall(r"^\| (`.*?`) \|", contract, re.MULTILINE)
        for name in re.findall(r"`(\w+)", cell)
    }
    assert named == {name for name in vars(Game) if not name.startswith("_")}
