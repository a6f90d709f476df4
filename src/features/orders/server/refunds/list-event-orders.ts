import { sql } from 'kysely'
import type { z } from 'zod'
import { createTimePageClauses } from '~/database/time-page-clauses'
import { findOwnEvent } from '~/features/events/server/public'
import { readTimePage } from '~/lib/list-page'
import { toLikePattern } from '~/lib/search-words'
import { requireCaller } from '~/platform/rpc/context'
import type { dashboardOrder } from '../../contract-refunds'
import type { Context } from '../context'
import { refuse } from '../refused-error'
import { sumRefundedCents } from './refunded-cents'

type Order = z.input<typeof dashboardOrder>

const PER_PAGE = 50

/** Lists the confirmed and refunded orders of an event whose money the caller may manage, newest first, with tickets. */
export async function listEventOrders(
  context: Pick<Context, 'caller' | 'db'>,
  { eventId, q = '', after }: { eventId: string; q?: string | undefined; after?: string | undefined },
): Promise<{ orders: Order[]; nextCursor: string | null }> {
  const { db } = context
  const own = await findOwnEvent(db, requireCaller(context), { id: eventId, act: 'money' })
  if (!own) throw refuse('NOT_FOUND')
  const text = q.trim().toLowerCase()
  const conditions = [
    // Leaves out orders whose late payment was refunded: they never had tickets, so they were never confirmed.
    sql`o.event_id = ${own.id} and o.status in ('confirmed', 'refunded') and o.confirmed_at is not null`,
    ...(text === ''
      ? []
      : [
          sql`lower(o.buyer_name || ' ' || o.buyer_email || ' ' || o.order_number) like ${toLikePattern(text)}`,
        ]),
  ]
  const { shown, nextCursor } = await readTimePage({ after }, PER_PAGE, async (start, most) => {
    const walk = createTimePageClauses('o', start, conditions, { moment: 'confirmed_at' })
    const { rows } = await sql<Order & { micros: number }>`
      select o.id, o.order_number as "orderNumber", o.status,
        json_build_object('name', o.buyer_name, 'email', o.buyer_email) as buyer, o.is_comp as "isComp",
        o.total_cents as "totalCents", o.confirmed_at as "confirmedAt",
        ${walk.micros} as micros,
        ${sumRefundedCents(sql`o.id`)} as "refundedCents",
        coalesce((select json_agg(json_build_object('id', k.id, 'number', k.ticket_number, 'typeName', t.name,
            'holderName', coalesce(k.holder_name, o.buyer_name), 'status', k.status, 'checkedInAt', k.checked_in_at)
            order by t.sort_order, k.id)
          from tickets k join ticket_types t on t.id = k.ticket_type_id where k.order_id = o.id), '[]') as tickets
      from orders o where ${walk.where} order by ${walk.order} limit ${most}`.execute(db)
    return rows
  })
  return { orders: shown, nextCursor }
}
