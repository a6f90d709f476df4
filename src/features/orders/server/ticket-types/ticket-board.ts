import { sql } from 'kysely'
import type { z } from 'zod'
import { findOwnEvent } from '~/features/events/server/public'
import { requireCaller } from '~/platform/rpc/context'
import type { ticketBoard } from '../../contract-types'
import { countOverCapacity } from '../../rules/ticket-types'
import type { Context } from '../context'
import { refuse } from '../refused-error'

type TicketBoard = z.input<typeof ticketBoard>

/**
 * Returns all ticket types of an event that the caller may edit, in their order of sale.
 */
export async function getTicketBoard(
  context: Context,
  { eventId }: { eventId: string },
): Promise<TicketBoard> {
  const { db } = context
  const event = await findOwnEvent(db, requireCaller(context), { id: eventId, act: 'edit' })
  if (!event) throw refuse('NOT_FOUND')
  const [{ rows }, capacityOf] = await Promise.all([
    sql<TicketBoard['types'][number]>`
      select t.id, t.name, t.description, t.price_cents as "priceCents", t.quantity_total as stock,
        t.quantity_sold + t.quantity_held as "soldOrHeld", t.quantity_sold as sold,
        t.sale_starts_at as "saleStartsAt", t.sale_ends_at as "saleEndsAt", t.access_code as "accessCode", t.waiting,
        t.waiting = 0 and not exists (select from order_items i where i.ticket_type_id = t.id) as "canBeRemoved"
      from ticket_types t where t.event_id = ${event.id}::uuid order by t.sort_order, t.id`.execute(db),
    db.selectFrom('events').select('capacity').where('id', '=', event.id).executeTakeFirst(),
  ])
  const capacity = capacityOf?.capacity ?? null
  const stockSum = rows.reduce((sum, { stock }) => sum + stock, 0)
  return {
    types: rows,
    capacity,
    stockSum,
    overCapacity: countOverCapacity({ stockSum, capacity }),
  }
}
