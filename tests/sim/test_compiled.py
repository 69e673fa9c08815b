"""Compiled code is kept for exactly the sources it was made from."""

import ast
import shutil
from pathlib import Path

import pytest

import stramash
from stramash.sim.compiling.compiled import FROZEN, HOMES, cache_folder, source_digest

PACKAGE = Path(stramash.__file__).parent


def test_every_part_with_compiled_code_counts_for_the_name_of_the_cache() -> None:
    users = {
        path.relative_to(PACKAGE).parts[0]
        for path in PACKAGE.rglob("*.py")
        if "from stramash.sim.compiling.compiled import" in path.read_text(encoding="utf-8")
    }
    assert users == set(HOMES)


def test_every_part_that_compiled_code_has_numbers_from_counts_too() -> None:
    imported = {
        node.module.split(".")[1]
        for family in ("climbing", "mu")
        for path in (PACKAGE / "sim" / family).glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("stramash.")
    }
    assert imported == {"sim", *FROZEN}


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """A copy of the sources that count."""
    copy = tmp_path / "stramash"
    for part in (*HOMES, *FROZEN):
        shutil.copytree(PACKAGE / part, copy / part, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


@pytest.mark.parametrize("part", [*HOMES, *FROZEN])
def test_a_change_in_any_of_them_gives_the_cache_another_name(sources: Path, part: str) -> None:
    before = source_digest(sources)
    changed = sorted((sources / part).rglob("*.py"))[-1]
    changed.write_text(changed.read_text(encoding="utf-8") + "\n# changed\n", encoding="utf-8")
    assert source_digest(sources) != before


def test_another_talon_gives_the_cache_another_name(sources: Path) -> None:
    before = source_digest(sources)
    rules = sources / "mu" / "rules.py"
    text = rules.read_text(encoding="utf-8")
    assert "TALON = 3" in text
    rules.write_text(text.replace("TALON = 3", "TALON = 4"), encoding="utf-8")
    assert source_digest(sources) != before


def test_a_source_that_moves_gives_the_cache_another_name(sources: Path) -> None:
    before = source_digest(sources)
    (sources / "sim" / "bits.py").rename(sources / "sim" / "climbing" / "bits.py")
    assert source_digest(sources) != before


def test_the_same_sources_have_the_same_name_wherever_they_lie(sources: Path) -> None:
    assert source_digest(sources) == source_digest(PACKAGE)


def test_the_cache_is_named_after_the_sources_of_the_package() -> None:
    assert cache_folder().name == f"compiled-{source_digest(PACKAGE)}"
