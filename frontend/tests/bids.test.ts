import { describe, expect, it } from 'vitest';
import { rowsOfBids } from '../src/mu/bids';
import type { MuBidForm } from '../src/lib/server/protocol';

const bids: MuBidForm[] = Array.from({ length: 12 }, (_, i) => ({
  cards: i + 1,
  target: 20 + 4 * i,
  crown_bonus: 10 * (i + 1),
  shield_bonus: null,
}));
const rows = (most: number, crown: number, shield: number, chosen: number): number[] =>
  rowsOfBids(bids, most, { crown, shield, chosen }).map((bid) => bid.cards);

describe('the table of bids', () => {
  it('stands still while cards are chosen', () => {
    for (const [crown, shield] of [
      [0, 0],
      [3, 0],
      [5, 2],
      [9, 1],
      [12, 3],
    ] as const) {
      const before = rows(5, crown, shield, 0);
      for (let chosen = 1; chosen <= 12; chosen++)
        expect(rows(5, crown, shield, chosen).slice(0, -1)).toEqual(before.slice(0, -1));
    }
  });

  it('shows the standing bids and the one that is chosen above them', () => {
    expect(rows(5, 5, 2, 9)).toEqual([2, 3, 4, 5, 9]);
    expect(rows(5, 9, 1, 11)).toEqual([6, 7, 8, 9, 11]);
    expect(rows(5, 0, 0, 3)).toEqual([1, 2, 3, 4, 5]);
    expect(rows(1, 4, 0, 6)).toEqual([6]);
    expect(rows(5, 12, 11, 0)).toEqual([8, 9, 10, 11, 12]);
  });
});
