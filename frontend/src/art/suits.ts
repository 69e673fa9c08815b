// The five suits: each has its own silhouette and its own woven edge, so that colour is never the only sign.
export interface Suit {
  name: string;
  ink: string;
  /** The silhouette in a 100 × 100 box, in the current colour. */
  shape: string;
  /** Stripes of the woven edge in a repeat of 20: offset and height. */
  sett: readonly (readonly [number, number])[];
}

export const PAPER = '#FBF6E9';
export const INK = '#2B2118';
export const GOLD = '#B8862B';

/** By the name of the colour, in the order of the deck. */
export const SUITS: Readonly<Record<string, Suit>> = {
  red: {
    name: 'Rowan',
    ink: '#BA0E09',
    sett: [[0, 14]],
    shape:
      '<path d="M50 20C50 32 44 42 34 52M50 20C52 36 56 44 66 52M50 20V44" fill="none" ' +
      'stroke="currentColor" stroke-width="6"/>' +
      '<path d="M50 22C60 2 82 2 94 10C86 24 66 30 50 22Z"/>' +
      '<circle cx="29" cy="62" r="20"/><circle cx="71" cy="62" r="20"/><circle cx="50" cy="80" r="19"/>',
  },
  yellow: {
    name: 'Whin',
    ink: '#D17701',
    sett: [
      [0, 5],
      [9, 5],
    ],
    shape:
      '<path fill-rule="evenodd" d="M50 2L61 34L89 15L72 44L98 56L66 59L74 94L50 68L26 94L34 59L2 56L28 ' +
      '44L11 15L39 34Z' +
      'M50 41A9 9 0 1 0 50 59A9 9 0 1 0 50 41Z"/>',
  },
  green: {
    name: 'Pine',
    ink: '#1D6955',
    sett: [
      [0, 3],
      [5.5, 3],
      [11, 3],
    ],
    shape: '<path d="M50 2L77 36H64L86 64H68L94 90H57V99H43V90H6L32 64H14L36 36H23Z"/>',
  },
  blue: {
    name: 'Loch',
    ink: '#1383F9',
    sett: [
      [0, 9],
      [11, 3],
    ],
    shape:
      '<g fill="none" stroke="currentColor" stroke-width="15" stroke-linecap="round">' +
      '<path d="M10 26q20-20 40 0t40 0"/><path d="M10 53q20-20 40 0t40 0"/><path d="M10 80q20-20 40 ' +
      '0t40 0"/></g>',
  },
  purple: {
    name: 'Thistle',
    ink: '#430F71',
    sett: [
      [0, 3],
      [5, 9],
    ],
    // A tuft of spikes, a gap, the bulb, and two leaves at the stem.
    shape:
      '<path d="M27 38L10 6L30 17L35 1L50 14L65 1L70 17L90 6L73 38Q50 29 27 38Z"/>' +
      '<path d="M25 45Q50 35 75 45Q80 66 60 76H40Q20 66 25 45Z"/>' +
      '<path d="M46 74H54V84C62 74 76 70 94 72C88 88 72 96 54 96V100H46V96C28 96 12 88 6 72C24 70 38 74 ' +
      '46 84Z"/>',
  },
};

/** A suit's silhouette, centred on x, y. */
export function shape(suit: Suit, x: number, y: number, size: number, isUpsideDown = false): string {
  const turn = isUpsideDown ? ' rotate(180 50 50)' : '';
  const place = `translate(${x - size / 2} ${y - size / 2}) scale(${size / 100})${turn}`;
  return `<g transform="${place}" fill="currentColor">${suit.shape}</g>`;
}
