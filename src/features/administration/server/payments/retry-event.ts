import { sql } from 'kysely'
import { recordAudit } from '~/database/audit'
import { signedIn } from '~/platform/rpc/context'
import type { Context } from '../context'
import { refuse } from '../refuse'

type RetryContext = Pick<Context, 'caller' | 'db' | 'requestId'>

/**
 * Lets a failing webhook be handled by the next run of its job. Its attempts stay, so a webhook that was given up gets
 * one more. Refuses with `ALREADY_RESOLVED` if it is not failing.
 */
export async function retryEvent(context: RetryContext, id: string): Promise<void> {
  const { id: actorId } = signedIn(context)
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

/** Lets all failing webhooks be handled by the next run of their job, like `retryEvent`. Returns how many. */
export async function retryEvents(context: RetryContext): Promise<number> {
  const { id: actorId } = signedIn(context)
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
