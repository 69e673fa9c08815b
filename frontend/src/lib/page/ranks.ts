// What a new order does to a list.

/** Each of these keys that is elsewhere in the other order, and its place there, from 1; null: not in it. */
export function moved(keys: readonly string[], other: readonly string[]): Map<string, number | null> {
  const places = new Map(other.map((key, at) => [key, at + 1]));
  return new Map(
    keys.flatMap((key, at) => {
      const place = places.get(key) ?? null;
      return place === at + 1 ? [] : [[key, place] as const];
    }),
  );
}
