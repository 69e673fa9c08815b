// The 3-5-7-9 bombs in a hand (C3.1), so that they can be marked. Court bombs are plain to see.
import { rankOf, suitOf } from '../lib/cards';

const RANKS = [3, 5, 7, 9];

/** Every 3-5-7-9 in one suit or in four different suits. */
export function bombsIn(hand: readonly string[]): string[][] {
  const choices = RANKS.map((rank) =>
    [...new Set(hand)].filter((card) => suitOf(card) !== null && rankOf(card) === rank),
  );
  let found: string[][] = [[]];
  for (const cards of choices) found = found.flatMap((begun) => cards.map((card) => [...begun, card]));
  return found.filter((cards) => cards.length === 4 && [1, 4].includes(new Set(cards.map(suitOf)).size));
}
