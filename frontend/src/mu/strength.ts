// Which card of a Mü trick is winning (M5.5); the server decides, this is only for the eye.
import { rankOf, suitOf } from '../lib/cards';
import { SUITS } from '../art/suits';

export type Trumps = { major: string | null; minor: string | null };
export type TrumpKind = 'super' | 'major' | 'minor' | null;

const matches = (card: string, trump: string | null): boolean => {
  if (trump === null || trump === 'none') return false;
  const suit = suitOf(card);
  return /^\d$/.test(trump) ? rankOf(card) === Number(trump) : suit !== null && SUITS[suit].colour === trump;
};

export function trumpKind(card: string, { major, minor }: Trumps): TrumpKind {
  const isMajor = matches(card, major);
  const isMinor = matches(card, minor);
  if (isMajor && isMinor) return 'super';
  return isMajor ? 'major' : isMinor ? 'minor' : null;
}

function strength(card: string, led: string, trumps: Trumps): number {
  const inColour = (trump: string | null) => (trump !== null && /^\d$/.test(trump) ? 0 : rankOf(card));
  switch (trumpKind(card, trumps)) {
    case 'super':
      return 300;
    case 'major':
      return 200 + inColour(trumps.major);
    case 'minor':
      return 100 + inColour(trumps.minor);
    default:
      return suitOf(card) === suitOf(led) && trumpKind(led, trumps) === null ? rankOf(card) : -1;
  }
}

/** The place of the winning card; of equals the first. */
export function winning(cards: readonly string[], trumps: Trumps): number {
  const led = cards[0];
  if (led === undefined) return -1;
  let best = 0;
  cards.forEach((card, i) => {
    if (strength(card, led, trumps) > strength(cards[best] as string, led, trumps)) best = i;
  });
  return best;
}
