import { isId, newId } from '~/lib/ids'
import { MOST_TYPES } from '../../rules/ticket-types'
import type { Context } from '../context'
import { changeSale, invalid, type Refusal } from './change-sale'
import { checkSaleWindow, findClash } from './field-checks'
import { orderedTypes, putAt } from './order-types'

export interface NewType {
  eventId: string
  /** Made by the browser: the same type sent twice is added once, and what was removed comes back as itself. */
  typeId?: string | undefined
  name: string
  priceCents: number
  stock: number
  description: string
  saleStartsAt: string | null
  saleEndsAt: string | null
  accessCode: string | null
  at?: number | undefined
}

/** A type comes with its price, so it is made by whoever decides about money. */
export function addType(context: Context, type: NewType): Promise<Refusal | undefined> {
  const { eventId, typeId, accessCode, at } = type
  return changeSale(context, { eventId, act: 'money' }, async (trx, event) => {
    const there = await orderedTypes(trx, eventId)
    if (typeId !== undefined && there.includes(typeId)) return undefined
    if (there.length >= MOST_TYPES) return invalid('name', `At most ${MOST_TYPES} ticket types in one event`)
    const bad = checkSaleWindow({ startsAt: type.saleStartsAt, endsAt: type.saleEndsAt }, event)
    if (bad) return bad
    const clash = accessCode === null ? undefined : await findClash(trx, { eventId, code: accessCode })
    if (clash !== undefined) return invalid('accessCode', clash)
    const id = typeId !== undefined && isId(typeId) ? typeId : newId()
    const added = await trx
      .insertInto('ticket_types')
      .values({
        id,
        event_id: eventId,
        name: type.name,
        description: type.description,
        price_cents: type.priceCents,
        quantity_total: type.stock,
        sort_order: there.length,
        sale_starts_at: type.saleStartsAt,
        sale_ends_at: type.saleEndsAt,
        access_code: accessCode,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    // An id of somebody else's type: nothing is said of it, and nothing added.
    if (!added) return { outcome: 'not_found' }
    await putAt(trx, [...there, id], { id, to: at ?? there.length })
    return undefined
  })
}
