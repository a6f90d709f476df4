import { keepPreviousData } from '@tanstack/react-query'
import { clientFor } from '~/platform/rpc/client'
import type { networkContract, NetworkTab } from '../contract'
import type { MembersSearch } from './members-search'

/** The calls of the network. What the other side does makes everything under `network.key()` stale. */
export const network = clientFor<typeof networkContract>('network')

// The first page has no `after`: undefined on the server, and null once that has travelled as JSON.
const pages = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor ?? undefined,
  // Rows stay up while the next letters of a search are on their way.
  placeholderData: keepPreviousData,
  staleTime: 10_000,
}

/** How the reader stands to somebody. */
export function relationQuery(personId: string) {
  return network.relation.queryOptions({ input: { id: personId }, staleTime: 10_000 })
}

export function countsQuery() {
  return network.counts.queryOptions({ staleTime: 10_000 })
}

/** One tab of the network under a search, page after page. */
export function connectionsQuery(tab: NetworkTab, q: string | undefined) {
  return network.list.infiniteOptions({
    input: (after: string | undefined) => ({
      tab,
      ...(q === undefined ? {} : { q }),
      ...(after ? { after } : {}),
    }),
    ...pages,
  })
}

/** The directory under a search, page after page. */
export function membersQuery(search: MembersSearch) {
  return network.listMembers.infiniteOptions({
    input: (after: string | undefined) => ({ ...search, ...(after ? { after } : {}) }),
    ...pages,
  })
}

export function blockedQuery() {
  return network.listBlocked.infiniteOptions({
    input: (after: string | undefined) => (after ? { after } : {}),
    ...pages,
  })
}
