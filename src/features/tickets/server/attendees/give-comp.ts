import { ORPCError } from '@orpc/client'
import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { recordAudit } from '~/database/audit'
import { getOwnEvent } from '~/features/events/server/public'
import { normalizeEmail } from '~/lib/email'
import { hasMailboxRoom, limitMailboxOfSender } from '../email/limit-mailbox'
import { isTooManyRequests } from '~/platform/limits/limits'
import { requireCaller } from '~/platform/rpc/context'
import type { Context } from '../context'
import { refuse } from '../refused-error'
import { giveTickets } from '~/features/orders/server/public'
import { refreshManagerPages } from './refresh-manager-pages'

interface Gift {
  eventId: string
  ticketTypeId: string
  quantity: number
  name: string
  email: string
  clientKey: string
}

// Each gift emails an address of the organizer's choice. These limits are enough for a press list and too low for spam.
const MAX_PER_HOUR = { points: 200, seconds: 60 * 60 }
const MAX_PER_DAY = { points: 500, seconds: 24 * 60 * 60 }

function throwDailyLimit(error: unknown): never {
  if (!isTooManyRequests(error)) throw error
  throw new ORPCError('TOO_MANY_REQUESTS', {
    message: `You can give free tickets ${MAX_PER_DAY.points} times a day, over all your events. Continue tomorrow, or add people to the guest list.`,
    data: error.data,
  })
}

/** `isEmailed`: false when the address has reached its daily limit of emails; the tickets are given anyway. */
interface Given {
  orderId: string
  isEmailed: boolean
}

const refusedOutcomes = { not_found: 'TYPE_NOT_FOUND', sold_out: 'SOLD_OUT', event_off: 'EVENT_OFF' } as const

/**
 * Gives free tickets to an event of the caller. They are emailed, and added to the account that has verified the
 * address, if any.
 * @throws TOO_MANY_REQUESTS
 */
export async function giveComp(context: Context, gift: Gift): Promise<Given> {
  const { db, live } = context
  const caller = requireCaller(context)
  const isEmailed = await hasMailboxRoom(context.limits, { to: normalizeEmail(gift.email), use: 'gift' })
  const { orderId, customerId } = await db
    .transaction()
    .execute(async (trx): Promise<{ orderId: string; customerId: string | null }> => {
      // The lock makes a retry wait for the first request.
      const own = await getOwnEvent(trx, caller, { id: gift.eventId, act: 'guests', lock: true })
      const before = await findGift(trx, gift)
      if (before !== undefined) return { orderId: before, customerId: null }
      const email = normalizeEmail(gift.email)
      const owner = await findAccount(trx, email)
      await context.limits.consume('give-comp', caller.id, MAX_PER_HOUR)
      await context.limits.consume('give-comp-day', caller.id, MAX_PER_DAY).catch(throwDailyLimit)
      const result = await giveTickets(trx, { ...gift, email, eventId: own.id, customerId: owner })
      if (result.outcome !== 'given') throw refuse(refusedOutcomes[result.outcome])
      // Counts towards the sender's limit only after success. The limit over all senders is counted when the email is
      // sent.
      await limitMailboxOfSender(context.limits, { from: caller.id, to: email, use: 'gift' })
      const order = await trx
        .updateTable('orders')
        .set({ client_key: gift.clientKey })
        .where('id', '=', result.orderId)
        .returning('order_number')
        .executeTakeFirstOrThrow()
      await recordAudit(trx, {
        actorId: caller.id,
        action: 'tickets.comp',
        subject: { type: 'event', id: own.id },
        details: { event: own.title, order: order.order_number, count: gift.quantity },
        requestId: context.requestId,
      })
      return { orderId: result.orderId, customerId: owner }
    })
  live.publish([customerId], ['orders', 'tickets'])
  await refreshManagerPages(db, live, gift.eventId)
  return { orderId, isEmailed }
}

/** Returns the order of an earlier request with this key. */
async function findGift(trx: Transaction, gift: Gift): Promise<string | undefined> {
  const { rows } = await sql<{ id: string; same: boolean }>`
    select o.id, (lower(o.buyer_email) = ${normalizeEmail(gift.email)} and i.ticket_type_id = ${gift.ticketTypeId}::uuid
      and i.quantity = ${gift.quantity}) as same
    from orders o join order_items i on i.order_id = o.id
    where o.event_id = ${gift.eventId}::uuid and o.is_comp and o.client_key = ${gift.clientKey}::uuid`.execute(
    trx,
  )
  const [row] = rows
  if (row && !row.same) throw refuse('KEY_REUSED')
  return row?.id
}

/** Finds the account by verified email only: an unverified one may belong to a different person. */
async function findAccount(trx: Transaction, email: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from accounts where lower(email) = ${email} and email_verified_at is not null`.execute(trx)
  return rows[0]?.id ?? null
}
