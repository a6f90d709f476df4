import { hashKey, type QueryClient } from '@tanstack/react-query'
import { clientFor } from '~/platform/rpc/client'
import type { identityContract, Me } from '../contract'

export type { Me }

export const identity = clientFor<typeof identityContract>('identity')

/** The signed-in person, or null. Shared by guards, bar and page; stale after a minute. */
export function meQuery() {
  return identity.me.queryOptions({ staleTime: 60_000 })
}

/**
 * Replaces the signed-in person. Removes all cached queries, which were read as another person, but keeps and updates
 * `me`, so that the bar and the guards always have an answer.
 */
export async function replacePerson(queryClient: QueryClient, me: Me | null): Promise<void> {
  const { queryKey } = meQuery()
  const mine = hashKey(queryKey)
  await queryClient.cancelQueries()
  queryClient.setQueryData(queryKey, me)
  // Unmount the signed-in content first, in the next task: without its queries it would refetch.
  if (me === null) await new Promise((resolve) => setTimeout(resolve, 0))
  queryClient.removeQueries({ predicate: ({ queryHash }) => queryHash !== mine })
}
