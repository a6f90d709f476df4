import { checkInPath } from '../rules/check-in-path'

const WORKER = '/check-in-worker.js'
const cacheFor = (path: string) => `check-in:${path}`

/**
 * Caches an event's check-in page so that it opens offline: the page as the server renders it now, its scripts, styles
 * and fonts, and `extra` files that load later. The page is stored last, so that the cached files always match.
 */
export async function cacheShell(eventId: string, extra: readonly string[]): Promise<void> {
  if (!('serviceWorker' in navigator) || typeof caches === 'undefined') return
  const path = checkInPath(eventId)
  await navigator.serviceWorker.register(WORKER, { scope: path })
  const page = await fetch(path, { headers: { accept: 'text/html' }, cache: 'no-store' })
  if (page.redirected || page.status === 404) return deleteShell(path)
  if (!page.ok) return
  const cache = await caches.open(cacheFor(path))
  const files = new Set(['/favicon.svg'])
  const named = listFiles(await page.clone().text())
  for (const file of [...named, ...extra, ...listLoadedFiles()]) await cacheFile(cache, file, files)
  await cache.put(path, page)
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url)
    if (pathname !== path && !files.has(pathname)) await cache.delete(url, { ignoreVary: true })
  }
  await cache.add('/favicon.svg')
}

/**
 * Caches the file and, for a script, its imports. File names contain a content hash, so a cached file is always valid.
 */
async function cacheFile(cache: Cache, file: string, files: Set<string>): Promise<void> {
  if (files.has(file)) return
  files.add(file)
  let response = await cache.match(file, { ignoreVary: true })
  if (!response) {
    response = await fetch(file)
    if (!response.ok) throw new Error(`${file} returned ${response.status}`)
    await cache.put(file, response.clone())
  }
  if (!file.endsWith('.js') && !file.endsWith('.css')) return
  for (const imported of listImports(await response.text())) await cacheFile(cache, imported, files)
}

export function listFiles(html: string): string[] {
  return [...new Set([...html.matchAll(/\/assets\/[\w.-]+\.(?:js|css|woff2)/gu)].map(([file]) => file))]
}

/** Returns a script's static imports (dynamic ones belong to other pages) or a style sheet's fonts. */
export function listImports(text: string): string[] {
  const scripts = [...text.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/gu)]
  const letters = [
    ...text.matchAll(/url\(["']?(?:\/assets\/|\.\/)([\w.-]+latin-wdth[\w.-]*\.woff2)["']?\)/gu),
  ]
  return [...scripts, ...letters].map(([, name]) => `/assets/${name}`)
}

/** Returns the files that this page has loaded so far, including those that its HTML doesn't name. */
function listLoadedFiles(): string[] {
  return performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && /^\/assets\/[\w.-]+$/u.test(pathname))
    .map(({ pathname }) => pathname)
}

async function deleteShell(path: string): Promise<void> {
  await caches.delete(cacheFor(path))
  await (await navigator.serviceWorker.getRegistration(path))?.unregister()
}

/** Deletes all cached check-in pages on sign-out, so that none opens on this phone. */
export async function deleteShells(): Promise<void> {
  if (!('serviceWorker' in navigator) || typeof caches === 'undefined') return
  for (const name of await caches.keys()) if (name.startsWith('check-in:')) await caches.delete(name)
  for (const worker of await navigator.serviceWorker.getRegistrations())
    if (worker.active?.scriptURL.endsWith(WORKER)) await worker.unregister()
}
