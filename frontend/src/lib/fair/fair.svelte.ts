// The witness at work in this page: hears everything, sends our cuts, keeps what it saw in this browser.
import type { ServerMessage } from '../server/protocol';
import { readClosing } from './decks';
import { kept, keepSeen } from './kept';
import { digest, hex } from './sha256';
import { Witness, type Fault, type Seen, type SeenDeck, type Sent } from './witness';

export type SealState = 'waiting' | 'whole' | 'without' | 'unproved' | 'watching' | 'broken';

export interface DeckWords {
  deal: number;
  state: SeenDeck['state'];
  /** The first letters of the closing's digest, for people to compare. */
  mark: string;
}

type Ask = (form: Sent) => Promise<{ type: string }>;

const newCut = (): string => hex(crypto.getRandomValues(new Uint8Array(32)));

export class FairTable {
  seen = $state.raw<Seen | null>(null);
  private witness: Witness | null = null;

  constructor(
    private readonly table: string,
    private readonly ask: Ask,
  ) {}

  hear(message: ServerMessage): void {
    if (message.type === 'welcome') this.sit(message.you.seat);
    const { witness } = this;
    if (!witness) return;
    for (const form of witness.hear(message))
      void this.ask(form)
        .then((answer) => witness.answered(form, answer.type === 'ack'))
        .catch(() => undefined);
  }

  private sit(seat: number | null): void {
    if (this.witness?.seen.seat === seat) return;
    const seen = kept(this.table, seat);
    this.witness = new Witness(seen, newCut, () => {
      keepSeen(seen, seat);
      this.seen = { ...seen };
    });
    this.seen = { ...seen };
  }

  /** Everything that does not fit, of any match at this table. */
  get faults(): Fault[] {
    return this.seen?.broken ?? [];
  }

  /** The decks of a match that were dealt, as far as they were seen. */
  decks(match: number): DeckWords[] {
    const dealt = this.seen?.decks.filter((deck) => deck.match === match && deck.n !== null) ?? [];
    return dealt.map((deck) => ({
      deal: deck.deal,
      state: deck.state,
      mark: deck.closing === null ? '' : digest(deck.closing).slice(0, 8),
    }));
  }

  /** How a match stands: its latest deck, and whether anything is broken. */
  state(match: number): SealState {
    const { seen } = this;
    if (!seen) return 'waiting';
    if (seen.broken.length) return 'broken';
    const last = seen.decks.findLast((deck) => deck.match === match && deck.n !== null);
    if (!last) return 'waiting';
    if (last.closing === null) return 'unproved';
    if (seen.seat === null) return 'watching';
    const isIn = readClosing(last.closing).seats[seen.seat]?.sealed !== null && last.opened;
    return isIn || last.state === 'whole' ? 'whole' : 'without';
  }
}
