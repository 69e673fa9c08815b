import { describe, expect, it } from 'vitest';
import type { ComboForm, EventForm, LevelForm, MoveForm } from '../src/lib/server/protocol';
import { hasChoice, levelSentence, sheetWords } from '../src/lib/words/said';
import { comboWords, cutAtSuits, eventWords, moveWords, playWords, suitsIn } from '../src/lib/words/words';

const combo = (text: string, kind: ComboForm['kind'], tracks = 1): ComboForm => ({
  kind,
  tracks,
  length: 1,
  top: 1,
  text,
});
const name = (seat: number): string => ['You', 'Morag', 'Hamish'][seat] ?? '';

describe('a level in words', () => {
  const level: LevelForm = {
    id: 'piper',
    name: 'Piper',
    sentence: 'Small.',
    learned: { haggis: [2], mu: [4] },
    taught: { mu: [4] },
    stand_in: 'club',
  };
  it('says of a table how it learned it, as the server tells', () => {
    expect(levelSentence(level)).toBe('Small.');
    expect(levelSentence(level, { game: 'haggis', seats: 2 })).toBe(
      'Small. Learned this game by playing against itself.',
    );
    expect(levelSentence(level, { game: 'mu', seats: 4 })).toBe(
      'Small. Learned this game from a larger net.',
    );
    expect(levelSentence(level, { game: 'mu', seats: 5 })).toBe('Small.');
    const club = { ...level, learned: null, taught: null };
    expect(levelSentence(club, { game: 'mu', seats: 4 })).toBe('Small.');
  });
});

describe('plays in words', () => {
  it('name the combination, the suit and the wild cards', () => {
    expect(playWords(combo('sequence 4-6', 'sequence'), ['4g', '5g', 'J'])).toBe(
      'sequence 4–6 of Pine with J',
    );
    expect(playWords(combo('stair 6-7 x2', 'stair', 2), ['6g', '7g', '6r', '7r'])).toBe('stair 6–7 ×2');
    expect(playWords(combo('single K', 'single'), ['K'])).toBe('King (13)');
    expect(playWords(combo('bomb J-Q', 'bomb'), ['J', 'Q'])).toBe('bomb J-Q');
    expect(playWords(combo('bomb mixed', 'bomb'), [])).toBe('bomb of mixed suits');
  });

  it('take the rank of a set from what was declared', () => {
    expect(comboWords(combo('set 7', 'set', 3))).toBe('3 cards of rank 7');
    expect(comboWords(combo('set J', 'set', 2))).toBe('2 cards of rank J');
  });
});

describe('events in words', () => {
  it('speak to you and of others', () => {
    const passed = (seat: number): EventForm => ({ type: 'mu.passed', seat });
    expect(eventWords(passed(0), name)).toBe('You pass');
    expect(eventWords(passed(1), name)).toBe('Morag passes');
  });

  it('say who gets the cards of a trick', () => {
    const taken = (winner: number, receiver: number): EventForm => ({
      type: 'climbing.trick_taken',
      winner,
      receiver,
    });
    expect(eventWords(taken(1, 1), name)).toBe('Morag takes the trick');
    expect(eventWords(taken(1, 0), name)).toBe('Morag wins the trick; you get the cards');
    expect(eventWords(taken(0, 2), name)).toBe('You win the trick; Hamish gets the cards');
  });
});

describe('moves and score lines in words', () => {
  it('name cards and people', () => {
    const move = { text: 'give 7r', kind: 'give', cards: ['7r'] } as MoveForm;
    expect(moveWords(move, 'climbing', name)).toBe('give 7 Rowan');
  });

  it('put the name of a person for the seat of a line', () => {
    const line = { side: 0, points: 15, clause: 'C10.3', what: 'lost bet of seat 1', seat: 1 };
    expect(sheetWords(line, name)).toBe('lost bet of Morag');
    expect(sheetWords({ ...line, what: 'for going out', seat: null }, name)).toBe('for going out');
    expect(sheetWords({ ...line, what: 'bet won (seat 2)', seat: 2 }, name)).toBe('bet won (Hamish)');
  });
});

describe('signs of suits', () => {
  const played: EventForm = {
    type: 'climbing.played',
    seat: 1,
    play: { cards: ['4g', '5g', '6g'], combo: combo('sequence 4-6', 'sequence'), rows: [] },
  } as never;

  it('stand where a suit is named', () => {
    const text = eventWords(played, name) ?? '';
    expect(cutAtSuits(text, suitsIn(played), 'Morag')).toEqual([
      { words: 'Morag plays sequence 4–6 of ', suit: null },
      { words: 'Pine', suit: 'green' },
    ]);
  });

  it('do not stand at the name of a player', () => {
    const pine = (): string => 'Pine';
    const parts = cutAtSuits(eventWords(played, pine) ?? '', suitsIn(played), 'Pine');
    expect(parts.map((part) => part.suit)).toEqual([null, 'green']);
    expect(parts.map((part) => part.words).join('')).toBe('Pine plays sequence 4–6 of Pine');
  });

  it('are of the climbing games alone', () => {
    expect(suitsIn({ type: 'mu.passed', seat: 0 })).toEqual([]);
  });
});

describe('advice in words', () => {
  it('says what a wild card stands for', () => {
    const move = {
      kind: 'play',
      text: '',
      cards: ['5r', 'J', '7r'],
      combo: combo('sequence 5-7', 'sequence'),
    };
    const rows = [
      [
        { card: '5r', stands_for: null },
        { card: 'J', stands_for: '6' },
        { card: '7r', stands_for: null },
      ],
    ];
    expect(moveWords(move as MoveForm, 'climbing', name, rows)).toBe('sequence 5–7 of Rowan with J as 6');
  });
});

describe('options of a table', () => {
  it('are shown where there is something to choose', () => {
    expect(hasChoice({ choices: ['red', 'blue'] })).toBe(true);
    expect(hasChoice({ choices: ['red'] })).toBe(false);
    expect(hasChoice({ least: 0, most: 5 })).toBe(true);
    expect(hasChoice({ least: 3, most: 3 })).toBe(false);
    expect(hasChoice({})).toBe(true);
  });
});
