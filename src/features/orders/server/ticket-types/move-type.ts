import type { Context } from '../context'
import { changeSale, eventOf, type Refusal } from './change-sale'
import { orderedTypes, putAt } from './order-types'

/** Puts a type at another place of the list, counted from 0; beyond its end is the end. */
export async function moveType(
  context: Context,
  { id, to }: { id: string; to: number },
): Promise<Refusal | { eventId: string }> {
  const eventId = await eventOf(context.db, 'ticket_types', id)
  if (eventId === undefined) return { outcome: 'not_found' }
  const refusal = await changeSale(context, { eventId, act: 'edit' }, async (trx) => {
    const ids = await orderedTypes(trx, eventId)
    if (!ids.includes(id)) return { outcome: 'not_found' }
    await putAt(trx, ids, { id, to })
    return undefined
  })
  return refusal ?? { eventId }
}
