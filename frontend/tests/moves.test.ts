import { beforeEach, describe, expect, it } from 'vitest';
import { Moves, type Find, type Going } from '../src/lib/server/moves.svelte';
import type { Answer, Body, Request } from '../src/lib/server/connection';
import type { DecisionForm, Problem } from '../src/lib/server/protocol';

const kept = new Map<string, string>();
globalThis.sessionStorage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
} as Storage;

type Sent = Body<Request> & { id: string };
const way = (text: string) => ({ text, combo: null, rows: [] });
const never: Find = () => Promise.reject(new Error('it is known'));
const soon = (): Promise<void> => new Promise((go) => setTimeout(go));

/** A server that answers each message when it is told to. */
function atTable(must: number | null = 7, may: number | null = null) {
  const decision: DecisionForm = { must, may, take_back: null, legal: null };
  const sent: Sent[] = [];
  const answers: ((answer: Answer) => void)[] = [];
  const said: Problem[] = [];
  let names = 0;
  const moves = new Moves({
    id: 'table',
    decision,
    ask: (body, id = '') =>
      new Promise((answer) => {
        sent.push({ ...body, id });
        answers.push(answer);
      }),
    name: () => `name-${names++}`,
    say: (problem) => said.push(problem),
  });
  const ack = async (which: number): Promise<void> => {
    answers[which]?.({ type: 'ack', id: sent[which]?.id ?? '', n: which });
    await soon();
  };
  const refuse = async (which: number, code: Problem['code']): Promise<void> => {
    const problem = { code, sentence: code, clause: null, option: null };
    answers[which]?.({ type: 'refused', id: sent[which]?.id ?? '', problem, decision: null });
    await soon();
  };
  return { decision, moves, sent, said, ack, refuse };
}

const going = (text: string, cards: string[] = [], more: Partial<Going> = {}): Going => ({
  decision: 7,
  verb: text.split(' ')[0] ?? '',
  cards,
  way: way(text),
  isExtra: false,
  ...more,
});
const bet = (): Going => going('bet 15', [], { isExtra: true });
const play = (): Going => going('play 5r as single 5', ['5r']);

beforeEach(() => kept.clear());

describe('a move on its way', () => {
  it('has left the hand, one copy for one card, and says what it was chosen from', async () => {
    const { moves, sent, ack } = atTable();
    const made = moves.make(play(), never);
    await soon();
    expect(moves.left(['5r', '5r', '6r'])).toEqual(['5r', '6r']);
    expect(sent[0]).toMatchObject({ type: 'move', decision: 7, move: 'play 5r as single 5', cards: ['5r'] });
    await ack(0);
    expect(await made).toBe(true);
    expect(moves.answer).toBeNull();
  });

  it('is one: a second press makes no other', async () => {
    const { moves, sent, ack } = atTable();
    const first = moves.make(play(), never);
    expect(await moves.make(play(), never)).toBe(false);
    expect(await moves.make(going('pass'), never)).toBe(false);
    await ack(0);
    expect(await first).toBe(true);
    expect(sent).toHaveLength(1);
  });

  it('is back in the hand, and explained, where it was refused', async () => {
    const { moves, said, refuse } = atTable();
    const made = moves.make(play(), never);
    await soon();
    await refuse(0, 'other-cards');
    expect(await made).toBe(false);
    expect(said.map((problem) => problem.code)).toEqual(['other-cards']);
    expect(moves.left(['5r'])).toEqual(['5r']);
  });

  it('stays in the hand where cards are only shown', () => {
    const { moves } = atTable();
    void moves.make(going('display 5r', ['5r']), never);
    expect(moves.left(['5r'])).toEqual(['5r']);
  });

  it('is not seen any more as soon as the decision is another', async () => {
    const { moves, decision } = atTable();
    void moves.make(play(), never);
    await soon();
    decision.must = 9;
    expect(moves.answer).toBeNull();
    expect(moves.left(['5r'])).toEqual(['5r']); // the other copy
  });
});

describe('a move whose cards are not known yet', () => {
  it('is sent for the cards at the click', async () => {
    const { moves, sent } = atTable();
    void moves.make({ ...play(), way: null }, () => Promise.resolve(way('play 5r as single 5')));
    expect(moves.left(['5r', '6r'])).toEqual(['6r']);
    await soon();
    expect(sent[0]).toMatchObject({ move: 'play 5r as single 5', cards: ['5r'] });
  });

  it('is explained where they are nothing', async () => {
    const { moves, sent, said } = atTable();
    const problem: Problem = { code: 'illegal', sentence: 'No.', clause: 'C2.3', option: null };
    expect(await moves.make({ ...play(), way: null }, () => Promise.resolve(problem))).toBe(false);
    expect(said).toEqual([problem]);
    expect(sent).toEqual([]);
  });

  it('is not sent for another decision than it was chosen for', async () => {
    const { moves, sent, said, decision } = atTable();
    const find: Find = async () => {
      await soon();
      decision.must = 9;
      return way('play 5r as single 5');
    };
    expect(await moves.make({ ...play(), way: null }, find)).toBe(false);
    expect(said.map((one) => one.code)).toEqual(['stale']);
    expect(sent).toEqual([]);
  });
});

describe('a play right after a bet', () => {
  it('waits for the bet and is then made', async () => {
    const { moves, sent, ack } = atTable();
    void moves.make(bet(), never);
    const played = moves.make(play(), never);
    await soon();
    expect(sent.map((one) => 'move' in one && one.move)).toEqual(['bet 15']);
    expect(moves.left(['5r'])).toEqual([]);
    await ack(0);
    expect(sent).toHaveLength(2);
    await ack(1);
    expect(await played).toBe(true);
  });

  it('is not made where the bet was refused, and that is said', async () => {
    const { moves, sent, said, refuse } = atTable();
    void moves.make(bet(), never);
    const played = moves.make(play(), never);
    await soon();
    await refuse(0, 'illegal');
    expect(await played).toBe(false);
    expect(sent).toHaveLength(1);
    expect(said).toHaveLength(1);
  });

  it('goes out of turn for the decision that may be made', async () => {
    const { moves, sent } = atTable(null, 3);
    void moves.make({ ...bet(), decision: 3 }, never);
    await soon();
    expect(sent[0]).toMatchObject({ decision: 3, cards: [] });
    expect(moves.answer).toBeNull();
    expect(moves.hasExtra).toBe(true);
  });
});

describe('a reload while a move is on its way', () => {
  it('sends it once more under its old name, and shows it until it is answered', async () => {
    const before = atTable();
    void before.moves.make(play(), never);
    await soon();
    const after = atTable();
    after.moves.resume();
    await soon();
    expect(after.sent).toEqual(before.sent);
    expect(after.moves.left(['5r'])).toEqual([]);
    await after.ack(0);
    expect(after.moves.left(['5r'])).toEqual(['5r']);
    expect(kept.size).toBe(0);
  });

  it('sends nothing that was answered, be it refused', async () => {
    const before = atTable();
    void before.moves.make(play(), never);
    await soon();
    await before.refuse(0, 'stale');
    const after = atTable();
    after.moves.resume();
    await soon();
    expect(after.sent).toEqual([]);
  });
});
