"""SECURITY.md names a test for each promise: whether they exist. One promise is held here."""

import re
from pathlib import Path
from typing import Final

import pytest

from stramash.server.config import Config
from stramash.server.http.app import make_app
from stramash.server.store.sqlite import SqliteStore

ROOT: Final = Path(__file__).parent.parent.parent
TEXT: Final = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
PROMISED: Final = TEXT.partition("\n## What is promised\n")[2].partition("\n## ")[0]
PROMISES: Final = re.findall(r"^- (.*(?:\n  .*)*)", PROMISED, re.MULTILINE)
TEST: Final = re.compile(r"`([\w./]+\.(?:py|ts))::([^`]+)`")
NAMED: Final = sorted(set(TEST.findall(TEXT)))


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise[:50])
def test_every_promise_names_a_test(promise: str) -> None:
    assert TEST.search(promise)


@pytest.mark.parametrize(("file", "name"), NAMED, ids=[f"{file}-{name}" for file, name in NAMED])
def test_every_test_that_is_named_exists(file: str, name: str) -> None:
    folder, _, name_of_file = file.rpartition("/")
    found = [
        path
        for tests in (ROOT / "tests", ROOT / "frontend" / "tests")
        for path in tests.rglob(name_of_file)
        if not folder or path.parent.name == folder
    ]
    assert len(found) == 1, "which file?"
    source = found[0].read_text(encoding="utf-8")
    if file.endswith(".py"):
        assert re.search(rf"^(?:async )?(?:def {name}\(|{name} = )", source, re.MULTILINE)
    else:
        assert re.search(rf"(?:test|it|describe)\('{re.escape(name)}'", source)


def test_there_are_promises() -> None:
    assert len(PROMISES) > 30
    assert len(NAMED) > 50


def test_no_secret_travels_in_an_address(tmp_path: Path) -> None:
    """Whatever stands in a path or a query is seen by every proxy and every log."""
    description = make_app(Config(data=str(tmp_path)), SqliteStore(tmp_path / "t.sqlite3")).openapi()
    names = {
        parameter["name"]
        for path in description["paths"].values()
        for operation in path.values()
        for parameter in operation.get("parameters", ())
        if parameter["in"] in ("path", "query")
    }
    assert "table_id" in names
    assert not {name for name in names if re.search("secret|invite|watch|key|token|link|sealed|cut", name)}
