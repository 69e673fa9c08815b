// The REST half of the protocol.
import type {
  CheckOptions,
  CreateTable,
  DealForm,
  AdvanceEvening,
  EveningForm,
  EveningOpened,
  ExerciseForm,
  ExercisesForm,
  ExpertForm,
  GamesForm,
  JoinTable,
  LevelsForm,
  Links,
  MakeShare,
  MatchesForm,
  MatchForm,
  OpenEvening,
  OptionsChecked,
  PersonRemoved,
  PlayOn,
  Problem,
  HistoryForm,
  ReplayForm,
  ReviewForm,
  RulesForm,
  SessionOpened,
  Settings,
  SharedForm,
  ShareMade,
  SharesForm,
  SitDown,
  TableCreated,
  TableDeleted,
  TableJoined,
  TableList,
  TableState,
  WhatIf,
} from './protocol';
import { problemWords } from '../words/said';
import { t } from '../words/texts';

/** A refused request. */
export class Refusal extends Error {
  constructor(
    readonly problem: Problem,
    readonly status: number,
  ) {
    super(problemWords(problem));
  }
}

/** Whether the server itself says that a table, or one's seat at it, is no more. */
export const isDefinite = (error: unknown): boolean =>
  error instanceof Refusal && ['unknown-table', 'forbidden'].includes(error.problem.code);

async function ask(path: string, method = 'GET', body?: unknown, secret?: string): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        // Not in the address: those end up in the logs of proxies.
        ...(secret === undefined ? {} : { authorization: `Bearer ${secret}` }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: 'same-origin',
    });
  } catch {
    throw new Refusal({ code: 'unavailable', sentence: t.errors.offline, clause: null, option: null }, 0);
  }
  if (!answer.ok) {
    const problem = (await answer.json().catch(() => null)) as Problem | null;
    const sentence = problem?.sentence ?? t.errors.status(answer.status);
    throw new Refusal(
      problem?.code ? problem : { code: 'unavailable', sentence, clause: null, option: null },
      answer.status,
    );
  }
  return answer;
}

const text = async (path: string, secret?: string): Promise<string> =>
  (await ask(path, 'GET', undefined, secret)).text();

async function json<T>(path: string, method = 'GET', body?: unknown, secret?: string): Promise<T> {
  return (await (await ask(path, method, body, secret)).json()) as T;
}

const once = <T>(load: () => Promise<T>): (() => Promise<T>) => {
  let running: Promise<T> | undefined;
  return () =>
    (running ??= load().catch((error: unknown) => {
      running = undefined;
      throw error;
    }));
};

/** Fields with a default may be left out of a request. */
export type NewTable = Pick<CreateTable, 'game' | 'name'> & Partial<CreateTable>;

export const api = {
  games: once(() => json<GamesForm>('/games')),
  levels: once(() => json<LevelsForm>('/bots')),
  check: (body: CheckOptions) => json<OptionsChecked>('/games/check', 'POST', body),
  tables: () => json<TableList>('/tables'),
  rules: (game: string) => json<RulesForm>(`/rules/${game}`),
  create: (table: NewTable) => json<TableCreated>('/tables', 'POST', table),
  table: (id: string, invite?: string) => json<TableState>(`/tables/${id}`, 'GET', undefined, invite),
  join: (id: string, body: Pick<JoinTable, 'name'> & Partial<JoinTable>) =>
    json<TableJoined>(`/tables/${id}/join`, 'POST', body),
  session: (id: string, secret: string) => json<SessionOpened>(`/tables/${id}/session`, 'POST', { secret }),
  exchange: (id: string, secret: string) => json<SessionOpened>(`/tables/${id}/secret`, 'PUT', { secret }),
  links: (id: string) => json<Links>(`/tables/${id}/links`, 'POST'),
  start: (id: string) => json<TableState>(`/tables/${id}/start`, 'POST'),
  rematch: (id: string) => json<TableState>(`/tables/${id}/rematch`, 'POST'),
  leave: (id: string) => json<TableState>(`/tables/${id}/leave`, 'POST'),
  settings: (id: string, body: Settings) => json<TableState>(`/tables/${id}/settings`, 'PUT', body),
  bot: (id: string, seat: number, level: string) =>
    json<TableState>(`/tables/${id}/seats/${seat}/bot`, 'POST', { level }),
  handBack: (id: string, seat: number) => json<TableState>(`/tables/${id}/seats/${seat}/hand-back`, 'POST'),
  remove: (id: string, seat: number) => json<PersonRemoved>(`/tables/${id}/seats/${seat}/remove`, 'POST'),
  answer: (id: string, number: number, agrees: boolean) =>
    json<TableState>(`/tables/${id}/proposals/${number}`, 'POST', { agrees }),
  match: (id: string, match: number, after: number, secret?: string) =>
    json<MatchForm>(`/tables/${id}/matches/${match}?after=${after}`, 'GET', undefined, secret),
  /** One deal of a finished match; no match is fetched whole. */
  replay: (id: string, match: number, deal: number, seat?: number, secret?: string) =>
    json<ReplayForm>(
      `/tables/${id}/matches/${match}/replay?deal=${deal}${seat === undefined ? '' : `&seat=${seat}`}`,
      'GET',
      undefined,
      secret,
    ),
  /** The updates after one of them, page by page; a page may begin with some from before it. */
  history: (id: string, after: number) => json<HistoryForm>(`/tables/${id}/history?after=${after}`),
  review: (id: string, match: number, seat: number, deal: number, secret?: string) =>
    json<ReviewForm>(
      `/tables/${id}/matches/${match}/review?seat=${seat}&deal=${deal}`,
      'GET',
      undefined,
      secret,
    ),
  // Find the play, and what if.
  exercises: once(() => json<ExercisesForm>('/exercises')),
  exercise: (id: string) => json<ExerciseForm>(`/exercises/${id}`),
  exerciseTable: (id: string, body: PlayOn) => json<TableCreated>(`/exercises/${id}/table`, 'POST', body),
  whatIf: (id: string, match: number, body: WhatIf) =>
    json<TableCreated>(`/tables/${id}/matches/${match}/what-if`, 'POST', body),
  // Evenings of duplicate.
  openEvening: (body: Pick<OpenEvening, 'game'> & Partial<OpenEvening>) =>
    json<EveningOpened>('/evenings', 'POST', body),
  evening: (id: string, key: string) => json<EveningForm>(`/evenings/${id}`, 'GET', undefined, key),
  advanceEvening: (id: string, host: string, stage: AdvanceEvening['stage']) =>
    json<EveningForm>(`/evenings/${id}/stage`, 'PUT', { stage }, host),
  sitDown: (id: string, key: string, body: SitDown) =>
    json<TableCreated>(`/evenings/${id}/tables`, 'POST', body, key),
  eveningOf: (table: string, secret?: string) =>
    json<EveningForm>(`/tables/${table}/evening`, 'GET', undefined, secret),
  othersReplay: (id: string, deal: number, table: number, deck: number, seat?: number) =>
    json<ReplayForm>(
      `/tables/${id}/evening/${deal}/${table}/replay?deck=${deck}` +
        (seat === undefined ? '' : `&seat=${seat}`),
    ),
  proof: (id: string, match: number) => text(`/tables/${id}/matches/${match}/proof`),
  expert: (id: string, match: number, deal: number) =>
    json<ExpertForm>(`/tables/${id}/matches/${match}/deals/${deal}/expert`),
  // Matches that are over.
  share: (id: string, body: MakeShare) => json<ShareMade>(`/tables/${id}/shares`, 'POST', body),
  shares: (id: string) => json<SharesForm>(`/tables/${id}/shares`),
  revoke: (id: string, share: string) => json<null>(`/tables/${id}/shares/${share}`, 'DELETE'),
  shared: (id: string, secret: string) => json<SharedForm>(`/tables/${id}/shared`, 'GET', undefined, secret),
  matches: (id: string, secret: string, after: number) =>
    json<MatchesForm>(`/tables/${id}/matches?after=${after}`, 'GET', undefined, secret),
  record: (id: string, match: number, secret?: string) =>
    text(`/tables/${id}/matches/${match}/record`, secret),
  deleteTable: (id: string, secret: string) =>
    json<TableDeleted>(`/tables/${id}`, 'DELETE', undefined, secret),
  deal: (id: string, match: number, deal: number) =>
    json<DealForm>(`/tables/${id}/matches/${match}/deals/${deal}`),
};

export const recordAddress = (id: string, match: number): string =>
  `/api/tables/${id}/matches/${match}/record`;

export const sentenceOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
