// Opening tables: against bots in one go, or for friends.
import { api, type NewTable } from './api';
import type { LevelForm, TableCreated, TableInfo } from './protocol';
import { guide, ownTable, rememberTable, settings } from '../kept/settings.svelte';
import { t } from '../words/texts';

export const ownName = (): string => settings.choices.name.trim() || t.front.defaultName;

/** A secret for a seat: made here, it is not lost with an answer that never arrives. */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

/** Where bots are to sit. */
export interface Table {
  game: string;
  seats: number;
}

/** Whether bots of a level sit down themselves at a table: some have learned a few games only. */
export const hasLearned = (level: LevelForm, { game, seats }: Table): boolean =>
  level.learned === null || (level.learned[game] ?? []).includes(seats);

/** The bots of a quick game: the person's choice, or good company; the levels come weakest first. */
export function quickLevel(levels: LevelForm[], wanted: string, table?: Table): LevelForm | undefined {
  const named = (id: string | null): LevelForm | undefined => levels.find((one) => one.id === id);
  const chosen = named(wanted);
  const isThere = !chosen || !table || hasLearned(chosen, table);
  return (isThere ? chosen : named(chosen.stand_in)) ?? named('club') ?? named('greedy');
}

async function level(table?: Table): Promise<string> {
  return quickLevel((await api.levels()).levels, settings.choices.level, table)?.id ?? 'greedy';
}

/** The bot that sits down at a table where nobody says which: in an evening everybody's. */
export async function levelFor({ id, game, seats, evening }: TableInfo): Promise<string> {
  if (evening) return (await api.eveningOf(id)).level;
  return level({ game, seats: seats.length });
}

/** How many play where nobody says. */
async function usualSeats(id: string): Promise<number> {
  const game = (await api.games()).games.find((one) => one.id === id);
  if (!game) throw new Error(t.errors.unknownGame(id));
  return game.usual_seats;
}

export function remember(created: TableCreated): void {
  rememberTable({
    id: created.table.id,
    game: created.table.game,
    secret: created.secret,
    invite: created.invite,
    watch: created.watch,
    at: Date.now(),
  });
}

/** A deal of a finished match once more, from the same seat, against bots; returns the table's address. */
export async function dealAgain(id: string, match: number, deal: number, seat: number): Promise<string> {
  const old = await api.deal(id, match, deal);
  const bot = { kind: 'bot' as const, level: await level() };
  return quickTable(old.game, false, {
    seats: old.seats,
    options: old.one_deal,
    places: Array.from({ length: old.seats }, (_, i) =>
      i === seat ? { kind: 'person' as const, you: true } : bot,
    ),
    deal: old.again,
  });
}

/** A table against bots that begins before a step of a finished match; returns its address. */
export async function whatIf(
  id: string,
  match: number,
  place: { deal: number; n: number },
  seat: number,
): Promise<string> {
  const own = ownTable(id);
  if (own) await api.session(id, own.secret);
  const created = await api.whatIf(id, match, { ...place, seat, name: ownName(), level: await level() });
  remember(created);
  return `/t/${created.table.id}`;
}

/** A table against bots that begins with an exercise; returns its address. */
export async function exerciseTable(id: string): Promise<string> {
  const created = await api.exerciseTable(id, { name: ownName(), level: await level() });
  remember(created);
  return `/t/${created.table.id}`;
}

/** Watches a table: a public one, or with the secret of a link. */
export async function watchTable(id: string, secret: string | null): Promise<TableInfo> {
  const joined = await api.join(id, { name: ownName(), invite: secret, watch: true });
  rememberTable({ id, game: joined.table.game, secret: joined.secret, at: Date.now() });
  return joined.table;
}

/** A table against bots that begins at once; returns its address. */
export async function quickTable(
  game: string,
  isGuided: boolean,
  more: Partial<NewTable> = {},
): Promise<string> {
  const seats = more.seats ?? (await usualSeats(game));
  const bot = { kind: 'bot' as const, level: isGuided ? 'greedy' : await level() };
  const created = await api.create({
    game,
    seats,
    name: ownName(),
    places: [{ kind: 'person', you: true }, ...Array.from({ length: seats - 1 }, () => bot)],
    start: true,
    ...more,
  });
  remember(created);
  if (isGuided) guide(created.table.id, true);
  return `/t/${created.table.id}`;
}
