import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { notify, settleNotifications } from '~/features/notifications/server/public'
import { requireCaller } from '~/platform/rpc/context'
import type { Context } from '../context'
import { getEventEndSql } from '../event-end'

/**
 * Limits requests by one caller: each may send a notification and an email with an event title of the caller's
 * choice.
 */
const BY_CALLER = { points: 60, seconds: 3600 }
const SAME_PERSON = { points: 10, seconds: 86_400 }

/** Notifies members who are newly requested for a line-up. @throws TOO_MANY_REQUESTS */
export async function sendLineUpRequests(
  trx: Transaction,
  context: Pick<Context, 'caller' | 'jobs' | 'limits'>,
  { eventId, title, requestedIds }: { eventId: string; title: string; requestedIds: readonly string[] },
): Promise<void> {
  const { id: byId } = requireCaller(context)
  for (const userId of requestedIds) {
    await context.limits.consume('line-up requests', byId, BY_CALLER)
    await context.limits.consume('line-up requests same person', `${byId} ${userId}`, SAME_PERSON)
  }
  await notify(
    trx,
    context.jobs,
    requestedIds.map((userId) => ({
      userId,
      kind: 'line_up_request' as const,
      actorId: byId,
      subjectId: eventId,
      facts: { title },
    })),
  )
}

/** Withdraws the requests to members who are no longer on the line-up, by settling their notifications. */
export async function withdrawRequests(
  trx: Transaction,
  eventId: string,
  requestedIds: readonly string[],
): Promise<void> {
  for (const userId of requestedIds)
    await settleNotifications(trx, { subjectId: eventId, userId, kinds: ['line_up_request'] })
}

export interface AgreedBooking {
  id: string
  startsAt: Date
  endsAt: Date
}

/**
 * Finds the organizer's confirmed booking around the event for each of these DJs, by DJ id. A DJ with such a booking
 * needs no request for the line-up. Skips bookings that are already on a line-up.
 */
export async function findAgreedBookings(
  trx: Transaction,
  eventId: string,
  djIds: readonly string[],
): Promise<ReadonlyMap<string, AgreedBooking>> {
  if (djIds.length === 0) return new Map()
  // Waits for concurrent answers, such as a cancellation.
  await sql`
    select from bookings b join events e on e.organizer_id = b.client_id
    where e.id = ${eventId}::uuid and b.dj_id = any (${djIds}::uuid[]) and b.status = 'confirmed'
    order by b.id for no key update of b`.execute(trx)
  const { rows } = await sql<AgreedBooking & { dj_id: string }>`
    select distinct on (b.dj_id) b.dj_id, b.id, b.event_date as "startsAt", b.ends_at as "endsAt"
    from events e join bookings b on b.client_id = e.organizer_id
    where e.id = ${eventId}::uuid and b.dj_id = any (${djIds}::uuid[]) and b.status = 'confirmed'
      and b.currency = e.currency and b.event_date > e.event_date - interval '12 hours' and b.event_date < ${getEventEndSql('e')} + interval '12 hours'
      and not exists (select from line_up_slots s where s.booking_id = b.id)
    order by b.dj_id, b.event_date`.execute(trx)
  return new Map(rows.map(({ dj_id, ...booking }) => [dj_id, booking]))
}
