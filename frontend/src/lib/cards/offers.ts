// Which of the plays that the server allows are offered beside the hand, and in which order.
import { isWild, without } from './cards';
import type { ComboForm, MoveForm } from '../server/protocol';

export interface Offered {
  text: string;
  cards: string[];
  combo: ComboForm;
}

export const playsOf = (moves: readonly MoveForm[]): Offered[] =>
  moves.flatMap(({ kind, text, cards, combo }) =>
    kind === 'play' && cards && combo ? [{ text, cards, combo }] : [],
  );

const wildIn = ({ cards }: Offered): number => cards.filter((card) => isWild(card, 'climbing')).length;
const isBomb = ({ combo }: Offered): number => (combo.kind === 'bomb' ? 1 : 0);

/** Whether a play takes all of these cards, copies counted, and more. */
const extendsOf = (play: Offered, chosen: readonly string[]): boolean =>
  play.cards.length > chosen.length && without(chosen, play.cards).length === 0;

/** Plays that differ in suits alone are one offer. */
function distinct(plays: readonly Offered[], most: number): Offered[] {
  const seen = new Set<string>();
  const kept: Offered[] = [];
  for (const play of plays) {
    const key = `${play.combo.text}.${wildIn(play)}`;
    if (seen.has(key)) continue;
    seen.add(key);
    kept.push(play);
    if (kept.length === most) break;
  }
  return kept;
}

/** What beats the trick: without wild cards first, then the lowest; bombs last. */
export function beating(plays: readonly Offered[], most: number): Offered[] {
  const order = [...plays].sort(
    (a, b) => isBomb(a) - isBomb(b) || wildIn(a) - wildIn(b) || a.combo.top - b.combo.top,
  );
  return distinct(order, most);
}

/** Plays that take what is chosen: of each kind the longest without wild cards, then the next ones. */
export function extending(plays: readonly Offered[], chosen: readonly string[], most: number): Offered[] {
  const order = plays
    .filter((play) => extendsOf(play, chosen))
    .sort(
      (a, b) =>
        isBomb(a) - isBomb(b) ||
        wildIn(a) - wildIn(b) ||
        b.cards.length - a.cards.length ||
        a.combo.top - b.combo.top,
    );
  const first: Offered[] = [];
  const rest: Offered[] = [];
  const kinds = new Set<string>();
  for (const play of order) {
    (kinds.has(play.combo.kind) ? rest : first).push(play);
    kinds.add(play.combo.kind);
  }
  return distinct([...first, ...rest], most);
}

/** Whether one move alone takes a card, and that is to play it by itself. */
export function isPlayedAlone(moves: readonly MoveForm[], code: string): boolean {
  const [only, other] = moves.filter((move) => move.cards?.includes(code));
  return only?.kind === 'play' && only.cards?.length === 1 && other === undefined;
}
