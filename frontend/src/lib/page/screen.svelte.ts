// How much room there is. Measured in letters, so that doubled text gets the layout of a smaller screen.
import { MediaQuery } from 'svelte/reactivity';

const small = new MediaQuery('(max-width: 40em)', false);
const low = new MediaQuery('(max-height: 30em)', false);
const narrow = new MediaQuery('(max-width: 62.5em)', false);

export const screen = {
  /** The size of a letter, 16 unless text was made larger. */
  get letter(): number {
    return parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  },

  /** A phone, or what a large text makes of something bigger. */
  get isSmall(): boolean {
    return small.current;
  },
  /** A phone on its side. */
  get isLow(): boolean {
    return low.current;
  },
  /** Too narrow for a panel beside the table. */
  get isNarrow(): boolean {
    return narrow.current;
  },
};
