"""What is handed out: wheel and sdist hold what they must, and a fresh environment plays from the wheel."""

import importlib.util
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from email.parser import HeaderParser
from pathlib import Path

import pytest

import stramash

ROOT = Path(__file__).parents[2]
SECONDS = 300
MATCH = """
import asyncio, sys, urllib.request
from random import Random
from stramash.client import Rest, SeatClient
import stramash

async def main(address):
    page = urllib.request.urlopen(address, timeout=60).read().decode()
    assert "<title>" in page, page[:200]
    rest = Rest(address)
    rng = Random(1)
    for game, seats in (("haggis", 2), ("mu", 3)):
        places = [{"kind": "person", "you": True}] + [{"kind": "bot"}] * (seats - 1)
        one_deal = {"rounds": "1", "goal": "0"} if game == "haggis" else {"rounds": "1"}
        made = await rest("POST", "/tables", {
            "game": game, "seats": seats, "name": "Ann", "options": one_deal,
            "places": places, "settings": {"pause": 0}, "start": True,
        })
        async with SeatClient(address, made["table"]["id"], made["secret"]) as client:
            while True:
                await client.until(lambda: client.must is not None or client.stage == "over")
                if client.stage == "over":
                    break
                await client.move(rng.choice(client.view.legal), client.must)
        print(game, "over")

print(stramash.__file__)
asyncio.run(asyncio.wait_for(main(sys.argv[1]), 240))
"""


def is_page_built() -> bool:
    path = ROOT / "scripts" / "build_frontend.py"
    spec = importlib.util.spec_from_file_location("build_frontend", path)
    assert spec is not None
    assert spec.loader is not None
    builder = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(builder)
    return bool(builder.is_current())


pytestmark = pytest.mark.skipif(not is_page_built(), reason="the page is not built (make web)")


def run(
    *command: str | Path, env: dict[str, str] | None = None, cwd: Path | None = None, typed: str = ""
) -> str:
    """What a command said; it must end well."""
    done = subprocess.run(
        command, env=env, cwd=cwd, input=typed, capture_output=True, text=True, timeout=SECONDS, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with wheel and sdist."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--sdist", "--wheel", "--outdir", folder, ROOT)
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    (found,) = built.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The commands of an environment with the wheel in it; its dependencies are those installed here."""
    home = tmp_path_factory.mktemp("environment")
    run(sys.executable, "-m", "venv", "--without-pip", home)
    python = home / "bin" / "python"
    run(
        sys.executable,
        "-m",
        "pip",
        "--python",
        python,
        "install",
        "--no-deps",
        "--no-index",
        "--quiet",
        wheel,
    )
    packages = next(home.glob("lib/*/site-packages"))
    (packages / "elsewhere.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return home / "bin"


@pytest.fixture
def clean(tmp_path: Path) -> dict[str, str]:
    """Variables that lead to nothing of this checkout."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "STRAMASH"))}
    return {**kept, "XDG_DATA_HOME": str(tmp_path), "COLUMNS": "80", "STRAMASH_WARM_UP": "off"}


def test_the_metadata_would_be_accepted(built: Path) -> None:
    run(sys.executable, "-m", "twine", "check", "--strict", *built.iterdir())


def test_the_wheel_holds_the_page_the_rules_and_no_tests(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    wanted = ("stramash/web/index.html", "stramash/py.typed", "stramash/rulebook_text/rules/mu.md")
    assert {*wanted, "stramash/rulebook_text/rulings.md"} <= names
    assert {name.split("/")[0] for name in names} == {
        "stramash",
        f"stramash-{stramash.__version__}.dist-info",
    }
    metadata = next(name for name in names if name.endswith("METADATA"))
    headers = HeaderParser().parsestr(zipfile.ZipFile(wheel).read(metadata).decode())
    assert headers["Version"] == stramash.__version__
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = set(headers.get_all("Provides-Extra", []))
    assert extras == set(project["optional-dependencies"])
    assert {"arena", "gpu"} <= extras


def test_the_sdist_holds_all_it_takes_to_build_and_test(built: Path) -> None:
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    wanted = {
        "pyproject.toml",
        "hatch_build.py",
        "Makefile",
        "LICENSE",
        "README.md",
        "CHANGELOG.md",
        "mkdocs.yml",
    }
    wanted |= {
        "CONTRIBUTING.md",
        "scripts/build_frontend.py",
        "frontend/package-lock.json",
        "docs/rules/mu.md",
    }
    wanted |= {"requirements/dev.txt", "tests/rules/language.py", "examples/bot_python.py"}
    assert wanted | {"src/stramash/web/index.html"} <= names
    assert not [name for name in names if re.search(r"node_modules|__pycache__|\.venv|^\.ci|^build/", name)]


def test_it_plays_in_the_terminal(environment: Path, clean: dict[str, str], tmp_path: Path) -> None:
    assert stramash.__version__ in run(environment / "stramash", "--version", env=clean, cwd=tmp_path)
    command = (environment / "stramash", "terminal", "haggis", "--set", "rounds=1", "--seed", "4")
    page = run(*command, env=clean, cwd=tmp_path, typed="1\n" * 2000)
    assert "Score sheet" in page
    assert "The record of the match: " in page
    assert "C9.2" in run(environment / "stramash", "rules", "haggis", "C9.2", env=clean, cwd=tmp_path)


@pytest.fixture
def address(environment: Path, clean: dict[str, str], tmp_path: Path) -> Iterator[str]:
    """A server that runs from the wheel."""
    command: list[str | Path] = [
        environment / "stramash",
        "serve",
        "--port",
        "0",
        "--data",
        str(tmp_path),
        "--bot-delay",
        "0",
    ]
    with subprocess.Popen(command, env=clean, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().removeprefix("stramash: ").strip()
        finally:
            server.terminate()


def test_it_plays_at_the_table(
    environment: Path, clean: dict[str, str], tmp_path: Path, address: str
) -> None:
    said = run(environment / "python", "-c", MATCH, address, env=clean, cwd=tmp_path).splitlines()
    assert Path(said[0]).is_relative_to(environment.parent)
    assert said[1:] == ["haggis over", "mu over"]
