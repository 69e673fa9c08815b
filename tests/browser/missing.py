"""Whether the browser tests can run here, and what is missing if not."""

import importlib.util
import os
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[2]
PAGE: Final = ROOT / "src" / "stramash" / "web" / "index.html"
IS_REQUIRED: Final = os.environ.get("STRAMASH_BROWSER") == "required"


def _script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


BROWSER: Final[str | None] = _script("chromium").find()


def _missing() -> str:
    if find_spec("playwright") is None:
        return "the package playwright is not installed (make setup)"
    if BROWSER is None:
        return "no Chromium was found (apt-get install chromium, or CHROMIUM=/path/to/it)"
    return "" if PAGE.is_file() else "the page is not built (make web)"


MISSING: Final = _missing()


def say_so(session: pytest.Session) -> None:
    """The last line of a run that was to include the browser tests."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if not MISSING or reporter is None:
        return
    here = Path(__file__).resolve().parent
    asked = [Path(str(name).split("::")[0]).resolve() for name in session.config.args]
    if any(here.is_relative_to(path) or path.is_relative_to(here) for path in asked):
        reporter.write_line(f"THE BROWSER TESTS DID NOT RUN: {MISSING}.", red=True, bold=True)
