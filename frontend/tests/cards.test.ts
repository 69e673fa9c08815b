import { describe, expect, it } from 'vitest';
import {
  cardName,
  cardShort,
  isWild,
  sorted,
  sortedMu,
  standing,
  suitsOf,
  withKeys,
  without,
} from '../src/lib/cards/cards';

describe('cards', () => {
  it('are named as people call them', () => {
    expect(cardName('7r', 'climbing')).toBe('7 of Rowan');
    expect(cardName('7r', 'mu')).toBe('red 7');
    expect(cardName('K', 'climbing')).toContain('King');
    expect(cardName('back', 'mu')).toBe('face-down card');
    expect(cardShort('10b', 'climbing')).toBe('10 Loch');
  });

  it('are wild without a suit', () => {
    expect(isWild('J', 'climbing')).toBe(true);
    expect(isWild('10p', 'climbing')).toBe(false);
  });

  it('are held by rank or by suit, courts at the right', () => {
    const hand = ['K', '10r', '2b', '2r', 'J'];
    expect(sorted(hand, 'rank')).toEqual(['2r', '2b', '10r', 'J', 'K']);
    expect(sorted(hand, 'suit')).toEqual(['2r', '10r', '2b', 'J', 'K']);
  });

  it('are held in Mü with trumps first, as the server orders them', () => {
    const hand = ['0r', '7r', '7r', '9b', '3g'];
    expect(sortedMu(hand, ['7r', '7r'], 'suit')).toEqual(['7r', '7r', '0r', '3g', '9b']);
    expect(sortedMu(hand, ['9b'], 'rank')).toEqual(['9b', '7r', '7r', '3g', '0r']);
  });

  it('that come twice have keys of their own', () => {
    expect(withKeys(['7r', '7r', '8r']).map((card) => card.key)).toEqual(['7r.0', '7r.1', '8r.0']);
    expect(without(['7r', '7r', '8r'], ['7r'])).toEqual(['7r', '8r']);
  });

  it('keep their places in the page however they are sorted', () => {
    const hand = standing([], ['2r.0', '5g.0', '9b.0']);
    expect(standing(hand, ['9b.0', '2r.0', '5g.0'])).toEqual(hand);
    expect(standing(hand, ['3b.0', '9b.0', '2r.0'])).toEqual(['2r.0', '9b.0', '3b.0']);
  });

  it('say their suits in the order of the deck', () => {
    expect(suitsOf(['3p', '4r', 'J', '5r'], 'climbing')).toEqual(['red', 'purple']);
  });
});
