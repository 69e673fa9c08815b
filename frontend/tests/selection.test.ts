import { describe, expect, it } from 'vitest';
import { Selection } from '../src/lib/cards/selection.svelte';

describe('the cards picked up', () => {
  it('lets go of the first where no more may be chosen', () => {
    const selection = new Selection();
    selection.set('7r.0', true, 2);
    selection.set('8r.0', true, 2);
    selection.set('9r.0', true, 2);
    expect(selection.codes).toEqual(['8r', '9r']);
  });

  it('tells two copies of a card apart', () => {
    const selection = new Selection();
    selection.choose(['7r', '7r']);
    expect([...selection.keys]).toEqual(['7r.0', '7r.1']);
    selection.keepOnly(['7r', '8r']);
    expect(selection.codes).toEqual(['7r']);
  });

  it('can always be undone', () => {
    const selection = new Selection();
    selection.choose(['7r', 'J']);
    selection.set('J.0', false);
    expect(selection.codes).toEqual(['7r']);
    selection.clear();
    expect(selection.codes).toEqual([]);
  });
});
