import { hashKey, type QueryClient } from '@tanstack/react-query'
import { createFeatureClient } from '~/platform/rpc/client'
import type { identityContract, Me } from '../contract'

export type { Me }

export const identity = createFeatureClient<typeof identityContract>('identity')

/** The signed-in person, or null; stale after a minute. Shared by the guards, the navigation bar and the pages. */
export function meQuery() {
  return identity.me.queryOptions({ staleTime: 60_000 })
}

/**
 * Replaces the signed-in person. Removes all cached queries, because they were read as another person. Only `me` stays,
 * with the new value, so that the navigation bar and the guards always have one.
 */
export async function replaceSignedInPerson(queryClient: QueryClient, me: Me | null): Promise<void> {
  const { queryKey } = meQuery()
  const mine = hashKey(queryKey)
  await queryClient.cancelQueries()
  queryClient.setQueryData(queryKey, me)
  // The signed-in content must unmount in the next task, before its queries are removed. Otherwise it would refetch
  // them.
  if (me === null) await new Promise((resolve) => setTimeout(resolve, 0))
  queryClient.removeQueries({ predicate: ({ queryHash }) => queryHash !== mine })
}
