import type { Database } from '~/database/connect'
import { toIpv6Network } from '~/platform/http/client-address'
import { PLACEHOLDER_USER } from '../accounts/placeholder-user-id'
import type { IdentityContext } from '../context'
import { ENDED_SESSION_RETENTION_MS } from '../sessions/delete-ended-sessions'
import { findDevice } from '../sessions/known-device'

/** The part of the context that `findKnownOrigin` reads. */
export type OriginContext = Pick<IdentityContext, 'db' | 'ip' | 'now' | 'requestHeaders' | 'isApp'>

/**
 * Returns the known origin of a request for an account; undefined if it is unknown. For a browser, it is the device
 * cookie of an earlier sign-in, because neighbors may share its network. For an app, which has no cookies, it is a
 * network in which the account has been signed in.
 */
export async function findKnownOrigin(
  { db, ip, now, requestHeaders, isApp }: OriginContext,
  userId = PLACEHOLDER_USER,
): Promise<{ kind: 'device' | 'network'; id: string } | undefined> {
  if (isApp) {
    const isKnown = await isKnownNetwork(db, { userId, ip, now: now() })
    return isKnown ? { kind: 'network', id: ip } : undefined
  }
  const hash = await findDevice(db, { userId, headers: requestHeaders })
  return hash && { kind: 'device', id: hash.toString('base64url') }
}

/**
 * Returns whether the account was recently signed in from this network. With `by`, returns false until that email or
 * phone is verified, because anyone can sign up with an unverified one, from any network.
 */
export async function isKnownNetwork(
  db: Pick<Database, 'selectFrom'>,
  { userId, ip, now, by }: { userId: string; ip: string; now: Date; by?: 'email' | 'phone' },
): Promise<boolean> {
  let sessions = db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'user_id')
    .select('ip')
    .distinct()
    .where('user_id', '=', userId)
    .where((eb) =>
      eb(eb.fn.coalesce('ended_at', 'expires_at'), '>', new Date(now.getTime() - ENDED_SESSION_RETENTION_MS)),
    )
  if (by !== undefined) sessions = sessions.where(`accounts.${by}_verified_at`, 'is not', null)
  const rows = await sessions.execute()
  return rows.some((row) => row.ip !== null && toIpv6Network(row.ip) === toIpv6Network(ip))
}
