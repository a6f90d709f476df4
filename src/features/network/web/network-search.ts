import { parseOption, parseSearchText } from '~/lib/search-parameters'

/** The search parameters of /dashboard/network. */
export type NetworkSearch = {
  tab?: 'pending' | 'sent' | undefined
  q?: string | undefined
  /** Whether the list of blocked people is open. */
  blocked?: true | undefined
}

export function parseNetworkSearch(raw: Record<string, unknown>): NetworkSearch {
  return {
    tab: parseOption(['pending', 'sent'], raw['tab']),
    q: parseSearchText(raw['q']),
    blocked: raw['blocked'] === true ? true : undefined,
  }
}
