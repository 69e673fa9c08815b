import { describe, expect, it } from 'vitest';
import { checkDeal } from '../src/lib/fair/sets';
import { deckOfSet } from '../src/lib/fair/decks';
import { digest, hex, sha256, unhex } from '../src/lib/fair/sha256';
import { against, curve, estimate, rowsOf, statistics } from '../src/lib/kept/statistics';
import { crc32, zipped } from '../src/lib/kept/zip';
import type { EveningForm, MatchesForm, MatchLine, OpenedDeal, PlayedSeat } from '../src/lib/server/protocol';

/** A seat by the level that played it; null: a person, '': now one and now another. */
const seat = (level: string | null): PlayedSeat => ({
  name: 'Bob',
  played_by: level === null ? 'person' : level ? 'bot' : 'mixed',
  level: level || null,
});
const line = (match: number, margins: number[], levels: (string | null)[] = [null, 'club']): MatchLine => ({
  match,
  at: 1000 + match,
  over: true,
  practice: false,
  seats: levels.map(seat),
  yours: 'all',
  totals: [10, 5],
  winners: [0],
  deals: margins.map((margin, i) => ({
    deal: i + 1,
    scores: [margin, 0],
    margin,
    first_out: margin > 0,
    bets: 1,
    bets_won: Number(margin > 0),
  })),
  record: true,
  reviewed: match === 1 ? { decisions: 4, lost: 6 } : null,
});
const form = (table: string, matches: MatchLine[]): MatchesForm => ({
  table,
  game: 'haggis',
  game_name: 'Haggis',
  seats: 2,
  sides: [[0], [1]],
  seat: 0,
  side: 0,
  bet_name: 'bets',
  has_first_out: true,
  evening: null,
  after: 0,
  begun: matches.length,
  matches,
});

describe('one’s own matches', () => {
  const rows = rowsOf({
    a: { form: form('a', [line(1, [4, -2]), line(2, [10], [null, 'greedy'])]), at: 1 },
    b: { form: { ...form('b', [{ ...line(3, []), over: false }]), side: null, seat: null }, at: 2 },
  });

  it('come latest first, each with whom it was against', () => {
    expect(rows.map((row) => row.key)).toEqual(['b 3', 'a 2', 'a 1']);
    expect(rows.map((row) => row.result)).toEqual(['watched', 'won', 'won']);
    expect(against(line(1, [], [null, 'club', 'greedy']), 0)).toBe('mixed');
    expect(against(line(1, [], [null, null]), 0)).toBe('people');
    expect(against(line(1, [], [null, 'club', 'club']), 0)).toBe('club');
    expect(against(line(1, [], [null, 'club', '']), 0)).toBe('mixed');
  });

  it('are only those that one played', () => {
    const parts = (['all', 'partly', 'none'] as const).map((yours, i) => ({ ...line(i + 1, [4]), yours }));
    const own = rowsOf({ a: { form: form('a', parts), at: 1 } });
    expect(own.map((row) => row.result)).toEqual(['others', 'won', 'won']);
    expect(statistics(own)).toMatchObject([{ against: 'club', deals: 1 }]);
    expect(curve(own)).toEqual([4]);
  });

  it('come to a mean with its error for each kind of opponents', () => {
    const [greedy, club] = statistics(rows);
    expect(greedy).toMatchObject({ against: 'greedy', deals: 1, mean: 10, error: null, betsWon: 1 });
    expect(club).toMatchObject({ against: 'club', deals: 2, mean: 1, error: 3, firstOut: 1, bets: 2 });
    expect(club).toMatchObject({ decisions: 4, lost: 6 });
    expect(estimate([])).toEqual({ mean: 0, error: null });
    expect(curve(rows)).toEqual([4, 1, 4]);
    const practised = rowsOf({ a: { form: form('a', [{ ...line(1, [4, -2]), practice: true }]), at: 1 } });
    expect(practised).toHaveLength(1);
    expect(statistics(practised)).toEqual([]);
    expect(curve(practised)).toEqual([]);
  });

  it('can be put into one file', async () => {
    expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
    const bytes = new Uint8Array(await zipped({ 'a.txt': 'one', 'b.txt': 'two' }).arrayBuffer());
    expect(new TextDecoder().decode(bytes.slice(0, 2))).toBe('PK');
    expect(new DataView(bytes.buffer).getUint16(bytes.length - 12, true)).toBe(2);
  });
});

describe('the cards of an evening', () => {
  const cards = ['2r', '3r', '4r', '5r', '6r', '7r'];
  const secret = digest('the last deal');
  const anchor = hex(sha256(sha256(unhex(secret))));
  const text = `game x 2\nset ${anchor}\ncards ${digest(cards.join(' '))}\ndeal 2\nagain 0\n`;
  const deck = deckOfSet(cards, secret, text);
  const opened: OpenedDeal = { secret, text, deck: deck.join(' ') };
  const evening = { deals: 2, cards, blocks: [[0, 3], [3, 6]] } as unknown as EveningForm; // prettier-ignore

  it('are those that were promised, and the hand is a part of them', () => {
    expect([...deck].sort()).toEqual(cards);
    expect(checkDeal(evening, 2, opened, anchor, 1, ['J', ...deck.slice(3)])).toBe('kept');
    expect(checkDeal(evening, 2, opened, anchor, null, null)).toBe('kept');
  });

  it('are not believed otherwise', () => {
    expect(checkDeal(evening, 2, opened, digest('another'), 1, null)).toBe('broken');
    expect(checkDeal(evening, 2, opened, anchor, 1, deck.slice(0, 3))).toBe('broken');
    expect(checkDeal(evening, 2, { ...opened, secret: digest('x') }, anchor, 1, null)).toBe('broken');
    expect(checkDeal(evening, 2, { ...opened, deck: [...deck].reverse().join(' ') }, anchor, 1, null)).toBe(
      'broken',
    );
    expect(checkDeal(evening, 1, opened, anchor, 1, null)).toBe('broken');
  });
});
