import { afterEach, beforeEach, expect, describe, it, vi } from 'vitest';
import { added, carriedOut, planned } from '../src/lib/kept/imports';
import { forget, memory, refresh, type Kept } from '../src/lib/kept/memory';
import {
  forgetTable,
  MOST_TABLES,
  ownTable,
  ownTables,
  rememberTable,
} from '../src/lib/kept/settings.svelte';
import type { MatchesForm, MatchLine } from '../src/lib/server/protocol';

/** A browser's storage with a limit on its letters. */
class Leaves {
  [name: string]: unknown;

  constructor(limit = 1e9) {
    Object.defineProperty(this, 'limit', { value: limit, writable: true });
  }

  getItem(name: string): string | null {
    return (this[name] as string | undefined) ?? null;
  }

  setItem(name: string, text: string): void {
    const others = Object.entries(this).filter(([other]) => other !== name);
    const size = others.reduce((sum, [, one]) => sum + (one as string).length, text.length);
    if (size > Number(this.limit)) throw new Error('QuotaExceededError');
    this[name] = text;
  }

  removeItem(name: string): void {
    Reflect.deleteProperty(this, name);
  }
}

const SECRET = 's'.repeat(32);
const line = (match: number, points = 3): MatchLine => ({
  match,
  at: 1000,
  over: true,
  practice: false,
  seats: [
    { name: 'Ann', played_by: 'person', level: null },
    { name: 'Morag', played_by: 'bot', level: 'random' },
  ],
  yours: 'all',
  totals: [points, 0],
  winners: [0],
  deals: [],
  record: true,
  reviewed: null,
});
const form = (table: string, ...matches: MatchLine[]): MatchesForm => ({
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
const kept = (table: string): Kept => ({ form: form(table, line(1)), at: 5 });
const sit = (id: string, secret = SECRET): void => rememberTable({ id, game: 'haggis', secret, at: 5 });
const remember = (...tables: string[]): void =>
  localStorage.setItem(
    'stramash.memory',
    JSON.stringify(Object.fromEntries(tables.map((id) => [id, kept(id)]))),
  );

const answer = (status: number, body: unknown): Response =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
const refused = (status: number, code: string): Response =>
  answer(status, { code, sentence: code, clause: null, option: null });
type Asked = (table: string, method: string, secret: string) => Response | Promise<Response>;
function server(reply: Asked): void {
  vi.stubGlobal('fetch', (path: string, { method, headers }: RequestInit) =>
    Promise.resolve(
      reply(
        path.split('/')[3] ?? '',
        method ?? '',
        (headers as Record<string, string>).authorization?.slice(7) ?? '',
      ),
    ),
  );
}
const ignore = (): void => undefined;

beforeEach(() => {
  vi.stubGlobal('localStorage', new Leaves());
  vi.stubGlobal('location', { origin: 'http://here' });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('what the server is asked', () => {
  it.each([
    ['it has no time', () => refused(429, 'too-many')],
    ['it fails', () => answer(500, 'Internal Server Error')],
    ['it stops', () => refused(503, 'stopping')],
    ['one table is damaged', () => refused(409, 'quarantined')],
    ['a proxy answers', () => answer(502, '<html>')],
    ['a proxy does not let us through', () => answer(403, '<html>')],
    ['a proxy knows no such path', () => answer(404, '<html>')],
    ['nobody answers', () => Promise.reject(new TypeError('offline'))],
  ])('makes nothing gone where %s', async (_, reply) => {
    remember('aaaaaa', 'bbbbbb');
    sit('aaaaaa');
    sit('bbbbbb');
    server(reply);
    expect(await refresh(ignore)).toEqual({ unreachable: 2, isKept: true });
    expect(Object.values(memory()).map((one) => one.isGone)).toEqual([undefined, undefined]);
    expect(ownTables()).toHaveLength(2);
  });

  it.each([
    [404, 'unknown-table'],
    [403, 'forbidden'],
  ])('is gone where the server knows better: %i %s', async (status, code) => {
    remember('aaaaaa');
    sit('aaaaaa');
    server(() => refused(status, code));
    expect(await refresh(ignore)).toEqual({ unreachable: 0, isKept: true });
    expect(memory().aaaaaa?.isGone).toBe(true);
    // Once it answers again, it is there again.
    server((table) => answer(200, form(table, line(1), line(2))));
    await refresh(ignore);
    expect(memory().aaaaaa?.isGone).toBeUndefined();
    expect(memory().aaaaaa?.form.matches).toHaveLength(2);
  });

  it('keeps what was heard when others cannot be asked', async () => {
    sit('aaaaaa');
    sit('bbbbbb');
    server((table) => (table === 'aaaaaa' ? answer(200, form(table, line(1))) : refused(503, 'unavailable')));
    expect((await refresh(ignore)).unreachable).toBe(1);
    expect(Object.keys(memory())).toEqual(['aaaaaa']);
  });

  it('is asked with the new secret too, where the old one may have been exchanged already', async () => {
    sit('aaaaaa');
    rememberTable({ id: 'aaaaaa', game: 'haggis', secret: SECRET, next: 'n'.repeat(32), at: 5 });
    server((table, _, secret) =>
      secret === SECRET ? refused(403, 'forbidden') : answer(200, form(table, line(1))),
    );
    await refresh(ignore);
    expect(memory().aaaaaa?.isGone).toBeUndefined();
    expect(memory().aaaaaa?.form.matches).toHaveLength(1);
  });

  it('does not bring back what was deleted meanwhile', async () => {
    remember('aaaaaa', 'bbbbbb');
    sit('aaaaaa');
    sit('bbbbbb');
    let end: (answer: Response) => void = ignore;
    const late = new Promise<Response>((resolve) => (end = resolve));
    server((table, method) => {
      if (method === 'DELETE') return answer(200, { deleted: true, stays: [] });
      return table === 'aaaaaa' ? late : answer(200, form(table, line(1), line(2)));
    });
    const shown: string[][] = [];
    const loading = refresh((all) => shown.push(Object.keys(all)));
    await forget('aaaaaa');
    end(answer(200, form('aaaaaa', line(1))));
    await loading;
    expect(shown.at(-1)).toEqual(['bbbbbb']);
    expect(Object.keys(memory())).toEqual(['bbbbbb']);
    expect(memory().bbbbbb?.form.matches).toHaveLength(2);
    expect(ownTable('aaaaaa')).toBeUndefined();
  });

  it('is shown and not kept where there is no room, and that is said', async () => {
    sit('aaaaaa');
    (localStorage as unknown as { limit: number }).limit = 300;
    server((table) => answer(200, form(table, line(1))));
    let shown: Record<string, Kept> = {};
    expect(await refresh((all) => (shown = all))).toEqual({ unreachable: 0, isKept: false });
    expect(Object.keys(shown)).toEqual(['aaaaaa']);
    expect(ownTable('aaaaaa')?.secret).toBe(SECRET);
  });
});

const seat = (id: string, more: object = {}): object => ({
  id,
  game: 'haggis',
  secret: SECRET,
  at: 7,
  ...more,
});
const file = (tables: unknown[], known: Record<string, unknown> = {}, more: object = {}): string =>
  JSON.stringify({ format: 'stramash matches 1', server: 'http://here', tables, memory: known, ...more });
const leaves = (): string => JSON.stringify(localStorage);

describe('an import', () => {
  it.each([
    '',
    'null',
    '[]',
    '{}',
    file([]).replace('matches 1', 'matches 9'),
    '{"format": "stramash matches 1"}',
  ])('of something else is none: %s', (text) => {
    expect(planned(text)).toBeNull();
  });

  it('brings what is not here, and nothing that is not known', () => {
    const plan = planned(file([seat('aaaaaa', { admin: true })], { aaaaaa: { ...kept('aaaaaa'), more: 1 } }));
    expect(plan).toMatchObject({ refused: [], tooMany: 0, fits: true });
    expect(leaves()).toBe('{}'); // until it is carried out
    if (!plan) return;
    expect(added(plan)).toBe(1);
    expect(carriedOut(plan)).toBe(true);
    expect(ownTables()).toEqual([seat('aaaaaa')]);
    expect(memory()).toEqual({ aaaaaa: kept('aaaaaa') });
  });

  const bad = (change: (one: MatchLine) => object): object => ({
    form: { ...form('cccccc'), matches: [line(1), change(line(2))] },
    at: 5,
  });
  it.each([
    [
      'a total that is no number',
      bad((one) => ({ ...one, totals: ['<b>', 0] })),
      'form.matches[1].totals[0]',
    ],
    ['no totals', bad((one) => ({ ...one, totals: undefined })), 'form.matches[1].totals'],
    [
      'a name that is none',
      bad((one) => ({ ...one, seats: [{ name: 3 }] })),
      'form.matches[1].seats[0].name',
    ],
    ['another table', kept('dddddd'), 'form.table'],
    ['a path for a game', { ...kept('cccccc'), form: { ...form('cccccc'), game: '../x' } }, 'form.game'],
    ['no time', { form: form('cccccc') }, 'at'],
    ['nothing', null, ''],
  ])('refuses an entry with %s, by its number, and takes the others', (_, entry, field) => {
    const plan = planned(file([], { aaaaaa: kept('aaaaaa'), cccccc: entry }));
    expect(plan?.refused).toEqual([{ part: 'memory', number: 2, field }]);
    if (plan) carriedOut(plan);
    expect(Object.keys(memory())).toEqual(['aaaaaa']);
  });

  it.each([
    [seat('../../etc'), 'id'],
    [seat('bbbbbb', { secret: 'short' }), 'secret'],
    [seat('bbbbbb', { at: '1' }), 'at'],
    [seat('bbbbbb', { game: null }), 'game'],
    ['bbbbbb', ''],
    [null, ''],
  ])('refuses a seat that is none: %j', (entry, field) => {
    const plan = planned(file([seat('aaaaaa'), entry]));
    expect(plan?.refused).toEqual([{ part: 'tables', number: 2, field }]);
    expect(plan?.tables.map((one) => one.id)).toEqual(['aaaaaa']);
  });

  it('overwrites no seat, no secret and no match', () => {
    sit('aaaaaa', 'a'.repeat(32));
    remember('aaaaaa');
    const before = leaves();
    const other = { form: form('aaaaaa', line(1, 99)), at: 9 };
    const plan = planned(file([seat('aaaaaa')], { aaaaaa: other }));
    expect(plan && added(plan)).toBe(0);
    if (plan) carriedOut(plan);
    expect(leaves()).toBe(before);
  });

  it('pushes no seat out, and says what there is no room for', () => {
    const names = (letter: string, n: number): string[] =>
      Array.from({ length: n }, (_, i) => `${letter}${String(i).padStart(7, '0')}`);
    for (const id of names('a', 5)) sit(id);
    localStorage.setItem(
      'stramash.tables',
      JSON.stringify(names('a', MOST_TABLES - 2).map((id) => seat(id))),
    );
    const plan = planned(file(names('b', 5).map((id) => seat(id))));
    expect(plan).toMatchObject({ tooMany: 3, fits: true });
    expect(plan?.tables).toHaveLength(2);
    if (plan) carriedOut(plan);
    const here = ownTables().map((one) => one.id);
    expect(here).toHaveLength(MOST_TABLES);
    expect(here.slice(0, MOST_TABLES - 2)).toEqual(names('a', MOST_TABLES - 2));
  });

  it('says that the browser has no room before it writes anything', () => {
    sit('aaaaaa');
    const before = leaves();
    (localStorage as unknown as { limit: number }).limit = before.length + 200;
    const plan = planned(file([seat('bbbbbb')], { bbbbbb: kept('bbbbbb') }));
    expect(plan?.fits).toBe(false);
    expect(leaves()).toBe(before);
    // Even where somebody else has taken the room meanwhile, it is all or nothing.
    if (plan) expect(carriedOut(plan)).toBe(false);
    expect(leaves()).toBe(before);
  });

  it('of another server brings its matches, and no seats', () => {
    const plan = planned(file([seat('aaaaaa')], { aaaaaa: kept('aaaaaa') }, { server: 'http://there' }));
    expect(plan?.tables).toEqual([]);
    expect(plan?.kept.aaaaaa?.isGone).toBe(true);
  });
});

it('a seat that was left is not asked for', async () => {
  sit('aaaaaa');
  forgetTable('aaaaaa');
  server(() => answer(500, ''));
  expect((await refresh(ignore)).unreachable).toBe(0);
});
