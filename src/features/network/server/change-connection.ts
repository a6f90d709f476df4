import type { Transaction } from '~/database/connect'
import { settleNotifications } from '~/features/notifications/server/public'
import { isId } from '~/lib/ids'
import { requireCaller } from '~/platform/rpc/context'
import {
  type ConnectionChange,
  type ConnectionRow,
  decideChange,
  type RelationStatus,
  toRelationStatus,
} from '../rules/relation'
import type { NetworkContext } from './context'
import { findOwnConnection, lockPair } from './find-connection'
import { refuse } from './refused-error'
import { acceptInTransaction } from './request-connection'

/**
 * Accepts, declines, reopens, withdraws or removes a connection and returns the new relation. Refuses with
 * `NOT_FOUND` if the caller has no connection that allows the change: it was answered differently, withdrawn, or
 * belongs to other people.
 */
export async function changeConnection(
  context: NetworkContext,
  change: ConnectionChange,
  id: string,
): Promise<RelationStatus> {
  const callerId = requireCaller(context).id
  const seen = isId(id) ? await findOwnConnection(context.db, id, callerId) : undefined
  if (!seen) throw refuse('NOT_FOUND')
  const otherId = getOtherId(seen, callerId)
  const { status, hasChanged } = await context.db.transaction().execute(async (trx) => {
    await lockPair(trx, callerId, otherId)
    // Read again under the lock, because the other person may have acted first.
    const row = await findOwnConnection(trx, id, callerId)
    const plan = decideChange(change, row, callerId)
    if (!row || plan === 'gone') throw refuse('NOT_FOUND')
    const people = { me: callerId, other: otherId }
    if (plan === 'done') return { status: toRelationStatus(people, row, context.now()), hasChanged: false }
    return { status: await applyChange(trx, context, change, row, callerId), hasChanged: true }
  })
  if (hasChanged) context.live.publish([callerId, otherId], ['notifications', 'network'])
  return status
}

async function applyChange(
  trx: Transaction,
  context: NetworkContext,
  change: ConnectionChange,
  row: ConnectionRow,
  callerId: string,
): Promise<RelationStatus> {
  if (change === 'accept') return acceptInTransaction(trx, context, { row, callerId })
  if (change === 'reopen') {
    const [reopened] = await trx
      .updateTable('connections')
      .set({ status: 'pending', answered_at: null })
      .where('id', '=', row.id)
      .returning(['id', 'note'])
      .execute()
    return { state: 'incoming', connectionId: row.id, note: reopened?.note ?? null, requestAgainAt: null }
  }
  if (change === 'decline')
    await trx
      .updateTable('connections')
      .set({ status: 'declined', answered_at: context.now() })
      .where('id', '=', row.id)
      .execute()
  else await trx.deleteFrom('connections').where('id', '=', row.id).execute()
  // Sends no notification, because the requester is not told of a decline.
  await settleNotifications(trx, { subjectId: row.id })
  return { state: 'none', connectionId: null, note: null, requestAgainAt: null }
}

function getOtherId(row: ConnectionRow, callerId: string): string {
  return row.userId === callerId ? row.connectedUserId : row.userId
}
