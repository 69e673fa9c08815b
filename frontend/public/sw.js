// Keeps the shell of the page for when there is no connection. What the server says is never kept: no /api.
// A page comes from the server whenever it answers, so that an old page never meets a new server; files under
// /assets are named by their content and cannot be old.
const SHELL = 'stramash-shell';
const ASSETS = 'stramash-assets';

self.addEventListener('install', (event) => {
  event.waitUntil(
    fetch('/')
      .then(keepShell)
      .catch(() => undefined),
  );
  self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});

/** Keeps the page, and the files it names; those of another page go. */
async function keepShell(answer) {
  if (!answer.ok || !(answer.headers.get('content-type') ?? '').startsWith('text/html')) return;
  const shell = await caches.open(SHELL);
  const before = await shell.match('/');
  const [old, text] = await Promise.all([before ? before.text() : '', answer.clone().text()]);
  if (old === text) return;
  await caches.delete(ASSETS);
  await shell.put('/', answer);
  const assets = await caches.open(ASSETS);
  const named = [...text.matchAll(/"(\/(?:assets\/|icon|manifest)[^"]+)"/g)].map(([, path]) => path);
  await Promise.all(named.map((path) => assets.add(path).catch(() => undefined)));
}

async function page(request, event) {
  try {
    const answer = await fetch(request);
    event.waitUntil(keepShell(answer.clone()).catch(() => undefined));
    return answer;
  } catch (error) {
    const kept = await caches.match('/', { cacheName: SHELL });
    if (kept) return kept;
    throw error;
  }
}

async function asset(request) {
  const kept = await caches.match(request, { cacheName: ASSETS });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) {
    const assets = await caches.open(ASSETS);
    await assets.put(request, answer.clone());
  }
  return answer;
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== 'GET' || address.origin !== self.location.origin) return;
  if (address.pathname.startsWith('/api/')) return;
  if (request.mode === 'navigate') event.respondWith(page(request, event));
  else if (address.pathname.startsWith('/assets/')) event.respondWith(asset(request));
});
