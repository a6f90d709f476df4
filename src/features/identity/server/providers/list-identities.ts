import { z } from 'zod'
import type { IdentityContext } from '../context'
import { findProviders, getProviderLabel } from './list-providers'
import { hasOtherSignInMethod } from './other-sign-in-method'

// Written by identity-rows.ts.
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
  // With several identities, each can be unlinked because another remains. So it is enough to check the first.
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
