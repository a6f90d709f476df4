import { parseCursors, parseSearchText } from '~/lib/search-parameters'

export type PaymentsSearch = {
  q?: string | undefined
  after?: string | undefined
  before?: string | undefined
}

/** Contains every key, because the router keeps the old value of a missing one. */
export function readPaymentsSearch(raw: Record<string, unknown>): PaymentsSearch {
  return { q: parseSearchText(raw['q']), ...parseCursors(raw) }
}
