// What the events of a deal add up to beyond the view: the trick as it was laid, and the one before it.
import type { ComboForm, EventForm, StandingForm } from './protocol';

export interface Laid {
  seat: number;
  cards: string[];
  combo: ComboForm | null;
  /** Where each card stands; empty where that is plain to see. */
  rows: StandingForm[][];
  /** Whether it is on its way to the server. */
  isGoing?: boolean;
}

export interface Taken {
  winner: number;
  receiver: number;
}

/** The trick on the table; it stays there, marked as taken, until the next card is played. */
export interface Trick {
  laid: Laid[];
  taken: Taken | null;
}

export interface Fold {
  trick: Trick;
  last: Trick | null;
  /** What was turned up at the end of the deal: hands that were not played out, by seat. */
  hands: Readonly<Record<number, string[]>>;
  /** The haggis, or what the Crown had put away, and whose it is. */
  aside: { cards: string[]; receiver: number | null } | null;
}

const NOTHING: Trick = { laid: [], taken: null };

export const emptyFold = (): Fold => ({ trick: NOTHING, last: null, hands: {}, aside: null });

/** The trick has gone to whoever gets it. */
export const swept = (fold: Fold): Fold => (fold.trick.taken ? { ...fold, trick: NOTHING } : fold);

/** One more play on the trick. */
export function lay(fold: Fold, laid: Laid): Fold {
  const before = fold.trick.taken ? [] : fold.trick.laid;
  return { ...fold, trick: { laid: [...before, laid], taken: null } };
}

function take(fold: Fold, taken: Taken): Fold {
  const trick = { laid: fold.trick.laid, taken };
  return { ...fold, trick, last: trick };
}

export function fold(before: Fold, event: EventForm): Fold {
  switch (event.type) {
    case 'climbing.dealt':
    case 'mu.dealt':
      return emptyFold();
    case 'climbing.played':
      return lay(before, {
        seat: event.seat,
        cards: event.play.cards,
        combo: event.play.combo,
        rows: event.play.rows,
      });
    case 'mu.card_played':
      return lay(before, { seat: event.seat, cards: [event.card], combo: null, rows: [] });
    case 'climbing.trick_taken':
      return take(before, { winner: event.winner, receiver: event.receiver });
    case 'mu.trick_won':
      return take(before, { winner: event.seat, receiver: event.seat });
    case 'climbing.hand_taken':
      return { ...before, hands: { ...before.hands, [event.owner]: event.cards } };
    case 'climbing.haggis_taken':
      return { ...before, aside: { cards: event.cards, receiver: event.receiver } };
    case 'mu.scored':
      return event.buried.length ? { ...before, aside: { cards: event.buried, receiver: null } } : before;
    default:
      return before;
  }
}
