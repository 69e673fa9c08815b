// A small face for anything narrower than 34 px: rank above, suit below, woven edge kept. 60 × 84.
import { numeral } from './digits';
import { FACES, type Face, type Family } from '../lib/cards/deck';
import { INK, PAPER, SUITS, shape, type Suit } from './suits';

const THREAD = '#C9A24B';
/** Small signs need 4.5:1, so the two light inks are darker here; hue and silhouette stay. */
const DARKER: Record<string, string> = { yellow: '#9A5500', blue: '#0B63C4' };

function frame(colour: string, ground: string, inner: string): string {
  return (
    `<g color="${colour}"><rect width="60" height="84" rx="7" fill="${ground}"/>${inner}` +
    `<rect x=".75" y=".75" width="58.5" height="82.5" rx="6.5" fill="none" stroke="${INK}" ` +
    `stroke-opacity=".45" stroke-width="1.5"/></g>`
  );
}

function back(): string {
  return frame(
    THREAD,
    '#22303A',
    `<rect x="5" y="5" width="50" height="74" rx="4" fill="#2C4450" stroke="${THREAD}" stroke-width="2.5"/>` +
      `<g stroke="${THREAD}" stroke-opacity=".4" stroke-width="4">` +
      `<path d="M18 6V78M42 6V78M6 24H54M6 60H54"/></g>` +
      shape(SUITS.purple as Suit, 30, 42, 26),
  );
}

function court(letter: string): string {
  const inks = Object.values(SUITS).map(({ ink }) => ink);
  const warp = inks.map(
    (ink, i) =>
      `<rect x="${4 + i * 11}" y="48" width="${i % 2 ? 4 : 7}" height="33" fill="${ink}" ` +
      `fill-opacity=".62"/>`,
  );
  const weft = inks
    .slice(1)
    .reverse()
    .map(
      (ink, i) =>
        `<rect x="2" y="${51 + i * 8}" width="56" height="${i % 2 ? 5 : 3}" fill="${ink}" ` +
        `fill-opacity=".5"/>`,
    );
  return frame(INK, PAPER, warp.join('') + weft.join('') + numeral(letter, 30, 7, 38, 16));
}

function number({ rank, suit: name }: Face, family: Family): string {
  const base = SUITS[name ?? ''] as Suit;
  const suit = { ...base, ink: DARKER[name ?? ''] ?? base.ink };
  const text = String(rank);
  if (family === 'mu') return frame(PAPER, suit.ink, numeral(text, 30, 7, 40, 17) + shape(suit, 30, 64, 27));
  let stripes = '';
  for (let y = 8; y < 78; y += 14)
    for (const [offset, height] of suit.sett)
      stripes += `<rect x="1.5" y="${y + offset * 0.7}" width="6" height="${height * 0.7}"/>`;
  return frame(
    suit.ink,
    PAPER,
    `<g fill="currentColor">${stripes}</g>` + numeral(text, 33, 7, 38, 17) + shape(suit, 33, 63, 30),
  );
}

/** The inside of a small card's SVG; `code` is a card's code or 'back'. */
export function mini(code: string, family: Family): string {
  const printed = FACES[family][code];
  if (!printed) return back();
  return printed.suit === null ? court(code) : number(printed, family);
}
