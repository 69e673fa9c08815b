// Evenings of duplicate that this browser knows: their keys, what was promised, and one's own table in them.
import { keep, stored } from './settings.svelte';

export interface OwnEvening {
  id: string;
  key?: string;
  /** Closes the evening to others and ends it: of whoever opened it. */
  host?: string;
  /** Of the own seat, made before it is asked for: asking again leads to the same table. */
  secret?: string;
  game: string;
  game_name: string;
  deals: number;
  /** As it was told first: what is told later must be the same. */
  commitment: string;
  table?: string;
  at: number;
}

const EVENINGS = 'stramash.evenings';
const MOST = 200;

export const ownEvenings = (): OwnEvening[] => (stored(EVENINGS) as OwnEvening[] | null) ?? [];
export const ownEvening = (id: string): OwnEvening | undefined => ownEvenings().find((one) => one.id === id);

export function rememberEvening(evening: OwnEvening): OwnEvening {
  const before = ownEvening(evening.id);
  const { table, secret, key } = { ...before, ...evening };
  const whole = {
    ...evening,
    ...before,
    ...(table ? { table } : {}),
    ...(secret ? { secret } : {}),
    ...(key ? { key } : {}),
  };
  keep(EVENINGS, [whole, ...ownEvenings().filter((one) => one.id !== evening.id)].slice(0, MOST));
  return whole;
}
