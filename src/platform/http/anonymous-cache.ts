export interface Shareable<Page> {
  page: Page
  /** False keeps the page to the one who asked: another status than 200, or a cookie in it. */
  isShareable: boolean
  bytes: number
}

interface Entry<Page> {
  startedAt: number
  bytes: number
  result: Promise<Shareable<Page>>
}

/**
 * Keeps pages that are the same for everybody for a moment, so that a rush of visitors costs one rendering.
 * Age counts from the start of the rendering, before anything is read: what is served was read at most `maxAgeMs` ago.
 * People who ask while a rendering runs wait for it. What must not be shared is rendered again for each of them.
 */
export function createAnonymousCache<Page>(options: {
  maxAgeMs: number
  maxBytes: number
  now?: () => number
}) {
  const { maxAgeMs, maxBytes, now = () => performance.now() } = options
  // In the order of their start: the first is the oldest.
  const entries = new Map<string, Entry<Page>>()
  let bytes = 0

  function remove(key: string, entry: Entry<Page>): void {
    if (entries.get(key) !== entry) return
    entries.delete(key)
    bytes -= entry.bytes
  }

  function makeRoom(): void {
    for (const [key, entry] of entries) {
      if (now() - entry.startedAt < maxAgeMs && bytes <= maxBytes) return
      remove(key, entry)
    }
  }

  async function settle(key: string, entry: Entry<Page>): Promise<void> {
    const done = await entry.result.catch(() => undefined)
    if (!done?.isShareable) return remove(key, entry)
    if (entries.get(key) !== entry) return
    entry.bytes = done.bytes
    bytes += done.bytes
    makeRoom()
  }

  function begin(key: string, render: () => Promise<Shareable<Page>>): Promise<Shareable<Page>> {
    const old = entries.get(key)
    if (old) remove(key, old)
    const entry: Entry<Page> = { startedAt: now(), bytes: 0, result: render() }
    entries.set(key, entry)
    void settle(key, entry)
    return entry.result
  }

  return {
    get: async (key: string, render: () => Promise<Shareable<Page>>): Promise<Page> => {
      const entry = entries.get(key)
      if (!entry || now() - entry.startedAt >= maxAgeMs) return (await begin(key, render)).page
      const shared = await entry.result.catch(() => undefined)
      // The one who asked first got an answer, or an error, that is not for others.
      return shared?.isShareable ? shared.page : (await render()).page
    },
    size: () => ({ pages: entries.size, bytes }),
  }
}
