/** What the address of /dashboard/network says. */
export type NetworkSearch = {
  tab?: 'pending' | 'sent' | undefined
  q?: string | undefined
  /** The people whom the reader blocks lie open. */
  blocked?: true | undefined
}

const LONGEST_QUERY = 100

/** The words of a search; the router reads `?q=90` as a number. */
export function readWords(raw: unknown): string | undefined {
  const words = typeof raw === 'string' || typeof raw === 'number' ? String(raw) : ''
  return words.trim().slice(0, LONGEST_QUERY) || undefined
}

export function readNetworkSearch(raw: Record<string, unknown>): NetworkSearch {
  const { tab, blocked } = raw
  return {
    tab: tab === 'pending' || tab === 'sent' ? tab : undefined,
    q: readWords(raw['q']),
    blocked: blocked === true ? true : undefined,
  }
}
