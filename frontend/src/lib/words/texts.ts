// Every word the page says, in the language chosen. Each language is a folder of its own; English is the
// measure: what it has the others must have, or the types do not fit.
import { english, type Texts } from './en';

export { capital, signed, whole } from './grammar';
export type { Texts };

/** The texts now spoken. Set once, before the page is drawn: read them where they are said, not before. */
export let t: Texts = english;

export function speak(texts: Texts): void {
  t = texts;
}
