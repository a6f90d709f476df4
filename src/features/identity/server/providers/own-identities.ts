import { z } from 'zod'
import { sql } from 'kysely'
import { isId } from '~/lib/ids'
import type { Transaction } from '~/database/connect'
import type { IdentityContext } from '../context'
import { findProviders, getProviderLabel, formatLinkedIdentity } from './list-providers'
import { lockAssuredAccount, type OwnSession } from '../sessions/lock-account'
import { notifyOfChange } from '../email-and-sms/notify-of-change'

// The data of a linked identity, as identity-rows.ts stores it.
const data = z.looseObject({
  email: z.string().optional(),
  user_name: z.string().optional(),
  full_name: z.string().optional(),
})

/** Lists the linked identities, oldest first, and the providers that could be linked. */
export async function listIdentities(
  { db, config, sms }: Pick<IdentityContext, 'db' | 'config' | 'sms'>,
  userId: string,
) {
  const rows = await db
    .selectFrom('identities')
    .select(['id', 'provider', 'identity_data', 'created_at', 'last_signed_in_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  // With several identities, each can be unlinked because another remains. So only the first identity has to be
  // checked.
  const [first] = rows
  const canUnlink =
    first !== undefined && (await hasOtherSignInMethod(db, { userId, hasSms: sms.isOn, without: first.id }))
  const linked = new Set(rows.map(({ provider }) => provider))
  return {
    identities: rows.map((row) => {
      const { email, user_name: userName, full_name: fullName } = data.parse(row.identity_data)
      return {
        id: row.id,
        provider: row.provider,
        label: getProviderLabel(config.auth, row.provider),
        account: email ?? userName ?? fullName ?? null,
        createdAt: row.created_at.toISOString(),
        lastSignedInAt: row.last_signed_in_at?.toISOString() ?? null,
        canUnlink,
      }
    }),
    linkable: findProviders(config.auth).filter(({ name }) => !linked.has(name)),
  }
}

/** Unlinks an identity unless it is the last sign-in method. Sessions that it started stay. */
export async function unlinkIdentity(
  context: IdentityContext,
  { userId, sessionId, id }: OwnSession & { id: string },
): Promise<'unlinked' | 'unknown' | 'last' | 'ended'> {
  if (!isId(id)) return 'unknown'
  const outcome = await context.db.transaction().execute(async (trx) => {
    // Concurrent calls wait for this row lock, so that one sign-in method remains.
    if ((await lockAssuredAccount(trx, { userId, sessionId }, context.now())) === undefined) return 'ended'
    const identity = await trx
      .selectFrom('identities')
      .select(['provider', sql<string | null>`identity_data ->> 'email'`.as('email')])
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    if (identity === undefined) return 'unknown'
    if (!(await hasOtherSignInMethod(trx, { userId, hasSms: context.sms.isOn, without: id }))) return 'last'
    await trx.deleteFrom('identities').where('id', '=', id).execute()
    const { provider, email } = identity
    const elsewhere = formatLinkedIdentity(context.config.auth, { provider, email: email ?? undefined })
    await notifyOfChange(trx, context, { userId, kind: 'identity_unlinked', elsewhere })
    return 'unlinked' as const
  })
  if (outcome === 'unlinked') context.live.publish([userId], ['identity'])
  return outcome
}

/**
 * Returns whether an account has a sign-in method besides this identity: a password, a verified email, a verified phone
 * if text messages are configured, a passkey or another identity.
 */
export async function hasOtherSignInMethod(
  db: Pick<Transaction, 'selectFrom'>,
  { userId, hasSms, without }: { userId: string; hasSms: boolean; without: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('accounts as a')
    .select((eb) => [
      sql<boolean>`a.password_hash is not null or a.email_verified_at is not null
        or (${hasSms}::boolean and a.phone_verified_at is not null)`.as('byItself'),
      eb
        .exists(eb.selectFrom('passkeys as k').select('k.id').whereRef('k.user_id', '=', 'a.id'))
        .as('byPasskey'),
      eb
        .exists(
          eb
            .selectFrom('identities as i')
            .select('i.id')
            .whereRef('i.user_id', '=', 'a.id')
            .where('i.id', '!=', without),
        )
        .as('byIdentity'),
    ])
    .where('a.id', '=', userId)
    .executeTakeFirst()
  return row !== undefined && (row.byItself || Boolean(row.byPasskey) || Boolean(row.byIdentity))
}
