import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import type { IdentityContext } from '../context'
import { getOrigin, recordEvent } from '../security-log/record-event'
import { findDevice } from './known-device'

export const newSignInJob = 'identity.new_sign_in'
export interface NewSignIn {
  userId: string
  eventId: string
}

export type SignInContext = Pick<
  IdentityContext,
  'ip' | 'requestHeaders' | 'now' | 'jobs' | 'config' | 'isApp'
>
interface SignedIn {
  userId: string
  sessionId: string
}

/**
 * Records a completed sign-in: with two-step verification, only after both steps. The first sign-in on a device sends
 * an email, except for the first sign-in to the account.
 */
export async function recordSignIn(
  trx: Transaction,
  context: SignInContext,
  { userId, sessionId }: SignedIn,
): Promise<void> {
  const at = context.now()
  const isKnown = await isKnownDevice(trx, context, { userId, sessionId })
  const isNewDevice = !isKnown && (await hasSignedInBefore(trx, userId))
  const eventId = await recordEvent(trx, {
    userId,
    kind: 'signed_in',
    at,
    sessionId,
    ...getOrigin(context),
    isNewDevice,
    details: { methods: await listMethods(trx, sessionId) },
  })
  if (isNewDevice) await context.jobs.enqueue(trx, newSignInJob, { userId, eventId } satisfies NewSignIn)
}

/** Records that the password or code was correct and two-step verification is pending. */
export async function recordFirstStep(
  trx: Transaction,
  context: SignInContext,
  { userId, sessionId }: SignedIn,
): Promise<void> {
  await recordEvent(trx, {
    userId,
    kind: 'sign_in_started',
    at: context.now(),
    sessionId,
    ...getOrigin(context),
    details: { methods: await listMethods(trx, sessionId) },
  })
}

/**
 * Returns whether the device is known: a browser by its cookie, an app by its user agent and network address, because
 * apps have no cookies.
 */
async function isKnownDevice(
  trx: Transaction,
  context: SignInContext,
  { userId, sessionId }: SignedIn,
): Promise<boolean> {
  if (context.isApp) return isKnownApp(trx, { userId, sessionId })
  const hash = await findDevice(trx, { userId, headers: context.requestHeaders })
  if (hash === undefined) return false
  await trx
    .updateTable('known_devices')
    .set({ last_used_at: context.now() })
    .where('token_hash', '=', hash)
    .execute()
  return true
}

async function isKnownApp(trx: Transaction, { userId, sessionId }: SignedIn): Promise<boolean> {
  const { rows } = await sql`
    select from sessions s join sessions own on own.id = ${sessionId}::uuid
    where s.user_id = ${userId}::uuid and s.id <> own.id and s.ip = own.ip and s.user_agent is not distinct from own.user_agent
      and s.assurance >= own.assurance limit 1`.execute(trx)
  return rows.length > 0
}

async function hasSignedInBefore(trx: Transaction, userId: string): Promise<boolean> {
  const found = await trx
    .selectFrom('security_events')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'signed_in')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

async function listMethods(trx: Transaction, sessionId: string): Promise<string[]> {
  const { rows } = await sql<{ method: string }>`
    select shown->>'method' as method from sessions, jsonb_array_elements(amr) with ordinality as a(shown, n)
    where id = ${sessionId}::uuid order by (shown->>'timestamp')::bigint, n`.execute(trx)
  return rows.map(({ method }) => method)
}
