// Which rows of the table of bids are shown where not all of them fit.
import type { MuBidForm } from '../lib/server/protocol';

interface Standing {
  /** The bids that hold Crown and Shield, and the one that the chosen cards would make; 0: none. */
  crown: number;
  shield: number;
  chosen: number;
}

/**
 * From the lowest standing bid on: what is below no longer matters to anybody. The rows stay where they are
 * while cards are chosen; a bid beyond them takes the place of the last.
 */
export function rowsOfBids(
  bids: readonly MuBidForm[],
  most: number,
  { crown, shield, chosen }: Standing,
): MuBidForm[] {
  const end = Math.max(0, bids.length - most);
  const lowest = bids.findIndex((bid) => bid.cards >= (shield || crown));
  const highest = bids.findIndex((bid) => bid.cards === crown);
  // The last row is left to what may be chosen.
  const spare = most > 1 ? 2 : 1;
  const first = Math.min(end, Math.max(0, lowest, highest - most + spare));
  const rows = bids.slice(first, first + most);
  const beyond = bids.slice(first + most).find((bid) => bid.cards === chosen);
  return beyond ? [...rows.slice(0, -1), beyond] : rows;
}
