// The page as an app: its shell is kept for when there is no connection; a new one takes the old one's place.
const RELOADED = 'stramash.reloaded';

export function keepShell(): void {
  // A part of the page that the server no longer has: the server is newer than we are. Once, not for ever.
  addEventListener('vite:preloadError', (event) => {
    if (sessionStorage.getItem(RELOADED)) return;
    sessionStorage.setItem(RELOADED, 'yes');
    event.preventDefault();
    location.reload();
  });
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    void navigator.serviceWorker.register('/sw.js').catch(() => undefined); // it works without
  }
}
