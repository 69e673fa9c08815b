// Sentences of the rules name cards by their codes; the page writes them as it writes cards elsewhere.
import { cardShort, faceOf } from '../cards/cards';

export interface Piece {
  words: string;
  /** A card in the place of words. */
  code: string | null;
}

const CODE = /(\b\d+[a-z]\b)/;
const isCard = (text: string): boolean => CODE.test(text) && faceOf(text, 'climbing').suit !== null;

/** A sentence in words and cards. */
export const cutAtCards = (sentence: string): Piece[] =>
  sentence
    .split(CODE)
    .filter(Boolean)
    .map((words) => ({ words, code: isCard(words) ? words : null }));

/** The same in words alone. */
export function withCards(sentence: string): string {
  const pieces = cutAtCards(sentence);
  return pieces
    .map(({ words, code }, i) => {
      if (code) return cardShort(code, 'climbing');
      return words === ' ' && pieces[i - 1]?.code && pieces[i + 1]?.code ? ', ' : words;
    })
    .join('');
}
