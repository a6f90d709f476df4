import type { Database } from '~/database/connect'
import { splitSecrets } from '~/platform/secrets/derived-key'
import { reencrypt } from '~/platform/secrets/encrypted-text'

/**
 * Re-encrypts the endpoint secrets that are encrypted with the previous SECRET, so that the operator can remove it.
 * Does nothing without a previous SECRET. Includes secrets that a rotation replaced, because they also sign messages
 * for a day. Several processes may run this at the same time.
 */
export async function reencryptWebhookSecrets({
  db,
  secret,
}: {
  db: Database
  secret: string
}): Promise<void> {
  if (splitSecrets(secret).length < 2) return
  const rows = await db
    .selectFrom('webhook_endpoints')
    .select(['id', 'secret_sealed', 'previous_secret_sealed'])
    .execute()
  const reseal = (sealed: Buffer | null) =>
    sealed === null ? undefined : reencrypt(sealed, { secret, purpose: 'webhook secret' })
  for (const row of rows) {
    const [current, previous] = [reseal(row.secret_sealed), reseal(row.previous_secret_sealed)]
    if (current === undefined && previous === undefined) continue
    await db
      .updateTable('webhook_endpoints')
      .set({
        ...(current && { secret_sealed: current }),
        ...(previous && { previous_secret_sealed: previous }),
      })
      .where('id', '=', row.id)
      .where('secret_sealed', '=', row.secret_sealed)
      .execute()
  }
}
