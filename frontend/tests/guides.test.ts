import { describe, expect, it } from 'vitest';
import { notesFor } from '../src/lib/words/guides';
import type {
  ClimbingTerms,
  ClimbingViewForm,
  ComboForm,
  MoveForm,
  MuTerms,
} from '../src/lib/server/protocol';

const climbing: ClimbingTerms = {
  family: 'climbing',
  length: { deals: null, points: 250 },
  deck: [],
  bets: [5, 25],
  bet_won_by: 'points',
  bet_pays: 1,
  bids: [],
  passing_rounds: 0,
  out_points: 4,
  bomb_ranks: [2, 4],
  shortest_sequence: 4,
  shortest_stair: 3,
  sets: false,
};
const mu: MuTerms = {
  family: 'mu',
  length: { deals: 4, points: null },
  deck: [],
  bids: [],
  trumps: {},
  named: {},
  talon: 0,
  titles: 'revised',
  raise_limit: 0,
  display_limit: null,
  most_bonus: null,
  eclat: null,
  short: null,
};
const text = (id: string, terms: ClimbingTerms | MuTerms, sides = [[0], [1]]): string | undefined =>
  notesFor(terms, sides).find((note) => note.id === id)?.text;

describe('the guide', () => {
  it('takes every number from the table', () => {
    expect(text('bet', climbing)).toContain('you may bet 5 or 25 that you will score');
    expect(text('bet', { ...climbing, bet_won_by: 'first-out', bet_pays: 2 })).toMatch(
      /first to go out.* 2 times/,
    );
    expect(text('lead', climbing)).toContain('4 or more in a row');
    expect(text('bomb', climbing)).toContain('2-4 all in one suit');
    expect(text('out', climbing)).toContain('4 points for each card');
  });

  it('speaks of an auction, of partners and of the talon only where there is one', () => {
    const bids = [
      { value: 30, draws: 3 },
      { value: 45, draws: 2 },
    ];
    expect(text('bid', climbing)).toBeUndefined();
    expect(text('bid', { ...climbing, bets: [], bids })).toContain('3 for a bid of 30 and 2 for a bid of 45');
    expect(text('bet', { ...climbing, bets: [], bids })).toBeUndefined();
    expect(text('pass', climbing)).toBeUndefined();
    expect(
      text('pass', { ...climbing, passing_rounds: 2 }, [
        [0, 2],
        [1, 3],
      ]),
    ).toContain('2 cards go each way');
    expect(text('bury', mu)).toBeUndefined();
    expect(text('bury', { ...mu, talon: 3 })).toContain('Put 3 cards away');
    expect(text('eclat', mu)).toBeUndefined();
    expect(text('eclat', { ...mu, eclat: { gain: 3, loss: 8 } })).toMatch(/3 points.* loses 8/);
    expect(text('bid', mu)).not.toContain('beyond');
    expect(text('bid', { ...mu, raise_limit: 2 })).toContain('2 cards beyond');
    expect(text('bid', { ...mu, display_limit: 6 })).toContain('more than 6 cards');
  });

  it('reads the points of Mü off its cards', () => {
    expect(text('points', mu)).toContain('6 and 7 have 2; 0, 2, 3, 4, 5 and 8 have 1; 1 and 9 have none');
  });

  it('says that the same kind must be played only where it can be', () => {
    const combo = (kind: ComboForm['kind']): ComboForm => ({
      kind,
      text: kind,
      tracks: 1,
      length: 1,
      top: 5,
    });
    const play = (kind: ComboForm['kind']): MoveForm => ({ text: kind, kind: 'play', combo: combo(kind) });
    const pass: MoveForm = { text: 'pass', kind: 'pass' };
    const follow = notesFor(climbing, [[0], [1]]).find((note) => note.id === 'follow');
    const isUp = (top: ComboForm['kind'], legal: MoveForm[]): boolean | undefined =>
      follow?.when({ family: 'climbing', phase: 'trick', top: combo(top) } as ClimbingViewForm, true, legal);
    expect(isUp('single', [pass, play('single'), play('bomb')])).toBe(true);
    expect(isUp('single', [pass, play('bomb')])).toBe(false);
    expect(isUp('bomb', [pass, play('bomb')])).toBe(false);
    expect(isUp('single', [pass])).toBe(false);
  });
});
