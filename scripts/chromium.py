"""Find a Chromium for the browser tests and pictures, and print where it is: chromium.py [--install].

The one of this machine, else Playwright's own, else, where asked to install and able to (root on Debian), the
package of the distribution.
"""

import argparse
import os
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")


def _playwrights_own() -> str | None:
    if find_spec("playwright") is None:
        return None
    from playwright.sync_api import sync_playwright  # noqa: PLC0415

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).is_file() else None


def find() -> str | None:
    """The path of a Chromium; None where there is none."""
    named = os.environ.get("CHROMIUM")
    if named:
        return named
    return next(filter(None, map(shutil.which, NAMES)), None) or _playwrights_own()


def install() -> None:
    """Install the distribution's package, where that can be done without asking anybody."""
    if find() is not None or shutil.which("apt-get") is None or os.geteuid() != 0:
        return
    if _apt("install", "--yes", "chromium"):
        _apt("update")
        _apt("install", "--yes", "chromium")


def _apt(*arguments: str) -> int:
    quietly = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(["apt-get", "-qq", *arguments], env=quietly, check=False).returncode


def main() -> None:
    """Say where it is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--install", action="store_true", help="install it where it is missing")
    if parser.parse_args().install:
        install()
    print(find() or "there is no Chromium on this machine")


if __name__ == "__main__":
    main()
