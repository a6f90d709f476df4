import { sql } from 'kysely'
import type { z } from 'zod'
import { createTimePageClauses } from '~/database/time-page-clauses'
import { findOwnEvent } from '~/features/events/server/public'
import { readTimePage } from '~/lib/list-page'
import { requireCaller } from '~/platform/rpc/context'
import type { dashboardRefund, eventRefunds } from '../../contract-refunds'
import type { Context } from '../context'
import { eventColumn, eventJoins } from '../event-columns'
import { refuse } from '../refused-error'
import { refundState } from './refund-columns'

type Refund = z.input<typeof dashboardRefund>
type EventRefunds = z.input<typeof eventRefunds>

const PER_PAGE = 50

/** Lists the refunds of an event's tickets, newest first, with their sums, for the person who manages its money. */
export async function listEventRefunds(
  context: Pick<Context, 'caller' | 'db'>,
  { eventId, after }: { eventId: string; after?: string | undefined },
): Promise<EventRefunds> {
  const { db } = context
  const own = await findOwnEvent(db, requireCaller(context), { id: eventId, act: 'money' })
  if (!own) throw refuse('NOT_FOUND')
  // Payments that brought no tickets are between the buyer and the site. A lost dispute is no refund by the organizer.
  const condition = sql`o.event_id = ${own.id} and p.status = 'approved' and r.reason <> 'dispute_lost'`
  const from = sql`refunds r join payments p on p.id = r.payment_id join orders o on o.id = p.order_id`
  const { rows } = await sql<Pick<EventRefunds, 'event' | 'sums'>>`
    select ${eventColumn}, (select json_build_object('count', count(*), 'approvedCents', coalesce(sum(r.amount_cents), 0),
        'sentCents', coalesce(sum(r.amount_cents) filter (where r.status = 'done'), 0),
        'waiting', count(*) filter (where ${refundState} = 'waiting'),
        'waitingCents', coalesce(sum(r.amount_cents) filter (where ${refundState} = 'waiting'), 0))
      from ${from} where ${condition}) as sums
    from events e ${eventJoins} where e.id = ${own.id}`.execute(db)
  const [head] = rows
  if (!head) throw refuse('NOT_FOUND')
  const { shown, nextCursor } = await readTimePage({ after }, PER_PAGE, async (start, most) => {
    const walk = createTimePageClauses('r', start, [condition])
    const page = await sql<Refund & { micros: number }>`
      select r.id, o.order_number as "orderNumber", o.buyer_name as "buyerName", r.amount_cents as "amountCents",
        ${refundState} as state, r.rejection, r.other_payment as "otherPayment", r.created_at as "approvedAt", r.paid_at as "paidAt",
        case when r.status = 'requested' then null else r.sent_at end as "sentAt", ${walk.micros} as micros,
        coalesce((select json_agg(json_build_object('name', x.name, 'quantity', x.seats) order by x.sort_order, x.id)
          from (select t.id, t.name, t.sort_order, count(*) as seats from tickets k
              join ticket_types t on t.id = k.ticket_type_id where k.refund_id = r.id group by t.id) x), '[]') as tickets
      from ${from} where ${walk.where} order by ${walk.order} limit ${most}`.execute(db)
    return page.rows
  })
  return { ...head, refunds: shown, nextCursor }
}
