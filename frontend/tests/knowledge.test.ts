import { describe, expect, it } from 'vitest';
import { fromList, Knowledge, type About, type Known, type Listed } from '../src/lib/cards/knowledge.svelte';
import type { MoveForm } from '../src/lib/server/protocol';

const combo = { kind: 'single', tracks: 1, length: 1, top: 5, text: 'single 5' } as const;
const play = (cards: string[], as = 'single 5'): MoveForm => ({
  text: `play ${cards.join(' ')} as ${as}`,
  kind: 'play',
  cards,
  combo: { ...combo, text: as },
  value: null,
  seat: null,
  trump: null,
});
const about = (...cards: string[]): About => ({ decision: 7, verb: 'play', cards });
const listed = (...moves: MoveForm[]): Listed => ({ decision: 7, moves });
const known = (...texts: string[]): Known => ({
  ways: texts.map((text) => ({ text, combo, rows: [] })),
  reason: texts.length ? null : { clause: 'C2.7', sentence: 'That is nothing.' },
  isNothing: false,
  would: null,
});

/** A server that answers when it is told to, in any order. */
class Server {
  asked: { about: About; answer: (known: Known | null) => void }[] = [];
  ask = (about: About): Promise<Known | null> => new Promise((answer) => this.asked.push({ about, answer }));

  async answer(which: number, what: Known | null): Promise<void> {
    this.asked[which]?.answer(what);
    await new Promise((go) => setTimeout(go));
  }
}

function choosing(list: Listed | null = null) {
  const server = new Server();
  const chosen: { about: About | null } = { about: null };
  const knowledge = new Knowledge(
    server.ask,
    () => chosen.about,
    () => list,
  );
  const choose = (next: About | null): void => {
    chosen.about = next;
    knowledge.inquire();
  };
  return { server, knowledge, choose };
}

describe('what is known of the chosen cards', () => {
  it('is nothing until the answer for exactly these cards is there', async () => {
    const { server, knowledge, choose } = choosing();
    choose(about('5r'));
    await server.answer(0, known('play 5r as single 5'));
    expect(knowledge.known?.ways).toHaveLength(1);
    choose(about('5r', '7r', 'J'));
    expect(knowledge.known).toBeNull();
    await server.answer(1, known('play 5r 7r J as sequence 5-7'));
    expect(knowledge.known?.ways.map((way) => way.text)).toEqual(['play 5r 7r J as sequence 5-7']);
  });

  it('takes no notice of an answer for cards that are not chosen any more, in whatever order they come', async () => {
    const { server, knowledge, choose } = choosing();
    choose(about('5r'));
    choose(about('5r', '7r', 'J'));
    await server.answer(1, known('play 5r 7r J as sequence 5-7'));
    await server.answer(0, known('play 5r as single 5'));
    expect(knowledge.known?.ways[0]?.text).toBe('play 5r 7r J as sequence 5-7');
    choose(about('5r', '7r'));
    expect(knowledge.known).toBeNull();
  });

  it('is of no use for the same cards in another decision', async () => {
    const { server, knowledge, choose } = choosing();
    choose(about('5r'));
    await server.answer(0, known('play 5r as single 5'));
    choose({ ...about('5r'), decision: 8 });
    expect(knowledge.known).toBeNull();
    expect(server.asked).toHaveLength(2);
  });

  it('asks once about the same cards, in whatever order they were chosen', () => {
    const { server, choose } = choosing();
    choose(about('5r', '6r'));
    choose(about('6r', '5r'));
    expect(server.asked).toHaveLength(1);
  });

  it('tells two copies of a card from one', async () => {
    const { server, knowledge, choose } = choosing();
    choose(about('5r'));
    await server.answer(0, known('play 5r as single 5'));
    choose(about('5r', '5r'));
    expect(knowledge.known).toBeNull();
  });

  it('stays unknown where nobody answers, and the next click asks again', async () => {
    const { server, knowledge, choose } = choosing();
    choose(about('5r'));
    await server.answer(0, null);
    expect(knowledge.known).toBeNull();
    const settled = knowledge.settle(about('5r'));
    await server.answer(1, known('play 5r as single 5'));
    expect((await settled)?.ways).toHaveLength(1);
  });
});

describe('a click before the answer', () => {
  it('is about the cards at the click, whatever is chosen when the answer comes', async () => {
    const { server, knowledge, choose } = choosing();
    choose(about('5r', '7r', 'J'));
    const clicked = knowledge.settle(about('5r', '7r', 'J'));
    expect(server.asked).toHaveLength(1); // one question does for both
    choose(about('9b'));
    await server.answer(1, known('play 9b as single 9'));
    await server.answer(0, known('play 5r 7r J as sequence 5-7'));
    expect((await clicked)?.ways[0]?.text).toBe('play 5r 7r J as sequence 5-7');
    expect(knowledge.known?.ways[0]?.text).toBe('play 9b as single 9');
  });

  it('is explained where the cards may not be played', async () => {
    const { server, knowledge, choose } = choosing();
    choose(about('5r', '9g'));
    const clicked = knowledge.settle(about('5r', '9g'));
    await server.answer(0, known());
    expect((await clicked)?.reason?.clause).toBe('C2.7');
  });
});

describe('the list of legal moves', () => {
  it('tells at once what can be one thing only', () => {
    const { server, knowledge, choose } = choosing(listed(play(['5r']), play(['5r', '6r'], 'set 5')));
    choose(about('6r', '5r'));
    expect(knowledge.known?.ways[0]?.text).toBe('play 5r 6r as set 5');
    expect(server.asked).toHaveLength(0);
  });

  it('tells at once what may not be played; why is asked', async () => {
    const { server, knowledge, choose } = choosing(listed(play(['5r'])));
    choose(about('5r', '9g'));
    expect(knowledge.known?.ways).toEqual([]);
    await server.answer(0, known());
    expect(knowledge.known?.reason?.sentence).toBe('That is nothing.');
  });

  it('leaves it to the server which of several things is the strongest', () => {
    const both = listed(play(['5r', 'J'], 'set 5'), play(['5r', 'J'], 'sequence 5-6'));
    expect(fromList(about('5r', 'J'), both)).toBeNull();
  });

  it('says nothing about another decision', () => {
    expect(fromList({ ...about('5r'), decision: 8 }, listed(play(['5r'])))).toBeNull();
    expect(fromList(about('5r'), null)).toBeNull();
  });

  it('takes a move made with another word for another move', () => {
    expect(fromList({ ...about('5r'), verb: 'give' }, listed(play(['5r'])))?.ways).toEqual([]);
  });
});
