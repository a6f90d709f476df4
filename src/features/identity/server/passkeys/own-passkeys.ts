import type { Database, Transaction } from '~/database/connect'
import { isId } from '~/lib/ids'
import type { IdentityContext } from '../context'
import { changeAssuredAccount, type Holder } from '../sessions/lock-account'
import { notifyOfChange } from '../email-and-sms/notify-of-change'

export interface Passkey {
  id: string
  name: string
  /** ISO 8601. */
  addedAt: string
  lastUsedAt: string | null
  isBackedUp: boolean
}

export function toPasskey(row: {
  id: string
  friendly_name: string
  created_at: Date
  last_used_at: Date | null
  is_backed_up: boolean
}): Passkey {
  return {
    id: row.id,
    name: row.friendly_name,
    addedAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    isBackedUp: row.is_backed_up,
  }
}

const SHOWN = ['id', 'friendly_name', 'created_at', 'last_used_at', 'is_backed_up'] as const

/** Returns the passkeys of an account, oldest first. */
export async function listPasskeys(db: Database, userId: string): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(SHOWN)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toPasskey)
}

type PasskeyError = 'not_found' | 'unassured' | 'ended'

export async function renamePasskey(
  context: IdentityContext,
  holder: Holder,
  { passkeyId, name }: { passkeyId: string; name: string },
): Promise<Passkey | PasskeyError> {
  const outcome = await changeAssuredAccount(context, holder, async (trx, held) => {
    if (!isId(passkeyId)) return 'not_found'
    const row = await trx
      .updateTable('passkeys')
      .set({ friendly_name: name })
      .where('id', '=', passkeyId)
      .where('user_id', '=', held.userId)
      .returning(SHOWN)
      .executeTakeFirst()
    return row === undefined ? 'not_found' : toPasskey(row)
  })
  if (typeof outcome !== 'string') context.live.publish([holder.userId], ['identity'])
  return outcome
}

/** Removes a passkey. Sessions that it started stay; the person is notified. */
export async function removePasskey(
  context: IdentityContext,
  holder: Holder,
  passkeyId: string,
): Promise<'removed' | PasskeyError> {
  const outcome = await changeAssuredAccount(context, holder, async (trx, { userId }) =>
    (await deletePasskey(trx, context, { userId, passkeyId })) ? 'removed' : 'not_found',
  )
  if (outcome === 'removed') context.live.publish([holder.userId], ['identity'])
  return outcome
}

/** Like removePasskey, for a caller that holds the account's row lock. Returns false when there is no such passkey. */
export async function deletePasskey(
  trx: Transaction,
  context: IdentityContext,
  { userId, passkeyId }: { userId: string; passkeyId: string },
): Promise<boolean> {
  if (!isId(passkeyId)) return false
  const { numDeletedRows } = await trx
    .deleteFrom('passkeys')
    .where('id', '=', passkeyId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return false
  await notifyOfChange(trx, context, { userId, kind: 'passkey_removed' })
  return true
}
