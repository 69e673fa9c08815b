import { describe, expect, it } from 'vitest';
import { english } from '../src/lib/words/en';
import { french } from '../src/lib/words/fr';
import { german } from '../src/lib/words/de';
import { problemWords } from '../src/lib/words/said';
import { cutAtCards, withCards } from '../src/lib/words/sentences';

describe('a sentence of the rules', () => {
  it('has cards where codes stand', () => {
    expect(cutAtCards('9y 10g is no sequence.')).toEqual([
      { words: '9y', code: '9y' },
      { words: ' ', code: null },
      { words: '10g', code: '10g' },
      { words: ' is no sequence.', code: null },
    ]);
    expect(withCards('9y 10g is no sequence.')).toBe('9 Whin, 10 Pine is no sequence.');
    expect(withCards('2 ranks are missing, not 3x.')).toBe('2 ranks are missing, not 3x.');
    const problem = { code: 'illegal', sentence: 'You do not hold 4g.', clause: 'C4.1', option: null };
    expect(problemWords(problem as Parameters<typeof problemWords>[0])).toBe('You do not hold 4 Pine.');
  });
});

describe('who makes most of a deal', () => {
  it('agrees with the verb', () => {
    const says = [english, german, french].map(({ felt, you }) =>
      [['Isla'], ['Hamish', 'Fergus'], [you], [you, 'Isla']].map((names) => felt.best(names, '+5')),
    );
    expect(says).toEqual([
      [
        'Isla makes most of it: +5',
        'Hamish and Fergus make most of it: +5',
        'You make most of it: +5',
        'You and Isla make most of it: +5',
      ],
      [
        'Isla holt am meisten: +5',
        'Hamish und Fergus holen am meisten: +5',
        'Du holst am meisten: +5',
        'Du und Isla holt am meisten: +5',
      ],
      [
        'Isla fait le meilleur score\u00a0: +5',
        'Hamish et Fergus font le meilleur score\u00a0: +5',
        'Vous faites le meilleur score\u00a0: +5',
        'Vous et Isla faites le meilleur score\u00a0: +5',
      ],
    ]);
  });

  it('loses what costs points', () => {
    expect(english.hint.adds(-11.3, 2)).toBe('costs 11.3 (± 2.0)');
    expect(english.hint.adds(3.5, 2)).toBe('adds 3.5 (± 2.0)');
    expect(english.coach.adds(-11.3, 2)).toBe('costs 11.3 ± 2.0');
  });
});
