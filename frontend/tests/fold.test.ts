import { describe, expect, it } from 'vitest';
import { emptyFold, fold } from '../src/lib/server/fold';
import type { EventForm } from '../src/lib/server/protocol';

const combo = { kind: 'single', tracks: 1, length: 1, top: 7, text: 'single 7' } as const;
const played = (seat: number, card: string): EventForm => ({
  type: 'climbing.played',
  seat,
  play: { cards: [card], combo, rows: [] },
});
const after = (...events: EventForm[]) => events.reduce(fold, emptyFold());

describe('the trick as it was laid', () => {
  it('grows with every play', () => {
    const { trick } = after(played(0, '7r'), played(1, '8r'));
    expect(trick.laid.map((laid) => laid.seat)).toEqual([0, 1]);
    expect(trick.taken).toBeNull();
  });

  it('stays on the table, taken, until the next card', () => {
    const taken: EventForm = { type: 'climbing.trick_taken', winner: 1, receiver: 0 };
    const before = after(played(0, '7r'), played(1, '8r'), taken);
    expect(before.trick.laid).toHaveLength(2);
    expect(before.last?.taken).toEqual({ winner: 1, receiver: 0 });
    const { trick, last } = fold(before, played(1, '9r'));
    expect(trick.laid.map((laid) => laid.cards)).toEqual([['9r']]);
    expect(last?.laid).toHaveLength(2);
  });

  it('is empty after a deal', () => {
    const dealt = { type: 'mu.dealt' } as EventForm;
    expect(fold(after(played(0, '7r')), dealt)).toEqual(emptyFold());
  });
});
