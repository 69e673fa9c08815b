"""Whether everything a player needs is on the screen: whole, uncovered, and large enough to be tapped."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from playwright.sync_api import Page

Size = tuple[int, int]
SIZES: Final[list[Size]] = [
    (360, 640), (390, 844), (844, 390), (820, 1180), (1180, 820), (1440, 900), (1920, 1080), (2560, 1440),
]  # fmt: skip

# Whatever can be tapped, and how large the place is that answers to it: on a phone 44 px, elsewhere 24. A box
# to tick is as large as its label. A word in a sentence may have a larger place than its letters.
SMALL: Final = """
  const TAPPED_ON = 'button, a[href], select, input, summary, [role=tab], [role=button]';
  const smallTargets = (within, isSeen) => {
    const least = Math.min(innerWidth, innerHeight) < 500 ? 44 : 24, small = [];
    const answers = (part, x, y) => {
      const hit = document.elementFromPoint(x, y);
      return !!hit && (part.contains(hit) || hit.closest('label')?.contains(part));
    };
    const reach = (part, x, y, dx, dy) => {
      let far = 0;
      while (far < least && answers(part, x + dx * (far + 1), y + dy * (far + 1))) far += 1;
      return far;
    };
    for (const part of within.querySelectorAll(TAPPED_ON)) {
      // Cards of the hand lie over one another; what is seen of each is looked at beside this.
      if (!isSeen(part) || part.matches('.held')) continue;
      const shape = (part.matches('[type=checkbox], [type=radio]') && part.closest('label')) || part;
      let {left, top, width, height} = shape.getBoundingClientRect();
      const isWord = part.matches('.clause, a[href]:not(.button)');
      if (isWord && (width < least - 0.5 || height < least - 0.5)) {
        part.scrollIntoView({block: 'center', inline: 'nearest', behavior: 'instant'});
        ({left, top, width, height} = part.getClientRects()[0] ?? part.getBoundingClientRect());
        const x = left + width / 2, y = top + height / 2;
        width = Math.max(width, reach(part, x, y, -1, 0) + reach(part, x, y, 1, 0) + 1);
        height = Math.max(height, reach(part, x, y, 0, -1) + reach(part, x, y, 0, 1) + 1);
      }
      const named = (part.ariaLabel || part.innerText || part.name || part.className || '').slice(0, 24);
      if (width < least - 0.5 || height < least - 0.5)
        small.push(`small: ${named.replace(/\\s+/g, ' ')} ${Math.round(width)} by ${Math.round(height)}`);
    }
    scrollTo(0, 0);
    return [...new Set(small)];
  };
"""

# What must be there, what is tapped, and what must not be cut.
PROBLEMS: Final = (
    """() => {"""
    + SMALL
    + """
  const wide = innerWidth, high = innerHeight, wrong = [];
  const box = (part) => part.getBoundingClientRect();
  const isSeen = (part) => part.checkVisibility({visibilityProperty: true, opacityProperty: true}) &&
    box(part).width > 1 && !part.closest('.vh');
  const all = (selector) => [...document.querySelectorAll(selector)].filter(isSeen);
  const name = (part) => `${part.className?.baseVal ?? part.className}`.replace(/svelte-\\w+/g, '').trim() +
    `: ${(part.ariaLabel || part.innerText || '').slice(0, 24).replace(/\\s+/g, ' ')}`;
  const NEEDED = '.top .icon, .top h1, .seat, .laid, .trick .who, .ring > li, .held, .place button, ' +
    '.offer, .tile, .step, .line, .ladder tr, .summary h2, .headline, .ending > *, .sheet tr, .status, ' +
    '.lead > *, .guide, .summary .c, .after > *, .takes, .cap, .made > *, .before .in, .before .label';
  for (const part of all(NEEDED)) {
    const {left, top, right, bottom} = box(part);
    if (part.closest('.offers') && part.closest('.offers').scrollWidth > part.closest('.offers').clientWidth)
      continue;  // more than fit: they are swiped
    if (left < -1 || top < -1 || right > wide + 1 || bottom > high + 1)
      wrong.push(`outside: ${name(part)} ${[left, top, right, bottom].map(Math.round)}`);
  }
  const TAPPED = '.top .icon, .place button, .offer, .tile, button.step, .ending > button, .ending > a, ' +
    '.after > button, .after > a';
  wrong.push(...smallTargets(document.querySelector('main') ?? document.body, isSeen));
  for (const part of all(TAPPED)) {
    const {left, top, width, height} = box(part);
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    const isIn = hit && (part.contains(hit) || hit.contains(part));
    if (!isIn && left < wide && !part.closest('.offers')) wrong.push(`covered: ${name(part)}`);
  }
  // Of a card in the hand the left edge is tapped: a strip as wide as the step to the next one.
  for (const part of all('.held')) {
    const {left, top} = box(part);
    const hit = document.elementFromPoint(left + 12, top + 14);
    if (!hit || !part.contains(hit)) wrong.push(`covered: ${name(part)}`);
    const more = document.elementFromPoint(left + 22, top + 14);
    if (!more || !part.contains(more)) wrong.push(`small: ${name(part)} less than 24 px to be seen`);
  }
  const WORDS = '.line, .place button, .tile, .step, .trick .who, .status, .ending > *, .headline';
  for (const part of all(WORDS)) {
    const {clientWidth, clientHeight, scrollWidth, scrollHeight} = part;
    if (scrollWidth > clientWidth + 2 || scrollHeight > clientHeight + 4)
      wrong.push(`cut: ${name(part)} ${scrollWidth - clientWidth},${scrollHeight - clientHeight}`);
  }
  const meet = (one, other) => {
    const a = box(one), b = box(other);
    return Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3 &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;
  };
  const MIDDLE = '.laid:not(.ring), .ring > li, .trick .who, .tile, .step, .ladder table, .headline, ' +
    '.lead > *, .made > *, .before .in';
  const seats = all('.seat'), middle = all(MIDDLE);
  seats.forEach((seat, i) => {
    for (const other of seats.slice(i + 1))
      if (meet(seat, other)) wrong.push(`meet: ${name(seat)} / ${name(other)}`);
    for (const part of middle) if (meet(seat, part)) wrong.push(`meet: ${name(part)} / ${name(seat)}`);
  });
  const felt = document.querySelector('.felt');
  if (felt) {
    const {top, bottom} = box(felt);
    for (const part of all('.seat, .laid, .ring > li, .trick .who, .tile, .step, .ladder table, .headline, ' +
        '.made > *, .before .in, .before .label'))
      if (box(part).top < top - 3 || box(part).bottom > bottom + 3) wrong.push(`off the felt: ${name(part)}`);
  }
  // No words on other words, and none on what is tapped. A line's box is higher than its letters.
  const seenOf = (line, owner) => {
    let {left, top, right, bottom} = line;
    for (let one = owner; one && one !== document.body; one = one.parentElement) {
      const style = getComputedStyle(one);
      if (style.clipPath !== 'none') return null;
      if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
      const frame = box(one);
      [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)];
      [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
    }
    return right - left > 1 && bottom - top > 1 ? {left, top, right, bottom} : null;
  };
  // Signs at a seat and what stands beside the prompt are whole; of too many signs the last are left out.
  for (const part of all('.tags > .tag, .status > *')) {
    const whole = box(part), seen = seenOf(whole, part.parentElement);
    if (seen ? seen.right - seen.left < whole.width - 2 : part.matches('.status > *'))
      wrong.push(`cut: ${name(part)}`);
  }
  const within = document.querySelector('main') ?? document.body;
  const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) {
    const node = walker.currentNode, owner = node.parentElement;
    if (!node.data.trim() || owner.closest('.vh, .hand, .trail, .minis, svg, .as, .side, .guide')) continue;
    if (!isSeen(owner)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const line of range.getClientRects()) {
      const seen = seenOf(line, owner);
      if (seen) texts.push({...seen, owner, words: node.data.trim().slice(0, 24)});
    }
  }
  const lap = (a, b) => [Math.min(a.right, b.right) - Math.max(a.left, b.left),
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];
  const over = (a, b, x, y) => lap(a, b)[0] > x && lap(a, b)[1] > y;
  // A row of offers that can be moved hides some of them.
  const buttons = all('.place button, .offer, .tile, button.step, .ending > *, .after > button')
    .map((button) => ({button, part: seenOf(box(button), button)}));
  texts.forEach((one, i) => {
    const high = one.bottom - one.top;
    for (const other of texts.slice(i + 1))
      if (one.owner !== other.owner && over(one, other, 2, 0.45 * Math.min(high, other.bottom - other.top)))
        wrong.push(`words on words: ${one.words} / ${other.words}`);
    for (const {button, part} of buttons) {
      if (part && !button.contains(one.owner) && !one.owner.contains(button) &&
          over(one, part, 4, 0.3 * high))
        wrong.push(`words on a button: ${one.words} / ${name(button)}`);
    }
  });
  const hand = all('.held');
  const tapped = all('.place button, .tile, button.step, .ending > button, .ending > a, .after > button');
  tapped.forEach((one, i) => {
    for (const other of tapped.slice(i + 1))
      if (over(box(one), box(other), 1, 1)) wrong.push(`buttons meet: ${name(one)} / ${name(other)}`);
    for (const held of hand)
      if (over(box(one), box(held), 2, 2)) wrong.push(`on the hand: ${name(one)}`);
  });
  // Between what is asked for and the bar, or below both, there is the hand, or nothing.
  const [asked] = all('.actions'), [bar] = all('.bar');
  if (asked && bar && !hand.length) {
    const [a, b] = [box(asked), box(bar)];
    const blank = b.top >= a.bottom ? b.top - a.bottom : high - Math.max(a.bottom, b.bottom);
    if (blank > 60) wrong.push(`blank: ${Math.round(blank)} px without a hand`);
  }
  const page = document.scrollingElement;
  if (page.scrollWidth > wide + 1 || page.scrollHeight > high + 1) wrong.push('the page scrolls');
  const tiny = new Set(all('main *').filter((part) => !part.children.length && part.textContent.trim() &&
    !part.matches('.face') && parseFloat(getComputedStyle(part).fontSize) < 10.5).map(name));
  if (tiny.size) wrong.push(`tiny letters: ${[...tiny].slice(0, 3)}`);
  return wrong;
}"""
)


@contextmanager
def each_size(page: Page, sizes: list[Size]) -> Iterator[Iterator[Size]]:
    """The page in one size after another; at the end it has its own again."""
    own = page.viewport_size

    def sized() -> Iterator[Size]:
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            # Two frames: the window's new size is measured in the first and drawn in the second.
            page.evaluate("() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))")
            yield width, height

    yield sized()
    if own is not None:
        page.set_viewport_size(own)


def problems(page: Page) -> list[str]:
    """What is wrong with how the page looks now."""
    found: list[str] = page.evaluate(PROBLEMS)
    return found
