import type { Database, Transaction } from '~/database/connect'
import {
  findEventPayeeProblem,
  findOwnEvent,
  listEventManagers,
  type OwnEvent,
} from '~/features/events/server/public'
import type { Currency } from '~/lib/currency'
import { isId } from '~/lib/ids'
import { formatMoney } from '~/lib/money'
import { requireCaller } from '~/platform/rpc/context'
import { getMinCharge } from '~/lib/min-charge'
import type { Context } from '../context'
import { refuse } from '../refused-error'

/** Refuses the value of one field. */
export const refuseField = (path: string, message: string): Error =>
  refuse('INVALID', { data: { fields: [{ path, message }] } })

/**
 * Changes what an event sells, in one transaction that locks the event, so that concurrent edits run one after the
 * other.
 */
export async function changeSale(
  context: Context,
  { eventId, act }: { eventId: string; act: 'edit' | 'money' },
  change: (trx: Transaction, event: OwnEvent) => Promise<void>,
): Promise<void> {
  const { db, live } = context
  const caller = requireCaller(context)
  await db.transaction().execute(async (trx) => {
    const event = await findOwnEvent(trx, caller, { id: eventId, act, lock: true })
    if (!event) throw refuse('NOT_FOUND')
    if (event.status === 'cancelled') throw refuse('EVENT_CLOSED')
    await change(trx, event)
  })
  live.publish(await listEventManagers(db, eventId), ['events', 'orders', 'tickets'])
}

/** Returns the event of a ticket type or promo code, without checking access. */
export async function getEventId(
  db: Database,
  table: 'ticket_types' | 'promo_codes',
  id: string,
): Promise<string> {
  const row = isId(id)
    ? await db.selectFrom(table).select('event_id').where('id', '=', id).executeTakeFirst()
    : undefined
  if (!row) throw refuse('NOT_FOUND')
  return row.event_id
}

/** Refuses a price below the lowest amount that can be charged to a card. Free tickets have the price 0. */
export function checkMinPrice(priceCents: number, currency: Currency): void {
  const min = getMinCharge(currency)
  if (priceCents === 0 || priceCents >= min) return
  throw refuseField('priceCents', `Enter 0 for free, or at least ${formatMoney(min, currency)}.`)
}

/**
 * Refuses the first price of an event that is on sale while its organizer can't be paid out. Drafts are checked when
 * they are published.
 */
export async function checkFirstPrice(
  trx: Transaction,
  context: Context,
  { event, priceCents }: { event: OwnEvent; priceCents: number },
): Promise<void> {
  if (event.status === 'draft' || priceCents === 0) return
  const problem = await findEventPayeeProblem(trx, context, event, priceCents)
  if (problem === undefined) return
  throw refuseField(
    'priceCents',
    problem.status === 'restricted'
      ? 'Your payouts are paused. Resolve that in Settings, under Payouts'
      : 'Connect a bank account first, in Settings under Payouts',
  )
}
