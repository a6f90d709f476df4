// Opens an event's check-in page without a network. Its scope is that page only, and it caches nothing: the page caches
// its own HTML and files, all from the same build (features/check-in/web/cache-shell.ts). All other requests bypass it.
const page = new URL(self.registration.scope).pathname
const cacheName = `check-in:${page}`
// On a slow connection the cached page opens after this time.
const TIMEOUT_MS = 4000

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (url.pathname === page) event.respondWith(openPage(request))
  } else if (url.pathname.startsWith('/assets/') || url.pathname === '/favicon.svg') {
    event.respondWith(openFile(request))
  }
})

async function openPage(request) {
  const cached = await findCached(page)
  if (!cached) return fetch(request)
  try {
    const response = await withTimeout(fetch(request), TIMEOUT_MS)
    if (response.status >= 500) return cached
    // Signed out, or no longer allowed to check in: the page must not stay on this phone.
    if (response.type === 'opaqueredirect' || response.status === 404) await caches.delete(cacheName)
    return response
  } catch {
    return cached
  }
}

async function openFile(request) {
  return (await findCached(new URL(request.url).pathname)) ?? fetch(request)
}

// Doesn't open the cache, which would create it again after a sign-out.
function findCached(path) {
  return caches.match(path, { cacheName, ignoreVary: true, ignoreSearch: true })
}

function withTimeout(promise, ms) {
  return Promise.race([
    promise,
    new Promise((_, reject) => {
      setTimeout(reject, ms, new Error('The server did not respond in time'))
    }),
  ])
}
