// An export of another browser, looked at entry by entry before anything of it is written.
import type { DealLine, LostForm, MatchesForm, MatchLine, PlayedSeat } from '../server/protocol';
import { FORMAT, memory, MEMORY, type Kept } from './memory';
import { MOST_TABLES, ownTables, TABLES, type OwnTable } from './settings.svelte';
import { figure, flag, list, Misshapen, nullable, oneOf, record, whole, word, type Shape } from './shape';

/** An entry that is not taken, and the field of it that is wrong. */
export interface Refused {
  part: 'tables' | 'memory';
  /** Its place in the file, from 1. */
  number: number;
  field: string;
}

/** What an import would do. Nothing is written yet. */
export interface Plan {
  tables: OwnTable[];
  kept: Record<string, Kept>;
  refused: Refused[];
  /** Seats that there is no room for beside those that are here. */
  tooMany: number;
  /** Whether the browser has room for all of it. */
  fits: boolean;
}

const MOST_BYTES = 20_000_000;
const name = word(/^[^\p{Cc}]{0,64}$/u);
const id = word(/^[a-z0-9]{6,32}$/);
const key = word(/^[a-z0-9-]{1,32}$/);
const seats = list(whole, 16);
const points = list(figure, 16);

const ownTable: Shape<Pick<OwnTable, 'id' | 'game' | 'secret' | 'at'>> = record({
  id,
  game: key,
  secret: word(/^[A-Za-z0-9_-]{16,64}$/),
  at: whole,
});
const playedSeat: Shape<PlayedSeat> = record({
  name,
  played_by: oneOf('person', 'bot', 'mixed'),
  level: nullable(key),
});
const deal: Shape<DealLine> = record({
  deal: whole,
  scores: points,
  margin: figure,
  first_out: flag,
  bets: whole,
  bets_won: whole,
});
const lost: Shape<LostForm> = record({ decisions: whole, lost: figure });
const line: Shape<MatchLine> = record({
  match: whole,
  at: nullable(whole),
  over: flag,
  practice: flag,
  seats: list(playedSeat, 16),
  yours: oneOf('all', 'partly', 'none'),
  totals: points,
  winners: seats,
  deals: list(deal, 100_000),
  record: flag,
  reviewed: nullable(lost),
});
const form: Shape<MatchesForm> = record({
  table: id,
  game: key,
  game_name: name,
  seats: whole,
  sides: list(seats, 16),
  seat: nullable(whole),
  side: nullable(whole),
  bet_name: name,
  has_first_out: flag,
  evening: nullable(id),
  after: whole,
  begun: whole,
  matches: list(line, 100_000),
});

function kept(value: unknown): Kept {
  const { isGone, ...rest } = value as Kept;
  const found = record<Pick<Kept, 'form' | 'at'>>({ form, at: whole })(rest);
  return isGone === true ? { ...found, isGone } : found;
}

interface File {
  format: string;
  server: string;
  tables: unknown[];
  memory: Record<string, unknown>;
}

/** The parts of an export, none of them looked at; null for a file that is none. */
function opened(text: string): File | null {
  try {
    const file = JSON.parse(text) as Partial<Record<keyof File, unknown>> | null;
    const { format, tables, memory: known } = file ?? {};
    const isExport =
      format === FORMAT && Array.isArray(tables) && typeof known === 'object' && known !== null;
    return isExport ? (file as File) : null;
  } catch {
    return null;
  }
}

/** The entries of a part that are as they should be; the others go on the list of what is refused. */
function checked<T>(part: Refused['part'], all: unknown[], shape: Shape<T>, refused: Refused[]): T[] {
  return all.flatMap((one, i) => {
    try {
      return [shape(one)];
    } catch (error) {
      refused.push({ part, number: i + 1, field: error instanceof Misshapen ? error.path : '' });
      return [];
    }
  });
}

const unique = <T>(all: T[], of: (one: T) => string): T[] =>
  [...new Map(all.toReversed().map((one) => [of(one), one])).values()].toReversed();

/** What a file would bring; null for one that is no export. What is here already stays as it is. */
export function planned(text: string): Plan | null {
  const file = text.length > MOST_BYTES ? null : opened(text);
  if (!file) return null;
  const refused: Refused[] = [];
  const isHere = file.server === location.origin; // seats of another server are of no use here
  const here = new Set(ownTables().map((one) => one.id));
  const tables = unique(checked('tables', file.tables, ownTable, refused), (one) => one.id).filter(
    (one) => isHere && !here.has(one.id),
  );
  const known = memory();
  const entry: Shape<Kept> = (value) => {
    const [table, one] = value as [string, unknown];
    const found = kept(one);
    if (found.form.table !== table) throw new Misshapen('form.table');
    return isHere ? found : { ...found, isGone: true };
  };
  const lines = checked('memory', Object.entries(file.memory), entry, refused);
  const fresh = lines.filter((one) => !Object.hasOwn(known, one.form.table));
  const room = Math.max(0, MOST_TABLES - here.size);
  const plan = {
    tables: tables.slice(0, room),
    kept: Object.fromEntries(fresh.map((one) => [one.form.table, one])),
    refused,
    tooMany: tables.slice(room).length,
  };
  return { ...plan, fits: hasRoom(plan) };
}

/** How many tables a plan adds. */
export const added = ({ tables, kept }: Pick<Plan, 'tables' | 'kept'>): number =>
  new Set([...Object.keys(kept), ...tables.map((one) => one.id)]).size;

type Addition = Pick<Plan, 'tables' | 'kept'>;

/** Both leaves as they will be; who sat here first stays first, and what is here is not overwritten. */
function written({ tables, kept }: Addition): [string, string][] {
  const here = ownTables();
  const seats = new Set(here.map((one) => one.id));
  const all = [...here, ...tables.filter((one) => !seats.has(one.id))];
  return [
    [MEMORY, JSON.stringify({ ...kept, ...memory() })],
    [TABLES, JSON.stringify(all.slice(0, Math.max(here.length, MOST_TABLES)))],
  ];
}

/** Whether the browser would take it: tried with as many letters, which are taken away again. */
function hasRoom(addition: Addition): boolean {
  const trial = 'stramash.trial';
  const more = written(addition).map(
    ([name, text]) => text.length - (localStorage.getItem(name)?.length ?? 0),
  );
  try {
    localStorage.setItem(
      trial,
      ' '.repeat(
        Math.max(
          0,
          more.reduce((sum, one) => sum + one, 0),
        ),
      ),
    );
    return true;
  } catch {
    return false;
  } finally {
    localStorage.removeItem(trial);
  }
}

/** Do what was planned, all of it or nothing; whether it was done. */
export function carriedOut(plan: Plan): boolean {
  const before = [MEMORY, TABLES].map((name) => [name, localStorage.getItem(name)] as const);
  try {
    for (const [name, text] of written(plan)) localStorage.setItem(name, text);
    return true;
  } catch {
    for (const [name, text] of before)
      if (text === null) localStorage.removeItem(name);
      else localStorage.setItem(name, text);
    return false;
  }
}
