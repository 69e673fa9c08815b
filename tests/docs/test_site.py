"""The documentation: every page is in the site, every path it names exists, its first examples run."""

import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
import yaml

from stramash.server.config import Config

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
GUIDES = sorted((DOCS / "guides").glob("*.md"))
# A path of this repository in running text; a folder's name ends in nothing.
PATH = re.compile(r"`((?:src|tests|docs|frontend|examples|scripts|requirements)/[\w./-]+)`")
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
# What the guide to a new game tells you to write.
TO_BE_WRITTEN = {"docs/rules/GAME.md", "tests/rules/GAME.py"}


def site() -> Any:
    return yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))


def listed(entry: Any) -> list[str]:
    """Every page below an entry of the navigation."""
    if isinstance(entry, str):
        return [entry]
    below = entry.values() if isinstance(entry, dict) else entry
    return [page for part in below for page in listed(part)]


def test_every_page_has_its_place_in_the_site() -> None:
    pages = listed(site()["nav"])
    assert len(pages) == len(set(pages))
    assert sorted(pages) == sorted(str(page.relative_to(DOCS)) for page in PAGES)


def test_every_page_can_be_reached_from_the_index() -> None:
    reached: set[Path] = set()
    new = {DOCS / "index.md"}
    while new:
        page = new.pop()
        reached.add(page)
        for link in LINK.findall(page.read_text(encoding="utf-8")):
            target = (page.parent / link).resolve()
            if target.suffix == ".md" and target.is_relative_to(DOCS) and target not in reached:
                new.add(target)
    assert reached == set(PAGES)


WITH_PATHS = [*PAGES, ROOT / "README.md", ROOT / "CONTRIBUTING.md"]


@pytest.mark.parametrize("page", WITH_PATHS, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_and_paths_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    paths = [ROOT / path for path in PATH.findall(text) if path not in TO_BE_WRITTEN]
    paths += [page.parent / link for link in LINK.findall(text) if "://" not in link]
    assert not [str(path) for path in paths if not path.exists()]


@pytest.mark.parametrize("page", GUIDES, ids=lambda page: page.stem)
def test_the_examples_of_the_guides_run(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for block in re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        exec(compile(block, str(page), "exec"), {})


def test_nothing_is_fetched_from_elsewhere() -> None:
    theme = site()["theme"]
    assert theme["font"] is False
    assert "extra_javascript" not in site()
    assert "extra_css" not in site()


def test_every_setting_of_the_server_is_told() -> None:
    text = (DOCS / "hosting.md").read_text(encoding="utf-8")
    assert not [field.name for field in fields(Config) if f"`{field.name}`" not in text]
