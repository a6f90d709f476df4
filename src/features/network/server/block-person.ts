import { sql } from 'kysely'
import { settleNotifications } from '~/features/notifications/server/public'
import { isId } from '~/lib/ids'
import { requireCaller } from '~/platform/rpc/context'
import { isRemovedByBlock } from '../rules/relation'
import type { NetworkContext } from './context'
import { canSeePerson, findConnectionBetween, lockPair } from './find-connection'
import { refuse } from './refused-error'

/**
 * Hides two people from each other and deletes their connection. The other person gets no notification, but their
 * open pages reload.
 */
export async function blockPerson(context: NetworkContext, otherId: string): Promise<void> {
  const callerId = requireCaller(context).id
  if (otherId === callerId) throw refuse('OWN_ACCOUNT')
  if (!isId(otherId)) throw refuse('NOT_FOUND')
  const outcome = await context.db.transaction().execute(async (trx) => {
    await lockPair(trx, callerId, otherId)
    const { rows: own } = await sql`
      select 1 from blocks where blocker_id = ${callerId}::uuid and blocked_id = ${otherId}::uuid`.execute(
      trx,
    )
    if (own.length > 0) return 'as_before'
    const { rows: shared } = await sql`
      select 1 where not is_blocked_between(${callerId}::uuid, ${otherId}::uuid) and exists (
        select from bookings b where (b.client_id = ${callerId}::uuid and b.dj_id = ${otherId}::uuid)
          or (b.dj_id = ${callerId}::uuid and b.client_id = ${otherId}::uuid))`.execute(trx)
    if (shared.length === 0 && !(await canSeePerson(trx, callerId, otherId))) throw refuse('NOT_FOUND')
    await trx.insertInto('blocks').values({ blocker_id: callerId, blocked_id: otherId }).execute()
    const row = await findConnectionBetween(trx, callerId, otherId)
    if (!row || !isRemovedByBlock(row)) return 'blocked'
    await trx.deleteFrom('connections').where('id', '=', row.id).execute()
    await settleNotifications(trx, { subjectId: row.id })
    return 'parted'
  })
  if (outcome === 'blocked') context.live.publish([callerId], ['network'])
  if (outcome === 'parted') context.live.publish([callerId, otherId], ['notifications', 'network'])
}

/** Removes a block; a no-op if there is none. Doesn't restore the connection that the block deleted. */
export async function unblockPerson(context: NetworkContext, otherId: string): Promise<void> {
  const callerId = requireCaller(context).id
  if (!isId(otherId)) return
  const { numDeletedRows } = await context.db
    .deleteFrom('blocks')
    .where('blocker_id', '=', callerId)
    .where('blocked_id', '=', otherId)
    .executeTakeFirst()
  if (numDeletedRows > 0n) context.live.publish([callerId], ['network'])
}
