"""A person at a table in the browser: sees what is on the screen, and clicks."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as Late

CREATE = """async ([game, seats, options, people, deal]) => {
  const places = Array.from({length: seats}, (_, i) =>
    i === 0 ? {kind: 'person', you: true} : i < people ? {kind: 'person'} : {kind: 'bot', level: 'greedy'});
  const settings = {pause: 600};
  const body = {game, seats, options, name: 'Ailsa', places, start: people === 1, settings, deal};
  const answer = await fetch('/api/tables',
    {method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify(body)});
  const made = await answer.json();
  if (!answer.ok) throw new Error(JSON.stringify(made));
  localStorage.setItem('stramash.tables', JSON.stringify(
    [{id: made.table.id, game, secret: made.secret, invite: made.invite, watch: made.watch, at: 1}]));
  return made;
}"""

BLANK = "<!doctype html><link rel=icon href='data:,'>"

# A connection of our own beside the page's, which knows what the seat is asked.
ASKING = """
  const open = async () => {
    if (window.asking?.readyState === WebSocket.OPEN) return;
    const table = location.pathname.split('/')[2];
    window.asking = new WebSocket(`${location.origin.replace('http', 'ws')}/api/tables/${table}/ws`);
    window.asking.addEventListener('message', (message) => {
      const said = JSON.parse(message.data);
      if (said.decision?.must !== undefined) window.decision = said.decision;
    });
    await new Promise((ready, failed) => {
      window.asking.onopen = ready;
      window.asking.onerror = failed;
    });
    const welcome = new Promise((go) => window.asking.addEventListener('message', go, {once: true}));
    window.asking.send(JSON.stringify({type: 'hello', protocol: 1, mode: 'events'}));
    await welcome;
  };
  const ask = (form) => new Promise((answer, failed) => {
    const id = `test-${Math.random()}`;
    setTimeout(failed, 60_000, new Error('the server does not answer'));
    window.asking.addEventListener('message', function hear(message) {
      const said = JSON.parse(message.data);
      if (said.id !== id) return;
      window.asking.removeEventListener('message', hear);
      answer(said);
    });
    window.asking.send(JSON.stringify({...form, id}));
  });
  // Who is told that a decision is no longer open is told which one is.
  const legal = async () => {
    for (;;) {
      const {must, may} = window.decision;
      const said = await ask({type: 'legal', decision: must ?? may});
      if (said.problem?.code !== 'stale') return {must, moves: said.moves ?? []};
    }
  };
"""

# What the seat may do, so that a test need not try card after card.
LEGAL = f"async () => {{{ASKING} await open(); return (await legal()).moves; }}"

# One move on that connection, without a click.
SEND = f"""async (move) => {{{ASKING}
  const {{must}} = await legal();
  await ask({{type: 'move', decision: must, move, cards: null}});
}}"""

# Plays our seat to the end of the match on that connection, most cards first, while the page looks on.
HURRY = (
    f"async (most) => {{{ASKING}"
    """
  const news = () => new Promise((go) => {
    window.asking.addEventListener('message', go, {once: true});
    setTimeout(go, 50);
  });
  for (let tries = 0; tries < most; tries++) {
    if (document.querySelector('.summary .winner')) return true;
    document.querySelector('.summary .next:enabled')?.click();
    const {must, moves} = await legal();
    if (must === null) {
      await news();
      continue;
    }
    const wanted = moves.filter((move) => move.kind !== 'bet');
    const bid = wanted.some((move) => move.kind === 'display') && window.hasBid;
    const left = bid ? wanted.filter((move) => move.kind === 'pass') : wanted;
    const size = (move) => move.cards?.length ?? 0;
    const move = left.reduce((best, one) => (size(one) > size(best) ? one : best));
    window.hasBid ||= move.kind === 'display';
    await ask({type: 'move', decision: must, move: move.text, cards: move.cards ?? []});
  }
  return false;
}"""
)

# "turn" when there is something to do, "next" between deals, "over" when the match is.
STATE = """() => {
  if (document.querySelector('.summary .winner')) return 'over';
  if (document.querySelector('.summary .next:enabled')) return 'next';
  const isReady = document.querySelector('.own[data-ready=true]');
  return document.title.startsWith('●') && isReady && !document.querySelector('.summary') ? 'turn' : null;
}"""

# Others may act at the same time: only a decision of our own tells that a move of ours was noticed.
STAND = "() => `${document.querySelector('.own')?.dataset.decision} ${!!document.querySelector('.summary')}`"
CAN_PLAY = "() => document.querySelector('button.play')?.getAttribute('aria-disabled') === 'false'"
PATIENCE_MS = 60_000
Pick = Callable[[list[dict[str, Any]]], dict[str, Any]]
WORDS = {"putback": "put", "bury": "put"}


class Table:
    """One person's screen."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.made: dict[str, Any] = {}
        self.decisions: list[str] = []
        """What was decided so far, by kind."""
        self._is_left = False

    @property
    def id(self) -> str:
        return str(self.made["table"]["id"])

    def create(
        self, game: str, seats: int, options: dict[str, str], people: int = 1, deal: Any = None
    ) -> None:
        """A table made through the API of the page, for speed; then open it."""
        if not self.page.url.startswith("http"):
            # Of this address, with nothing to load, not even an icon.
            self.page.route("/blank", lambda route: route.fulfill(content_type="text/html", body=BLANK))
            self.page.goto("/blank")
            self.page.unroute("/blank")
        self.made = self.page.evaluate(CREATE, [game, seats, options, people, deal])
        self.page.goto(f"/t/{self.id}")
        self.page.wait_for_selector(".own" if people == 1 else "main")

    def is_my_turn(self) -> bool:
        return self.page.title().startswith("●")

    def is_ready(self) -> bool:
        """Our turn, and the table knows what we may do."""
        return bool(self.page.evaluate(STATE) == "turn")

    def is_match_over(self) -> bool:
        return bool(self.page.evaluate(STATE) == "over")

    def wait(self) -> str:
        """Until there is something to do: "turn", "next" between deals, "over"."""
        try:
            return str(self.page.wait_for_function(STATE, timeout=PATIENCE_MS).json_value())
        except Late:
            words = self.page.locator("main").inner_text()[:500]
            raise AssertionError(f"nothing happens any more: {words}") from None

    def next_deal(self) -> None:
        with suppress(Late):  # the deal may begin by itself while we reach for the button
            self.page.locator(".summary .next").click(timeout=1_000)

    def wait_for_turn(self) -> bool:
        """Until there is something to do; False when the match is over. Ends deals on the way."""
        while (state := self.wait()) == "next":
            self.next_deal()
        return state == "turn"

    def says(self) -> str:
        return self.page.locator(".actions").inner_text()

    def can_play(self) -> bool:
        """Whether the play button does something, once the server has answered."""
        try:
            self.page.wait_for_function(CAN_PLAY)
        except Late:
            return False
        return True

    def choose(self, *places: int) -> None:
        """Click on bright cards of the hand, counted from the left."""
        bright = self.page.locator(".held:not(.dim)")
        for place in places:
            bright.nth(place).click(position={"x": 10, "y": 14})

    def choose_cards(self, codes: list[str]) -> None:
        """Click on cards of the hand by their codes; of two copies on both."""
        for code in codes:
            held = self.page.locator(f'[data-code="{code}"]:not([aria-pressed=true])')
            held.first.click(position={"x": 10, "y": 14})

    def clear(self) -> None:
        self.page.keyboard.press("Escape")

    def stand(self) -> str:
        """What tells one moment of the game from another."""
        return str(self.page.evaluate(STAND))

    def settle(self, before: str) -> None:
        """Until the screen has taken notice of a move."""
        self.page.wait_for_function(f"before => ({STAND})() !== before", arg=before)

    def moves(self) -> list[dict[str, Any]]:
        """What we may do now."""
        legal: list[dict[str, Any]] = self.page.evaluate(LEGAL)
        return legal

    def act(self, pick: Pick | None = None) -> None:
        """One decision: the legal one that sheds most cards, or the first there is; or the one picked."""
        before = self.stand()
        legal = [move for move in self.moves() if move["kind"] != "bet"]
        assert legal, "it is our turn, but nothing is legal"
        if pick is not None:
            legal = [pick(legal)]
        elif any(move["kind"] == "display" for move in legal) and "display" in self.decisions:
            legal = [move for move in legal if move["kind"] == "pass"]  # one bid is enough for a test
        with_cards = [move for move in legal if move.get("cards")]
        move = max(with_cards, key=lambda one: len(one["cards"])) if with_cards else legal[0]
        kind = WORDS.get(move["kind"], move["kind"])
        self.decisions.append(kind)
        if move.get("cards"):
            self.choose_cards(move["cards"])
            assert self.can_play(), f"{move['text']} is legal, but: {self.says()}"
            self.click("button.play")
        elif self.page.locator(f"[data-move='{move['text']}']").count():
            self.click(f"[data-move='{move['text']}']")
        else:
            self.click("button.pass:enabled")
        self.settle(before)

    def click(self, selector: str) -> None:
        """A click beside the one before: two at one place within a moment are a double click to the page."""
        button, self._is_left = self.page.locator(selector), not self._is_left
        box = button.bounding_box()
        assert box is not None
        button.click(position={"x": box["width"] * (0.2 if self._is_left else 0.8), "y": box["height"] / 2})

    def send(self, move: dict[str, Any]) -> None:
        """A move of ours without a click, where a test is about what the page shows of it."""
        before = self.stand()
        self.page.evaluate(SEND, move["text"])
        self.settle(before)

    def play_to_the_end(self, most: int = 400) -> None:
        for _ in range(most):
            if not self.wait_for_turn():
                return
            self.act()
        raise AssertionError("the match does not end")

    def hurry(self) -> None:
        """Play on without a click, where a test is about what comes after: the page sees each move made."""
        self.moves()  # opens the connection
        self.page.evaluate(f"most => {{ window.hurried = ({HURRY})(most); }}", 4_000)

    def hurry_to_the_end(self) -> None:
        """The same, until the match is over."""
        self.hurry()
        assert self.page.evaluate("window.hurried"), "the match does not end"
