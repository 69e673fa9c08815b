// One layout for every screen: its shape follows from the size of the window, measured in letters, so that
// doubled text gets the arrangement of a smaller screen.

/** Wide: seats around an oval. Tall: seats above. Low: seats in one line, actions at the right. */
export type Shape = 'wide' | 'tall' | 'low';

export interface Layout {
  shape: Shape;
  /** So few letters fit that faces must do for names. */
  isTight: boolean;
  /** Whether a panel can stand beside the felt. */
  hasRoomBeside: boolean;
}

const LOW = 36;
const TIGHT_WIDTH = 17;
const TIGHT_HEIGHT = 20;
const BESIDE = 64;

export function layoutFor(width: number, height: number, letter: number): Layout {
  const across = width / letter;
  const down = height / letter;
  const shape: Shape = across <= down * 1.05 ? 'tall' : down < LOW ? 'low' : 'wide';
  return {
    shape,
    isTight: shape === 'tall' ? across < TIGHT_WIDTH : down < TIGHT_HEIGHT,
    hasRoomBeside: shape === 'wide' && across >= BESIDE,
  };
}

/** How many rows the hand takes. */
export const rowsOfHand = (cards: number, shape: Shape): number => (shape === 'tall' && cards > 10 ? 2 : 1);

/** Phases in which a choice of our own takes the cloth. */
export const CHOICES: ReadonlySet<string> = new Set([
  'shield_trump',
  'crown_trump',
  'partner',
  'next_dealer',
  'trick award',
  'haggis award',
  'naming lead',
]);

/** From where the cards come of the seat that is so many places on, by where it stands. */
export function cardsFrom(place: number, seats: number, shape: Shape): { x: number; y: number } {
  if (place === 0) return { x: 0, y: 1 };
  const atSide = Math.floor((seats - 1) / 2);
  return {
    x: place <= atSide ? -1 : place > seats - 1 - atSide ? 1 : 0,
    y: shape === 'wide' ? 0 : -1,
  };
}
