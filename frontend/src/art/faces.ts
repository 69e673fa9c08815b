// Card faces as SVG, 200 × 300, drawn from their codes. Styles are presentation attributes: the policy of
// the page forbids style attributes.
import { numeral } from './digits';
import { FACES, type Face, type Family } from '../lib/cards/deck';
import { GOLD, INK, PAPER, SUITS, shape, type Suit } from './suits';

type Place = readonly [number, number];
const L = 81,
  C = 100,
  R = 119;
// prettier-ignore
const PIPS: Record<number, readonly Place[]> = {
  2: [[C, 92], [C, 208]],
  3: [[C, 86], [C, 150], [C, 214]],
  4: [[L, 92], [R, 92], [L, 208], [R, 208]],
  5: [[L, 86], [R, 86], [C, 150], [L, 214], [R, 214]],
  6: [[L, 84], [R, 84], [L, 150], [R, 150], [L, 216], [R, 216]],
  7: [[L, 80], [R, 80], [C, 115], [L, 150], [R, 150], [L, 220], [R, 220]],
  8: [[L, 80], [R, 80], [C, 115], [L, 150], [R, 150], [C, 185], [L, 220], [R, 220]],
  9: [[L, 70], [R, 70], [L, 123], [R, 123], [C, 150], [L, 177], [R, 177], [L, 230], [R, 230]],
  10: [[L, 68], [R, 68], [C, 96], [L, 123], [R, 123], [L, 177], [R, 177], [C, 204], [L, 232], [R, 232]],
};

const both = (part: string): string => `${part}<g transform="rotate(180 100 150)">${part}</g>`;

function frame(inner: string, colour: string, ground: string = PAPER): string {
  return (
    `<g color="${colour}"><rect width="200" height="300" rx="16" fill="${ground}"/>${inner}` +
    `<rect x="1" y="1" width="198" height="298" rx="15" fill="none" stroke="${INK}" stroke-opacity=".4" ` +
    `stroke-width="2"/></g>`
  );
}

function star(x: number, y: number, radius: number): string {
  let path = '';
  for (let i = 0; i < 10; i++) {
    const angle = -Math.PI / 2 + (i * Math.PI) / 5;
    const reach = i % 2 ? radius * 0.45 : radius;
    path +=
      `${i ? 'L' : 'M'}${(x + reach * Math.cos(angle)).toFixed(1)} ` +
      (y + reach * Math.sin(angle)).toFixed(1);
  }
  return `<path d="${path}Z" fill="${GOLD}" stroke="${INK}" stroke-width=".8"/>`;
}

const stars = (count: number, x: number, y: number): string =>
  Array.from({ length: count }, (_, i) => star(x, y + i * 18, 8.5)).join('');

function weave(suit: Suit): string {
  let stripes = '';
  for (let y = 16; y < 280; y += 20)
    for (const [offset, height] of suit.sett)
      stripes +=
        `<rect x="1" y="${y + offset}" width="11" height="${height}"/><rect x="188" ` +
        `y="${y + offset}" width="11" height="${height}"/>`;
  return `<g fill="currentColor">${stripes}</g>`;
}

function numberCard({ rank, points }: Face, suit: Suit): string {
  const index = numeral(String(rank), 37, 15, 46) + shape(suit, 37, 86, 38) + stars(points, 37, 120);
  const pips = (PIPS[rank] ?? []).map(([x, y]) => shape(suit, x, y, 30, y > 150)).join('');
  return frame(weave(suit) + both(index) + pips, suit.ink);
}

/** Five colours woven: a court is wild. */
function plaid(): string {
  return Object.values(SUITS)
    .map(({ ink }, i) => {
      return (
        `<rect x="${20 + i * 34}" y="1" width="${i % 2 ? 9 : 17}" height="298" fill="${ink}" ` +
        `fill-opacity=".6"/>` +
        `<rect x="1" y="${32 + i * 50}" width="198" height="${i % 2 ? 17 : 9}" fill="${ink}" ` +
        `fill-opacity=".55"/>`
      );
    })
    .join('');
}

function mirrored(path: string, width: number): string {
  return (
    `<g fill="none" stroke="${INK}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round">` +
    `<path d="${path}"/><path d="${path}" transform="translate(200 0) scale(-1 1)"/></g>`
  );
}

// The Piper's pipes, the Selkie under the moon, the Stag.
const FIGURES: Record<string, string> = {
  K:
    mirrored('M93 140C78 122 62 114 62 72M66 100C50 96 44 84 44 68M63 82C74 76 78 66 77 54', 8) +
    `<path d="M100 222L84 198L78 162L58 149L84 147L90 136H110L116 147L142 149L122 162L116 198Z" ` +
    `fill="${INK}"/>` +
    `<circle cx="91" cy="164" r="4" fill="${PAPER}"/><circle cx="109" cy="164" r="4" fill="${PAPER}"/>`,
  Q:
    `<path d="M126 78A54 54 0 1 0 126 180A43 43 0 1 1 126 78Z" fill="${INK}"/>` +
    `<path d="M100 210C118 190 120 162 110 142C104 130 112 117 124 119C139 121 139 139 131 151C151 169 ` +
    `141 202 119 216Q131 228 150 226Q129 243 108 229Q87 243 68 226Q90 226 100 210Z" fill="${INK}" ` +
    `stroke="${PAPER}" stroke-width="4"/>` +
    `<circle cx="123" cy="131" r="3" fill="${PAPER}"/>`,
  J:
    `<g stroke="${INK}" stroke-width="8" stroke-linecap="round"><path d="M96 150L70 70M108 146L104 ` +
    `60M118 150L140 74M84 186L62 226" fill="none"/></g>` +
    `<path d="M70 176Q72 142 112 140Q150 142 146 180Q140 214 104 212Q74 210 70 176Z" fill="${INK}"/>` +
    `<path d="M84 160L134 196M84 192L134 158" stroke="${PAPER}" stroke-width="4"/>` +
    `<path d="M62 66h16M96 56h16M132 70h16" stroke="${INK}" stroke-width="10" stroke-linecap="round"/>`,
};

function courtCard(letter: string, { points }: Face): string {
  const badge =
    `<rect x="8" y="8" width="56" height="${66 + points * 18}" rx="12" fill="${PAPER}" stroke="${INK}" ` +
    `stroke-width="1.5"/>` +
    numeral(letter, 36, 16, 46) +
    stars(points, 36, 80);
  return frame(
    plaid() +
      `<rect x="24" y="22" width="152" height="256" rx="76" fill="${PAPER}" stroke="${INK}" ` +
      `stroke-width="3"/>` +
      `<g transform="translate(3 0)">${FIGURES[letter] ?? ''}</g>${both(badge)}`,
    INK,
  );
}

const triangle = (x: number, y: number, size: number): string =>
  `<path d="M${x - size} ${y - size * 0.7}H${x + size}L${x} ${y + size}Z" fill="${PAPER}"/>`;

function muCard({ rank, points }: Face, suit: Suit): string {
  const top =
    points === 2 ? triangle(86, 32, 13) + triangle(116, 32, 13) : points ? triangle(101, 32, 13) : '';
  const index =
    numeral(String(rank), 35, 16, 46) +
    shape(suit, 35, 87, 38) +
    (points ? triangle(points > 1 ? 24 : 35, 122, 10) : '') +
    (points > 1 ? triangle(47, 122, 10) : '');
  return frame(
    `<g opacity=".2">${shape(suit, 100, 150, 168)}</g>` +
      numeral(String(rank), 100, 96, 108, 17) +
      both(index + top),
    PAPER,
    suit.ink,
  );
}

function back(): string {
  const thread = '#C9A24B';
  let lines = '';
  for (let i = 1; i < 8; i++) lines += `<path d="M${i * 25} 10V290" stroke-width="${i % 2 ? 5 : 1.5}"/>`;
  for (let i = 1; i < 12; i++) lines += `<path d="M10 ${i * 25}H190" stroke-width="${i % 2 ? 5 : 1.5}"/>`;
  return frame(
    `<rect x="10" y="10" width="180" height="280" rx="9" fill="#2C4450"/>` +
      `<g stroke="${thread}" stroke-opacity=".34">${lines}</g>` +
      `<rect x="10" y="10" width="180" height="280" rx="9" fill="none" stroke="${thread}" ` +
      `stroke-width="2.5"/>` +
      `<circle cx="100" cy="150" r="46" fill="#22303A" stroke="${thread}" ` +
      `stroke-width="4"/>${shape(SUITS.purple as Suit, 100, 150, 58)}`,
    thread,
    '#22303A',
  );
}

/** The inside of a card's SVG; `code` is a card's code or 'back'. */
export function face(code: string, family: Family): string {
  const printed = FACES[family][code];
  if (!printed) return back();
  const suit = printed.suit === null ? undefined : SUITS[printed.suit];
  if (!suit) return courtCard(code, printed);
  return family === 'mu' ? muCard(printed, suit) : numberCard(printed, suit);
}
