// Whether the cards of a deal of an evening are those that were promised before it began.
import type { EveningForm, OpenedDeal } from '../server/protocol';
import { deckOfSet, isKept } from './decks';

export type SetState = 'kept' | 'broken';

/** Checks the promise, the deck, and the hand that was dealt, where this browser has seen it. */
export function checkDeal(
  evening: EveningForm,
  number: number,
  deal: OpenedDeal,
  promised: string,
  seat: number | null,
  hand: string[] | null,
): SetState {
  const promise = { match: 1, first: 1, length: evening.deals, anchor: promised };
  const deck = deckOfSet(evening.cards, deal.secret, deal.text);
  const isBound = deal.text.includes(`\nset ${promised}\n`) && deal.text.includes(`\ndeal ${number}\n`);
  if (!isBound || !isKept(promise, number, deal.secret) || deck.join(' ') !== deal.deck) return 'broken';
  if (seat === null || hand === null) return 'kept';
  const [start, stop] = evening.blocks[seat] ?? [0, 0];
  // Cards that everybody holds, like the courts, are not shuffled.
  const held = hand.filter((card) => evening.cards.includes(card)).sort();
  return held.join(' ') === deck.slice(start, stop).sort().join(' ') ? 'kept' : 'broken';
}
