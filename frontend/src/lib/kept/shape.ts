// The shapes of data from outside: each makes a copy of what it knows, or says where something is wrong.

/** Something is not as it should be, and where: `matches[2].totals`. */
export class Misshapen extends Error {
  constructor(readonly path: string) {
    super(path);
  }
}

/** A checked copy of a value, without anything that is not known; throws Misshapen. */
export type Shape<T> = (value: unknown, path?: string) => T;

const where =
  <T>(isRight: (value: unknown) => value is T): Shape<T> =>
  (value, path = '') => {
    if (!isRight(value)) throw new Misshapen(path);
    return value;
  };

export const flag = where((value) => typeof value === 'boolean');
export const figure = where((value): value is number => Number.isFinite(value));
/** A count, a seat, a time. */
export const whole = where((value): value is number => Number.isSafeInteger(value) && Number(value) >= 0);
export const word = (pattern: RegExp): Shape<string> =>
  where((value): value is string => typeof value === 'string' && pattern.test(value));
export const oneOf = <const T extends string>(...values: T[]): Shape<T> =>
  where((value): value is T => values.includes(value as T));

export const nullable =
  <T>(shape: Shape<T>): Shape<T | null> =>
  (value, path = '') =>
    value === null ? null : shape(value, path);

export const list =
  <T>(shape: Shape<T>, most: number): Shape<T[]> =>
  (value, path = '') => {
    if (!Array.isArray(value) || value.length > most) throw new Misshapen(path);
    return value.map((one, i) => shape(one, `${path}[${i}]`));
  };

export const record =
  <T extends object>(fields: { [Name in keyof T]-?: Shape<T[Name]> }): Shape<T> =>
  (value, path = '') => {
    if (typeof value !== 'object' || value === null) throw new Misshapen(path);
    const found = value as Record<string, unknown>;
    const made = Object.entries<Shape<unknown>>(fields).map(([name, shape]) => [
      name,
      shape(Object.hasOwn(found, name) ? found[name] : undefined, path ? `${path}.${name}` : name),
    ]);
    return Object.fromEntries(made) as T;
  };
