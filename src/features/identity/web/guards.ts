import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { isMember } from '~/platform/rpc/access'
import { getLandingPath } from '../rules/home-path'
import { meQuery, type Me } from './queries'

type Guarded = {
  context: { queryClient: QueryClient }
  /** The router's location: path with search, unparsed. */
  location: { href: string }
}

/**
 * returns the signed-in person, or redirects to /auth, which leads back afterwards. Use it in `beforeLoad`:
 * `beforeLoad: async (options) => ({ me: await requireSignedIn(options) })`
 */
export async function requireSignedIn({ context, location }: Guarded): Promise<Me> {
  const me = await context.queryClient.ensureQueryData(meQuery())
  if (me === null) throw redirect({ to: '/auth', search: { tab: 'sign-in', next: location.href } })
  return me
}

/**
 * like requireSignedIn, for admins. Redirects an admin without two-step verification to it, and other people to
 * /.
 */
export async function requireAdmin(guarded: Guarded): Promise<Me> {
  const me = await requireSignedIn(guarded)
  if (me.needsTwoStep && me.homePath === '/admin') throw redirect({ to: '/two-step-needed' })
  if (!me.roles.includes('admin')) throw redirect({ to: '/' })
  return me
}

/**
 * For /auth: redirects a signed-in person to their destination. A customer with an invitation code goes to
 * redeem it first.
 */
export async function redirectWhenSignedIn(
  context: Guarded['context'],
  { next, code }: { next?: string | undefined; code?: string | undefined },
): Promise<void> {
  const me = await context.queryClient.ensureQueryData(meQuery())
  if (me !== null && code !== undefined && !isMember(me.roles))
    throw redirect({ to: '/dashboard/members-only', search: { next, code }, replace: true })
  if (me !== null) throw redirect({ href: getLandingPath(me.roles, next), replace: true })
}

/** Returns where a new member goes next: the requested path, otherwise the members' area. */
export function getMemberLandingPath(next: string | undefined): string {
  return getLandingPath(['user'], next)
}
