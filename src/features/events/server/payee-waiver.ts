import type { Currency } from '~/lib/currency'
import { sql } from 'kysely'
import { listAdminIds } from '~/database/admins'
import { recordAudit } from '~/database/audit'
import type { Database } from '~/database/connect'
import { notify } from '~/features/notifications/server/public'
import { isId } from '~/lib/ids'
import { requireCaller } from '~/platform/rpc/context'
import type { Context } from './context'
import { listEventManagers } from './dashboard/event-people'
import { refuseNow } from './dashboard/errors'
import { getOwnEvent } from './own-event'
import { findEventPayeeProblem, type PayeeNeeded } from './payee-check'

/**
 * Asks the admins to let an event sell tickets without a payout account. There is one request for an event: a repeated
 * one returns the first. @throws NOT_FOUND, NOT_NOW
 */
export async function requestWaiver(
  context: Pick<Context, 'caller' | 'db' | 'live' | 'now' | 'payees'>,
  id: string,
): Promise<NonNullable<PayeeNeeded['waiver']>> {
  const caller = requireCaller(context)
  const { db, live } = context
  const waiver = await db.transaction().execute(async (trx) => {
    const event = await getOwnEvent(trx, caller, { id, act: 'money', lock: true })
    if ((await findEventPayeeProblem(trx, context, event)) === undefined)
      throw refuseNow('This event doesn’t need a waiver. Reload the page.')
    await trx
      .insertInto('payee_waivers')
      .values({ event_id: id, requested_by: caller.id, requested_at: context.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return trx
      .selectFrom('payee_waivers')
      .select(['requested_at', 'is_granted'])
      .where('event_id', '=', id)
      .executeTakeFirstOrThrow()
  })
  live.publish(await listAdminIds(db), ['administration'])
  return { requestedAt: waiver.requested_at.toISOString(), isDeclined: waiver.is_granted === false }
}

export interface OpenWaiver {
  eventId: string
  eventTitle: string
  /** Null if that account was deleted. */
  organizerName: string | null
  /** The prices above 0; null if the organizer has removed them. */
  minPriceCents: number | null
  currency: Currency
  maxPriceCents: number | null
  tickets: number
  requestedAt: Date
}

/** Lists requests without a decision, the oldest first. */
export async function listOpenWaivers(
  db: Database,
  limit: number,
): Promise<{ count: number; rows: OpenWaiver[] }> {
  const [counted, { rows }] = await Promise.all([
    db
      .selectFrom('payee_waivers')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('decided_at', 'is', null)
      .executeTakeFirstOrThrow(),
    sql<OpenWaiver>`
      select w.event_id as "eventId", e.title as "eventTitle", e.currency, o.display_name as "organizerName", t.*,
        w.requested_at as "requestedAt"
      from (select * from payee_waivers where decided_at is null order by requested_at limit ${sql.lit(limit)}) w
        join events e on e.id = w.event_id left join profiles o on o.id = e.organizer_id
        cross join lateral (
          select min(price_cents) as "minPriceCents", max(price_cents) as "maxPriceCents",
            coalesce(sum(quantity_total), 0)::integer as tickets
          from ticket_types where event_id = w.event_id and price_cents > 0) t
      order by w.requested_at`.execute(db),
  ])
  return { count: counted.count, rows }
}

export interface WaiverDecision {
  eventId: string
  isGranted: boolean
  reason: string
}

/** Decides an open request, and notifies the organizer. Returns false if there is none: another admin was faster. */
export async function decideWaiver(
  context: Pick<Context, 'caller' | 'db' | 'jobs' | 'live' | 'now' | 'requestId'>,
  { eventId, isGranted, reason }: WaiverDecision,
): Promise<boolean> {
  const { db, jobs, live } = context
  const { id: adminId } = requireCaller(context)
  if (!isId(eventId)) return false
  const isDecided = await db.transaction().execute(async (trx) => {
    const waiver = await trx
      .updateTable('payee_waivers')
      .set({ decided_at: context.now(), decided_by: adminId, is_granted: isGranted, reason })
      .where('event_id', '=', eventId)
      .where('decided_at', 'is', null)
      .returning('event_id')
      .executeTakeFirst()
    if (waiver === undefined) return false
    const { title, organizer_id: organizerId } = await trx
      .selectFrom('events')
      .select(['title', 'organizer_id'])
      .where('id', '=', eventId)
      .executeTakeFirstOrThrow()
    await recordAudit(trx, {
      actorId: adminId,
      action: isGranted ? 'events.grant_waiver' : 'events.decline_waiver',
      subject: { type: 'event', id: eventId },
      details: { event: title, person: organizerId, reason },
      requestId: context.requestId,
    })
    if (organizerId !== null)
      await notify(trx, jobs, [
        {
          userId: organizerId,
          kind: isGranted ? 'waiver_granted' : 'waiver_declined',
          // The notification has no actor, because the admin decides for the site: blocking the admin must not hide
          // it.
          actorId: null,
          subjectId: eventId,
          facts: { title, note: reason },
        },
      ])
    return true
  })
  if (isDecided) live.publish(await listEventManagers(db, eventId), ['events', 'notifications'])
  return isDecided
}
