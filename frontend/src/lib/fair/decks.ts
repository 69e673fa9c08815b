// From a secret and sealed cuts to a shuffled deck: docs/fair-deals.md describes every byte.
import { bytes, digest, hex, hmac, joined, sha256, unhex } from './sha256';

export interface Promised {
  match: number;
  first: number;
  length: number;
  anchor: string;
}

export interface Cutter {
  kind: 'person' | 'away' | 'bot';
  sealed: string | null;
}

export const covers = (promise: Promised, match: number, deal: number): boolean =>
  match === promise.match && deal >= promise.first && deal < promise.first + promise.length;

/** Whether a secret is the one that was promised for a deck. */
export function isKept(promise: Promised, deal: number, secret: string): boolean {
  let value = unhex(secret);
  for (let i = promise.first; i <= deal; i++) value = sha256(value);
  return hex(value) === promise.anchor;
}

export const sealedCut = (table: string, match: number, deal: number, seat: number, cut: string): string =>
  digest(`stramash cut 2\ntable ${table}\nmatch ${match}\ndeal ${deal}\nseat ${seat}\ncut ${cut}\n`);

export interface Closing {
  table: string;
  match: number;
  deal: number;
  promise: Promised;
  cards: string;
  seats: Cutter[];
}

export const cardsDigest = (cards: string[]): string => digest(cards.join(' '));

export function closingText(closing: Closing): string {
  const { promise } = closing;
  const lines = [
    'stramash closing 2',
    `table ${closing.table}`,
    `match ${closing.match}`,
    `deal ${closing.deal}`,
    `promise ${promise.anchor} ${promise.first} ${promise.length}`,
    `cards ${closing.cards}`,
    ...closing.seats.map(
      ({ kind, sealed }, seat) => `seat ${seat} ${kind}${sealed === null ? '' : ` ${sealed}`}`,
    ),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** A closing that was kept. */
export function readClosing(text: string): Closing {
  const lines = text
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split(' '));
  const word = (line: number, place: number): string => lines[line]?.[place] ?? '';
  const match = Number(word(2, 1));
  return {
    table: word(1, 1),
    match,
    deal: Number(word(3, 1)),
    promise: { match, anchor: word(4, 1), first: Number(word(4, 2)), length: Number(word(4, 3)) },
    cards: word(5, 1),
    seats: lines
      .slice(6)
      .map(([, , kind, sealed]) => ({ kind: kind as Cutter['kind'], sealed: sealed ?? null })),
  };
}

export interface Shuffle {
  closing: Closing;
  secret: string;
  cuts: (string | null)[];
}

export const isSealedBy = ({ table, match, deal, seats }: Closing, seat: number, cut: string): boolean =>
  seats[seat]?.sealed === sealedCut(table, match, deal, seat, cut);

function words({ closing, secret, cuts }: Shuffle, purpose: string): (bound: number) => number {
  const opened = cuts.map((cut, seat) => `cut ${seat} ${cut ?? '-'}\n`).join('');
  return stream(secret, `stramash fair deal 2\n${purpose}\n${closingText(closing)}${opened}`);
}

function stream(secret: string, text: string): (bound: number) => number {
  const key = unhex(secret);
  const message = bytes(text);
  let block = 0;
  let ready: number[] = [];
  const next = (): number => {
    if (!ready.length) {
      const counter = new DataView(new ArrayBuffer(8));
      counter.setUint32(4, block++);
      const view = new DataView(hmac(key, joined(message, new Uint8Array(counter.buffer))).buffer);
      ready = Array.from({ length: 8 }, (_, i) => view.getUint32(4 * i));
    }
    return ready.shift() as number;
  };
  // A number below a bound, each exactly as likely as the others.
  return (bound) => {
    const limit = 0x1_0000_0000 - (0x1_0000_0000 % bound);
    let word = next();
    while (word >= limit) word = next();
    return word % bound;
  };
}

export const shuffled = (cards: string[], shuffle: Shuffle): string[] =>
  inOrder(cards, words(shuffle, 'deck'));

/** A deck of a set of deals; the text is what it is bound to besides its secret. */
export const deckOfSet = (cards: string[], secret: string, text: string): string[] =>
  inOrder(cards, stream(secret, `stramash duplicate 1\ndeck\n${text}`));

function inOrder(cards: string[], below: (bound: number) => number): string[] {
  const order = [...cards];
  for (let last = order.length - 1; last > 0; last--) {
    const other = below(last + 1);
    [order[last], order[other]] = [order[other] as string, order[last] as string];
  }
  return order;
}

export const firstDealer = (seats: number, shuffle: Shuffle): number => words(shuffle, 'dealer')(seats);

/** JSON with its keys in order, so that equal things are equal texts. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const parts = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`);
  return `{${parts.join(',')}}`;
}

export const toldDigest = (events: unknown[]): string =>
  digest(['stramash told 1', ...events.map(canonical)].map((line) => `${line}\n`).join(''));
