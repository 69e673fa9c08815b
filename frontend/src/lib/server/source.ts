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
  replay: (seat?: number) => Promise<ReplayForm>;
  review: (seat: number) => Promise<ReviewForm>;
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

/** The address of a step, for whoever looks at this one. */
export const stepHash = (n: number): string => {
  const share = shareIn(location.hash);
  return share ? `#share=${share}&n=${n}` : `#n=${n}`;
};

export async function openSource(id: string, match: number, other?: number): Promise<Source> {
  const share = shareIn(location.hash);
  if (share) {
    const form = await api.shared(id, share);
    return {
      table: shownOf(form),
      seat: form.seat,
      isGuest: true,
      hasReview: form.what === 'review',
      replay: (seat) => api.replay(id, match, seat, share),
      review: (seat) => api.review(id, match, seat, share),
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
      replay: (seat) => api.replay(id, match, seat),
      review: (seat) => api.review(id, match, seat),
    };
  const evening = await api.eveningOf(id);
  const line = evening.played.find((deal) => deal.deal === match)?.lines.find((one) => one.table === other);
  return {
    table: { ...table, seats: (line?.names ?? []).map((name, seat) => ({ seat, name })) },
    seat: mine,
    isGuest: true,
    hasReview: false,
    replay: (seat) => api.othersReplay(id, match, other, seat),
    review: (seat) => api.review(id, match, seat),
  };
}
