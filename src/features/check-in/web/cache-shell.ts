import { checkInPath } from '../rules/check-in-path'

const WORKER = '/check-in-worker.js'
const cacheFor = (path: string) => `door:${path}`

/**
 * Keeps this event's door on the phone, so that it opens without a network: the page as the server draws it now, its
 * scripts, styles and letters, and `extra` files that come later. The page goes in last: what is kept always fits together.
 */
export async function keepShell(eventId: string, extra: readonly string[]): Promise<void> {
  if (!('serviceWorker' in navigator) || typeof caches === 'undefined') return
  const path = checkInPath(eventId)
  await navigator.serviceWorker.register(WORKER, { scope: path })
  const page = await fetch(path, { headers: { accept: 'text/html' }, cache: 'no-store' })
  if (page.redirected || page.status === 404) return forgetShell(path)
  if (!page.ok) return
  const cache = await caches.open(cacheFor(path))
  const files = new Set(['/favicon.svg'])
  const named = filesIn(await page.clone().text())
  for (const file of [...named, ...extra, ...loadedFiles()]) await keepFile(cache, file, files)
  await cache.put(path, page)
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url)
    if (pathname !== path && !files.has(pathname)) await cache.delete(url, { ignoreVary: true })
  }
  await cache.add('/favicon.svg')
}

/** The file and, of a script, what it imports. Names hold a hash of the content, so what is there is right. */
async function keepFile(cache: Cache, file: string, files: Set<string>): Promise<void> {
  if (files.has(file)) return
  files.add(file)
  let answer = await cache.match(file, { ignoreVary: true })
  if (!answer) {
    answer = await fetch(file)
    if (!answer.ok) throw new Error(`${file} answers ${answer.status}`)
    await cache.put(file, answer.clone())
  }
  if (!file.endsWith('.js') && !file.endsWith('.css')) return
  for (const one of importsIn(await answer.text())) await keepFile(cache, one, files)
}

export function filesIn(html: string): string[] {
  return [...new Set([...html.matchAll(/\/assets\/[\w.-]+\.(?:js|css|woff2)/gu)].map(([file]) => file))]
}

/** What a script imports at once; what it may import later belongs to other pages. Of a style sheet, its letters. */
export function importsIn(text: string): string[] {
  const scripts = [...text.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/gu)]
  const letters = [
    ...text.matchAll(/url\(["']?(?:\/assets\/|\.\/)([\w.-]+latin-wdth[\w.-]*\.woff2)["']?\)/gu),
  ]
  return [...scripts, ...letters].map(([, name]) => `/assets/${name}`)
}

/** Parts that this page has fetched by now, besides those that its HTML names. */
function loadedFiles(): string[] {
  return performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && /^\/assets\/[\w.-]+$/u.test(pathname))
    .map(({ pathname }) => pathname)
}

async function forgetShell(path: string): Promise<void> {
  await caches.delete(cacheFor(path))
  await (await navigator.serviceWorker.getRegistration(path))?.unregister()
}

/** For signing out: no door opens on this phone any more. */
export async function forgetShells(): Promise<void> {
  if (!('serviceWorker' in navigator) || typeof caches === 'undefined') return
  for (const name of await caches.keys()) if (name.startsWith('door:')) await caches.delete(name)
  for (const worker of await navigator.serviceWorker.getRegistrations())
    if (worker.active?.scriptURL.endsWith(WORKER)) await worker.unregister()
}
