// Where a finished match is looked at from: one's own table, a link that somebody gave out, or an evening.
import { api } from './api';
import type { ReplayForm, ReviewForm, SharedForm, TableInfo } from './protocol';
import { ownTable } from '../kept/settings.svelte';

/** What a page needs to know of the table; a link tells no more. */
export type Shown = Pick<TableInfo, 'game' | 'game_name' | 'family' | 'sides'> & {
  seats: { seat: number; name: string }[];
};

export interface Source {
  table: Shown;
  /** The seat of whoever looks, or of whoever gave the link out. */
  seat: number | null;
  /** Whether it is not one's own table. */
  isGuest: boolean;
  hasReview: boolean;
  /** One deal, from a seat or with open cards. */
  replay: (deal: number, seat?: number) => Promise<ReplayForm>;
  /** One deal of what is said of a seat's decisions. */
  review: (seat: number, deal: number) => Promise<ReviewForm>;
  /** How the match stood after each deal; nothing, where that is not told. */
  standings: () => Promise<number[][]>;
}

const shownOf = (form: SharedForm): Shown => ({
  game: form.game,
  game_name: form.game_name,
  family: form.family,
  sides: form.sides,
  seats: form.names.map((name, seat) => ({ seat, name })),
});

/** The secret of a link, from the address. */
export const shareIn = (hash: string): string | null => new URLSearchParams(hash.slice(1)).get('share');

/** A step in an address. */
export const placeOf = (deal: number, n: number): string => `deal=${deal}&n=${n}`;

/** The step that an address names: a deal, and a step of it. */
export function placeIn(hash: string): { deal: number; n: number } {
  const asked = new URLSearchParams(hash.slice(1));
  return { deal: Number(asked.get('deal')) || 1, n: Number(asked.get('n')) || 0 };
}

/** The address of a step, for whoever looks at this one. */
export const stepHash = (deal: number, n: number): string => {
  const share = shareIn(location.hash);
  return share ? `#share=${share}&${placeOf(deal, n)}` : `#${placeOf(deal, n)}`;
};

/** How a match stood after each of its deals, fetched page by page. */
async function standingsOf(id: string, match: number, secret?: string): Promise<number[][]> {
  const totals: number[][] = [];
  for (;;) {
    const form = await api.match(id, match, totals.length, secret);
    totals.push(...form.totals);
    if (!form.totals.length || totals.length >= form.deals) return totals;
  }
}

export async function openSource(id: string, match: number, other?: number): Promise<Source> {
  const share = shareIn(location.hash);
  if (share) {
    const form = await api.shared(id, share);
    return {
      table: shownOf(form),
      seat: form.seat,
      isGuest: true,
      hasReview: form.what === 'review',
      replay: (deal, seat) => api.replay(id, match, deal, seat, share),
      review: (seat, deal) => api.review(id, match, seat, deal, share),
      standings: () => standingsOf(id, match, share),
    };
  }
  const own = ownTable(id);
  const mine = own ? (await api.session(id, own.secret)).you.seat : null;
  const { table } = await api.table(id);
  if (other === undefined)
    return {
      table,
      seat: mine,
      isGuest: false,
      hasReview: true,
      replay: (deal, seat) => api.replay(id, match, deal, seat),
      review: (seat, deal) => api.review(id, match, seat, deal),
      standings: () => standingsOf(id, match),
    };
  const evening = await api.eveningOf(id);
  const line = evening.played.find((deal) => deal.deal === match)?.lines.find((one) => one.table === other);
  return {
    table: { ...table, seats: (line?.names ?? []).map((name, seat) => ({ seat, name })) },
    seat: mine,
    isGuest: true,
    hasReview: false,
    replay: (deal, seat) => api.othersReplay(id, match, other, deal, seat),
    review: (seat, deal) => api.review(id, match, seat, deal),
    standings: () => Promise.resolve([]),
  };
}
