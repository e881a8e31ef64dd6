/**
 * Opens the product without a network (docs/decisions/browser/offline.md). The build writes the list of files before it
 * (`offline-plugin.ts`), and the worker of reminders behind it. It keeps no answer of `/api`.
 */
/* global VERSION, FILES */
const CACHE = `offline-${VERSION}`;
/** The page of this version, in the language of the device when it was fetched. */
const PAGE = '/teamlist';
const LOGO = '/favicon.svg';

self.addEventListener('install', (event) => event.waitUntil(keepFiles()));
self.addEventListener('activate', (event) => event.waitUntil(removeOldVersions()));
self.addEventListener('message', ({ data }) => data === 'take over' && self.skipWaiting());
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || /^\/(api|socket\.io)(\/|$)/.test(pathname)) return;
  if (pathname.startsWith('/assets/') || pathname === LOGO) event.respondWith(answerFile(request));
  else if (request.mode === 'navigate') event.respondWith(answerPage(request, pathname));
});

async function keepFiles() {
  const cache = await caches.open(CACHE);
  const page = await fetch(PAGE, { headers: { accept: 'text/html' }, cache: 'no-cache' });
  if (!page.ok) throw new Error('The page is not there');
  await cache.put(PAGE, page);
  // A file that an earlier version has is not loaded again.
  const missing = [];
  for (const file of [...FILES, LOGO]) {
    const known = await caches.match(file);
    if (known) await cache.put(file, known);
    else missing.push(file);
  }
  await cache.addAll(missing);
}

/** Open pages may be of the version before: its files stay until the next one. */
async function removeOldVersions() {
  const own = (await caches.keys()).filter((name) => name.startsWith('offline-') && name !== CACHE);
  await Promise.all(own.slice(0, -1).map((name) => caches.delete(name)));
}

/** The names of files change with their content, so the cache of any version has the right one. */
const answerFile = async (request) => (await caches.match(request, { ignoreVary: true })) ?? fetch(request);

/** The landing page is the server's, if it answers: no one is signed in there. */
async function answerPage(request, pathname) {
  const kept = await (await caches.open(CACHE)).match(PAGE, { ignoreVary: true });
  if (kept && pathname !== '/') return kept;
  return fetch(request).catch((error) => {
    if (kept) return kept;
    throw error;
  });
}
