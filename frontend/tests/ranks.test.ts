import { describe, expect, it } from 'vitest';
import { moved } from '../src/lib/page/ranks';

describe('a new order', () => {
  it('tells what is elsewhere, and what is not there at all', () => {
    expect([...moved(['a', 'b', 'c'], ['a', 'b', 'c'])]).toEqual([]);
    expect([...moved(['a', 'b', 'c'], ['b', 'a', 'd'])]).toEqual([
      ['a', 2],
      ['b', 1],
      ['c', null],
    ]);
  });
});
