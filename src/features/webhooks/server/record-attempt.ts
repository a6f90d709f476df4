import type { Transaction } from '~/database/connect'
import { notify } from '~/features/notifications/server/public'
import { type AttemptResult, findDisabledReason, getNextAttempt } from '../rules/delivery-attempt'
import type { ClaimedDelivery } from './claim-deliveries'
import type { SendServices } from './context'

interface Attempt {
  delivery: Pick<ClaimedDelivery, 'id' | 'endpointId' | 'attempts' | 'url'>
  result: AttemptResult
  now: Date
  /** A random number from 0 to 1, which varies the delay before the next attempt. */
  random: number
}

/**
 * Stores the result of an attempt: that it was delivered, or the time of the next attempt. Turns the endpoint off and
 * notifies its owner if it is gone or has failed for too long. Does nothing if another process has claimed the
 * message since the lease ended.
 */
export async function recordAttempt(
  { db, jobs, live }: Pick<SendServices, 'db' | 'jobs' | 'live'>,
  { delivery, result, now, random }: Attempt,
): Promise<void> {
  const isDelivered = result.problem === null
  const next = isDelivered ? undefined : getNextAttempt(delivery.attempts, now, random)
  const ownerId = await db.transaction().execute(async (trx) => {
    // Locks the endpoint before its messages, in the same order as turning it off or removing it.
    const endpoint = await trx
      .selectFrom('webhook_endpoints')
      .select('failing_since')
      .where('id', '=', delivery.endpointId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (endpoint === undefined) return undefined
    const stored = await trx
      .updateTable('webhook_deliveries')
      .set({
        last_status: result.status,
        last_problem: result.problem,
        next_attempt_at: next ?? null,
        delivered_at: isDelivered ? now : null,
        failed_at: isDelivered || next !== undefined ? null : now,
      })
      .where('id', '=', delivery.id)
      .where('attempts', '=', delivery.attempts)
      .where('next_attempt_at', 'is not', null)
      .returning('id')
      .executeTakeFirst()
    if (stored === undefined) return undefined
    const failingSince = isDelivered ? null : (endpoint.failing_since ?? now)
    if (failingSince?.getTime() !== endpoint.failing_since?.getTime())
      await trx
        .updateTable('webhook_endpoints')
        .set({ failing_since: failingSince })
        .where('id', '=', delivery.endpointId)
        .execute()
    const reason = failingSince ? findDisabledReason(result, { failingSince, now }) : undefined
    return reason && disableAndNotify(trx, jobs, { delivery, reason, now })
  })
  if (ownerId !== undefined) live.publish([ownerId], ['notifications', 'webhooks'])
}

/** Turns an endpoint off and notifies its owner. Returns the owner's id; undefined if the endpoint is already off. */
async function disableAndNotify(
  trx: Transaction,
  jobs: SendServices['jobs'],
  { delivery, reason, now }: Pick<Attempt, 'delivery' | 'now'> & { reason: 'gone' | 'failing' },
): Promise<string | undefined> {
  const { endpointId: id, url } = delivery
  const userId = await disableEndpoint(trx, { id, reason, now })
  if (userId === undefined) return undefined
  const facts = { title: new URL(url).host }
  await notify(trx, jobs, [{ userId, kind: 'webhook_disabled', actorId: null, subjectId: id, facts }])
  return userId
}

/**
 * Turns an endpoint off and cancels its waiting messages. Returns the owner's id; undefined if the endpoint is
 * already off.
 */
export async function disableEndpoint(
  trx: Transaction,
  { id, reason, now }: { id: string; reason: 'owner' | 'gone' | 'failing'; now: Date },
): Promise<string | undefined> {
  const row = await trx
    .updateTable('webhook_endpoints')
    .set({ disabled_at: now, disabled_reason: reason })
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  if (row === undefined) return undefined
  await trx
    .updateTable('webhook_deliveries')
    .set({ next_attempt_at: null, failed_at: now, last_problem: 'disabled' })
    .where('endpoint_id', '=', id)
    .where('next_attempt_at', 'is not', null)
    .execute()
  return row.user_id
}
