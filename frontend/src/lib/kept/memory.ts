// One's own matches: what the server tells of each table, kept in this browser so that it outlives the table.
import { api, Refusal } from '../server/api';
import type { MatchesForm, MatchLine } from '../server/protocol';
import {
  forgetTable,
  keep,
  ownTable,
  ownTables,
  rememberTable,
  stored,
  type OwnTable,
} from './settings.svelte';

export interface Kept {
  form: MatchesForm;
  at: number;
  /** Whether the server does not know the table, or this browser's seat at it, any more. */
  isGone?: boolean;
}

/** One match in the list. */
export interface Row {
  key: string;
  form: MatchesForm;
  line: MatchLine;
  at: number;
  against: string;
  result: 'won' | 'lost' | 'shared' | 'running' | 'watched';
  isGone: boolean;
}

const MEMORY = 'stramash.memory';
const AT_ONCE = 4;
const FORMAT = 'stramash matches 1';

export const memory = (): Record<string, Kept> => (stored(MEMORY) as Record<string, Kept> | null) ?? {};

/** A review says what a match cost; it is not asked for again, so what was known once stays known. */
function merged(before: Kept | undefined, form: MatchesForm): MatchesForm {
  const known = new Map(before?.form.matches.map((line) => [line.match, line.reviewed]));
  const matches = form.matches.map((line) => ({
    ...line,
    reviewed: line.reviewed ?? known.get(line.match) ?? null,
  }));
  return { ...form, matches };
}

/** Ask the server about every table that this browser has a seat at. */
export async function refresh(onprogress: (all: Record<string, Kept>) => void): Promise<void> {
  const all = memory();
  const waiting = [...ownTables()];
  const work = async (): Promise<void> => {
    for (let own = waiting.shift(); own; own = waiting.shift()) {
      const before = all[own.id];
      try {
        const form = await api.matches(own.id, own.secret);
        if (form.matches.length) all[own.id] = { form: merged(before, form), at: own.at };
      } catch (error) {
        if (!(error instanceof Refusal) || error.status === 0 || error.status === 503) throw error;
        if (before) all[own.id] = { ...before, isGone: true };
      }
      onprogress({ ...all });
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } finally {
    keep(MEMORY, all);
  }
}

/** Delete a table here, and on the server as far as it is one's own; the people whom it stays for. */
export async function forget(id: string): Promise<string[]> {
  const own = ownTable(id);
  let stays: string[] = [];
  if (own) {
    try {
      stays = (await api.deleteTable(id, own.secret)).stays;
    } catch (error) {
      const isThere = !(error instanceof Refusal) || ![403, 404].includes(error.status);
      if (isThere) throw error;
    }
  }
  forgetTable(id);
  keep(MEMORY, Object.fromEntries(Object.entries(memory()).filter(([other]) => other !== id)));
  for (const name of Object.keys(localStorage).filter((one) => one.startsWith(`stramash.seen.${id}.`)))
    localStorage.removeItem(name);
  return stays;
}

// From here to another browser.

interface Exported {
  format: string;
  server: string;
  tables: OwnTable[];
  memory: Record<string, Kept>;
  records: Record<string, string>;
}

/** The records of all matches that are over and still on the server, by file name. */
export async function records(rows: Row[]): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { form, line, isGone } of rows) {
    const own = ownTable(form.table);
    if (!own || !line.over || isGone) continue;
    const name = `${form.game}-${form.table}-${line.match}.txt`;
    found[name] = await api.record(form.table, line.match, own.secret);
  }
  return found;
}

export async function exported(rows: Row[]): Promise<string> {
  const whole: Exported = {
    format: FORMAT,
    server: location.origin,
    tables: ownTables(),
    memory: memory(),
    records: await records(rows),
  };
  return JSON.stringify(whole, null, 1);
}

const isTable = (one: unknown): one is OwnTable => {
  const table = one as Partial<OwnTable> | null;
  return (
    typeof table?.id === 'string' &&
    /^[a-z0-9]{6,32}$/.test(table.id) &&
    typeof table.secret === 'string' &&
    /^[A-Za-z0-9_-]{16,64}$/.test(table.secret) &&
    typeof table.game === 'string' &&
    typeof table.at === 'number'
  );
};
const isKept = (one: unknown): one is Kept => {
  const form = (one as Partial<Kept> | null)?.form as Partial<MatchesForm> | undefined;
  return typeof form?.table === 'string' && typeof form.game === 'string' && Array.isArray(form.matches);
};

/** How many tables were new; null for a file that is no export. What is here already stays as it is. */
export function imported(text: string): number | null {
  let whole: Partial<Exported> | null;
  try {
    whole = JSON.parse(text) as Partial<Exported> | null;
  } catch {
    return null;
  }
  if (whole?.format !== FORMAT || !Array.isArray(whole.tables)) return null;
  const all = memory();
  const found = Object.entries(whole.memory ?? {}).filter(([id, one]) => !all[id] && isKept(one));
  const isHere = whole.server === location.origin; // seats of another server are of no use here
  const tables = isHere ? whole.tables.filter(isTable).filter((one) => !ownTable(one.id)) : [];
  for (const [id, one] of found) all[id] = isHere ? one : { ...one, isGone: true };
  for (const { id, game, secret, at } of tables.reverse()) rememberTable({ id, game, secret, at });
  keep(MEMORY, all);
  return new Set([...found.map(([id]) => id), ...tables.map((one) => one.id)]).size;
}
