// Every text in every language: none missing, none left in English, the same things said in each.
import { describe, expect, it } from 'vitest';
import { english } from '../src/lib/words/en';
import { german } from '../src/lib/words/de';
import { french } from '../src/lib/words/fr';
import { grammar, whole } from '../src/lib/words/grammar';
import { languageFor } from '../src/lib/words/language';

type Leaf = string | ((...args: unknown[]) => string);

/** Every text by its path. */
function leaves(texts: object, at = ''): Map<string, Leaf> {
  const found = new Map<string, Leaf>();
  for (const [key, value] of Object.entries(texts) as [string, unknown][]) {
    const path = at ? `${at}.${key}` : key;
    if (typeof value === 'string' || typeof value === 'function') found.set(path, value as Leaf);
    else if (value && typeof value === 'object')
      for (const [name, leaf] of leaves(value, path)) found.set(name, leaf);
  }
  return found;
}

// Marks that come out again where a text says what it was given.
const MARKS = ['‹1›', '‹2›', '‹3›'];
/** Texts of numbers, lists or groups: what they are given has another shape. */
const SHAPED: Record<string, unknown[]> = {
  and: [['‹1›', '‹2›']],
  'front.when': [0, 7_200_000],
  'score.wins': [['‹1›', '‹2›']],
  'felt.best': [['‹1›', '‹2›'], '+3'],
  'felt.followTrumps': [['‹1›', '‹2›']],
  'notes.bet': [['‹1›'], true, 7],
  'notes.bidClimbing': [[{ draws: '‹1›', value: '‹2›' }]],
  'notes.courts': [[['‹1›', '‹2›']]],
  'notes.points': [[{ numbers: ['‹1›'], points: '‹2›' }]],
};
/** A number that no text has by itself, for those that count. */
const NUMBERS = ['41', '42', '43'];

function said(leaf: Leaf, path: string, args: unknown[]): string {
  return typeof leaf === 'string' ? leaf : leaf(...(SHAPED[path] ?? args));
}
const given = (text: string, args: unknown[]): unknown[] => args.filter((arg) => text.includes(String(arg)));

// The same as in English, and rightly so: names, signs, words that both languages have.
const SAME: Record<string, string> = {
  de:
    'title cards.mu cards.alone front.level table.deadline mu.trumpName mu.trumpValue replay.haggis ' +
    'replay.talon moves.trump server.sheetOf',
  fr:
    'title cards.short cards.suits.blue cards.alone table.points table.pts table.total table.deadline ' +
    'mu.trumpName mu.trumpValue mu.superTrump side.score side.people score.total score.points replay.pause ' +
    'replay.haggis replay.talon moves.trump server.sheetOf',
};

const all = leaves(english);
const translations = { de: german, fr: french };

describe.each(Object.entries(translations))('%s', (language, texts) => {
  const own = leaves(texts);

  it('has every text', () => {
    const missing = [...all.keys()].filter((path) => !own.has(path));
    expect(missing).toEqual([]);
    expect([...own].filter(([, leaf]) => leaf === '').map(([path]) => path)).toEqual([]);
  });

  it('says something of its own', () => {
    const untouched = [...all].filter(([path, leaf]) => {
      const other = own.get(path);
      return (
        leaf !== '' &&
        other !== undefined &&
        !SAME[language]?.split(' ').includes(path) &&
        !/^\p{Emoji}$/u.test(said(leaf, path, NUMBERS)) &&
        said(leaf, path, NUMBERS) === said(other, path, NUMBERS)
      );
    });
    expect(untouched.map(([path]) => path)).toEqual([]);
  });

  it('says what it is given, as English does', () => {
    const differ = [...all].flatMap(([path, leaf]) => {
      const other = own.get(path);
      if (typeof leaf !== 'function' || typeof other !== 'function') return [];
      return [MARKS, NUMBERS].flatMap((args) => {
        const there = given(said(leaf, path, args), args);
        const here = given(said(other, path, args), args);
        return there.join() === here.join() ? [] : [`${path}: ${there.join()} / ${here.join()}`];
      });
    });
    expect(differ).toEqual([]);
  });

  it('has everything the server says by a key', () => {
    const { games, levels, docs, problems, notices } = texts.server;
    for (const table of [games, levels, docs, problems, notices])
      expect(Object.keys(table ?? {}).length, language).toBeGreaterThan(3);
  });
});

describe('a language', () => {
  it('is the person’s choice, else the first of the browser’s that there is', () => {
    expect(languageFor('fr', ['de'])).toBe('fr');
    expect(languageFor('', ['nl-NL', 'de-CH', 'fr'])).toBe('de');
    expect(languageFor('', ['nl'])).toBe('en');
    expect(languageFor('xx', [])).toBe('en');
    expect(languageFor('toString', ['constructor'])).toBe('en');
  });

  it('counts and writes numbers in its own way', () => {
    expect(grammar('en-GB').plural(0, 'card', 'cards')).toBe('0 cards');
    expect(grammar('fr').plural(0, 'carte', 'cartes')).toBe('0 carte');
    expect(grammar('de').decimal(1234.5)).toBe('1.234,5');
    expect(grammar('en-GB').signedDecimal(-6.42)).toBe('−6.4');
    expect(grammar('en-GB').signedDecimal(6.42)).toBe('+6.4');
    expect([whole(-34), whole(0), whole(7)]).toEqual(['−34', '0', '7']);
    expect(grammar('en-GB').and([1, 2, 3])).toBe('1, 2 and 3');
    expect(grammar('de').or([15, 30])).toBe('15 oder 30');
    expect(grammar('en-GB').ago(0, 720_000)).toBe('12 minutes ago');
    expect(grammar('fr').ago(0, 86_400_000)).toBe('hier');
    expect(grammar('de').ago(9, 8)).toBe('in dieser Minute');
  });
});
