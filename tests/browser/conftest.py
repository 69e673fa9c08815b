"""A server, a browser, and what is said where there is no browser."""

import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from tests.browser.missing import IS_REQUIRED, MISSING, ROOT

HERE = Path(__file__).parent
collect_ignore_glob = ["test_*.py"] if MISSING else []

if MISSING and IS_REQUIRED:
    raise pytest.UsageError(f"the browser tests cannot run: {MISSING}")


if not MISSING:
    from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright
    from tests.browser.chromium import NORMAL, launch
    from tests.browser.deals import Deal
    from tests.browser.proxy import Proxy
    from tests.browser.table import Table

    PATIENCE_MS = 30_000
    """How long a page may take to show what is expected: on a busy machine a moment is long."""
    expect.set_options(timeout=PATIENCE_MS)

    QUICK = (
        "if (!localStorage.getItem('stramash.settings')) localStorage.setItem('stramash.settings',"
        " JSON.stringify({speed: 'instant', motion: 'none', theme: 'dark', beside: true,"
        " oneTap: false}))"
    )
    """Nobody waits for motions, and nothing is played by one tap."""

    class Server:
        """The server's process; it can be stopped and started again with the same tables."""

        def __init__(self, folder: Path) -> None:
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", 0))
                self.port = probe.getsockname()[1]
            self.folder = folder
            self.address = f"http://127.0.0.1:{self.port}"
            self.process: subprocess.Popen[str] | None = None
            self.start()

        def start(self, bot_delay: float = 0.0, gate: Path | None = None) -> None:
            """Start, and wait until it answers. With a gate it prepares its engine until that is opened."""
            gates = [] if gate is None else [gate]
            self.process = subprocess.Popen(
                [sys.executable, HERE / "serving.py", str(self.port), self.folder, str(bot_delay), *gates],
                stdout=subprocess.PIPE,
                text=True,
                env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
            )
            assert self.process.stdout is not None
            assert self.process.stdout.readline().startswith("http")

        def stop(self) -> None:
            """Stop in order, as an update of the server would."""
            if self.process is not None:
                self.process.terminate()
                self.process.wait(20)
                if self.process.stdout is not None:
                    self.process.stdout.close()
                self.process = None

    @pytest.fixture(scope="session")
    def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
        running = Server(tmp_path_factory.mktemp("tables"))
        yield running
        running.stop()

    class Browsers:
        """One browser for each size of text, started when it is first asked for."""

        def __init__(self) -> None:
            self._playwright: Playwright | None = None
            self._running: dict[int, Browser] = {}

        def with_text(self, letter: int) -> Browser:
            """That with this size of text."""
            self._playwright = self._playwright or sync_playwright().start()
            if letter not in self._running:
                self._running[letter] = launch(self._playwright, letter)
            return self._running[letter]

        def stop(self) -> None:
            """Close them all."""
            for one in self._running.values():
                one.close()
            self._running.clear()
            if self._playwright is not None:
                self._playwright.stop()
                self._playwright = None

    BROWSERS = Browsers()

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
        """Playwright holds its thread's event loop: it goes before tests elsewhere want one of their own."""
        if nextitem is None or HERE not in nextitem.path.parents:
            BROWSERS.stop()

    @pytest.fixture
    def browser() -> Callable[[int], Browser]:
        """A browser with a size of text."""
        return BROWSERS.with_text

    Visitor = Callable[..., Page]
    Workers = Literal["allow", "block"]

    @pytest.fixture
    def visitor(browser: Callable[[int], Browser], server: Server) -> Iterator[Visitor]:
        """Makes pages of people who do not know each other; nothing may go wrong on any of them."""
        if server.process is None:  # a test that stops it must not take the next ones with it
            server.start()
        contexts: list[BrowserContext] = []
        wrong: list[str] = []

        def visit(
            width: int = 1280,
            height: int = 800,
            letter: int = NORMAL,
            locale: str = "en-GB",
            workers: Workers = "block",
            home: str = "",
        ) -> Page:
            home = home or server.address
            context = browser(letter).new_context(
                viewport={"width": width, "height": height},
                base_url=home,
                locale=locale,
                service_workers=workers,
            )
            context.set_default_timeout(PATIENCE_MS)
            context.add_init_script(QUICK)
            contexts.append(context)
            page = context.new_page()
            page.on("pageerror", lambda error: wrong.append(f"error: {error}"))
            page.on("console", lambda line: _note(wrong, line.type, line.text))
            page.on("request", lambda request: _note_request(wrong, request.url, home))
            return page

        yield visit
        for context in contexts:
            context.close()
        assert wrong == []

    def _note(wrong: list[str], kind: str, text: str) -> None:
        # A connection that is refused while the server is being restarted is what the test is about.
        # So is a worker that only the tests about it let in.
        is_known = "ERR_CONNECTION_REFUSED" in text or "blocked by Playwright" in text
        if kind in {"error", "warning"} and not is_known:
            wrong.append(f"{kind}: {text}")

    def _note_request(wrong: list[str], url: str, home: str) -> None:
        if not url.startswith((home, home.replace("http", "ws", 1), "data:")):
            wrong.append(f"a request left the server: {url}")

    @pytest.fixture
    def proxy(server: Server) -> Iterator[Proxy]:
        """A line to the server that can be slow, and cut."""
        with Proxy(server.port) as line:
            yield line

    @pytest.fixture
    def open_table(visitor: Visitor) -> Callable[..., Table]:
        """Opens a table against bots and sits down."""

        def sit(
            game: str, seats: int, options: dict[str, str], deal: Deal | None = None, **screen: Any
        ) -> Table:
            table = Table(visitor(**screen))
            table.create(game, seats, options, deal=deal)
            return table

        return sit
