import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createRandom } from '~demo/random'
import { forAll } from '../support/api-operations'
import { type EdgeProxy, type EdgeResponse, startNginx, startVarnish } from '../support/edge-proxies'
import { isLongRun } from '../support/long-run'
import { createReaders, type EdgePaths, listPaths, type Reader } from './edge-readers'
import { type EdgeSite, PRIVATE_DOMAIN, startEdgeSite } from './edge-site'

// The built product behind nginx and Varnish. The short form reads fewer private paths, and leaves Varnish out, which
// needs a compiler.
const proxies = [['nginx', startNginx], ...(isLongRun ? [['Varnish', startVarnish] as const] : [])] as const
const TEST_MS = isLongRun ? 1_200_000 : 240_000
/** How many of the pages, and of the files and other paths, each reader requests. */
const [PAGES, OTHERS] = isLongRun ? [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY] : [2, 4]
/** How many different files and other paths the test requests. */
const ALL_OTHERS = isLongRun ? Number.POSITIVE_INFINITY : 24

let site: EdgeSite
let readers: Reader[]
let paths: EdgePaths
beforeAll(async () => {
  site = await startEdgeSite()
  readers = await createReaders(site)
  paths = await listPaths(site)
}, TEST_MS)
afterAll(() => site.stop(), TEST_MS)

const isStored = ({ headers }: EdgeResponse) => /^(?:HIT|STALE|UPDATING)/u.test(String(headers['x-cache']))

function hasSecret({ headers, body }: Pick<EdgeResponse, 'headers' | 'body'>): boolean {
  const text = `${JSON.stringify(headers)}${body}`
  return (
    text.includes(PRIVATE_DOMAIN) ||
    (text.match(/[\w.-]{6,}/gu) ?? []).some((part) => paths.secrets.has(part))
  )
}

/** Returns the part of a response that is the same for all visitors: without nonces, read times and proxy headers. */
function toShared({ status, headers, body }: EdgeResponse) {
  const { location, 'content-type': type, 'set-cookie': cookies } = headers
  return { status, location, type, cookies, body: body.replaceAll(/\b1\d{12}\b/gu, '').replaceAll(NONCE, '') }
}
/** How long proxies may cache files: calendars 5 minutes, pictures and sitemaps an hour, uploads a day. */
const FILE = /^public, max-age=(?:300|3600|31536000, s-maxage=86400)\b/u
const NONCE = /(?:nonce|requestId)["\\]*[=:]["\\]*[\w-]+/gu

/** Sorts by a random number of a fixed seed. */
function sortRandomly<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => [random(), item] as const)
    .toSorted(([left], [right]) => left - right)
    .map(([, item]) => item)
}

/**
 * Lets each reader request paths twice, in random order among all readers. Returns a description of each leak (a
 * wrong response from the cache), and the numbers of cache hits and requests.
 */
async function findLeaks(
  proxy: EdgeProxy,
  by: readonly Reader[],
  shared: readonly string[],
  others: readonly string[],
) {
  const random = createRandom('edge readers')
  const leaks: string[] = []
  const some = sortRandomly(others, random).slice(0, ALL_OTHERS)
  const requests = by.flatMap((reader) => {
    const own = [
      ...sortRandomly(shared, random).slice(0, PAGES),
      ...sortRandomly(some, random).slice(0, OTHERS),
    ]
    return [...own, ...own].map((path) => ({ reader, path }))
  })
  let hits = 0
  // A visitor requests each path first, so that the cache has stored responses.
  for (const path of shared) await proxy.get(path)
  await forAll(sortRandomly(requests, random), async ({ reader, path }) => {
    const response = await proxy.get(path, reader.headers)
    if (isStored(response)) {
      hits += 1
      if (reader.isPrivate) leaks.push(`${reader.name} got ${path} from the cache`)
      if (hasSecret(response)) leaks.push(`${reader.name} got a secret from the cache at ${path}`)
    }
  })
  for (const path of new Set(requests.map((request) => request.path))) {
    const response = await proxy.get(path)
    const fresh = await site.get(path)
    try {
      expect(toShared(response)).toEqual(toShared(fresh))
    } catch (error) {
      leaks.push(`a visitor got another response at ${path}: ${String(error).slice(0, 300)}`)
    }
  }
  return { leaks, hits, requests: requests.length }
}

/** Returns the files in which nginx stores responses, of all caches or one. */
function listStored({ folder }: EdgeProxy, cache = 'cache'): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  return files
    .filter((entry) => entry.isFile() && entry.parentPath.startsWith(join(folder, cache)))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
}

test('there are at least 20 kinds of readers, and only signed-in ones get private data', async () => {
  expect(readers.length).toBeGreaterThanOrEqual(20)
  for (const { name, headers, isSignedIn } of readers) {
    const { body } = await site.get('/api/v1/account', headers)
    expect(body.includes(PRIVATE_DOMAIN), `${name}: ${body.slice(0, 200)}`).toBe(isSignedIn)
  }
})

describe.each(proxies)('%s', (name, start) => {
  test(
    'the proxy stores nothing private, and never answers a private reader from its cache',
    async () => {
      const proxy = await start([site.origin])
      onTestFinished(() => proxy.stop())
      const others = [...paths.files, ...paths.others]
      const { leaks, hits, requests } = await findLeaks(proxy, readers, paths.pages, others)
      expect(leaks).toEqual([])
      // Few hits are expected: only one in seven readers is a visitor, and few of the paths besides pages may be cached.
      expect(hits).toBeGreaterThan(requests / 200)
      expect(listStored(proxy).filter((body) => hasSecret({ headers: {}, body }))).toEqual([])
    },
    TEST_MS,
  )

  test('the proxy stores files for as long as the product says, and pages for two seconds', async () => {
    const proxy = await start([site.origin])
    onTestFinished(() => proxy.stop())
    const [page = ''] = paths.pages
    await proxy.get(page)
    for (const path of paths.files) {
      const fresh = await site.get(path)
      expect([path, String(fresh.headers['cache-control'])]).toEqual([path, expect.stringMatching(FILE)])
      const first = await proxy.get(path)
      expect([path, first.headers['cache-control']]).toEqual([path, fresh.headers['cache-control']])
    }
    await expect
      .poll(async () => (await proxy.get(page)).headers['x-cache'], { interval: 200 })
      .toMatch(/^(?:STALE|UPDATING)/u)
    for (const path of paths.files)
      expect([path, (await proxy.get(path)).headers['x-cache']]).toEqual([path, 'HIT'])
    if (name !== 'nginx') return
    // nginx deletes a stored response that no one has read for `inactive`, even if it could be stored longer.
    const limits = /keys_zone=files:\S+ max_size=\S+ inactive=1d/u
    expect(readFileSync('deploy/nginx.conf', 'utf8')).toMatch(limits)
    const keys = listStored(proxy, 'cache-files').map((text) => /^KEY: b2b\.example(.*)\|/mu.exec(text)?.[1])
    expect(new Set(keys)).toEqual(new Set(paths.files))
  })
})

test('control: without the rule for sessions, the test finds that people get stored pages', async () => {
  const rule = '((__Host-)?b2b_session|theme|notice|language)='
  const proxy = await startNginx([site.origin], { edit: (text) => text.replace(rule, 'none=') })
  onTestFinished(() => proxy.stop())
  const { leaks } = await findLeaks(proxy, readers.slice(0, 2), paths.pages, [])
  expect(leaks.join('\n')).toContain('customer got /events from the cache')
})

test('control: if nginx also ignores Cache-Control, the test finds stored private texts', async () => {
  const replaceRules = (text: string) =>
    text
      .replace('((__Host-)?b2b_session|theme|notice|language)=', 'none=')
      .replace(
        'proxy_cache $cache;',
        'proxy_cache $cache; proxy_ignore_headers Cache-Control Vary; proxy_cache_valid 1m;',
      )
  const proxy = await startNginx([site.origin], { edit: replaceRules })
  onTestFinished(() => proxy.stop())
  const { leaks } = await findLeaks(proxy, readers.slice(0, 1), ['/api/v1/account'], [])
  expect(leaks.join('\n')).toContain('a visitor got another response at /api/v1/account')
  expect(listStored(proxy).filter((body) => hasSecret({ headers: {}, body }))).not.toEqual([])
})

// This test comes last, because the database stays stopped.
test(
  'while the database is stopped, visitors get stored pages, and others the error page',
  async () => {
    const started = await Promise.all(proxies.map(([, start]) => start([site.origin])))
    onTestFinished(async () => void (await Promise.all(started.map((proxy) => proxy.stop()))))
    const pages = paths.pages.slice(0, 5)
    const before = await Promise.all(
      started.map((proxy) => Promise.all(pages.map(async (path) => toShared(await proxy.get(path))))),
    )
    await site.stopDatabase()
    await expect.poll(async () => (await site.get(pages[1] ?? '')).status, { interval: 200 }).toBe(503)
    for (const [index, proxy] of started.entries()) {
      const after = await Promise.all(pages.map((path) => proxy.get(path)))
      expect(after.map(toShared)).toEqual(before[index])
      expect(after.filter((response) => !isStored(response))).toEqual([])
      expect((await proxy.get('/events?search=never')).status).toBe(503)
      expect((await proxy.get(pages[1] ?? '', readers[0]?.headers)).status).toBe(503)
    }
  },
  TEST_MS,
)
