// One's own matches: what the server tells of each table, kept in this browser so that it outlives the table.
import { api, isDefinite, Refusal } from '../server/api';
import type { MatchesForm, MatchLine } from '../server/protocol';
import { forgetTable, keep, ownTable, ownTables, stored, type OwnTable } from './settings.svelte';

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
  result: 'won' | 'lost' | 'shared' | 'running' | 'others' | 'watched';
  isGone: boolean;
}

export const MEMORY = 'stramash.memory';
export const FORMAT = 'stramash matches 1';
const AT_ONCE = 4;
const AT_A_TIME = 12;

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

/** What came of asking: how many tables could not be asked, and whether there was room for the answers. */
export interface Refreshed {
  unreachable: number;
  isKept: boolean;
}

/** Matches that are asked for again although they were over: somebody may have looked at their review. */
const ASKED_AGAIN = 10;

/** The matches of a table, page by page; of those that were over before, only the last are asked for. */
async function pages(id: string, secret: string, before: Kept | undefined): Promise<MatchesForm> {
  const known = (before?.form.matches ?? []).filter((line, i) => line.over && line.match === i + 1);
  const matches = known.slice(0, -ASKED_AGAIN);
  for (;;) {
    const form = await api.matches(id, secret, matches.length);
    matches.push(...form.matches);
    if (!form.matches.length || matches.length >= form.begun) return { ...form, after: 0, matches };
  }
}

/** A table as the server knows it now; a refusal that is not definite says nothing about it. */
async function told(own: OwnTable, before: Kept | undefined): Promise<MatchesForm | 'gone' | Refusal> {
  for (const secret of [own.secret, ...(own.next ? [own.next] : [])]) {
    try {
      return await pages(own.id, secret, before);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (!isDefinite(error)) return error;
    }
  }
  return 'gone';
}

/** Ask the server about every table that this browser has a seat at. */
export async function refresh(onprogress: (all: Record<string, Kept>) => void): Promise<Refreshed> {
  const waiting = [...ownTables()];
  const known = memory();
  const heard = new Map<OwnTable, MatchesForm | 'gone'>();
  let unreachable = 0;
  let isKept = true;

  /** What was heard beside what is kept by now: a table that was deleted meanwhile stays deleted. */
  const settle = (): void => {
    const all = memory();
    const here = new Map(ownTables().map((one) => [one.id, one.secret]));
    for (const [own, form] of heard) {
      const before = all[own.id];
      const secret = here.get(own.id);
      if (secret === undefined || ![own.secret, own.next].includes(secret)) continue;
      if (form !== 'gone') all[own.id] = { form: merged(before, form), at: own.at };
      else if (before) all[own.id] = { ...before, isGone: true };
    }
    isKept = keep(MEMORY, all);
    onprogress(all);
  };
  const work = async (): Promise<void> => {
    for (let own = waiting.shift(); own; own = waiting.shift()) {
      const answer = await told(own, known[own.id]);
      if (answer instanceof Refusal) {
        unreachable += 1;
        // Nobody answers, or we ask too much: the others are not asked now.
        if (answer.status === 0 || answer.status === 429) unreachable += waiting.splice(0).length;
      } else if (answer === 'gone' || answer.matches.length) {
        heard.set(own, answer);
        if (heard.size % AT_A_TIME === 0) settle();
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  settle();
  return { unreachable, isKept };
}

/** Delete a table here, and on the server as far as it is one's own; the people whom it stays for. */
export async function forget(id: string): Promise<string[]> {
  const own = ownTable(id);
  let stays: string[] = [];
  if (own) {
    try {
      stays = (await api.deleteTable(id, own.secret)).stays;
    } catch (error) {
      if (!isDefinite(error)) throw error;
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
    if (!own || !line.hands_open || !line.record || isGone) continue;
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
