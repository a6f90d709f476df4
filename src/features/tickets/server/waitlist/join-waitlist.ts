import { sql } from 'kysely'
import type { z } from 'zod'
import type { Transaction } from '~/database/connect'
import { isId, newId } from '~/lib/ids'
import { requireCaller } from '~/platform/rpc/context'
import { formatWait } from '~/platform/limits/limits'
import type { waitlistPlace } from '../../contract-waitlist'
import type { Context } from '../context'
import { refuse } from '../refused-error'
import { waitlistPosition } from './waitlist-place'

const COOL_DOWN_HOURS = 12

type Place = z.input<typeof waitlistPlace>

const MOST = { points: 60, seconds: 60 * 60 }

interface TypeRow {
  free: number
  waiting: number
  is_open: boolean
}

/**
 * Adds the caller to the end of the waitlist of a sold-out ticket type. A caller who is already on it keeps their place
 * and may change the quantity.
 * @throws TOO_MANY_REQUESTS
 */
export async function joinWaitlist(
  context: Pick<Context, 'caller' | 'db' | 'limits' | 'now'>,
  { ticketTypeId, quantity }: { ticketTypeId: string; quantity: number },
): Promise<Place> {
  const { id: customerId, email, isEmailVerified } = requireCaller(context)
  if (!isId(ticketTypeId)) throw refuse('NOT_FOUND')
  await context.limits.consume('join-waitlist', customerId, MOST)
  return context.db.transaction().execute(async (trx) => {
    // Sales, refunds and offers take the same lock, so stock does not change between this read and the insert.
    const type = await lockType(trx, ticketTypeId, context.now())
    if (type === undefined) throw refuse('NOT_FOUND')
    if (!type.is_open) throw refuse('NOT_ON_SALE')
    const known = await findPlace(trx, { ticketTypeId, customerId })
    if (known?.orderId != null) throw refuse('OFFERED')
    if (known !== undefined) {
      await trx.updateTable('waitlist_entries').set({ quantity }).where('id', '=', known.id).execute()
      return { ...known, quantity }
    }
    if (type.free > 0 && type.waiting === 0) throw refuse('NOT_SOLD_OUT')
    // Offers are emailed; an account with an invented address would only delay the next person.
    if (email === null) throw refuse('EMAIL_NEEDED')
    if (!isEmailVerified) throw refuse('EMAIL_UNVERIFIED')
    const coolsDownAt = await findCoolDown(trx, { ticketTypeId, customerId, now: context.now() })
    if (coolsDownAt) throw createCoolDownError(coolsDownAt, context.now())
    await trx
      .insertInto('waitlist_entries')
      .values({ id: newId(), ticket_type_id: ticketTypeId, customer_id: customerId, quantity })
      .execute()
    const place = await findPlace(trx, { ticketTypeId, customerId })
    if (!place) throw refuse('NOT_FOUND')
    return place
  })
}

function createCoolDownError(until: Date, now: Date): Error {
  const wait = formatWait(Math.ceil((until.getTime() - now.getTime()) / 1000))
  return refuse('COOLING_DOWN', {
    message: `You didn’t accept the last offer for this event, so other people go first. Join again in ${wait}.`,
    data: { until },
  })
}

async function lockType(trx: Transaction, id: string, now: Date): Promise<TypeRow | undefined> {
  const { rows } = await sql<TypeRow>`
    select t.quantity_total - t.quantity_sold - t.quantity_held as free, t.waiting,
      e.event_status = 'published' and coalesce(e.ends_at, e.event_date) > ${now}::timestamptz
        and coalesce(t.sale_starts_at <= ${now}::timestamptz, true) and coalesce(t.sale_ends_at > ${now}::timestamptz, true)
        and t.quantity_total > 0 as is_open
    from ticket_types t join events e on e.id = t.event_id
    where t.id = ${id}::uuid and t.access_code is null and e.is_public
      and e.event_status in ('published', 'postponed', 'cancelled')
    for no key update of t`.execute(trx)
  return rows[0]
}

async function findPlace(
  trx: Transaction,
  { ticketTypeId, customerId }: { ticketTypeId: string; customerId: string },
): Promise<Place | undefined> {
  const { rows } = await sql<Place>`
    select w.id, w.quantity, ${waitlistPosition} as position, w.order_id as "orderId" from waitlist_entries w
    where w.ticket_type_id = ${ticketTypeId}::uuid and w.customer_id = ${customerId}::uuid
      and w.status in ('waiting', 'offered')`.execute(trx)
  return rows[0]
}

/**
 * Returns when the customer may join a waitlist of this event again: 12 hours after declining an offer or letting it expire. Without this
 * limit a few accounts could hold the last tickets in turn without paying.
 */
async function findCoolDown(
  trx: Transaction,
  { ticketTypeId, customerId, now }: { ticketTypeId: string; customerId: string; now: Date },
): Promise<Date | undefined> {
  const { rows } = await sql<{ until: Date | null }>`
    select max(w.ended_at) + ${COOL_DOWN_HOURS} * interval '1 hour' as until
    from waitlist_entries w join ticket_types t on t.id = w.ticket_type_id
    where w.customer_id = ${customerId}::uuid and w.status in ('lapsed', 'passed')
      and t.event_id = (select x.event_id from ticket_types x where x.id = ${ticketTypeId}::uuid)`.execute(
    trx,
  )
  const until = rows[0]?.until
  return until && until > now ? until : undefined
}
