// Cards by their codes: names and the order they are held in. What is printed on them is in deck.ts.
import { FACES, type Face, type Family } from './deck';
import { t } from '../words/texts';

export type { Family };
export type SortOrder = 'rank' | 'suit';

/** As the deck lists them. */
const SUIT_ORDER = [...new Set(Object.values(FACES.climbing).flatMap(({ suit }) => suit ?? []))];
const UNKNOWN: Face = { rank: 0, suit: null, points: 0 };

export const faceOf = (code: string, family: Family): Face => FACES[family][code] ?? UNKNOWN;

/** What a suit of the climbing games is called. */
export const suitName = (suit: string): string => t.cards.suits[suit] ?? suit;
/** What a colour of Mü is called. */
export const colourName = (colour: string): string => t.cards.colours[colour] ?? colour;

/** Courts have no suit: inside a combination they are whatever is needed. */
export const isWild = (code: string, family: Family): boolean => faceOf(code, family).suit === null;

/** What a screen reader says for a card. */
export function cardName(code: string, family: Family): string {
  if (code === 'back') return t.cards.faceDown;
  const { rank, suit } = faceOf(code, family);
  if (suit === null) return t.cards.court(code);
  return family === 'mu' ? t.cards.mu(rank, colourName(suit)) : t.cards.number(rank, suitName(suit));
}

/** Short, for sentences: "7 Rowan", "K". */
export function cardShort(code: string, family: Family): string {
  const { rank, suit } = faceOf(code, family);
  if (suit === null) return code;
  return family === 'mu' ? t.cards.mu(rank, colourName(suit)) : t.cards.short(rank, suitName(suit));
}

/** The suits of some cards, in the order of the deck; those without one left out. */
export function suitsOf(cards: Iterable<string>, family: Family): string[] {
  const found = new Set([...cards].map((card) => faceOf(card, family).suit));
  return SUIT_ORDER.filter((suit) => found.has(suit));
}

const suitIndex = ({ suit }: Face): number => (suit === null ? SUIT_ORDER.length : SUIT_ORDER.indexOf(suit));

type Order = (a: Face, b: Face) => number;
const bySuit: Order = (a, b) => suitIndex(a) - suitIndex(b);
const lowFirst: Order = (a, b) => a.rank - b.rank;
const highFirst: Order = (a, b) => b.rank - a.rank;

function inOrder(cards: readonly string[], family: Family, first: Order, then: Order): string[] {
  const order: Order = (a, b) => first(a, b) || then(a, b);
  return [...cards].sort((a, b) => order(faceOf(a, family), faceOf(b, family)));
}

/** A hand in the order a person likes. Courts stand at the right. */
export const sorted = (cards: readonly string[], order: SortOrder): string[] =>
  order === 'rank'
    ? inOrder(cards, 'climbing', lowFirst, bySuit)
    : inOrder(cards, 'climbing', bySuit, lowFirst);

/** A Mü hand: trumps first, strongest first as the server lists them, then colours. */
export function sortedMu(cards: readonly string[], trumps: readonly string[], order: SortOrder): string[] {
  const rest = without(cards, trumps);
  const first = without(trumps, without(trumps, cards));
  const others =
    order === 'suit' ? inOrder(rest, 'mu', bySuit, highFirst) : inOrder(rest, 'mu', highFirst, bySuit);
  return [...first, ...others];
}

/** A card of a hand that may hold it twice: a key that stays its own. */
export interface HeldCard {
  code: string;
  key: string;
}

export function withKeys(cards: readonly string[]): HeldCard[] {
  const seen = new Map<string, number>();
  return cards.map((code) => {
    const copy = seen.get(code) ?? 0;
    seen.set(code, copy + 1);
    return { code, key: `${code}.${copy}` };
  });
}

/** The cards of a play as they stand in it, and what wild ones stand for. */
export function asLaid(laid: {
  cards: readonly string[];
  rows: readonly (readonly { card: string; stands_for: string | null }[])[];
}): { cards: string[]; as: (string | null)[] } {
  const flat = laid.rows.flat();
  return flat.length
    ? { cards: flat.map((one) => one.card), as: flat.map((one) => one.stands_for) }
    : { cards: sorted(laid.cards, 'rank'), as: [] };
}

/** The keys of `now`, those of `before` in their old order and the new ones behind them. */
export function standing(before: readonly string[], now: readonly string[]): string[] {
  const [old, there] = [new Set(before), new Set(now)];
  return [...before.filter((key) => there.has(key)), ...now.filter((key) => !old.has(key))];
}

export const codeOfKey = (key: string): string => key.slice(0, key.indexOf('.'));

/** `cards` without `minus`, copies counted. */
export function without(cards: readonly string[], minus: readonly string[]): string[] {
  const left = [...cards];
  for (const card of minus) {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}
