import { ORPCError } from '@orpc/client'
import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { signedIn } from '~/platform/rpc/context'
import { PROOF_NEEDED } from '../../rules/account-sentences'
import type { IdentityContext } from '../context'
import { type AmrMethod, amrWith } from '../sessions/sessions'

/** For so long whoever showed who they are is taken to sit at their browser still. */
export const FRESH_MS = 15 * 60 * 1000

/** What nobody has for sitting at an open browser, whatever else stands open in it. */
const OWN: readonly AmrMethod[] = [
  'password',
  'passkey',
  'totp',
  'mfa/phone',
  'mfa/webauthn',
  'mfa/recovery_code',
]

/**
 * Before a way into the account is added, taken away or led elsewhere: whoever finds a browser open must not keep the account. How this
 * session was opened counts, and what was shown in it since. Of whoever has a second factor that is the factor, the password or a passkey:
 * a mailbox, or what a provider or company is signed in to, may stand open beside the page, and that a browser is trusted shows nobody.
 * @throws PROOF_NEEDED
 */
export async function needFreshProof(context: Pick<IdentityContext, 'db' | 'caller' | 'now'>): Promise<void> {
  if (await hasFreshProof(context.db, { sessionId: signedIn(context).sessionId, now: context.now() })) return
  throw new ORPCError('PROOF_NEEDED', { status: 403, message: PROOF_NEEDED })
}

/** The same for what is no call. */
export async function hasFreshProof(
  db: Pick<Transaction, 'selectFrom'>,
  { sessionId, now }: { sessionId: string; now: Date },
): Promise<boolean> {
  const since = Math.floor((now.getTime() - FRESH_MS) / 1000)
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
 * Before a code alone sets the first password, which is proof of everything from then on, or deletes the account: whoever has a second
 * factor has shown more than a mailbox that may stand open as well. @throws PROOF_NEEDED
 */
export async function needMoreThanCode(
  context: Pick<IdentityContext, 'db' | 'caller' | 'now'>,
): Promise<void> {
  if (await hasSecondFactor(context.db, signedIn(context).id)) await needFreshProof(context)
}

export async function hasSecondFactor(db: Pick<Transaction, 'selectFrom'>, userId: string): Promise<boolean> {
  const account = await db
    .selectFrom('accounts')
    .select('has_second_factor')
    .where('id', '=', userId)
    .executeTakeFirst()
  return account?.has_second_factor === true
}

/** It was shown just now, in this session. */
export async function noteProof(
  db: Pick<Transaction, 'updateTable'>,
  { sessionId, method, now }: { sessionId: string; method: AmrMethod; now: Date },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ amr: amrWith(method, now) })
    .where('id', '=', sessionId)
    .execute()
}
