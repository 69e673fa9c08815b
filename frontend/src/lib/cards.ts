// Cards by their codes: names, order, points.
import { muPoints } from '../art/faces';
import { SUITS, SUIT_LETTERS, type SuitLetter } from '../art/suits';
import { t } from './texts';

export type Family = 'climbing' | 'mu';
export type SortOrder = 'rank' | 'suit';

const COURT_RANKS: Record<string, number> = { J: 11, Q: 12, K: 13 };
const COURT_POINTS: Record<string, number> = { J: 2, Q: 3, K: 5 };

export const isCourt = (code: string): boolean => code in COURT_RANKS;
export const rankOf = (code: string): number => COURT_RANKS[code] ?? Number(code.slice(0, -1));
export const suitOf = (code: string): SuitLetter | null =>
  isCourt(code) ? null : (code.slice(-1) as SuitLetter);

/** What a screen reader says for a card. */
export function cardName(code: string, family: Family): string {
  if (code === 'back') return t.cards.faceDown;
  const suit = suitOf(code);
  if (suit === null) return t.cards.court(code);
  return family === 'mu'
    ? t.cards.mu(rankOf(code), SUITS[suit].colour)
    : t.cards.number(rankOf(code), SUITS[suit].name);
}

/** Short, for sentences: "7 Rowan", "K". */
export function cardShort(code: string, family: Family): string {
  const suit = suitOf(code);
  if (suit === null) return code;
  return family === 'mu' ? `${SUITS[suit].colour} ${rankOf(code)}` : `${rankOf(code)} ${SUITS[suit].name}`;
}

const suitIndex = (code: string): number => {
  const suit = suitOf(code);
  return suit === null ? 9 : SUIT_LETTERS.indexOf(suit);
};

/** A hand in the order a person likes. Courts stand at the right. */
export function sorted(cards: readonly string[], order: SortOrder): string[] {
  const byRank = (a: string, b: string) => rankOf(a) - rankOf(b) || suitIndex(a) - suitIndex(b);
  const bySuit = (a: string, b: string) => suitIndex(a) - suitIndex(b) || rankOf(a) - rankOf(b);
  return [...cards].sort(order === 'rank' ? byRank : bySuit);
}

/** A Mü hand: trumps first, strongest first, then colours. */
export function sortedMu(cards: readonly string[], trumps: readonly string[], order: SortOrder): string[] {
  const rest = [...cards];
  const first: string[] = [];
  for (const card of trumps) {
    const at = rest.indexOf(card);
    if (at >= 0) first.push(...rest.splice(at, 1));
  }
  const bySuit = (a: string, b: string) => suitIndex(a) - suitIndex(b) || rankOf(b) - rankOf(a);
  const byRank = (a: string, b: string) => rankOf(b) - rankOf(a) || suitIndex(a) - suitIndex(b);
  return [...first, ...rest.sort(order === 'suit' ? bySuit : byRank)];
}

/** C10.5, M1.2: what a card counts. */
export function pointsOf(code: string, family: Family, cardPoints: string): number {
  if (family === 'mu') return muPoints(rankOf(code));
  if (cardPoints === 'flat') return 1;
  const court = COURT_POINTS[code];
  if (court !== undefined) return court;
  return [3, 5, 7, 9].includes(rankOf(code)) ? 1 : 0;
}

export const points = (cards: readonly string[], family: Family, cardPoints: string): number =>
  cards.reduce((sum, card) => sum + pointsOf(card, family, cardPoints), 0);

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
