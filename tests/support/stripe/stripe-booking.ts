import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { pollUnreportedPayments } from '~/features/orders/server/poll-unreported-payments'
import { insertBooking } from '~/features/settlements/server/testing'
import type { Caller } from '~/platform/rpc/caller'
import { insertEvent } from '../event-shop'
import { insertCaller } from '../shop'
import { deliverWebhooks } from './paid-order'
import { createStripeShop } from './stripe-shop'

const DEPOSIT_CENTS = 3_000

/** Opens the payment of a deposit of 30.00 at a stand-in of its own. The DJ's fee is 100.00. */
export async function openStripeBooking(db: Database, event?: Parameters<typeof insertEvent>[2]) {
  const stripe = await createStripeShop(db)
  const { standIn, shop } = stripe
  const { organizer, eventId } = await insertEvent(db, undefined, event)
  const dj: Caller = { ...(await insertCaller(db)), roles: ['user'] }
  const bookingId = await insertBooking(db, { eventId, organizer, dj }, { feeCents: 10_000 })
  await sql`update bookings set deposit_cents = ${DEPOSIT_CENTS} where id = ${bookingId}`.execute(db)
  await sql`insert into booking_steps (booking_id, position, kind) values (${bookingId}, 1, 'accept')`.execute(
    db,
  )
  const client = shop.as(organizer)
  const open = async (purpose: 'deposit' | 'balance', amountCents: number) => {
    const { redirectUrl } = await client.bookingPayments.pay({ bookingId, purpose, amountCents })
    return redirectUrl.slice('/pay/stripe/'.length)
  }
  const deposit = await open('deposit', DEPOSIT_CENTS)
  const start = (reference = deposit, amountCents = DEPOSIT_CENTS) =>
    client.stripe.start({ reference, amountCents })
  const check = (reference = deposit) => client.stripe.check({ reference })
  const enqueued: string[] = []
  const jobs = { enqueue: async (_: unknown, name: string) => void enqueued.push(name) }
  return {
    ...stripe,
    organizer,
    dj,
    eventId,
    bookingId,
    client,
    reference: deposit,
    /** The names of the jobs that webhooks enqueued. */
    enqueued,
    open,
    start,
    check,
    /** Pays a payment, by default the deposit, with a card. */
    pay: async (reference = deposit, amountCents = DEPOSIT_CENTS) => {
      await start(reference, amountCents)
      standIn.confirm(reference, 'pm_card_visa')
      return check(reference)
    },
    getPayments: () => client.bookingPayments.get({ bookingId }),
    setBooking: (change: ReturnType<typeof sql>) =>
      sql`update bookings set ${change} where id = ${bookingId}`.execute(db),
    /**
     * Runs the sweep of unreported payments as if this booking's next check were due, and leaves out payments of
     * other tests.
     */
    sweep: async () => {
      await sql`update payments set check_at = case when booking_id = ${bookingId} then clock_timestamp() end
        where check_at is not null`.execute(db)
      return pollUnreportedPayments(shop)
    },
    /** Delivers all webhooks twice and handles them. Returns the errors. */
    deliver: async () => {
      await deliverWebhooks(stripe, jobs)
      const { rows } = await sql<{ error: string }>`
        select last_error as error from payment_events where last_error is not null`.execute(db)
      return rows.map(({ error }) => error)
    },
    /** Returns the balance of each ledger account of the event, in cents. */
    readAccounts: async () => {
      const { rows } = await sql<{ account: string; cents: number }>`
        select account, sum(amount)::float8 as cents from ledger_days where event_id = ${eventId} group by 1 having sum(amount) <> 0`.execute(
        db,
      )
      return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]))
    },
  }
}
