import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { type Pending, pendingQuery } from './sign-in-queries'

type Guarded = { queryClient: QueryClient }

/** For /auth, after `redirectWhenSignedIn`: redirects a pending sign-in to two-step verification. */
export async function redirectWhenPending({ queryClient }: Guarded, next: string | undefined): Promise<void> {
  if ((await queryClient.fetchQuery(pendingQuery())) !== null)
    throw redirect({ to: '/auth/factor', search: { next }, replace: true })
}

/** For /auth/factor: returns the pending sign-in, or redirects to the sign-in form if there is none. */
export async function requirePending({ queryClient }: Guarded, next: string | undefined): Promise<Pending> {
  // Never cached: a pending session can end in another tab, and it expires.
  const pending = await queryClient.fetchQuery({ ...pendingQuery(), staleTime: 0 })
  if (pending === null) throw redirect({ to: '/auth', search: { tab: 'sign-in', next }, replace: true })
  return pending
}
