import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { type Pending, pendingQuery } from './way-queries'

type Guarded = { queryClient: QueryClient }

/** For /auth, after `leaveWhenSignedIn`: whoever is half in goes on with the second half. */
export async function goOnWhenPending({ queryClient }: Guarded, next: string | undefined): Promise<void> {
  if ((await queryClient.fetchQuery(pendingQuery())) !== null)
    throw redirect({ to: '/auth/factor', search: { next }, replace: true })
}

/** For /auth/factor: what is pending; whoever has nothing to show begins anew. */
export async function requirePending({ queryClient }: Guarded, next: string | undefined): Promise<Pending> {
  // Asked anew, whatever is known: a session on its way ends in other tabs, and after a while.
  const pending = await queryClient.fetchQuery({ ...pendingQuery(), staleTime: 0 })
  if (pending === null) throw redirect({ to: '/auth', search: { tab: 'sign-in', next }, replace: true })
  return pending
}
