/** What the bar of actions of any game can be told to do, by a key or a double click. */
export interface Actions {
  play: () => Promise<void>;
  pass: () => void;
}
