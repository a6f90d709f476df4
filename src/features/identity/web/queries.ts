import { hashKey, type QueryClient } from '@tanstack/react-query'
import { clientFor } from '~/platform/rpc/client'
import type { identityContract, Me } from '../contract'

export type { Me }

export const identity = clientFor<typeof identityContract>('identity')

/** Who is signed in, or null. One answer serves the guards, the bar and the page; a minute old is good enough for them. */
export function meQuery() {
  return identity.me.queryOptions({ staleTime: 60_000 })
}

/**
 * After signing in or out: everything read so far was read as somebody else, so it goes. `me` stays and changes, so that
 * the bar and the guards never see a moment without an answer.
 */
export async function becomePerson(queryClient: QueryClient, me: Me | null): Promise<void> {
  const { queryKey } = meQuery()
  const mine = hashKey(queryKey)
  await queryClient.cancelQueries()
  queryClient.setQueryData(queryKey, me)
  // What is for somebody signed in has to leave the screen first, in the next task: without its reads it would ask again.
  if (me === null) await new Promise((resolve) => setTimeout(resolve, 0))
  queryClient.removeQueries({ predicate: ({ queryHash }) => queryHash !== mine })
}
