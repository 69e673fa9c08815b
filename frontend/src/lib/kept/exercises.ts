// Exercises in this browser: how they went, and the positions taken from one's own reviews. No account.
import { emptyFold, fold, type Trick } from '../server/fold';
import type {
  EventForm,
  ExerciseLine,
  ReplayStep,
  ReviewForm,
  ReviewLine,
  ViewForm,
} from '../server/protocol';
import { keep, stored } from './settings.svelte';

/** A position to find the play in. */
export interface Position {
  id: string;
  game: string;
  gameName: string;
  family: 'climbing' | 'mu';
  kind: string | null;
  seat: number;
  names: string[] | null;
  view: ViewForm;
  trick: Trick;
  lines: ExerciseLine[];
  playouts: number | null;
  /** The step of a match that it is from. */
  from: { table: string; match: number; deal: number; n: number } | null;
}

export interface Progress {
  streak: number;
  best: number;
  /** By the position's id: whether it was found at the last try. */
  found: Record<string, boolean>;
}

const PROGRESS = 'stramash.exercises';
const OWN = 'stramash.positions';
const MOST_OWN = 60;

export const progress = (): Progress => ({
  streak: 0,
  best: 0,
  found: {},
  ...(stored(PROGRESS) as Partial<Progress> | null),
});

/** One more answer: a streak ends with the first that is wrong. */
export function answered(before: Progress, id: string, isRight: boolean): Progress {
  const streak = isRight ? before.streak + 1 : 0;
  return { streak, best: Math.max(before.best, streak), found: { ...before.found, [id]: isRight } };
}

export const keepProgress = (now: Progress): boolean => keep(PROGRESS, now);

/** The trick as it lies after some events. */
export const trickOf = (events: readonly EventForm[]): Trick => events.reduce(fold, emptyFold()).trick;

/** Whether one move of a decision is better than all others by more than the error. */
export const standsOut = (line: ReviewLine): boolean => {
  const [, second] = line.choices ?? [];
  return second !== undefined && second.behind > second.margin;
};

/** What was seen before a step of a deal: the view, and the trick as it lay. */
export function before(steps: readonly ReplayStep[], n: number): { view: ViewForm; trick: Trick } | null {
  const at = steps.findIndex((step) => step.n === n) - 1;
  const view = steps[at]?.view;
  if (!view) return null;
  const events = steps.slice(0, at + 1).flatMap((step) => step.events);
  return { view, trick: trickOf(events) };
}

export const ownPositions = (): Position[] => (stored(OWN) as Position[] | null) ?? [];

export function keepOwn(positions: readonly Position[]): void {
  const known = new Map(ownPositions().map((one) => [one.id, one]));
  for (const one of positions) known.set(one.id, one);
  keep(OWN, [...known.values()].slice(-MOST_OWN));
}

export const forgetOwn = (): boolean => keep(OWN, []);

/** The positions of a reviewed deal in which one move stands out. */
export function fromReview(
  review: ReviewForm,
  steps: readonly ReplayStep[],
  about: Pick<Position, 'game' | 'gameName' | 'family' | 'names'> & { table: string },
): Position[] {
  return review.decisions.filter(standsOut).flatMap((line) => {
    const seen = before(steps, line.n);
    if (!seen) return [];
    const { table, ...rest } = about;
    return [
      {
        ...rest,
        ...seen,
        id: `${table}-${review.match}-${line.deal}-${line.n}-${line.kind}`,
        kind: null,
        seat: review.seat,
        lines: line.choices ?? [],
        playouts: null,
        from: { table, match: review.match, deal: line.deal, n: line.n },
      },
    ];
  });
}

/** In an order that tells nothing, the same every time: by a hash of the moves. */
export function mixed(lines: readonly ExerciseLine[]): ExerciseLine[] {
  const hash = (line: ExerciseLine): number => {
    let sum = 7;
    for (const sign of line.moves[0]?.text ?? 'none') sum = (sum * 31 + sign.charCodeAt(0)) % 1_000_003;
    return sum;
  };
  return lines.toSorted((one, other) => hash(one) - hash(other));
}

/** The next position: one not found yet, if there is one, and not the one just seen. */
export function nextOf(ids: readonly string[], now: Progress, last: string | null): string | null {
  const others = ids.filter((id) => id !== last);
  const open = others.filter((id) => !now.found[id]);
  const from = open.length ? open : others;
  return from[Math.floor(Math.random() * from.length)] ?? ids[0] ?? null;
}
