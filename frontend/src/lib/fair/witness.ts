// A player's own witness: cuts every deck, keeps what the server promised, and checks what it shows. The
// Python client carries the same one (src/stramash/fairness/witness.py); tests play both the same messages.
import {
  cardsDigest,
  closingText,
  covers,
  firstDealer,
  isKept,
  isSealedBy,
  readClosing,
  sealedCut,
  shuffled,
  toldDigest,
  type Closing,
  type Promised,
  type Shuffle,
} from './decks';
import type {
  ClosingForm,
  CommitmentForm,
  RevealForm,
  ServerMessage,
  TableInfo,
  Update,
  Welcome,
} from '../server/protocol';
import { digest } from './sha256';

/** open: not played yet; whole: all fits, and your cut is in it; without: all fits, your cut is not in it. */
export type DeckState = 'open' | 'whole' | 'without' | 'unproved' | 'broken';

export interface SeenDeck {
  match: number;
  deal: number;
  cut: string | null;
  closing: string | null;
  opened: boolean;
  n: number | null;
  dealer: number | null;
  hand: string[] | null;
  told: string | null;
  scores: number[] | null;
  secret: string | null;
  cuts: (string | null)[] | null;
  state: DeckState;
}

export type FaultCode =
  | 'promise-changed'
  | 'promise-reused'
  | 'promise-broken'
  | 'unreadable'
  | 'closed-twice'
  | 'left-out'
  | 'not-your-cut'
  | 'cut-dropped'
  | 'cut-changed'
  | 'too-often'
  | 'wrong-hand'
  | 'wrong-dealer'
  | 'dealt-twice'
  | 'never-dealt'
  | 'taken-back'
  | 'never-shown';

export interface Fault {
  match: number;
  deal: number;
  code: FaultCode;
}

/** All that is kept of a table: the file that `stramash verify --seen` reads. */
export interface Seen {
  format: 'stramash seen 1';
  table: string;
  seat: number | null;
  name: string;
  promises: Promised[];
  decks: SeenDeck[];
  broken: Fault[];
}

export type Sent =
  | { type: 'cut'; match: number; deal: number; sealed: string }
  | { type: 'open_cut'; match: number; deal: number; cut: string };

const MOST_HELD_BACK = 2;
const HASH = /^[0-9a-f]{64}$/;

export const nothingSeen = (table: string): Seen => ({
  format: 'stramash seen 1',
  table,
  seat: null,
  name: '',
  promises: [],
  decks: [],
  broken: [],
});

/** The choices that others do not see, and what may follow one before anything comes of it. */
const HIDDEN: Partial<Record<string, readonly string[]>> = {
  'climbing.card_chosen': ['climbing.card_chosen', 'climbing.bet_made'],
  'climbing.haggis_returned': ['climbing.leads'],
  'mu.buried': [],
};

class Unreadable extends Error {}

const hash = (value: unknown): string => {
  if (typeof value !== 'string' || !HASH.test(value)) throw new Unreadable();
  return value;
};
const number = (value: unknown): number => {
  if (!Number.isInteger(value) || (value as number) < 1 || (value as number) >= 2 ** 31)
    throw new Unreadable();
  return value as number;
};
const key = (match: number, deal: number): string => `${match}.${deal}`;

export class Witness {
  private again = false;
  private fair: CommitmentForm | null = null;
  private connection = 0;
  private n: number | null = null;
  private asked = new Set<string>();
  private acknowledged = new Map<string, number>();
  private blocks = new Map<string, { cards: string[]; blocks: number[][] }>();
  /** The updates of the deal that is being played, as far as they stand; null where some were missed. */
  private told: Update[] | null = null;
  private unsettled = new Map<string, [number, number]>();

  constructor(
    readonly seen: Seen,
    private readonly makeCut: () => string,
    private readonly keep: () => void = () => undefined,
  ) {}

  /** Takes a message in; what is to be sent because of it. */
  hear(message: ServerMessage): Sent[] {
    if (message.type !== 'welcome' && message.type !== 'table' && message.type !== 'update') return [];
    const before = this.seen.broken.length;
    let answers: Sent[] = [];
    try {
      if (message.type === 'welcome') this.welcome(message);
      else if (message.type === 'table') this.table(message.table);
      else this.update(message);
      answers = this.answers();
    } catch {
      const { match, deal } = message as Partial<Update>;
      this.fault(match || 0, deal || 0, 'unreadable');
    }
    // Before a cut leaves: it must be there to be opened, whatever happens.
    const isNews = message.type === 'update' && (message.kind !== 'move' || message.result !== null);
    if (answers.length || isNews || this.seen.broken.length !== before) this.keep();
    return answers;
  }

  /** How the server answered something that `hear` had asked to send. */
  answered(sent: Sent, isDone: boolean): void {
    if (!isDone) return;
    if (sent.type === 'cut') this.acknowledged.set(key(sent.match, sent.deal), this.connection);
    else {
      this.deck(sent.match, sent.deal).opened = true;
      this.keep();
    }
  }

  deck(match: number, deal: number): SeenDeck {
    const found = this.seen.decks.findLast((one) => one.match === match && one.deal === deal);
    if (found) return found;
    const fresh: SeenDeck = {
      match,
      deal,
      cut: null,
      closing: null,
      opened: false,
      n: null,
      dealer: null,
      hand: null,
      told: null,
      scores: null,
      secret: null,
      cuts: null,
      state: 'open',
    };
    this.seen.decks.push(fresh);
    return fresh;
  }

  private welcome(message: Welcome): void {
    this.connection++;
    this.asked.clear();
    this.seen.seat = message.you.seat;
    this.seen.name = message.you.name;
    if (this.n === null || message.first > this.n + 1) {
      // What was missed cannot be held against anybody.
      this.n = message.first - 1;
      this.told = null;
      this.unsettled.clear();
    }
    this.table(message.table);
  }

  private table(table: TableInfo): void {
    this.again = table.again ?? false;
    this.takeFair(table.fair);
  }

  private update(update: Update): void {
    if (this.n !== null && update.n <= this.n) return;
    this.n = update.n;
    if (update.closing) this.takeClosing(update.closing);
    if (update.kind === 'deal') this.takeDeal(update);
    else if (this.told) {
      if (update.took_back !== null) this.takeBack(this.told, update);
      this.told.push(update);
    }
    if (update.result) this.takeResult(update);
    if (update.fair) this.takeFair(update.fair);
  }

  private takeFair(fair: CommitmentForm): void {
    this.fair = fair;
    if (!fair.commitment || fair.first === undefined) return;
    this.takePromise(promised(fair), fair.deal);
    const deck = this.deck(fair.match, fair.deal);
    if (fair.closed && deck.closing !== null && fair.closed !== digest(deck.closing))
      this.fault(deck.match, deck.deal, 'closed-twice');
    const { seat } = this.seen;
    if (seat !== null && fair.opened?.[seat] && this.mayOpen(deck, seat)) deck.opened = true;
  }

  private takePromise(promise: Promised, deal: number): void {
    for (const known of this.seen.promises) {
      const isSame = known.match === promise.match && known.first === promise.first;
      if (isSame && known.length === promise.length && known.anchor === promise.anchor) return;
      if (covers(known, promise.match, promise.first)) {
        this.fault(promise.match, deal, 'promise-changed');
        return;
      }
      if (known.anchor === promise.anchor) this.fault(promise.match, deal, 'promise-reused');
    }
    this.seen.promises.push(promise);
  }

  private takeClosing(form: ClosingForm): void {
    const closing = closed(this.seen.table, form);
    const { match, deal } = closing;
    this.takePromise(closing.promise, deal);
    const deck = this.deck(match, deal);
    const text = closingText(closing);
    if (deck.closing !== null && deck.closing !== text) {
      this.fault(match, deal, 'closed-twice');
      return;
    }
    deck.closing = text;
    this.blocks.set(key(match, deal), { cards: form.cards, blocks: form.blocks });
    this.settled(match, deal, 'never-dealt');
    const heldBack = this.heldBack(match);
    if (closing.seats.some((one, seat) => one.sealed !== null && (heldBack[seat] ?? 0) >= MOST_HELD_BACK))
      this.fault(match, deal, 'too-often');
    const { seat } = this.seen;
    const isAcknowledged = this.acknowledged.get(key(match, deal)) === this.connection;
    if (seat === null || deck.cut === null || !isAcknowledged) return;
    if (closing.seats[seat]?.sealed === null) this.fault(match, deal, 'left-out');
    else if (!isSealedBy(closing, seat, deck.cut)) this.fault(match, deal, 'not-your-cut');
  }

  /** A deck comes next: those before it must have been dealt, played and shown. */
  private settled(match: number, deal: number, code: FaultCode): void {
    const isBefore = ([m, d]: [number, number]): boolean => m < match || (m === match && d < deal);
    if ([...this.unsettled.values()].some(isBefore)) {
      this.unsettled.clear();
      this.fault(match, deal, code);
    }
    this.unsettled.set(key(match, deal), [match, deal]);
  }

  private heldBack(match: number): number[] {
    const found: number[] = [];
    for (const deck of this.seen.decks)
      if (deck.match === match && deck.closing !== null && deck.cuts)
        readClosing(deck.closing).seats.forEach((one, seat) => {
          if (one.sealed !== null && deck.cuts?.[seat] === null) found[seat] = (found[seat] ?? 0) + 1;
        });
    return found;
  }

  private takeDeal(update: Update): void {
    const { match, deal } = update;
    const deck = this.deck(match, deal);
    if (deck.n !== null && deck.n !== update.n) {
      this.fault(match, deal, 'dealt-twice');
      return;
    }
    this.settled(match, deal, 'never-shown');
    for (const event of update.events)
      if ('hands' in event && 'carry' in event) {
        deck.hand = this.seen.seat === null ? null : (event.hands[this.seen.seat] ?? null);
        deck.dealer = event.carry.dealer;
      }
    deck.n = update.n;
    this.told = [update];
  }

  /** A move has not happened after all; it must have been hidden, and nothing may have come of it. */
  private takeBack(told: Update[], { match, deal, seat, took_back }: Update): void {
    const place = told.findIndex((one) => one.n === took_back);
    const move = told[place];
    if (!move || !this.isHidden(move, told.slice(place + 1), seat)) this.fault(match, deal, 'taken-back');
    if (move) told.splice(place, 1);
  }

  /** Whether a move is the last of a seat, and nothing that was told until now shows it. */
  private isHidden(move: Update, later: Update[], seat: number | null): boolean {
    if (move.kind !== 'move' || move.by !== 'person' || move.seat !== seat) return false;
    const [choice, ...since] = [move, ...later].flatMap((one) => one.events);
    const harmless = choice && HIDDEN[choice.type];
    if (!harmless || since.some((event) => !harmless.includes(event.type))) return false;
    const isShown =
      ('card' in choice && choice.card !== null) || ('cards' in choice && choice.cards !== null);
    const isLast = since.every((one) => one.type !== choice.type || !('seat' in one) || one.seat !== seat);
    return isLast && (!isShown || seat === this.seen.seat);
  }

  private takeResult(update: Update): void {
    const { match, deal } = update;
    this.unsettled.delete(key(match, deal));
    const deck = this.deck(match, deal);
    deck.scores = update.result?.scores ?? null;
    if (this.told) deck.told = toldDigest(this.told.flatMap((one) => one.events));
    if (update.reveal) this.takeReveal(deck, update.reveal);
    else if (deck.closing !== null) this.fault(match, deal, 'never-shown');
    else if (deck.state === 'open') deck.state = 'unproved';
  }

  private takeReveal(deck: SeenDeck, reveal: RevealForm): void {
    if (reveal.match !== deck.match || reveal.deal !== deck.deal) {
      this.fault(deck.match, deck.deal, 'never-shown');
      return;
    }
    deck.secret = reveal.secret;
    deck.cuts = reveal.cuts;
    if (deck.closing === null) {
      deck.state = 'unproved';
      return;
    }
    const closing = readClosing(deck.closing);
    const cuts = reveal.cuts.map((cut) => (cut === null ? null : hash(cut)));
    if (cuts.length !== closing.seats.length) throw new Unreadable();
    const shuffle: Shuffle = { closing, secret: hash(reveal.secret), cuts };
    const code = this.wrongWith(deck, shuffle);
    if (code) {
      this.fault(deck.match, deck.deal, code);
      return;
    }
    if (deck.state === 'broken') return;
    const { seat } = this.seen;
    deck.state = seat !== null && deck.cut !== null && cuts[seat] === deck.cut ? 'whole' : 'without';
  }

  /** The first thing that does not fit about a deck that was shown. */
  private wrongWith(deck: SeenDeck, shuffle: Shuffle): FaultCode | null {
    const { seat } = this.seen;
    const { closing, cuts } = shuffle;
    if (!isKept(closing.promise, deck.deal, shuffle.secret)) return 'promise-broken';
    if (cuts.some((cut, other) => cut !== null && !isSealedBy(closing, other, cut))) return 'cut-changed';
    if (deck.opened && seat !== null && cuts[seat] === null) return 'cut-dropped';
    const dealer = firstDealer(closing.seats.length, shuffle);
    if (deck.deal === 1 && deck.dealer !== null && deck.dealer !== dealer) return 'wrong-dealer';
    const shown = this.blocks.get(key(deck.match, deck.deal));
    if (deck.hand === null || seat === null || !shown) return null;
    // Cards that everybody holds, like the courts, are not shuffled.
    const held = deck.hand.filter((card) => shown.cards.includes(card)).sort();
    const [start, stop] = shown.blocks[seat] ?? [];
    const dealt = shuffled(shown.cards, shuffle).slice(start, stop).sort();
    return held.join(' ') === dealt.join(' ') ? null : 'wrong-hand';
  }

  private fault(match: number, deal: number, code: FaultCode): void {
    const { broken } = this.seen;
    if (!broken.some((one) => one.match === match && one.deal === deal && one.code === code))
      broken.push({ match, deal, code });
    this.deck(match, deal).state = 'broken';
  }

  // What is to be sent.

  private answers(): Sent[] {
    const { fair } = this;
    const { seat } = this.seen;
    if (!fair || seat === null || fair.first === undefined || !fair.commitment) return [];
    const { match, deal } = fair;
    const deck = this.deck(match, deal);
    if (deck.state === 'broken') return [];
    let form: Sent | null = null;
    if (!fair.closed && deck.closing === null) {
      if (!fair.cuts[seat] && !(this.again && deal === 1)) {
        deck.cut ??= this.makeCut();
        form = { type: 'cut', match, deal, sealed: sealedCut(this.seen.table, match, deal, seat, deck.cut) };
      }
    } else if (this.mayOpen(deck, seat)) form = { type: 'open_cut', match, deal, cut: deck.cut as string };
    if (!form || this.asked.has(`${form.type} ${key(match, deal)}`)) return [];
    this.asked.add(`${form.type} ${key(match, deal)}`);
    return [form];
  }

  /** Whether an own cut is in a closing that was kept, and not opened yet. */
  private mayOpen(deck: SeenDeck, seat: number): boolean {
    if (deck.closing === null || deck.cut === null || deck.opened || deck.n !== null) return false;
    return isSealedBy(readClosing(deck.closing), seat, deck.cut);
  }
}

// Reading what the server says, which may be anything.

type PromiseForm = Pick<ClosingForm, 'match' | 'deal' | 'commitment'> & { first?: number; length?: number };

function promised(form: PromiseForm): Promised {
  const promise = {
    match: number(form.match),
    first: number(form.first),
    length: number(form.length),
    anchor: hash(form.commitment),
  };
  if (!covers(promise, promise.match, number(form.deal))) throw new Unreadable();
  return promise;
}

function closed(table: string, form: ClosingForm): Closing {
  const promise = promised(form);
  const seats = form.seats.map(({ kind, sealed }) => {
    if (!['person', 'away', 'bot'].includes(kind) || (kind !== 'person' && sealed)) throw new Unreadable();
    return { kind, sealed: sealed === null ? null : hash(sealed) };
  });
  const isDealt = ([a, b]: number[]): boolean =>
    a !== undefined && b !== undefined && 0 <= a && a <= b && b <= form.cards.length;
  if (form.blocks.length !== seats.length || !form.blocks.every(isDealt)) throw new Unreadable();
  return { table, match: promise.match, deal: form.deal, promise, cards: cardsDigest(form.cards), seats };
}
