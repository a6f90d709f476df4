export interface Shareable<Page> {
  page: Page
  /** Whether other visitors may get the page, too. Only pages with status 200 and without a cookie are shareable. */
  isShareable: boolean
  bytes: number
}

interface Entry<Page> {
  startedAt: number
  bytes: number
  result: Promise<Shareable<Page>>
}

/**
 * Caches pages that are the same for all visitors, for at most `maxAgeMs`, so that many visitors cost one rendering.
 * A page's age counts from the start of its rendering, before any reads, so its data is never older. Requests during
 * a rendering wait for it. Pages that may not be shared are rendered again for each request.
 */
export function createAnonymousCache<Page>(options: {
  maxAgeMs: number
  maxBytes: number
  now?: () => number
}) {
  const { maxAgeMs, maxBytes, now = () => performance.now() } = options
  const entries = new Map<string, Entry<Page>>()
  let bytes = 0

  function remove(key: string, entry: Entry<Page>): void {
    if (entries.get(key) !== entry) return
    entries.delete(key)
    bytes -= entry.bytes
  }

  function evictOldEntries(): void {
    for (const [key, entry] of entries) {
      if (now() - entry.startedAt < maxAgeMs && bytes <= maxBytes) return
      remove(key, entry)
    }
  }

  async function storeOrRemoveWhenRendered(key: string, entry: Entry<Page>): Promise<void> {
    const done = await entry.result.catch(() => undefined)
    if (!done?.isShareable) return remove(key, entry)
    if (entries.get(key) !== entry) return
    entry.bytes = done.bytes
    bytes += done.bytes
    evictOldEntries()
  }

  function startRendering(key: string, render: () => Promise<Shareable<Page>>): Promise<Shareable<Page>> {
    const old = entries.get(key)
    if (old) remove(key, old)
    const entry: Entry<Page> = { startedAt: now(), bytes: 0, result: render() }
    entries.set(key, entry)
    void storeOrRemoveWhenRendered(key, entry)
    return entry.result
  }

  return {
    get: async (key: string, render: () => Promise<Shareable<Page>>): Promise<Page> => {
      const entry = entries.get(key)
      if (!entry || now() - entry.startedAt >= maxAgeMs) return (await startRendering(key, render)).page
      const shared = await entry.result.catch(() => undefined)
      // Renders again if the first request got an error or a page that may not be shared.
      return shared?.isShareable ? shared.page : (await render()).page
    },
    size: () => ({ pages: entries.size, bytes }),
  }
}
