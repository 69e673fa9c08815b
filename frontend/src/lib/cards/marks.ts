// Words on the cards of the own hand: what the server says of them.
import { isWild } from './cards';
import type { ViewForm } from '../server/protocol';
import { t } from '../words/texts';

export const trumpWord = (kind: 'super' | 'major' | 'minor'): string =>
  ({ super: t.mu.superTrump, major: t.mu.major, minor: t.mu.minor })[kind];

export function marksFor(view: ViewForm): Map<string, string> {
  const marks = new Map<string, string>();
  if (view.family === 'climbing') {
    // Courts are plain to see.
    for (const card of view.bombs.flat()) if (!isWild(card, 'climbing')) marks.set(card, t.table.bomb);
    return marks;
  }
  const shown = view.seat === null ? [] : (view.displays[view.seat] ?? []);
  for (const card of shown) marks.set(card, t.mu.shown);
  for (const [card, kind] of Object.entries(view.trump_cards)) marks.set(card, trumpWord(kind));
  return marks;
}
