// The page as an app: its shell is kept for when there is no connection; a new one takes the old one's place.
import { upgrade } from './upgrade';

export function keepShell(): void {
  // A part of the page that the server no longer has: the server is newer than we are.
  addEventListener('vite:preloadError', (event) => {
    if (upgrade()) event.preventDefault();
  });
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    void navigator.serviceWorker.register('/sw.js').catch(() => undefined); // it works without
  }
}
