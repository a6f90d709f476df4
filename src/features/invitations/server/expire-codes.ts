import { recordAudits } from '~/database/audit'
import type { Database } from '~/database/connect'
import type { InvitationsServices } from './context'
import { refreshInvitationScreens } from './refresh-screens'

const BATCH = 500

/**
 * Sets due codes to `expired` in batches, each with its audit entries in one transaction. Skips codes that are being
 * used or revoked; parallel processes share the work. Returns the number of expired codes.
 */
export async function expireCodes(
  services: Pick<InvitationsServices, 'db' | 'live' | 'invitationTallies'>,
  now: Date,
): Promise<number> {
  let count = 0
  const creators = new Set<string | null>()
  for (;;) {
    const expired = await expireBatch(services.db, now)
    count += expired.length
    for (const { created_by } of expired) creators.add(created_by)
    if (expired.length < BATCH) break
  }
  if (count > 0) await refreshInvitationScreens(services, [...creators])
  return count
}

function expireBatch(db: Database, now: Date) {
  return db.transaction().execute(async (trx) => {
    const expired = await trx
      .updateTable('invitations')
      .set({ status: 'expired' })
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('invitations')
          .select('id')
          .where('status', '=', 'pending')
          .where('expires_at', '<=', now)
          .orderBy('expires_at')
          .limit(BATCH)
          .forUpdate()
          .skipLocked(),
      )
      .returning(['id', 'code', 'created_by'])
      .execute()
    await recordAudits(
      trx,
      expired.map(({ id, code }) => ({
        actorId: null,
        action: 'invitations.expire',
        subject: { type: 'invitation', id },
        details: { code, from: 'pending', to: 'expired' },
      })),
    )
    return expired
  })
}
