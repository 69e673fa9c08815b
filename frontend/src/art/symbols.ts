// Every face is drawn into the page once, as a symbol, and used by reference.
import { face } from './faces';
import { mini } from './mini';
import type { Family } from '../lib/cards/deck';

const drawn = new Set<string>();

function put(id: string, box: string, draw: () => string): string {
  if (!drawn.has(id)) {
    drawn.add(id);
    let sheet = document.getElementById('faces');
    if (!sheet) {
      document.body.insertAdjacentHTML(
        'afterbegin',
        '<svg id="faces" width="0" height="0" aria-hidden="true" class="faces"></svg>',
      );
      sheet = document.getElementById('faces');
    }
    sheet?.insertAdjacentHTML('beforeend', `<symbol id="${id}" viewBox="${box}">${draw()}</symbol>`);
  }
  return `#${id}`;
}

/** The reference to a card's face. */
export const symbol = (code: string, family: Family): string =>
  put(`${family}-${code}`, '0 0 200 300', () => face(code, family));

/** The reference to its small face. */
export const smallSymbol = (code: string, family: Family): string =>
  put(`${family}-${code}-small`, '0 0 60 84', () => mini(code, family));
