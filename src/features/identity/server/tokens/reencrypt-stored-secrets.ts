import type { Database } from '~/database/connect'
import { splitSecrets } from '~/platform/secrets/derived-key'
import { reencrypt } from '~/platform/secrets/encrypted-text'

/**
 * Re-encrypts signing keys and authenticator secrets that the previous SECRET encrypted, so that it can be removed.
 * Does nothing without a previous one. Each update applies only if the bytes are unchanged, so processes may start
 * concurrently.
 */
export async function reencryptStoredSecrets({
  db,
  secret,
}: {
  db: Database
  secret: string
}): Promise<void> {
  if (splitSecrets(secret).length < 2) return
  for (const { id, private_sealed: old } of await db
    .selectFrom('signing_keys')
    .select(['id', 'private_sealed'])
    .execute()) {
    const private_sealed = reencrypt(old, { secret, purpose: 'signing key' })
    if (private_sealed)
      await db
        .updateTable('signing_keys')
        .set({ private_sealed })
        .where('id', '=', id)
        .where('private_sealed', '=', old)
        .execute()
  }
  for (const { id, secret_sealed: old } of await db
    .selectFrom('auth_factors')
    .select(['id', 'secret_sealed'])
    .where('secret_sealed', 'is not', null)
    .$narrowType<{ secret_sealed: Buffer }>()
    .execute()) {
    const secret_sealed = reencrypt(old, { secret, purpose: 'authenticator' })
    if (secret_sealed)
      await db
        .updateTable('auth_factors')
        .set({ secret_sealed })
        .where('id', '=', id)
        .where('secret_sealed', '=', old)
        .execute()
  }
}
