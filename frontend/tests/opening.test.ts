import { expect, test } from 'vitest';
import { hasLearned, quickLevel } from '../src/lib/server/opening';
import type { LevelForm } from '../src/lib/server/protocol';

const level = (
  id: string,
  learned: LevelForm['learned'] = null,
  stand_in: string | null = null,
): LevelForm => ({
  id,
  name: id,
  sentence: '',
  learned,
  taught: learned && {},
  stand_in,
});
const levels = [level('greedy'), level('club'), level('piper', { haggis: [2] }, 'keen'), level('keen')];

test('a level that has learned a few tables is offered at these alone', () => {
  const at = (game: string, seats: number): string[] =>
    levels.filter((one) => hasLearned(one, { game, seats })).map((one) => one.id);
  expect(at('haggis', 2)).toEqual(['greedy', 'club', 'piper', 'keen']);
  expect(at('haggis', 3)).toEqual(['greedy', 'club', 'keen']);
  expect(at('mu', 4)).toEqual(['greedy', 'club', 'keen']);
});

test('the bots of a quick game are those chosen, their stand-ins, or good company', () => {
  expect(quickLevel(levels, 'piper', { game: 'haggis', seats: 2 })?.id).toBe('piper');
  expect(quickLevel(levels, 'piper', { game: 'mu', seats: 4 })?.id).toBe('keen');
  expect(quickLevel(levels, 'piper')?.id).toBe('piper');
  expect(quickLevel(levels, '', { game: 'mu', seats: 4 })?.id).toBe('club');
  expect(quickLevel([], 'piper')).toBeUndefined();
});
