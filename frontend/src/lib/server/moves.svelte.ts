// Our own moves on their way: each for the decision and the cards it was chosen from, until it is answered.
import { without } from '../cards/cards';
import type { Way } from '../cards/knowledge.svelte';
import type { Answer, Body, Request } from './connection';
import type { DecisionForm, Problem } from './protocol';
import { t } from '../words/texts';

/** A move that was chosen and has not been answered for yet. */
export interface Going {
  decision: number;
  /** The word that begins its text. */
  verb: string;
  cards: readonly string[];
  /** What it is, as far as that is known. */
  way: Way | null;
  /** Whether it answers nothing that we are asked: a bet. What is chosen after it waits for it. */
  isExtra: boolean;
}

/** What moves need of the table. */
export interface Seat {
  readonly id: string;
  readonly decision: DecisionForm;
  /** Sends a message until it is answered. */
  ask: (body: Body<Request>, id?: string) => Promise<Answer>;
  /** A name for a message that no other has. */
  name: () => string;
  say: (problem: Problem) => void;
}

/** Finds out what the cards of a move are, or why they are none. */
export type Find = () => Promise<Way | Problem>;

/** Cards that are shown stay in hand; all others leave it. */
const SHOWN = 'display';
const keyOf = (table: string): string => `stramash.going.${table}`;
type Sent = Extract<Request, { type: 'move' }>;

export const late = (): Problem => ({ code: 'stale', sentence: t.errors.late, clause: null, option: null });

export class Moves {
  private all = $state.raw<readonly Going[]>([]);
  private readonly done = new Map<Going, Promise<boolean>>();

  constructor(private readonly seat: Seat) {}

  /** The answer to what we are asked, while it is on its way. */
  get answer(): Going | null {
    const { must } = this.seat.decision;
    return this.all.find((one) => !one.isExtra && one.decision === must) ?? null;
  }

  /** Whether a bet is on its way. */
  get hasExtra(): boolean {
    return this.all.some((one) => one.isExtra);
  }

  /** A hand without what is on its way from it. */
  left(hand: readonly string[]): string[] {
    const { answer } = this;
    return answer && answer.verb !== SHOWN ? without(hand, answer.cards) : [...hand];
  }

  /** Makes a move; false where it was not made, which is said in words. */
  async make(going: Going, find: Find): Promise<boolean> {
    if (this.all.some((one) => one.isExtra === going.isExtra && one.decision === going.decision))
      return false;
    const before = [...this.done].filter(([one]) => one.isExtra).map(([, made]) => made);
    this.all = [...this.all, going];
    const done = this.send(going, find, before).finally(() => {
      this.all = this.all.filter((one) => one.decision !== going.decision || one.isExtra !== going.isExtra);
      this.done.delete(going);
    });
    this.done.set(going, done);
    return done;
  }

  /** Sends what a reload of the page has cut off, with its old name: it is not made twice. */
  resume(): void {
    const kept = sessionStorage.getItem(keyOf(this.seat.id));
    if (!kept) return;
    const sent = JSON.parse(kept) as Sent;
    const [verb = ''] = sent.move.split(' ');
    const way = { text: sent.move, combo: null, rows: [] };
    const going = { decision: sent.decision, verb, cards: sent.cards ?? [], way, isExtra: verb === 'bet' };
    this.all = [going];
    const done = this.post(sent).finally(() => {
      this.all = this.all.filter((one) => one !== going);
      this.done.delete(going);
    });
    this.done.set(going, done);
  }

  private async send(going: Going, find: Find, before: readonly Promise<boolean>[]): Promise<boolean> {
    const [found, ...made] = await Promise.all([going.way ?? find(), ...before]);
    if (!made.every(Boolean)) return false; // why is said already
    if ('code' in found) {
      this.seat.say(found);
      return false;
    }
    this.all = this.all.map((one) => (one === going ? { ...one, way: found } : one));
    const { must, may } = this.seat.decision;
    if (going.decision !== must && !(going.isExtra && going.decision === may)) {
      this.seat.say(late());
      return false;
    }
    const { decision, cards } = going;
    return this.post({ type: 'move', id: this.seat.name(), decision, move: found.text, cards: [...cards] });
  }

  private async post(sent: Sent): Promise<boolean> {
    const key = keyOf(this.seat.id);
    sessionStorage.setItem(key, JSON.stringify(sent));
    const { id, ...body } = sent;
    const answer = await this.seat.ask(body, id).catch(() => null);
    if (answer && sessionStorage.getItem(key)?.includes(`"${id}"`)) sessionStorage.removeItem(key);
    if (answer?.type === 'refused') this.seat.say(answer.problem);
    return answer?.type === 'ack';
  }
}
