import { sql } from 'kysely'
import { recordAudit } from '~/database/audit'
import { requireCaller } from '~/platform/rpc/context'
import type { Context } from '../context'
import { refuse } from '../refused-error'

type RetryContext = Pick<Context, 'caller' | 'db' | 'requestId'>

/**
 * Makes a failing webhook due, so that the next run of its job handles it. The number of attempts isn't reset, so a
 * webhook whose retries have stopped gets one more attempt. Refuses with `ALREADY_RESOLVED` if the webhook isn't
 * failing.
 */
export async function retryEvent(context: RetryContext, id: string): Promise<void> {
  const { id: actorId } = requireCaller(context)
  const { db, requestId } = context
  await db.transaction().execute(async (trx) => {
    const event = await trx
      .updateTable('payment_events')
      .set({ next_attempt_at: sql<Date>`clock_timestamp()` })
      .where('id', '=', id)
      .where('handled_at', 'is', null)
      .where('last_error', 'is not', null)
      .returning('kind')
      .executeTakeFirst()
    if (!event) throw refuse('ALREADY_RESOLVED')
    await recordAudit(trx, {
      actorId,
      action: 'money.retry_event',
      subject: { type: 'payment_event', id },
      details: { kind: event.kind },
      requestId,
    })
  })
}

/** Makes all failing webhooks due, like `retryEvent`. Returns the number of webhooks. */
export async function retryEvents(context: RetryContext): Promise<number> {
  const { id: actorId } = requireCaller(context)
  const { db, requestId } = context
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('payment_events')
      .set({ next_attempt_at: sql<Date>`clock_timestamp()` })
      .where('handled_at', 'is', null)
      .where('last_error', 'is not', null)
      .executeTakeFirstOrThrow()
    const count = Number(numUpdatedRows)
    if (count > 0)
      await recordAudit(trx, {
        actorId,
        action: 'money.retry_events',
        subject: { type: 'payment_events', id: 'failing' },
        details: { count },
        requestId,
      })
    return count
  })
}
