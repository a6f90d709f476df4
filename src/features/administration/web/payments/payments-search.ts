import { parseCursors, parseSearchText } from '~/lib/search-parameters'

export type PaymentsSearch = {
  q?: string | undefined
  after?: string | undefined
  before?: string | undefined
}

/** Returns every key, even without a value, because the router keeps the old value of a missing key. */
export function readPaymentsSearch(raw: Record<string, unknown>): PaymentsSearch {
  return { q: parseSearchText(raw['q']), ...parseCursors(raw) }
}
