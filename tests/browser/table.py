"""A person at a table in the browser: sees what is on the screen, and clicks."""

import time
from typing import Any

from playwright.sync_api import Page

CREATE = """async ([game, seats, options, people]) => {
  const places = Array.from({length: seats}, (_, i) =>
    i === 0 ? {kind: 'person', you: true} : i < people ? {kind: 'person'} : {kind: 'bot', level: 'greedy'});
  const body = {game, seats, options, name: 'Ailsa', places, start: people === 1, settings: {pause: 600}};
  const answer = await fetch('/api/tables',
    {method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify(body)});
  const made = await answer.json();
  if (!answer.ok) throw new Error(JSON.stringify(made));
  localStorage.setItem('stramash.tables', JSON.stringify(
    [{id: made.table.id, game, secret: made.secret, invite: made.invite, watch: made.watch, at: 1}]));
  return made;
}"""

STEP_MS = 20
PATIENCE = 60.0


class Table:
    """One person's screen."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.made: dict[str, Any] = {}
        self.decisions: list[str] = []
        """What was decided so far, by kind."""

    @property
    def id(self) -> str:
        return str(self.made["table"]["id"])

    def create(self, game: str, seats: int, options: dict[str, str], people: int = 1) -> None:
        """A table made through the API of the page, for speed; then open it."""
        self.page.goto("/")
        self.made = self.page.evaluate(CREATE, [game, seats, options, people])
        self.page.goto(f"/t/{self.id}")
        self.page.wait_for_selector(".own" if people == 1 else "main")

    def is_my_turn(self) -> bool:
        return self.page.title().startswith("●")

    def is_ready(self) -> bool:
        """Our turn, and the table knows what we may do."""
        return self.is_my_turn() and bool(self.page.locator(".own[data-ready=true]").count())

    def is_match_over(self) -> bool:
        return bool(self.page.locator(".summary h2", has_text="match is over").count())

    def wait_for_turn(self) -> bool:
        """Until there is something to do; False when the match is over. Ends deals on the way."""
        limit = time.monotonic() + PATIENCE
        while time.monotonic() < limit:
            if self.is_match_over():
                return False
            following = self.page.locator(".summary .next:enabled")
            if following.count():
                following.click()
            elif self.is_ready():
                return True
            self.page.wait_for_timeout(STEP_MS)
        raise AssertionError(f"nothing happens any more: {self.page.locator('main').inner_text()[:500]}")

    def says(self) -> str:
        return self.page.locator(".actions").inner_text()

    def can_play(self) -> bool:
        """Whether the play button would do something; the server's answer is waited for."""
        button = self.page.locator("button.play")
        for _ in range(8):
            if button.count() and button.get_attribute("aria-disabled") == "false":
                return True
            self.page.wait_for_timeout(STEP_MS)
        return False

    def choose(self, *places: int) -> None:
        """Click on bright cards of the hand, counted from the left."""
        bright = self.page.locator(".held:not(.dim)")
        for place in places:
            bright.nth(place).click(position={"x": 10, "y": 14})

    def clear(self) -> None:
        self.page.keyboard.press("Escape")

    def settle(self, before: str) -> None:
        """Until the screen has taken notice of a move."""
        for _ in range(100):
            if self.stand() != before:
                return
            self.page.wait_for_timeout(STEP_MS)

    def stand(self) -> str:
        """What tells one moment of the game from another."""
        log = self.page.locator(".box li")
        return f"{log.count()} {self.page.title()}"

    def act(self) -> None:
        """One decision, any that is legal."""
        before = self.stand()
        page = self.page
        choices = page.locator(".choice:enabled")
        page.wait_for_timeout(STEP_MS)
        if choices.count():
            move = choices.first.get_attribute("data-move") or ""
            self.decisions.append(move.split()[0])
            choices.first.click()
            return self.settle(before)
        says = self.says()
        several = (
            3 if "Put three" in says else int(says.split("You took ")[1][0]) if "You took " in says else 1
        )
        bright = page.locator(".held:not(.dim)").count()
        wants_cards = bool(bright) and "nothing that beats" not in says
        # In Mü's auction one card is enough of a bid for a test.
        if "Show cards to bid" in says and "display" in self.decisions:
            wants_cards = False
        if wants_cards:
            for first in range(bright - several + 1):
                self.choose(*range(first, first + several))
                if self.can_play():
                    word = page.locator("button.play").inner_text().split()[0].lower()
                    self.decisions.append({"show": "display", "put": "put"}.get(word, word))
                    page.locator("button.play").click()
                    return self.settle(before)
                self.clear()
            if several == 1 and self.take_advice():
                self.decisions.append("play")
                page.locator("button.play").click()
                return self.settle(before)
        page.locator("button.pass:enabled").click()
        self.decisions.append("pass")
        return self.settle(before)

    def take_advice(self) -> bool:
        """Let the hint choose the cards; False where it would rather pass."""
        self.page.keyboard.press("h")
        best = self.page.locator(".hint li").first
        best.wait_for()
        use = best.get_by_role("button", name="Choose this")
        has_cards = bool(use.count())
        if has_cards:
            use.click()
        close = self.page.get_by_role("button", name="Close")
        log = self.page.get_by_role("tab", name="Log")
        if close.is_visible():
            close.click()
        elif log.is_visible():
            log.click()
        return has_cards and self.can_play()

    def play_to_the_end(self, most: int = 400) -> None:
        for _ in range(most):
            if not self.wait_for_turn():
                return
            self.act()
        raise AssertionError("the match does not end")
