// Names that are written from right to left do not turn the words around them about.
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A name as it may stand inside a sentence, a label or a list: isolated where its direction is another. */
export const isolated = (name: string): string => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);

/** A bot is called by its level; at its seat the rest of the name must do. */
export const shortName = (name: string, level: string | null | undefined): string =>
  level && name.startsWith(`${level} `) ? name.slice(level.length + 1) : name;
