"""The page in a real Chromium: weight, first card, a play on the screen, frames.

python -m benchmarks.page [--rounds 9] [--plays 60]. Every round is somebody who has never seen the page.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright
from tests.browser.chromium import launch
from tests.browser.deals import deal
from tests.browser.table import Table

ROOT: Final = Path(__file__).resolve().parent.parent
READY: Final = ".own[data-ready=true] .held"
BARS: Final = {
    "first load, compressed": "at most 180 KB, fonts too",
    "first card playable": "at most 2,000 ms",
    "a play is shown": "at most 100 ms",
    "17 cards dealt": "60 frames/s",
    "17 cards sorted": "60 frames/s",
    "the end of a deal": "60 frames/s",
    "until it moves": "nothing is said",
    "nothing moves": "what the machine leaves",
}
# From the click on the button to the frame in which the cards have left the hand.
WATCH_PLAYS: Final = """() => {
  window.shown = [];
  let clicked = null;
  let held = 0;
  const count = () => document.querySelectorAll('.held').length;
  addEventListener('click', (event) => {
    if (!event.target.closest?.('button.play')) return;
    clicked = performance.now();
    held = count();
  }, true);
  new MutationObserver(() => {
    if (clicked === null || count() >= held) return;
    const from = clicked;
    clicked = null;
    // The task after the next frame runs when that frame has been painted.
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => window.shown.push(performance.now() - from);
      channel.port2.postMessage(0);
    });
  }).observe(document.body, {childList: true, subtree: true});
}"""
# The times of all frames while something moves.
WATCH_FRAMES: Final = """(ms) => new Promise((done) => {
  const times = [];
  const begin = performance.now();
  const note = (now) => {
    times.push(now);
    if (now - begin < ms) requestAnimationFrame(note);
    else done(times);
  };
  requestAnimationFrame(note);
})"""
# The cards' own animations, begun once more: the same as at a new deal.
DEAL_AGAIN: Final = """() => {
  const hand = document.querySelector('.hand');
  hand.classList.remove('fresh');
  void hand.offsetWidth;
  hand.classList.add('fresh');
  setTimeout(() => hand.classList.remove('fresh'), 900);
}"""
# The frames from when the end of a deal begins to move, and how long that was waited for.
WATCH_END: Final = """(ms) => {
  window.ended = new Promise((done) => {
    let put = null;
    new MutationObserver((_, watch) => {
      const end = document.querySelector('.summary.end');
      if (!end) return;
      put ??= performance.now();
      if (end.matches('.waits')) return;
      watch.disconnect();
      const waited = performance.now() - put;
      void watchFrames(ms).then((times) => done({times, waited, hasWon: !!end.querySelector('.burst')}));
    }).observe(document.body, {childList: true, subtree: true, attributes: true});
  });
}"""
DEALING_MS: Final = 1000
ENDING_MS: Final = 1500
SORTING_MS: Final = 260
LATE_MS: Final = 25
WON: Final = deal("haggis", 2, {0: "10r 10y 10g 10b 9r 9y 9g 9b 8r 8y 8g 8b 7r 7y"}, dealer=1)
"""We lead, and hold what nothing beats."""


@contextmanager
def serving(bot_delay: str = "0") -> Iterator[str]:
    """The real server with its own tables; bots answer at once, or after so many seconds."""
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [sys.executable, ROOT / "tests" / "browser" / "serving.py", "0", folder, bot_delay],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        )
        try:
            assert server.stdout is not None
            yield server.stdout.readline().strip()
        finally:
            server.terminate()
            server.wait(20)


def visitor(browser: Browser, address: str, motion: str) -> Page:
    """A person who has never been here."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, base_url=address)
    choices = json.dumps({"speed": "instant", "motion": motion, "name": "Ailsa"})
    context.add_init_script(f"localStorage.setItem('stramash.settings', '{choices}')")
    return context.new_page()


def first_card(browser: Browser, address: str) -> tuple[float, float]:
    """From asking for the front page to a hand that can be played: kilobytes received, milliseconds."""
    page = visitor(browser, address, "full")
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    sizes: list[float] = []
    line.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    begin = time.perf_counter()
    page.goto("/", wait_until="commit")
    page.locator("button[aria-label='Play now: Haggis against bots']").click()
    page.wait_for_selector(READY)
    took = time.perf_counter() - begin
    page.wait_for_timeout(200)
    page.context.close()
    return sum(sizes) / 1000, took * 1000


def plays_shown(browser: Browser, address: str, wanted: int) -> list[float]:
    """Milliseconds from the click on the play button until the play has been painted."""
    shown: list[float] = []
    while len(shown) < wanted:
        table = Table(visitor(browser, address, "full"))
        table.create("haggis", 2, {"rounds": "1", "goal": "0"})
        table.page.evaluate(WATCH_PLAYS)
        while table.wait_for_turn():
            table.act()
        shown += table.page.evaluate("window.shown")
        table.page.context.close()
    return shown[:wanted]


class Motion:
    """What was seen while cards moved."""

    def __init__(self) -> None:
        self.rates: list[float] = []
        """Frames a second, round by round."""
        self.gaps: list[float] = []
        """Milliseconds between one frame and the next."""
        self.busy = 0.0
        """Milliseconds of processor time of the page's own thread: other programs do not lengthen them."""

    def watch(self, page: Page, line: CDPSession, start: Callable[[], object], length: int) -> None:
        """Note every frame for a while."""
        page.evaluate(f"window.frames_seen = ({WATCH_FRAMES})({length}); undefined")
        before = processor_time(line)
        start()
        times = page.evaluate("window.frames_seen")
        self.note(times, processor_time(line) - before)

    def note(self, times: list[float], busy: float) -> None:
        """The frames of a round, and the work in it."""
        self.busy += busy
        self.gaps += [after - before for before, after in pairwise(times)]
        self.rates.append(1000 * (len(times) - 1) / (times[-1] - times[0]))

    def __str__(self) -> str:
        late = sum(gap > LATE_MS for gap in self.gaps)
        each = self.busy / len(self.gaps)
        rate = f"{statistics.median(self.rates):.1f} frames/s, best round {max(self.rates):.1f}"
        return f"{rate}; {late} of {len(self.gaps)} late; {each:.1f} ms of work a frame"


def processor_time(line: CDPSession) -> float:
    """Milliseconds that the page's thread has worked so far."""
    metrics = line.send("Performance.getMetrics")["metrics"]
    return 1000 * float(next(one["value"] for one in metrics if one["name"] == "TaskDuration"))


def moving(browser: Browser, address: str, rounds: int, trace: Path) -> dict[str, Motion]:
    """Cards are dealt and sorted; the trace of it is kept."""
    page = visitor(browser, address, "full")
    table = Table(page)
    table.create("haggis", 2, {})
    table.wait_for_turn()
    page.wait_for_timeout(1500)
    assert page.locator(".held").count() == 17
    dealt, sorted_, still = Motion(), Motion(), Motion()
    line = page.context.new_cdp_session(page)
    line.send("Performance.enable", {"timeDomain": "threadTicks"})
    categories = ["devtools.timeline", "disabled-by-default-devtools.timeline.frame"]
    browser.start_tracing(page=page, path=trace, categories=categories)
    for _ in range(rounds):
        dealt.watch(page, line, lambda: page.evaluate(DEAL_AGAIN), DEALING_MS)
        sorted_.watch(page, line, lambda: page.keyboard.press("s"), SORTING_MS)
        still.watch(page, line, lambda: None, DEALING_MS)
    browser.stop_tracing()
    page.context.close()
    return {"17 cards dealt": dealt, "17 cards sorted": sorted_, "nothing moves": still}


def ending(browser: Browser, address: str, rounds: int) -> tuple[Motion, list[float]]:
    """The payoff of matches that are won: its frames, and the milliseconds until it begins to move."""
    motion, waits = Motion(), []
    for _ in range(rounds):
        page = visitor(browser, address, "full")
        table = Table(page)
        table.create("haggis", 2, {"rounds": "1", "goal": "0"}, deal=WON)
        table.wait_for_turn()
        line = page.context.new_cdp_session(page)
        line.send("Performance.enable", {"timeDomain": "threadTicks"})
        page.evaluate(f"window.watchFrames = {WATCH_FRAMES}; ({WATCH_END})({ENDING_MS})")
        table.hurry()
        page.wait_for_selector(".summary.end:not(.waits)")
        before = processor_time(line)
        seen = page.evaluate("window.ended")
        assert seen["hasWon"], "the match was to be won"
        motion.note(seen["times"], processor_time(line) - before)
        waits.append(seen["waited"])
        page.context.close()
    return motion, waits


def of(values: list[float], unit: str) -> str:
    """Median and the slowest of twenty."""
    ordered = sorted(values)
    high = ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]
    return f"{statistics.median(ordered):,.0f} {unit} (95 %: {high:,.0f}; n = {len(ordered)})"


def main() -> None:
    """Measure everything and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--plays", type=int, default=60)
    parser.add_argument("--trace", type=Path, default=ROOT / "build" / "page-trace.json")
    options = parser.parse_args()
    options.trace.parent.mkdir(parents=True, exist_ok=True)
    before = os.getloadavg()[0]
    with serving() as address, sync_playwright() as playwright:
        browser = launch(playwright)
        found = [first_card(browser, address) for _ in range(options.rounds)]
        shown = plays_shown(browser, address, options.plays)
        moved = moving(browser, address, options.rounds, options.trace)
        moved["the end of a deal"], waits = ending(browser, address, options.rounds)
        print(f"Chromium {browser.version}, load {before:.1f} before and {os.getloadavg()[0]:.1f} after\n")
        browser.close()
    figures = {
        "first load, compressed": of([size for size, _ in found], "KB"),
        "first card playable": of([took for _, took in found], "ms"),
        "a play is shown": of(shown, "ms"),
        **{what: str(motion) for what, motion in moved.items()},
        "until it moves": of(waits, "ms"),
    }
    print("| what | bar | measured |\n|---|---|---|")
    for what, figure in figures.items():
        print(f"| {what} | {BARS[what]} | {figure} |")


if __name__ == "__main__":
    main()
