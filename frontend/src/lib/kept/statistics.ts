// What one's own matches come to: by game, and by whom one played against.
import type { MatchesForm, MatchLine } from '../server/protocol';
import type { Kept, Row } from './memory';

export interface Line {
  against: string;
  deals: number;
  /** Points a deal, less the mean of the others'. */
  mean: number;
  error: number | null;
  firstOut: number;
  bets: number;
  betsWon: number;
  decisions: number;
  lost: number;
}

/** Whom a match was against: people, bots of one level, or now these and now those. */
export function against({ seats }: MatchLine, seat: number | null): string {
  const others = seats.filter((_, i) => i !== seat);
  const kinds = others.map((one) => one.played_by);
  if (kinds.includes('mixed')) return 'mixed';
  if (kinds.includes('person')) return 'people';
  const [level, ...more] = new Set(others.map((one) => one.level));
  return level && !more.length ? level : 'mixed';
}

function resultOf(line: MatchLine, { side }: MatchesForm): Row['result'] {
  if (side === null) return 'watched';
  if (line.yours === 'none') return 'others';
  if (!line.over) return 'running';
  if (!line.winners.includes(side)) return 'lost';
  return line.winners.length > 1 ? 'shared' : 'won';
}

/** All matches, the latest first. */
export function rowsOf(all: Record<string, Kept>): Row[] {
  const rows = Object.values(all).flatMap(({ form, at, isGone }) =>
    form.matches.map((line) => ({
      key: `${form.table} ${line.match}`,
      form,
      line,
      at: line.at === null ? at : 1000 * line.at,
      against: against(line, form.seat),
      result: resultOf(line, form),
      isGone: isGone ?? false,
    })),
  );
  return rows.sort((a, b) => b.at - a.at || b.line.match - a.line.match);
}

/** Mean and standard error. */
export function estimate(values: number[]): { mean: number; error: number | null } {
  const n = values.length;
  const mean = n ? values.reduce((sum, value) => sum + value, 0) / n : 0;
  if (n < 2) return { mean, error: null };
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, error: Math.sqrt(squares / (n - 1) / n) };
}

const total = <T>(all: T[], of: (one: T) => number): number => all.reduce((sum, one) => sum + of(one), 0);

/** Whether a match says how one plays: not in practice, with known cards, nor where a bot made the moves. */
export const counts = ({ line }: Row): boolean => !line.practice && line.yours === 'all';

/** What matches of one game come to, by whom they were against. */
export function statistics(rows: Row[]): Line[] {
  const played = rows.filter((row) => counts(row) && row.line.deals.length);
  return [...new Set(played.map((row) => row.against))].map((name) => {
    const own = played.filter((row) => row.against === name);
    const deals = own.flatMap((row) => row.line.deals);
    return {
      against: name,
      deals: deals.length,
      ...estimate(deals.map((deal) => deal.margin)),
      firstOut: total(deals, (deal) => Number(deal.first_out)),
      bets: total(deals, (deal) => deal.bets),
      betsWon: total(deals, (deal) => deal.bets_won),
      decisions: total(own, (row) => row.line.reviewed?.decisions ?? 0),
      lost: total(own, (row) => row.line.reviewed?.lost ?? 0),
    };
  });
}

/** The mean of all deals up to each, in the order in which they were played. */
export function curve(rows: Row[]): number[] {
  const played = rows.filter(counts).reverse();
  const margins = played.flatMap((row) => row.line.deals.map((deal) => deal.margin));
  let sum = 0;
  return margins.map((margin, i) => (sum += margin) / (i + 1));
}
