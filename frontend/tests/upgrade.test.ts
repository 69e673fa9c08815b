// The page follows the server from version to version, and never turns in a circle.
import { describe, expect, it } from 'vitest';
import { leave } from '../src/lib/page/upgrade';

function tab(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as Storage;
}

describe('a page that is older than its server', () => {
  it('is left for every newer one in the life of a tab', () => {
    const one = tab();
    expect(leave('main-a.js', one)).toBe(true);
    expect(leave('main-b.js', one)).toBe(true);
    expect(leave('main-c.js', one)).toBe(true);
  });

  it('is left once only, also where two versions answer in turn', () => {
    const one = tab();
    expect(leave('main-a.js', one)).toBe(true);
    expect(leave('main-a.js', one)).toBe(false);
    expect(leave('main-b.js', one)).toBe(true);
    expect(leave('main-a.js', one)).toBe(false);
    expect(leave('main-b.js', one)).toBe(false);
  });

  it('stays where a tab remembers nothing', () => {
    const full = {
      getItem: () => null,
      setItem: () => {
        throw new Error('full');
      },
    };
    expect(leave('main-a.js', full)).toBe(false);
    expect(leave('main-a.js', { getItem: () => 'yes', setItem: () => undefined })).toBe(false);
  });
});
