// What some cards can be, as the server says: its answer is about exactly these cards and this decision.
import type { About, Known } from '../cards/knowledge.svelte';
import type { Answer, Body, Request } from './connection';
import type { Problem } from './protocol';

const NOTHING: Known = { ways: [], reason: null, isNothing: false, would: null };

/** A move made with cards that can be one thing only, as it is sent. */
export const textOf = ({ verb, cards }: About): string => `${verb} ${cards.join(' ')}`;

/** A question that was refused: one that came too late has no answer, any other one has words. */
function refused({ code, clause, sentence }: Problem): Known | null {
  if (code === 'stale' || code === 'not-playing') return null;
  return { ...NOTHING, reason: { clause: clause ?? '', sentence } };
}

/** Asks what some cards are; where they can be several things, what each of them is called. */
export async function askAbout(
  about: About,
  isDeclared: boolean,
  ask: (body: Body<Request>) => Promise<Answer>,
): Promise<Known | null> {
  const { decision, cards } = about;
  const text = textOf(about);
  const answer = isDeclared
    ? await ask({ type: 'readings', decision, cards: [...cards] })
    : await ask({ type: 'check', decision, move: text });
  switch (answer.type) {
    case 'refused':
      return refused(answer.problem);
    case 'readings': {
      const ways = answer.readings.filter((one) => one.reason === null);
      const reason = answer.reason ?? answer.readings.find((one) => one.reason)?.reason ?? null;
      return { ...NOTHING, ways, reason, isNothing: !answer.readings.length };
    }
    case 'checked': {
      const ways = answer.reason ? [] : [{ text, combo: null, rows: [] }];
      return { ...NOTHING, ways, reason: answer.reason, would: answer.would };
    }
    default:
      return null;
  }
}
