// What the events of a deal add up to beyond the view: the trick as it was laid, and the one before it.
import type { ComboForm, EventForm } from './protocol';

export interface Laid {
  seat: number;
  cards: string[];
  combo: ComboForm | null;
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
}

export const emptyFold = (): Fold => ({ trick: { laid: [], taken: null }, last: null });

function lay(fold: Fold, laid: Laid): Fold {
  const before = fold.trick.taken ? [] : fold.trick.laid;
  return { ...fold, trick: { laid: [...before, laid], taken: null } };
}

function take(fold: Fold, taken: Taken): Fold {
  const trick = { laid: fold.trick.laid, taken };
  return { trick, last: trick };
}

export function fold(before: Fold, event: EventForm): Fold {
  switch (event.type) {
    case 'climbing.dealt':
    case 'mu.dealt':
      return emptyFold();
    case 'climbing.played':
      return lay(before, { seat: event.seat, cards: event.play.cards, combo: event.play.combo });
    case 'mu.card_played':
      return lay(before, { seat: event.seat, cards: [event.card], combo: null });
    case 'climbing.trick_taken':
      return take(before, { winner: event.winner, receiver: event.receiver });
    case 'mu.trick_won':
      return take(before, { winner: event.seat, receiver: event.seat });
    default:
      return before;
  }
}
