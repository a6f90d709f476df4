// Opens one event's door where there is no network. Its scope is that page alone, and it keeps nothing itself: the page
// puts its shell into the cache once all of it has come (features/check-in/web/cache-shell.ts), so that its parts
// always fit together. All other requests of the product pass by it.
const page = new URL(self.registration.scope).pathname
const cacheName = `door:${page}`
// A phone that hangs on a dying line opens what it has.
const PATIENCE_MS = 4000

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
  const kept = await find(page)
  if (!kept) return fetch(request)
  try {
    const answer = await within(fetch(request), PATIENCE_MS)
    if (answer.status >= 500) return kept
    // Signed out, or none of the event's people any more: then the phone has no business with it either.
    if (answer.type === 'opaqueredirect' || answer.status === 404) await caches.delete(cacheName)
    return answer
  } catch {
    return kept
  }
}

async function openFile(request) {
  return (await find(new URL(request.url).pathname)) ?? fetch(request)
}

// Not by opening the cache: that would make it anew after somebody signed out.
function find(path) {
  return caches.match(path, { cacheName, ignoreVary: true, ignoreSearch: true })
}

function within(answer, ms) {
  return Promise.race([
    answer,
    new Promise((_, reject) => {
      setTimeout(reject, ms, new Error('no answer in time'))
    }),
  ])
}
