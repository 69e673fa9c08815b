"""How the browser is started that tests, pictures and measurements use."""

from typing import Final

from playwright.sync_api import Browser, Playwright
from tests.browser.missing import BROWSER

NORMAL: Final = 16
"""The usual size of text."""

# A window of its own for every visitor: Chromium draws two pages for the list below its address bar in each,
# which nobody sees and which cost more than the page of the table does. A second list of features takes the
# place of Playwright's, so those of it that bear on a page are here too.
WITHOUT: Final = (
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "MediaRouter",
    "OptimizationHints",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
)
FLAGS: Final = (
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(WITHOUT)}",
)


def launch(playwright: Playwright, letter: int = NORMAL) -> Browser:
    """A browser with a size of text."""
    # Media queries follow the browser's own size of text: no style sheet can stand in for it.
    size = () if letter == NORMAL else (f"--blink-settings=defaultFontSize={letter}",)
    return playwright.chromium.launch(executable_path=BROWSER, args=[*FLAGS, *size])
