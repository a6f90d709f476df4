import { ORPCError } from '@orpc/client'
import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { requireCaller } from '~/platform/rpc/context'
import { REAUTHENTICATION_REQUIRED } from '../../rules/account-sentences'
import type { IdentityContext } from '../context'
import { checkPassword } from '../passwords/confirm-password'
import type { OwnSession } from './lock-account'
import { redeemNonce } from './nonce'
import { type AmrMethod, addToAmr } from './sessions'

/**
 * How long a session can change sign-in methods after a sign-in or reauthentication. Then the person reauthenticates.
 */
export const REAUTHENTICATION_MS = 15 * 60 * 1000

/** Methods that a stranger who uses the signed-in browser does not have. */
const OWN: readonly AmrMethod[] = [
  'password',
  'passkey',
  'totp',
  'mfa/phone',
  'mfa/webauthn',
  'mfa/recovery_code',
]

/**
 * Checks reauthentication before a sign-in method is added, removed or changed, so that a stranger at a signed-in
 * browser can't take over the account. The methods that started this session, and those used in it since, count. An
 * account with a second factor needs a factor, the password or a passkey: a mailbox or provider may be open in the same
 * browser, and a trusted browser does not verify the person.
 * @throws REAUTHENTICATION_REQUIRED
 */
export async function requireReauthentication(
  context: Pick<IdentityContext, 'db' | 'caller' | 'now'>,
): Promise<void> {
  if (
    await isReauthenticated(context.db, { sessionId: requireCaller(context).sessionId, now: context.now() })
  )
    return
  throw new ORPCError('REAUTHENTICATION_REQUIRED', { status: 403, message: REAUTHENTICATION_REQUIRED })
}

/** Like requireReauthentication, but returns whether the check succeeded. */
export async function isReauthenticated(
  db: Pick<Transaction, 'selectFrom'>,
  { sessionId, now }: { sessionId: string; now: Date },
): Promise<boolean> {
  const since = Math.floor((now.getTime() - REAUTHENTICATION_MS) / 1000)
  const fresh = await db
    .selectFrom('sessions as s')
    .innerJoin('accounts as a', 'a.id', 's.user_id')
    .select('s.id')
    .where('s.id', '=', sessionId)
    .where(
      sql<boolean>`exists (select from jsonb_array_elements(s.amr) shown
        where (shown->>'timestamp')::bigint > ${since} and case when a.has_second_factor
          then shown->>'method' = any (${OWN}::text[]) else shown->>'method' <> 'trusted_browser' end)`,
    )
    .executeTakeFirst()
  return fresh !== undefined
}

/**
 * Checks reauthentication before a code alone sets the first password or deletes the account. With a second factor,
 * access to a mailbox in the same browser must not be enough.
 * @throws REAUTHENTICATION_REQUIRED
 */
export async function requireFactorForCode(
  context: Pick<IdentityContext, 'db' | 'caller' | 'now'>,
): Promise<void> {
  if (await hasSecondFactor(context.db, requireCaller(context).id)) await requireReauthentication(context)
}

export async function hasSecondFactor(db: Pick<Transaction, 'selectFrom'>, userId: string): Promise<boolean> {
  const account = await db
    .selectFrom('accounts')
    .select('has_second_factor')
    .where('id', '=', userId)
    .executeTakeFirst()
  return account?.has_second_factor === true
}

/** Records that this method was used in the session just now. */
async function recordReauthentication(
  db: Pick<Transaction, 'updateTable'>,
  { sessionId, method, now }: { sessionId: string; method: AmrMethod; now: Date },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ amr: addToAmr(method, now) })
    .where('id', '=', sessionId)
    .execute()
}

/**
 * Checks the password or the code of `sendNonce`, and records it in the session: changes need no other check for 15
 * minutes. A code is not enough for an account with a second factor.
 * @throws TOO_MANY_REQUESTS
 */
export async function reauthenticate(
  context: Pick<IdentityContext, 'db' | 'ip' | 'limits' | 'now' | 'requestHeaders' | 'secret'>,
  { userId, sessionId }: OwnSession,
  given: { password: string } | { code: string },
): Promise<'given' | 'wrong' | 'factor_needed' | 'busy'> {
  const now = context.now()
  if ('code' in given) {
    if (await hasSecondFactor(context.db, userId)) return 'factor_needed'
    if (!(await redeemNonce(context, { userId, nonce: given.code }))) return 'wrong'
    await recordReauthentication(context.db, { sessionId, method: 'otp', now })
    return 'given'
  }
  const outcome = await checkPassword(context, { userId, password: given.password })
  if (outcome !== 'confirmed') return outcome
  await recordReauthentication(context.db, { sessionId, method: 'password', now })
  return 'given'
}
