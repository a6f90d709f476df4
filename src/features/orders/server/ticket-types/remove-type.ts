import { sql } from 'kysely'
import type { Context } from '../context'
import { changeSale, eventOf, type Refusal } from './change-sale'
import { orderedTypes } from './order-types'

/** Only what nobody ever ordered and nobody waits for can go: a ticket always has its type. */
export async function removeType(
  context: Context,
  { id }: { id: string },
): Promise<Refusal | { eventId: string }> {
  const eventId = await eventOf(context.db, 'ticket_types', id)
  if (eventId === undefined) return { outcome: 'not_found' }
  const refusal = await changeSale(context, { eventId, act: 'money' }, async (trx) => {
    if (!(await orderedTypes(trx, eventId)).includes(id)) return { outcome: 'not_found' }
    // Held against orders that would begin now, then looked at anew.
    await sql`select from ticket_types where id = ${id}::uuid for no key update`.execute(trx)
    const { rows } = await sql`
      delete from ticket_types t where t.id = ${id}::uuid and t.waiting = 0
        and not exists (select from order_items i where i.ticket_type_id = t.id) returning t.id`.execute(trx)
    return rows.length === 0 ? { outcome: 'was_ordered' } : undefined
  })
  return refusal ?? { eventId }
}
