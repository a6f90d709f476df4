import { keepPreviousData } from '@tanstack/react-query'
import { createFeatureClient } from '~/platform/rpc/client'
import { toCursorInput, followCursor } from '~/platform/rpc/follow-cursor'
import type { networkContract, NetworkTab } from '../contract'
import type { MembersSearch } from './members-search'

/** The network calls. When another person makes a change, all queries under `network.key()` become stale. */
export const network = createFeatureClient<typeof networkContract>('network')

// The rows stay visible while the next search loads.
const pages = { ...followCursor, placeholderData: keepPreviousData, staleTime: 10_000 }

export function relationQuery(personId: string) {
  return network.relation.queryOptions({ input: { id: personId }, staleTime: 10_000 })
}

export function countsQuery() {
  return network.counts.queryOptions({ staleTime: 10_000 })
}

export function connectionsQuery(tab: NetworkTab, q: string | undefined) {
  return network.list.infiniteOptions({
    input: (after: string | undefined) => ({ tab, q, ...toCursorInput(after) }),
    ...pages,
  })
}

export function membersQuery(search: MembersSearch) {
  return network.listMembers.infiniteOptions({
    input: (after: string | undefined) => ({ ...search, ...toCursorInput(after) }),
    ...pages,
  })
}

export function blockedQuery() {
  return network.listBlocked.infiniteOptions({
    input: (after: string | undefined) => toCursorInput(after),
    ...pages,
  })
}
