"""Every test file is found by the command that runs them all."""

from fnmatch import fnmatch
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]


def test_no_folder_of_tests_has_a_name_that_is_passed_over(pytestconfig: pytest.Config) -> None:
    """A folder called `dist` or `build` is taken for something that was built, and never looked into."""
    passed_over = pytestconfig.getini("norecursedirs")
    folders = {folder for file in TESTS.rglob("test_*.py") for folder in file.relative_to(TESTS).parent.parts}
    assert "core" in folders
    assert [name for name in folders if any(fnmatch(name, pattern) for pattern in passed_over)] == []
