"""Pictures of every page and of each game's phases, desktop and phone, into build/shots: `make shots`."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402
from tests.browser.table import Table  # noqa: E402

TARGET = ROOT / "build" / "shots"
PORT = 8599
SCREENS = {"desktop": (1280, 800), "phone": (390, 844)}
GAMES = [("haggis", 2), ("haggis3", 3), ("neeps", 4), ("tatties", 3), ("mu", 4), ("mu", 3), ("mu", 6)]
FLAGS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
# Feeds the picture through the protan, deutan and tritan filters of Machado et al. (2009), severity 1.
BLIND = {
    "protan": "0.152 1.053 -0.205 0 0 0.115 0.786 0.099 0 0 -0.004 -0.048 1.052 0 0 0 0 0 1 0",
    "deutan": "0.367 0.861 -0.228 0 0 0.280 0.673 0.047 0 0 -0.012 0.043 0.969 0 0 0 0 0 1 0",
    "tritan": "1.256 -0.077 -0.179 0 0 -0.078 0.931 0.148 0 0 0.005 0.691 0.304 0 0 0 0 0 1 0",
}


def picture(page: Page, name: str, *, is_whole: bool = False) -> None:
    """Save what is on the screen."""
    page.wait_for_timeout(250)
    page.screenshot(path=TARGET / f"{name}.png", full_page=is_whole)


def visit(browser: Browser, screen: str, theme: str = "dark") -> Page:
    """A page of a certain size and theme, without pauses."""
    width, height = SCREENS[screen]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        base_url=f"http://127.0.0.1:{PORT}",
        device_scale_factor=2 if screen == "phone" else 1,
    )
    wanted = f"{{speed: 'instant', motion: 'none', theme: '{theme}', name: 'Ailsa'}}"
    context.add_init_script(f"localStorage.setItem('stramash.settings', JSON.stringify({wanted}))")
    return context.new_page()


def shoot_game(browser: Browser, screen: str, game: str, seats: int) -> None:
    """A whole match, with a picture of the first moment of every phase."""
    table = Table(visit(browser, screen))
    table.create(game, seats, {"rounds": "1"})
    name = f"{game}-{seats}-{screen}"
    seen: set[str] = set()
    moves = 0
    while table.wait_for_turn():
        words = " ".join(table.says().split()[2:5]).strip(".,?").lower()
        phase = "".join(sign if sign.isalnum() else "-" for sign in words)[:24]
        if phase not in seen and len(seen) < 8:
            seen.add(phase)
            picture(table.page, f"{name}-{phase}")
        if moves == 9:
            picture(table.page, f"{name}-middle")
        moves += 1
        table.act()
    picture(table.page, f"{name}-score")
    table.page.goto(f"/t/{table.id}/replay/1")
    table.page.wait_for_selector("input[type=range]")
    table.page.locator("input[type=range]").fill("14")
    picture(table.page, f"{name}-replay", is_whole=True)
    table.page.goto(f"/t/{table.id}/review/1")
    table.page.wait_for_selector("ol li")
    picture(table.page, f"{name}-review")
    table.page.context.close()


def shoot_blind(browser: Browser) -> None:
    """A hand as people with each kind of colour blindness see it."""
    table = Table(visit(browser, "desktop"))
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
        picture(table.page, f"hand-{kind}")
    table.page.context.close()


def main() -> None:
    """Everything; names of games as arguments narrow it down."""
    wanted = sys.argv[1:]
    TARGET.mkdir(parents=True, exist_ok=True)
    if not wanted:  # what an earlier run left would be mistaken for what is so now
        for old in TARGET.glob("*.png"):
            old.unlink()
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [sys.executable, ROOT / "tests" / "browser" / "serving.py", str(PORT), folder],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        )
        try:
            assert server.stdout is not None
            server.stdout.readline()
            with sync_playwright() as playwright:
                chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
                browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
                for screen in SCREENS:
                    for theme in ("dark", "light"):
                        page = visit(browser, screen, theme)
                        page.goto("/")
                        page.wait_for_selector(".games")
                        picture(page, f"front-{screen}-{theme}", is_whole=True)
                        page.context.close()
                    for game, seats in GAMES:
                        if not wanted or game in wanted:
                            shoot_game(browser, screen, game, seats)
                if not wanted:
                    shoot_blind(browser)
                browser.close()
        finally:
            server.terminate()
            server.wait(20)
    print(f"shots: {len(list(TARGET.glob('*.png')))} pictures in {TARGET.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
