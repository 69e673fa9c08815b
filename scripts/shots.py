"""Pictures of every page and of each game's phases at eight sizes, into build/shots: `make shots`.

On every one of them it is checked that nothing a player needs is outside, covered, cut or too small, with
text at 200 % too; what is found is printed, and the exit code tells. With --deals N (`make looks`) random
deals are played at random instead, a third of the decisions and the first of each phase are looked at, and
pictures are kept of faults alone.
"""

import argparse
import sys
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.page import serving  # noqa: E402
from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402
from scripts import page_shots  # noqa: E402
from tests.browser.chromium import launch  # noqa: E402
from tests.browser.deals import deal  # noqa: E402
from tests.browser.looks import SIZES, Size, each_size, problems  # noqa: E402
from tests.browser.scenes import adventures, scenes  # noqa: E402
from tests.browser.table import Table  # noqa: E402

TARGET = ROOT / "build" / "shots"
GAMES = [
    ("haggis", 2), ("haggis", 3), ("haggis3", 3), ("neeps", 4), ("tatties", 3),
    ("mu", 3), ("mu", 4), ("mu", 5), ("mu", 6), ("mu-classic", 4),
]  # fmt: skip
LETTERS = {16: "", 32: "-200"}
# Feeds the picture through the protan, deutan and tritan filters of Machado et al. (2009), severity 1.
BLIND = {
    "protan": "0.152 1.053 -0.205 0 0 0.115 0.786 0.099 0 0 -0.004 -0.048 1.052 0 0 0 0 0 1 0",
    "deutan": "0.367 0.861 -0.228 0 0 0.280 0.673 0.047 0 0 -0.012 0.043 0.969 0 0 0 0 0 1 0",
    "tritan": "1.256 -0.077 -0.179 0 0 -0.078 0.931 0.148 0 0 0.005 0.691 0.304 0 0 0 0 0 1 0",
}


class Studio:
    """A browser with one size of text, before the server that pictures are taken of."""

    def __init__(self, browser: Browser, address: str, mark: str) -> None:
        self.browser = browser
        self.address = address
        self.mark = mark
        """What the names of pictures say of the size of text."""

    def visit(self, theme: str = "dark", size: Size = (1440, 900)) -> Page:
        """A page without pauses."""
        context = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]}, base_url=self.address
        )
        wanted = f"{{speed: 'instant', motion: 'none', theme: '{theme}', name: 'Ailsa', oneTap: false}}"
        context.add_init_script(f"localStorage.setItem('stramash.settings', JSON.stringify({wanted}))")
        return context.new_page()


def noted(name: str, found: list[str]) -> list[str]:
    """What is wrong, said at once: a run takes minutes."""
    lines = [f"{name}: {problem}" for problem in found]
    for line in lines:
        print(line, flush=True)
    return lines


def shoot_game(studio: Studio, game: str, seats: int) -> list[str]:
    """A whole match, each phase in all sizes; what is wrong with them."""
    table = Table(studio.visit())
    table.create(game, seats, {"rounds": "2" if game == "mu" and seats == 4 else "1"})
    wrong = []
    for phase in scenes(table):
        with each_size(table.page, SIZES) as sized:
            for width, height in sized:
                name = f"{game}-{seats}-{phase}{studio.mark}_{width}x{height}"
                table.page.screenshot(path=TARGET / f"{name}.png")
                wrong += noted(name, problems(table.page))
    table.page.context.close()
    return wrong


def wander(studio: Studio, game: str, seats: int, seed: int) -> list[str]:
    """A random deal played at random: what is wrong at its decisions in any size."""
    luck = Random(f"{game} {seats} {seed}")
    given = deal(game, seats, {}, dealer=luck.randrange(seats), seed=luck.randrange(1 << 30))
    table = Table(studio.visit())
    table.create(game, seats, {"rounds": "1"}, deal=given)
    wrong = []
    for moment in adventures(table, luck):
        with each_size(table.page, SIZES) as sized:
            for width, height in sized:
                found = problems(table.page)
                name = f"{game}-{seats}-{moment}-deal{seed}{studio.mark}_{width}x{height}"
                if found:
                    table.page.screenshot(path=TARGET / f"fault-{name}.png")
                wrong += noted(name, found)
    table.page.context.close()
    return wrong


def shoot_pages(studio: Studio) -> None:
    """The front page by night and by day."""
    for theme in ("dark", "light"):
        for size in ((1440, 900), (390, 844)):
            page = studio.visit(theme, size)
            page.goto("/")
            page.wait_for_selector(".games")
            page.wait_for_timeout(250)
            page.screenshot(path=TARGET / f"front-{theme}_{size[0]}x{size[1]}.png", full_page=True)
            page.context.close()


def shoot_blind(studio: Studio) -> None:
    """A hand as people with each kind of colour blindness see it."""
    table = Table(studio.visit())
    table.create("haggis", 3, {})
    table.wait_for_turn()
    for kind, matrix in BLIND.items():
        table.page.evaluate(
            """([kind, matrix]) => {
              document.getElementById('blind')?.remove();
              document.body.insertAdjacentHTML('beforeend', '<svg id="blind" width="0" height="0">' +
                `<filter id="f"><feColorMatrix values="${matrix}"/></filter></svg>`);
              document.getElementById('app').style.filter = 'url(#f)';
            }""",
            [kind, matrix],
        )
        table.page.screenshot(path=TARGET / f"hand-{kind}.png")
    table.page.context.close()


def work(studio: Studio, asked: argparse.Namespace) -> list[str]:
    """What was asked for, with one size of text; what is wrong."""
    wrong: list[str] = []
    for game, seats in GAMES:
        if asked.games and game not in asked.games:
            continue
        if not asked.deals:
            wrong += shoot_game(studio, game, seats)
        for seed in range(asked.seed, asked.seed + asked.deals):
            wrong += wander(studio, game, seats, seed)
    if asked.deals:
        return wrong
    if not asked.games or "pages" in asked.games:
        for name, found in page_shots.shoot(studio.visit, TARGET, studio.mark).items():
            wrong += noted(name, found)
    if not asked.games and not studio.mark:
        shoot_pages(studio)
        shoot_blind(studio)
    return wrong


def main() -> None:
    """Everything; names of games as arguments narrow it down, and "pages" for what is around the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--letter", type=int, choices=list(LETTERS), help="One size of text only.")
    parser.add_argument("--deals", type=int, default=0, help="Random deals of each game, without pictures.")
    parser.add_argument("--seed", type=int, default=1, help="The first of them.")
    asked = parser.parse_args()
    TARGET.mkdir(parents=True, exist_ok=True)
    if not asked.games:  # what an earlier run left would be mistaken for what is so now
        for old in TARGET.glob("fault-*.png" if asked.deals else "*.png"):
            old.unlink()
    wrong: list[str] = []
    with serving() as address, sync_playwright() as playwright:
        for letter, mark in LETTERS.items():
            if asked.letter in (None, letter):
                with launch(playwright, letter) as browser:
                    wrong += work(Studio(browser, address, mark), asked)
    made = len(list(TARGET.glob("*.png")))
    print(f"shots: {made} pictures in {TARGET.relative_to(ROOT)}, {len(wrong)} faults")
    raise SystemExit(1 if wrong else 0)


if __name__ == "__main__":
    main()
