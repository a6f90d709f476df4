import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import type { SettlementServices } from '../context'
import { refreshSides } from '../notify-sides'
import { lockEvent } from '../settlement/settle'

interface Paid {
  paymentId: string
  purpose: 'deposit' | 'balance'
  paidCents: number
  refundedCents: number
}

interface CancelledBooking {
  id: string
  eventId: string
  keepsCents: number
  clientId: string | null
  djId: string | null
}

/**
 * Refunds what was paid for bookings that were cancelled, except for what the DJ gets by the terms, and reverses that part of
 * the deposit's transfer. Returns how many bookings.
 */
export async function returnDeposits(services: SettlementServices): Promise<number> {
  const { rows } = await sql<CancelledBooking>`
    select b.id, x.event_id as "eventId", coalesce(b.cancelled_cents, 0) as "keepsCents", b.client_id as "clientId", b.dj_id as "djId"
    from (
      select p.booking_id, p.event_id,
        sum(p.amount_cents - (select coalesce(sum(r.amount_cents), 0) from refunds r where r.payment_id = p.id)) as cents
      from payments p where p.booking_id is not null and p.status = 'approved' group by 1, 2
    ) x join bookings b on b.id = x.booking_id
    where b.status = 'cancelled' and x.cents > coalesce(b.cancelled_cents, 0)`.execute(services.db)
  let count = 0
  for (const booking of rows)
    if (await services.db.transaction().execute((trx) => returnDeposit(trx, booking))) {
      count += 1
      refreshSides(
        services.live,
        [booking.clientId, booking.djId].filter((id) => id !== null),
      )
    }
  return count
}

/** What the DJ keeps comes from the deposit first, because they have it. Returns whether anything was refunded. */
async function returnDeposit(
  trx: Transaction,
  { id, eventId, keepsCents, djId }: CancelledBooking,
): Promise<boolean> {
  await lockEvent(trx, eventId)
  const { rows } = await sql<Paid>`
    select p.id as "paymentId", p.purpose, p.amount_cents as "paidCents",
      (select coalesce(sum(r.amount_cents), 0) from refunds r where r.payment_id = p.id)::float8 as "refundedCents"
    from payments p where p.booking_id = ${id} and p.status = 'approved' order by p.purpose desc, p.created_at, p.id`.execute(
    trx,
  )
  let left = keepsCents
  let hasRefunded = false
  for (const { paymentId, purpose, paidCents, refundedCents } of rows) {
    const keepsHere = Math.min(paidCents, left)
    left -= keepsHere
    const refundCents = paidCents - keepsHere - refundedCents
    if (refundCents <= 0) continue
    hasRefunded = true
    if (purpose === 'deposit') await reverseDeposit(trx, { bookingId: id, djId, cents: refundCents })
    await sql`
      insert into refunds (payment_id, amount_cents, reason) values (${paymentId}, ${refundCents}, 'booking_cancelled')`.execute(
      trx,
    )
  }
  return hasRefunded
}

async function reverseDeposit(
  trx: Transaction,
  { bookingId, djId, cents }: { bookingId: string; djId: string | null; cents: number },
): Promise<void> {
  await sql`
    insert into transfers (event_id, booking_id, payee_id, reason, amount_cents, currency, reverses)
    select t.event_id, t.booking_id, ${djId}, 'deposit', ${-cents}, t.currency, t.id from transfers t
    where t.booking_id = ${bookingId} and t.reason = 'deposit' and t.reverses is null`.execute(trx)
}
