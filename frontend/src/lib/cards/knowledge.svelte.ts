// What is known about the chosen cards: only ever about exactly these cards in exactly this decision.
import { without } from './cards';
import type { BiddingForm, ComboForm, MoveForm, ReasonForm, StandingForm } from '../server/protocol';

/** What a question is about. */
export interface About {
  /** The decision that is open; null: nothing is asked of us. */
  decision: number | null;
  /** The word that begins a move with these cards. */
  verb: string;
  cards: readonly string[];
}

/** A move that some cards make. */
export interface Way {
  text: string;
  combo: ComboForm | null;
  /** Where each card stands; empty where nobody has said. */
  rows: StandingForm[][];
}

/** What the server says of some cards. */
export interface Known {
  /** The moves that they may make now. */
  ways: readonly Way[];
  /** Why there is none; null: nobody has said so yet. */
  reason: ReasonForm | null;
  /** Whether they could be nothing at any time. */
  isNothing: boolean;
  /** What the move would make of us. */
  would: BiddingForm | null;
}

/** The legal moves of a decision. */
export interface Listed {
  decision: number | null;
  moves: readonly MoveForm[];
}

/** Answers a question; null where that decision is no longer open, or nobody answers. */
export type Ask = (about: About) => Promise<Known | null>;

export const sameCards = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && without(some, others).length === 0;

const isSame = (one: About | null, other: About | null): boolean =>
  one === other ||
  (one !== null &&
    other !== null &&
    one.decision === other.decision &&
    one.verb === other.verb &&
    sameCards(one.cards, other.cards));

const NEVER: Known = { ways: [], reason: null, isNothing: false, would: null };

/** What a list of all legal moves says of some cards; null where only the server can tell. */
export function fromList(about: About, listed: Listed | null): Known | null {
  if (!listed || listed.decision !== about.decision) return null;
  const ways = listed.moves.filter(
    ({ text, cards }) => cards && sameCards(cards, about.cards) && text.startsWith(`${about.verb} `),
  );
  const [only, other] = ways;
  if (!only) return NEVER;
  // Of several the server says which is the strongest, and where their cards stand.
  return other ? null : { ...NEVER, ways: [{ text: only.text, combo: only.combo ?? null, rows: [] }] };
}

export class Knowledge {
  private answer = $state.raw<{ about: About; known: Known } | null>(null);
  private asked: { about: About; answer: Promise<Known | null> } | null = null;

  constructor(
    private readonly ask: Ask,
    /** What is chosen now. */
    private readonly about: () => About | null,
    private readonly listed: () => Listed | null = () => null,
  ) {}

  /** What is known of what is chosen now; null: nothing yet. */
  get known(): Known | null {
    const about = this.about();
    return about && this.knownOf(about);
  }

  /** Asks about what is chosen now, where only the server can say what there is to say. */
  inquire(): void {
    const about = this.about();
    const known = this.known;
    if (about && !(known && (known.ways.length || known.reason))) void this.request(about);
  }

  /** What is known of some cards, as soon as it is; null where nobody can say any more. */
  async settle(about: About): Promise<Known | null> {
    const known = this.knownOf(about);
    return known && (known.ways.length || known.reason) ? known : this.request(about);
  }

  private knownOf(about: About): Known | null {
    return isSame(this.answer?.about ?? null, about)
      ? (this.answer?.known ?? null)
      : fromList(about, this.listed());
  }

  private request(about: About): Promise<Known | null> {
    if (this.asked && isSame(this.asked.about, about)) return this.asked.answer;
    const answer = this.ask(about)
      .catch(() => null)
      .then((known) => {
        if (this.asked?.answer === answer) this.asked = null;
        if (known && isSame(this.about(), about)) this.answer = { about, known };
        return known;
      });
    this.asked = { about, answer };
    return answer;
  }
}
