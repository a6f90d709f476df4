import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { runEach } from '~/platform/jobs/run-each'
import type { SettlementServices } from '../context'
import { refreshSides } from '../notify-sides'
import { returnedColumn } from '../settlement/returned-column'
import { lockEvent } from '../settlement/settle'

interface Paid {
  paymentId: string
  paidCents: number
  /** The amount already refunded, or claimed by the client's bank. */
  returnedCents: number
}

interface CancelledBooking {
  id: string
  eventId: string
  keepsCents: number
  clientId: string | null
  djId: string | null
}

/**
 * Refunds the payments for cancelled bookings, except the part that the terms give the DJ, and reverses the deposit's
 * transfer accordingly. Returns the number of bookings.
 */
export async function returnDeposits(services: SettlementServices): Promise<number> {
  const { rows } = await sql<CancelledBooking>`
    select b.id, x.event_id as "eventId", coalesce(b.cancelled_cents, 0) as "keepsCents", b.client_id as "clientId", b.dj_id as "djId"
    from (
      select p.booking_id, p.event_id,
        sum(p.amount_cents - ${returnedColumn}) as cents
      from payments p where p.booking_id is not null and p.status = 'approved' group by 1, 2
    ) x join bookings b on b.id = x.booking_id
    where b.status = 'cancelled' and greatest(x.cents, (
      select sum(t.amount_cents) from transfers t where t.booking_id = b.id and t.reason = 'deposit'
    )) > coalesce(b.cancelled_cents, 0)`.execute(services.db)
  let count = 0
  await runEach(rows, async (booking) => {
    if (!(await services.db.transaction().execute((trx) => returnDeposit(trx, booking)))) return
    count += 1
    refreshSides(
      services.live,
      [booking.clientId, booking.djId].filter((id) => id !== null),
    )
  })
  return count
}

/**
 * Refunds one booking. The DJ's part is taken from the deposit first, because the DJ already has the deposit. A
 * deposit that was sent is refunded once its reversal has succeeded. A payment that the client's bank claims or took
 * back isn't refunded. Returns whether anything changed.
 */
async function returnDeposit(
  trx: Transaction,
  { id, eventId, keepsCents, djId }: CancelledBooking,
): Promise<boolean> {
  await lockEvent(trx, eventId)
  const { rows } = await sql<Paid>`
    select p.id as "paymentId", p.amount_cents as "paidCents",
      ${returnedColumn} as "returnedCents"
    from payments p where p.booking_id = ${id} and p.status = 'approved' order by p.purpose desc, p.created_at, p.id`.execute(
    trx,
  )
  let left = keepsCents
  let hasChanged = await reverseDeposit(trx, { bookingId: id, djId, keepsCents })
  if (await isDepositReversalPending(trx, id)) return hasChanged
  for (const { paymentId, paidCents, returnedCents } of rows) {
    const keepsHere = Math.min(paidCents, left)
    left -= keepsHere
    const refundCents = paidCents - keepsHere - returnedCents
    if (refundCents <= 0) continue
    hasChanged = true
    await sql`
      insert into refunds (payment_id, amount_cents, reason) values (${paymentId}, ${refundCents}, 'booking_cancelled')`.execute(
      trx,
    )
  }
  return hasChanged
}

/** Reverses the part of the deposit that isn't the DJ's by the terms. Returns false if nothing has to be reversed. */
async function reverseDeposit(
  trx: Transaction,
  { bookingId, djId, keepsCents }: { bookingId: string; djId: string | null; keepsCents: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into transfers (event_id, booking_id, payee_id, reason, amount_cents, currency, reverses)
    select t.event_id, t.booking_id, ${djId}, 'deposit', ${keepsCents}::integer - x.cents, t.currency, t.id
    from transfers t cross join lateral (
      select sum(s.amount_cents)::integer as cents from transfers s where s.booking_id = t.booking_id and s.reason = 'deposit'
    ) x
    where t.booking_id = ${bookingId} and t.reason = 'deposit' and t.reverses is null and x.cents > ${keepsCents}::integer
    returning id`.execute(trx)
  return rows.length > 0
}

/** Whether a deposit was sent to the DJ and its reversal hasn't succeeded: the money may have left their account. */
async function isDepositReversalPending(trx: Transaction, bookingId: string): Promise<boolean> {
  const { rows } = await sql`
    select from transfers r join transfers t on t.id = r.reverses
    where r.booking_id = ${bookingId} and r.reason = 'deposit' and r.status = 'requested' and t.status = 'done'`.execute(
    trx,
  )
  return rows.length > 0
}
