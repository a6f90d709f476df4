import { type RawBuilder, sql } from 'kysely'
import { getEventEndSql } from '~/features/events/server/public'

/** This many hours after the end of an event, its last payments and their fees are confirmed. */
const READY_AFTER_HOURS = 6

/**
 * Selects the time from which the sides of an event of the table `events` can accept its settlement. A cancelled
 * event whose tickets are all refunded ends with its cancellation.
 */
export const selectReadyAt = (events: string): RawBuilder<Date> => sql`
  case when ${sql.ref(`${events}.event_status`)} = 'cancelled' and not exists (
    select from orders o where o.event_id = ${sql.ref(`${events}.id`)} and o.status = 'confirmed' and o.total_cents > 0
  ) then least(${sql.ref(`${events}.status_changed_at`)}, ${getEventEndSql(events)}) else ${getEventEndSql(events)} end
    + ${sql.lit(READY_AFTER_HOURS)} * interval '1 hour'`

/**
 * Whether orders can still be paid, or a sale isn't posted yet. A postponed event, or a draft without money, counts
 * as selling, because it may sell later.
 */
export const selectIsSelling = (events: string): RawBuilder<boolean> => sql`(
  ${sql.ref(`${events}.event_status`)} = 'postponed'
  or (${sql.ref(`${events}.event_status`)} = 'draft'
    and not exists (select from ledger_days d where d.event_id = ${sql.ref(`${events}.id`)}))
  or exists (select from orders o where o.event_id = ${sql.ref(`${events}.id`)} and o.status = 'reserved')
  or exists (select from orders o join order_outbox n on n.order_id = o.id
    where o.event_id = ${sql.ref(`${events}.id`)} and n.kind = 'confirmed'))`

/**
 * Whether figures can be questioned: when the settlement is ready. During a long event, questions are possible
 * earlier: after a set whose guaranteed fee would be released before the event is over.
 */
export const isQuestionable = (
  found: {
    readyAt: Date
    isSelling: boolean
    bookings: readonly { deal: { isFeeGuaranteed: boolean }; endsAt: Date; cancelledCents: number | null }[]
  },
  now: Date,
): boolean =>
  isReady(found, now) ||
  found.bookings.some(
    ({ deal, endsAt, cancelledCents }) => deal.isFeeGuaranteed && cancelledCents === null && endsAt <= now,
  )

export const isReady = ({ readyAt, isSelling }: { readyAt: Date; isSelling: boolean }, now: Date): boolean =>
  !isSelling && readyAt <= now
