// Addresses of the page: /, /matches, /evenings, /exercises, /e/ID, and of a table /t/ID, /t/ID/replay/M,
// /t/ID/review/M, /t/ID/see/M/SEAT/DEAL/STEP,
// /t/ID/evening and /t/ID/evening/DEAL/TABLE.
export type Route =
  | { page: 'home' }
  | { page: 'table'; id: string }
  | { page: 'replay'; id: string; match: number }
  | { page: 'review'; id: string; match: number }
  | { page: 'see'; id: string; match: number; seat: number; deal: number; n: number }
  | { page: 'gallery' }
  | { page: 'exercises' }
  | { page: 'matches' }
  | { page: 'evenings' }
  | { page: 'evening'; id: string }
  | { page: 'tableEvening'; id: string }
  | { page: 'others'; id: string; deal: number; table: number }
  | { page: 'unknown' };

export function parse(path: string): Route {
  const parts = path.split('/').filter(Boolean);
  if (parts.length === 0) return { page: 'home' };
  if (parts.length === 1 && parts[0] === 'cards') return { page: 'gallery' };
  if (parts.length === 1 && parts[0] === 'matches') return { page: 'matches' };
  if (parts.length === 1 && parts[0] === 'evenings') return { page: 'evenings' };
  if (parts.length === 1 && parts[0] === 'exercises') return { page: 'exercises' };
  const [first, id, what, number, other, deal, step] = parts;
  if (first === 'e' && id && !what) return { page: 'evening', id };
  if (first === 't' && id) {
    if (!what) return { page: 'table', id };
    if (what === 'evening' && !number) return { page: 'tableEvening', id };
    if (what === 'evening')
      return { page: 'others', id, deal: Number(number) || 1, table: Number(other) || 1 };
    if (what === 'see')
      return {
        page: 'see',
        id,
        match: Number(number) || 1,
        seat: Number(other) || 0,
        deal: Number(deal) || 1,
        n: Number(step) || 1,
      };
    if (what === 'replay' || what === 'review') return { page: what, id, match: Number(number) || 1 };
  }
  return { page: 'unknown' };
}

class Router {
  route = $state<Route>(parse(location.pathname));

  constructor() {
    addEventListener('popstate', () => (this.route = parse(location.pathname)));
  }

  go(address: string): void {
    history.pushState(null, '', address);
    this.route = parse(location.pathname);
    scrollTo(0, 0);
  }

  /** For links: a plain click stays in the page. */
  follow = (event: MouseEvent): void => {
    const link = (event.target as Element).closest('a');
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    if (link.origin !== location.origin || link.target || link.hasAttribute('download')) return;
    if (link.pathname.startsWith('/api') || link.getAttribute('href')?.startsWith('#')) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  };
}

export const router = new Router();
