import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { findPeopleOf } from '~/features/events/server/public'
import { isId } from '~/lib/ids'
import { signedIn } from '~/platform/rpc/context'
import type { Context } from '../context'
import { findHeldOrder } from './find-refundable'
import { takeBack, type TakenBack } from './take-back'

type Refunded = Extract<TakenBack, { outcome: 'refunded' }>
type GivenBack =
  | Exclude<TakenBack, Refunded>
  // What whoever passed the ticket on paid for it is theirs to know.
  | (Omit<Refunded, 'cents'> & { cents: number | null })
  | { outcome: 'too_late' }

/**
 * Whoever holds tickets of a night that was moved gives them back, while that lasts; the money goes to whoever paid. Tickets of the order
 * that somebody else holds are not theirs to give.
 */
export async function giveBack(
  context: Context,
  { orderId, ticketIds }: { orderId: string; ticketIds?: readonly string[] | undefined },
): Promise<GivenBack> {
  const caller = signedIn(context)
  const result = await context.db.transaction().execute(async (trx) => {
    const order = await findHeldOrder(trx, caller, orderId)
    if (!order) return { given: { outcome: 'not_found' } as const, team: [] }
    if (order.giveBackUntil === null || order.giveBackUntil.getTime() <= context.now().getTime())
      return { given: { outcome: 'too_late' } as const, team: [] }
    const own = await findOwn(trx, caller.id, order.id)
    const wanted =
      ticketIds?.map((id) => id.toLowerCase()) ?? own.filter(({ isIn }) => !isIn).map(({ id }) => id)
    if (ticketIds === undefined && wanted.length === 0)
      return { given: { outcome: own.length > 0 ? 'checked_in' : 'gone' } as const, team: [] }
    if (wanted.some((id) => !isId(id) || !own.some((ticket) => ticket.id === id)))
      return { given: { outcome: 'gone' } as const, team: [] }
    const reason = 'You gave tickets of a night that was moved back.'
    const taken = await takeBack(trx, context, order, { ticketIds: wanted, reason, by: 'holder' })
    const given: GivenBack =
      taken.outcome === 'refunded' && order.customerId !== caller.id ? { ...taken, cents: null } : taken
    return { given, team: await findPeopleOf(trx, order.eventId) }
  })
  if (result.given.outcome === 'refunded') {
    context.doors.tell(result.given.eventId)
    context.live.publish(result.team, ['events'])
    context.live.publish([caller.id, ...result.given.people], ['ticketing'])
  }
  return result.given
}

/** Their valid tickets of the order. */
async function findOwn(
  trx: Transaction,
  customerId: string,
  orderId: string,
): Promise<{ id: string; isIn: boolean }[]> {
  const { rows } = await sql<{ id: string; isIn: boolean }>`
    select id, checked_in_at is not null as "isIn" from tickets
    where order_id = ${orderId} and customer_id = ${customerId} and status = 'valid' order by id`.execute(trx)
  return rows
}
