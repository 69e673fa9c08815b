// The server may become newer than the page, more than once in the life of a tab. Then the page is loaded
// anew, once from each build: two servers of different versions behind one address cannot keep it turning.
const LEFT = 'stramash.left';

/** The name of what runs here: its file is named by its content. */
const BUILD = import.meta.url;

interface Tab {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/** Whether this build may be left for the one that the server has; from then on it has been left. */
export function leave(build: string, tab: Tab): boolean {
  try {
    const left = JSON.parse(tab.getItem(LEFT) ?? '[]') as string[];
    if (left.includes(build)) return false;
    tab.setItem(LEFT, JSON.stringify([...left, build]));
    return true;
  } catch {
    return false; // nothing can be remembered here, so it might go on for ever
  }
}

/** Loads the page of the server's version; false: that has been tried, and this one came again. */
export function upgrade(): boolean {
  const isLeaving = leave(BUILD, sessionStorage);
  if (isLeaving) location.reload();
  return isLeaving;
}
