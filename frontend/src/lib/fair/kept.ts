// What the witness saw, kept in this browser: a table and a seat each have a leaf of their own.
import { download } from '../page/download';
import { nothingSeen, type Seen } from './witness';

const LEAVES = 'stramash.seen';
const MOST_LEAVES = 20;

const leaf = (table: string, seat: number | null): string => `${LEAVES}.${table}.${seat ?? 'watching'}`;

function read(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null');
  } catch {
    return null; // storage switched off, or something else wrote there
  }
}

export function kept(table: string, seat: number | null): Seen {
  const found = read(leaf(table, seat)) as Seen | null;
  return found?.format === 'stramash seen 1' && found.table === table ? found : nothingSeen(table);
}

export function keepSeen(seen: Seen, seat: number | null): void {
  const name = leaf(seen.table, seat);
  try {
    const leaves = (read(LEAVES) as string[] | null) ?? [];
    if (leaves[0] !== name) {
      const others = leaves.filter((other) => other !== name);
      for (const old of others.slice(MOST_LEAVES - 1)) localStorage.removeItem(old);
      localStorage.setItem(LEAVES, JSON.stringify([name, ...others.slice(0, MOST_LEAVES - 1)]));
    }
    localStorage.setItem(name, JSON.stringify(seen));
  } catch {
    // Storage full or switched off: what is in memory is still checked.
  }
}

/** What the file is called that `stramash verify` reads: a record and its proof. */
export const proofName = (table: string, match: number): string => `${table}-${match}.fair.txt`;

/** What the file is called that `stramash verify --seen` reads. */
export const seenName = (table: string): string => `${table}.seen.json`;

/** Gives somebody what was kept. */
export function saveSeen(seen: Seen): void {
  const content = new Blob([JSON.stringify(seen, null, 1)], { type: 'application/json' });
  download(content, seenName(seen.table));
}
