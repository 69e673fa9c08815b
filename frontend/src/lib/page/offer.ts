/** Something that can be chosen with one tap. */
export interface Offer {
  key: string;
  label: string;
  note?: string;
  cards?: readonly string[];
  as?: readonly (string | null)[];
  isOn?: boolean;
  /** The move that it makes, where it makes one at once, and what a screen reader says of it. */
  move?: string;
  means?: string;
}
