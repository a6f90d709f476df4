import { recordAudit } from '~/database/audit'
import { removeMediaJob } from '~/features/members/server/public'
import { requireCaller } from '~/platform/rpc/context'
import { getOwnEvent } from '../own-event'
import type { DashboardContext } from './change-event'
import { listEventPeople } from './event-people'
import { refuse } from '../refused-error'
import { refuseNow } from './errors'

/**
 * Deletes a draft with all its data, unless it ever had an order or a payment for a booking, since receipts name it. The lock on its row prevents
 * publishing and so orders. @throws NOT_FOUND, NOT_NOW
 */
export async function removeEvent(context: DashboardContext, id: string): Promise<void> {
  const caller = requireCaller(context)
  const people = await context.db.transaction().execute(async (trx) => {
    const event = await getOwnEvent(trx, caller, { id, act: 'team', lock: true })
    const order = await trx
      .selectFrom('orders')
      .select('id')
      .where('event_id', '=', id)
      .limit(1)
      .executeTakeFirst()
    if (event.status !== 'draft' || order) throw refuse('NOT_NOW')
    const payment = await trx
      .selectFrom('payments')
      .select('id')
      .where('event_id', '=', id)
      .limit(1)
      .executeTakeFirst()
    if (payment)
      throw refuseNow('Someone started a payment for a booking of this draft. Keep it for your records.')
    const notified = await listEventPeople(trx, id)
    await recordAudit(trx, {
      actorId: caller.id,
      action: 'events.remove',
      subject: { type: 'event', id },
      details: { event: event.title },
      requestId: context.requestId,
    })
    await trx.deleteFrom('events').where('id', '=', id).execute()
    // A trigger has queued the files of its picture.
    await context.jobs.enqueue(trx, removeMediaJob, {})
    return notified
  })
  context.live.publish(people, ['events'])
}
