import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { notify, settleNotifications } from '~/features/notifications/server/public'
import { isId } from '~/lib/ids'
import { formatShortDate } from '~/lib/time'
import { formatWait } from '~/platform/limits/limits'
import { requireCaller } from '~/platform/rpc/context'
import { isTooManyRequests } from '~/platform/limits/limits'
import { REQUEST_LIMIT, SAME_PERSON_LIMIT } from '../rules/network-limits'
import { type ConnectionRow, decideRequest, type RelationStatus, toRelationStatus } from '../rules/relation'
import type { NetworkContext } from './context'
import { canSeePerson, findConnectionBetween, lockPair } from './find-connection'
import { refuse } from './refused-error'

/**
 * Sends a connection request to a member. If the member has already sent a request, accepts it instead, so that two
 * simultaneous requests become one connection.
 */
export async function requestConnection(
  context: NetworkContext,
  { id: otherId, note }: { id: string; note?: string | undefined },
): Promise<RelationStatus> {
  const callerId = requireCaller(context).id
  if (!isId(otherId)) throw refuse('NOT_FOUND')
  if (callerId === otherId) throw refuse('OWN_ACCOUNT')
  await context.limits.consume('network.request', callerId, REQUEST_LIMIT)
  const { status, hasChanged } = await context.db
    .transaction()
    .execute((trx) => requestInTransaction(trx, context, { callerId, otherId, note: note || null }))
  if (hasChanged) context.live.publish([callerId, otherId], ['notifications', 'network'])
  return status
}

async function requestInTransaction(
  trx: Transaction,
  context: NetworkContext,
  { callerId, otherId, note }: { callerId: string; otherId: string; note: string | null },
): Promise<{ status: RelationStatus; hasChanged: boolean }> {
  await lockPair(trx, callerId, otherId)
  if (!(await canSeePerson(trx, callerId, otherId))) throw refuse('NOT_FOUND')
  const row = await findConnectionBetween(trx, callerId, otherId)
  const status = toRelationStatus({ me: callerId, other: otherId }, row, context.now())
  switch (decideRequest(status)) {
    case 'refuse_self':
      throw refuse('OWN_ACCOUNT')
    case 'refuse_early':
      throw refuseEarlyRequest(status.requestAgainAt ?? context.now())
    case 'no_change':
      return { status, hasChanged: false }
    case 'accept':
      if (!row) throw refuse('NOT_FOUND')
      return { status: await acceptInTransaction(trx, context, { row, callerId }), hasChanged: true }
    case 'ask':
  }
  await limitConnectionRequests(context, callerId, otherId)
  const id = await saveRequest(trx, { callerId, otherId, note, oldId: row?.id })
  await settleNotifications(trx, { subjectId: id })
  await notify(trx, context.jobs, [
    { userId: otherId, kind: 'connection_request', actorId: callerId, subjectId: id, facts: { note } },
  ])
  return { status: { state: 'requested', connectionId: id, note, requestAgainAt: null }, hasChanged: true }
}

function refuseEarlyRequest(requestAgainAt: Date): Error {
  return refuse('DECLINED', {
    message: `They declined. You can send another request from ${formatShortDate(requestAgainAt, 'UTC')}.`,
    data: { requestAgainAt: requestAgainAt.toISOString() },
  })
}

async function limitConnectionRequests(
  { limits }: Pick<NetworkContext, 'limits'>,
  callerId: string,
  otherId: string,
): Promise<void> {
  try {
    await limits.consume('network.request same person', `${callerId} ${otherId}`, SAME_PERSON_LIMIT)
  } catch (error) {
    if (!isTooManyRequests(error)) throw error
    const { data } = error
    const message = `You have sent this person several requests today. Try again in ${formatWait(data.retryAfterSeconds)}.`
    throw refuse('TOO_MANY_REQUESTS', { message, data })
  }
}

/**
 * Stores a request. Reuses the row of an earlier declined request in either direction, because a pair of people has
 * only one row.
 */
async function saveRequest(
  trx: Transaction,
  person: { callerId: string; otherId: string; note: string | null; oldId: string | undefined },
): Promise<string> {
  const { callerId, otherId, note, oldId } = person
  const values = { user_id: callerId, connected_user_id: otherId, note }
  const { id } =
    oldId === undefined
      ? await trx.insertInto('connections').values(values).returning('id').executeTakeFirstOrThrow()
      : await trx
          .updateTable('connections')
          .set({ ...values, status: 'pending', created_at: sql`now()`, answered_at: null })
          .where('id', '=', oldId)
          .returning('id')
          .executeTakeFirstOrThrow()
  return id
}

/** Accepts a pending request for the recipient and notifies the requester. Call it after `lockPair`. */
export async function acceptInTransaction(
  trx: Transaction,
  { jobs, now }: Pick<NetworkContext, 'jobs' | 'now'>,
  { row, callerId }: { row: ConnectionRow; callerId: string },
): Promise<RelationStatus> {
  await trx
    .updateTable('connections')
    .set({ status: 'accepted', answered_at: now() })
    .where('id', '=', row.id)
    .execute()
  await settleNotifications(trx, { subjectId: row.id })
  await notify(trx, jobs, [
    { userId: row.userId, kind: 'connection_accepted', actorId: callerId, subjectId: row.id },
  ])
  return { state: 'connected', connectionId: row.id, note: null, requestAgainAt: null }
}
