import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addProviderFee } from '~/features/bookings/rules/booking-payment'
import { openShop } from '~tests/support/shop'
import { openStripeBooking } from '~tests/support/stripe/stripe-booking'
import { createBookingSettler } from './settle-booking-payment'

const { db } = await openShop()

const settler = createBookingSettler({
  db,
  jobs: { enqueue: async () => undefined, enqueueMany: async () => undefined },
  live: { publish: () => undefined },
})

test.each([
  ['open', false, 7_000],
  ['under_review', false, 7_000],
  ['lost', false, 7_000],
  ['won', false, 5_000],
  ['open', true, 5_000],
])(
  'while the dispute of a top-up is %s (inquiry: %s), the missing part can be paid, even after the settlement',
  async (status, isInquiry, missingCents) => {
    const { reference, open, getPayments, bookingId, eventId, dj } = await openStripeBooking(db)
    await settler.settle('stripe', { reference, amountCents: 3_000 })
    const payTopUp = async () =>
      settler.settle('stripe', { reference: await open('balance', 2_000), amountCents: 2_000 })
    const openDispute = () =>
      sql`
      insert into disputes (id, payment_id, amount_cents, reason, status, is_inquiry, opened_at)
      select 'dp_' || gen_random_uuid(), p.id, 2000, 'fraudulent', ${status}, ${isInquiry}, now() from payments p
      where p.booking_id = ${bookingId} and p.purpose = 'balance'
        and not exists (select from disputes d where d.payment_id = p.id)`.execute(db)
    await payTopUp()
    await openDispute()
    expect((await getPayments()).balanceLimitCents).toBe(addProviderFee(missingCents))

    await payTopUp()
    await sql`
      insert into transfers (event_id, booking_id, payee_id, reason, amount_cents, currency)
      values (${eventId}, ${bookingId}, ${dj.id}, 'settlement', 500, 'USD')`.execute(db)
    await payTopUp()
    await openDispute()
    expect((await getPayments()).balanceLimitCents).toBe(addProviderFee(missingCents - 500))
  },
)

test('the payment page shows the currency of the booking', async () => {
  const { client, reference, setBooking } = await openStripeBooking(db)
  await setBooking(sql`event_id = null, currency = 'JPY'`)
  expect((await client.stripe.get({ reference })).booking).toMatchObject({
    currency: 'JPY',
    feeCents: 10_000,
  })
})
