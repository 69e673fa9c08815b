"""Every clause of the rules has a test named after it, and nothing cites a clause that does not exist."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from stramash.rulebook import all_clause_numbers

ROOT = Path(__file__).parents[2]
SOURCE_SUFFIXES = {".py", ".pyi", ".cu", ".c", ".h", ".ts", ".js", ".svelte", ".json", ".txt", ".md", ".toml"}
# Made by a build from text that is checked where it is written.
BUILT = {"web", "rulebook_text", "__pycache__"}

CITATION = re.compile(r"\b[CM]\d+\.\d+\b")
TEST_NAME = re.compile(r"test_([cm])(\d+)_(\d+)(?:_|$)")


def source_files(folder: str) -> Iterator[Path]:
    for path in sorted((ROOT / folder).rglob("*")):
        is_built = BUILT & set(path.relative_to(ROOT).parts)
        if path.suffix in SOURCE_SUFFIXES and not is_built and path.is_file():
            yield path


def clause_tests() -> Iterator[tuple[str, Path, int]]:
    """Each test that is named after a clause: the clause, the file and the line."""
    for path in source_files("tests"):
        if path.suffix != ".py" or not path.name.startswith("test_"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), filename=str(path))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                match = TEST_NAME.match(node.name)
                if match:
                    yield f"{match[1].upper()}{match[2]}.{match[3]}", path, node.lineno


def in_order(number: str) -> tuple[str, int, int]:
    section, _, clause = number[1:].partition(".")
    return number[0], int(section), int(clause)


def test_every_clause_has_a_test_named_after_it() -> None:
    tested = {number for number, _, _ in clause_tests()}
    missing = sorted(all_clause_numbers() - tested, key=in_order)
    assert not missing, f"no test is named after {', '.join(missing)}"


def test_no_citation_of_a_clause_that_does_not_exist() -> None:
    known = all_clause_numbers()
    wrong = [
        f"{path.relative_to(ROOT)}:{line_number}: {number}"
        for folder in ("src", "tests")
        for path in source_files(folder)
        for line_number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        for number in CITATION.findall(line)
        if number not in known
    ]
    assert not wrong, "\n".join(["cited, but not in the rules:", *wrong])


def test_no_test_is_named_after_a_clause_that_does_not_exist() -> None:
    known = all_clause_numbers()
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: {number}"
        for number, path, line in clause_tests()
        if number not in known
    ]
    assert not wrong, "\n".join(["tests named after clauses that are not in the rules:", *wrong])


def test_the_citation_pattern_finds_clauses_wherever_they_stand() -> None:
    assert CITATION.findall('# C9.2, "M3.3:" (C10.5) and xC1.1, C12, 2.3') == ["C9.2", "M3.3", "C10.5"]
