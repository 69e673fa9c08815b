// What the languages share: plurals, numbers, lists and capitals, each by the rules of its own.

/** As a sentence begins. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A minus is no hyphen. */
const withMinus = (text: string): string => text.replace('-', '−');

/** Points as they stand; they can be below nothing. */
export const whole = (n: number): string => withMinus(String(n));

/** With its sign: points can be lost, too. */
export const signed = (n: number): string => (n < 0 ? `−${-n}` : `+${n}`);

export interface Grammar {
  /** "1 card", "2 cards"; in French "0 carte". */
  plural: (n: number, one: string, many: string) => string;
  /** One digit after the point. */
  decimal: (n: number) => string;
  /** The same with its sign. */
  signedDecimal: (n: number) => string;
  /** "a, b and c". */
  and: (all: readonly (number | string)[]) => string;
  /** "a, b or c". */
  or: (all: readonly (number | string)[]) => string;
  /** "12 minutes ago", "yesterday"; both in milliseconds. */
  ago: (then: number, now: number) => string;
}

/** How numbers of points are written; a percentage has a space before its sign in some languages. */
export interface Figures {
  /** Points with a sign and one place behind the point. */
  points: (n: number) => string;
  error: (n: number) => string;
  /** Points lost, without a sign. */
  lost: (n: number) => string;
  percent: (n: number) => string;
}

export function figures({ decimal, signedDecimal }: Grammar, percent: (n: number) => string): Figures {
  return { points: signedDecimal, error: (n) => `± ${decimal(n)}`, lost: decimal, percent };
}

/** What is said by a picture is said alike in every language. */
export const PICTURES = { thumb: '👍', clap: '👏', laugh: '😄', think: '🤔', sweat: '😅', party: '🎉' };

const UNITS = [
  ['minute', 60_000],
  ['hour', 3_600_000],
  ['day', 86_400_000],
  ['month', 2_629_800_000],
] as const;

export function grammar(language: string): Grammar {
  const plurals = new Intl.PluralRules(language);
  const tenth = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;
  const plain = new Intl.NumberFormat(language, tenth);
  const withSign = new Intl.NumberFormat(language, { ...tenth, signDisplay: 'exceptZero' });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const list = (type: Intl.ListFormatType): ((all: readonly (number | string)[]) => string) => {
    const format = new Intl.ListFormat(language, { type });
    return (all) => format.format(all.map(String));
  };
  return {
    plural: (n, one, many) => `${withMinus(String(n))} ${plurals.select(n) === 'one' ? one : many}`,
    decimal: (n) => withMinus(plain.format(n)),
    signedDecimal: (n) => withMinus(withSign.format(n)),
    and: list('conjunction'),
    or: list('disjunction'),
    ago: (then, now) => {
      const past = Math.max(0, now - then);
      const [unit, size] = UNITS.findLast(([, length]) => past >= length) ?? UNITS[0];
      return relative.format(-Math.floor(past / size), unit);
    },
  };
}
