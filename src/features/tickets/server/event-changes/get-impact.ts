import { sql } from 'kysely'
import type { z } from 'zod'
import { getOwnEvent, selectNotifyAt } from '~/features/events/server/public'
import { requireCaller } from '~/platform/rpc/context'
import type { eventImpact } from '../../contract-event-changes'
import { NOTIFICATIONS_PER_DAY } from '../../rules/notify-limit'
import type { Context } from '../context'
import { refuse } from '../refused-error'
import { isEventOver } from './lock-event'

type EventImpact = z.input<typeof eventImpact>
type Row = Omit<EventImpact, 'isOver' | 'bookings'> & { startsAt: Date; endsAt: Date | null }

/** Returns the numbers of orders, tickets and bookings that cancelling or moving the event affects. */
export async function getImpact(
  context: Pick<Context, 'caller' | 'db' | 'eventBookings' | 'now'>,
  { eventId }: { eventId: string },
): Promise<EventImpact> {
  const caller = requireCaller(context)
  const own = await getOwnEvent(context.db, caller, { id: eventId, act: 'money' })
  const { rows } = await sql<Row>`
    with lines as (
      select i.order_id, i.quantity, i.quantity_refunded, i.refunded_cents, i.amount_cents as money,
        (select count(*) from tickets k where k.order_id = i.order_id and k.ticket_type_id = i.ticket_type_id
          and k.status = 'valid') as going
      from order_items i join orders o on o.id = i.order_id where o.event_id = ${own.id} and o.status = 'confirmed'
    ), parts as (
      -- Same rule as refund_tickets; check-ins are undone by then.
      select order_id, sum(going) as going, sum(refunded_cents)::bigint as before,
        sum(prorate(money, quantity_refunded + going, quantity))::bigint as after
      from lines group by order_id
    ), money as (
      select p.going, p.after - p.before
        + refunded_fee(o.fee_cents, p.after, o.subtotal_cents + o.added_tax_cents)
        - refunded_fee(o.fee_cents, p.before, o.subtotal_cents + o.added_tax_cents) as cents
      from parts p join orders o on o.id = p.order_id where p.going > 0
    )
    select e.title, e.event_status as status, e.version, e.timezone, e.currency, e.event_date as "startsAt", e.doors_at as "doorsAt",
      e.ends_at as "endsAt", e.is_date_open as "isDateOpen", is_paid_out(e.id) as "isPaidOut",
      (select count(*) from money) as orders, (select coalesce(sum(going), 0)::bigint from money) as tickets,
      (select coalesce(sum(cents), 0)::bigint from money) as cents,
      (select count(*) from orders o where o.event_id = e.id and o.status = 'reserved') as holds,
      (select coalesce(sum(t.waiting), 0)::bigint from ticket_types t where t.event_id = e.id) as waiting,
      ${selectNotifyAt(NOTIFICATIONS_PER_DAY)} as "notifyAt"
    from events e where e.id = ${own.id}`.execute(context.db)
  const [row] = rows
  if (!row) throw refuse('NOT_FOUND')
  const bookings = await context.eventBookings.list(context.db, {
    eventId: own.id,
    clientId: caller.id,
    now: context.now(),
  })
  return { ...row, isOver: isEventOver(row, context.now()), bookings }
}
