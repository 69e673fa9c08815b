/** One of the things to choose from in the middle of the cloth. */
export interface Tile {
  move: string;
  title: string;
  /** What it brings. */
  value?: string;
  /** What it is about. */
  note?: string;
  cards?: readonly string[];
  /** Said in the place of cards where there are none. */
  none?: string;
  /** A seat whose face it shows, and its name, or a trump whose sign. */
  seat?: number;
  face?: string;
  trump?: string;
}

/** Cards that a choice is about: one play, whose it was, and what its wild cards stand for. */
export interface Play {
  seat: number;
  face: string;
  cards: readonly string[];
  as: readonly (string | null)[];
}
