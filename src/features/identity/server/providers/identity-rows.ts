import type { Transaction } from '~/database/connect'
import type { ProviderIdentity } from './provider'

/**
 * Returns the account that an identity is linked to, and updates the data from the provider; undefined if it is not
 * linked. Locks the account before the identity, so that two browsers of one person don't deadlock.
 */
export async function findIdentityOwner(
  trx: Transaction,
  { proof, now }: { proof: ProviderIdentity; now: Date },
): Promise<string | undefined> {
  const owner = await findOwnerId(trx, proof)
  if (owner === undefined) return undefined
  await trx.selectFrom('accounts').select('id').where('id', '=', owner).forUpdate().execute()
  // The identity may have been unlinked before the account was locked.
  const row = await trx
    .updateTable('identities')
    .set({ identity_data: JSON.stringify(toIdentityData(proof)), last_signed_in_at: now, updated_at: now })
    .where('provider', '=', proof.provider)
    .where('provider_id', '=', proof.subject)
    .where('user_id', '=', owner)
    .returning('user_id')
    .executeTakeFirst()
  if (row !== undefined) await verifyMatchingEmail(trx, { userId: owner, proof, now })
  return row?.user_id
}

async function findOwnerId(
  trx: Transaction,
  { provider, subject }: ProviderIdentity,
): Promise<string | undefined> {
  const row = await trx
    .selectFrom('identities')
    .select('user_id')
    .where('provider', '=', provider)
    .where('provider_id', '=', subject)
    .executeTakeFirst()
  return row?.user_id
}

/** Links an identity; 'taken' when another account has it, 'own' when this one has. */
export async function addIdentity(
  trx: Transaction,
  { userId, proof, now }: { userId: string; proof: ProviderIdentity; now: Date },
): Promise<'added' | 'own' | 'taken'> {
  const added = await trx
    .insertInto('identities')
    .values({
      user_id: userId,
      provider: proof.provider,
      provider_id: proof.subject,
      identity_data: JSON.stringify(toIdentityData(proof)),
      created_at: now,
      updated_at: now,
      last_signed_in_at: now,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'provider_id']).doNothing())
    .executeTakeFirst()
  if (added.numInsertedOrUpdatedRows === 1n) {
    await verifyMatchingEmail(trx, { userId, proof, now })
    return 'added'
  }
  return (await findOwnerId(trx, proof)) === userId ? 'own' : 'taken'
}

/** Verifies the account’s email if the provider has verified the same one. Does nothing for a suspended account. */
async function verifyMatchingEmail(
  trx: Transaction,
  { userId, proof, now }: { userId: string; proof: ProviderIdentity; now: Date },
): Promise<void> {
  if (proof.email === undefined || !proof.hasVerifiedEmail) return
  await trx
    .updateTable('accounts')
    .set({ email_verified_at: now, updated_at: now })
    .where('id', '=', userId)
    .where('email', '=', proof.email)
    .where('email_verified_at', 'is', null)
    .where((eb) => eb.or([eb('suspended_until', 'is', null), eb('suspended_until', '<=', now)]))
    .execute()
}

/** Returns the identity data in GoTrue's format. */
function toIdentityData({
  subject,
  email,
  hasVerifiedEmail,
  fullName,
  claims,
}: ProviderIdentity): Record<string, unknown> {
  return {
    ...claims,
    sub: subject,
    provider_id: subject,
    email,
    email_verified: hasVerifiedEmail,
    phone_verified: false,
    full_name: fullName,
    name: fullName,
  }
}
