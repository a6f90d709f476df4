import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { dispatchOutbox } from '~/features/orders/server/testing'
import { createLog } from '~/platform/log/log'
import type { Caller } from '~/platform/rpc/caller'
import { insertCaller } from '~tests/support/shop'
import { insertBooking, openBooks } from '../testing'

/** Opens an event with a DJ whose fee is $100.00, including a deposit of $30.00, and functions that pay it. */
export async function openPayableBooking(db: Database) {
  const books = await openBooks(db)
  const { eventId, organizer } = books
  const dj: Caller = { ...(await insertCaller(db)), roles: ['user'] }
  const bookingId = await insertBooking(db, { eventId, organizer, dj }, { feeCents: 10_000 })
  await sql`update bookings set deposit_cents = 3000 where id = ${bookingId}`.execute(db)
  await sql`insert into booking_steps (booking_id, position, kind) values (${bookingId}, 1, 'accept')`.execute(
    db,
  )
  const payments = books.shop.as(organizer).bookingPayments
  const open = async (purpose: 'deposit' | 'balance', amountCents: number) => {
    const { redirectUrl } = await payments.pay({ bookingId, purpose, amountCents })
    return redirectUrl.slice('/pay/sandbox/'.length)
  }
  const approve = (reference: string) =>
    books.shop.as(null).sandbox.decide({ reference, decision: 'approve' })
  const pay = async (purpose: 'deposit' | 'balance', amountCents: number) =>
    (await approve(await open(purpose, amountCents))).status
  /** Cancels the booking; its terms give the DJ this amount. */
  const cancel = (cents: number) =>
    sql`update bookings set status = 'cancelled', cancelled_cents = ${cents} where id = ${bookingId}`.execute(
      db,
    )
  /** The sides accept the settlement after the event. */
  const settle = async (sides: readonly Caller[] = [organizer, dj]) => {
    await dispatchOutbox(db, {
      jobs: { enqueueMany: async () => undefined },
      log: createLog({ level: 'silent' }),
    })
    books.clock.now = new Date(Date.now() + 9 * 86_400_000)
    const { digest } = await books.as(organizer).settlement.get({ eventId })
    for (const person of sides) await books.as(person).settlement.accept({ eventId, digest })
  }
  const readAccounts = async () => {
    const { rows } = await sql<{ account: string; cents: number }>`
      select account, sum(amount)::float8 as cents from ledger_days where event_id = ${eventId} group by 1 having sum(amount) <> 0`.execute(
      db,
    )
    return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]))
  }
  return { ...books, dj, bookingId, payments, open, approve, pay, cancel, settle, readAccounts }
}
