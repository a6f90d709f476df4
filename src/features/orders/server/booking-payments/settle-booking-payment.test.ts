import { expect, test } from 'vitest'
import { openShop } from '~tests/support/shop'
import { openStripeBooking } from '~tests/support/stripe/stripe-booking'
import { createBookingSettler } from './settle-booking-payment'

const { db } = await openShop()

test('refreshes the browsers of both sides when a payment counts, and the client’s when it is refunded', async () => {
  const { reference, organizer, dj, open } = await openStripeBooking(db)
  const tooMuch = await open('balance', 2_000)
  const published: (readonly (string | null)[])[] = []
  const settler = createBookingSettler({
    db,
    jobs: { enqueue: async () => undefined, enqueueMany: async () => undefined },
    live: {
      publish: (userIds, topics) => {
        expect(topics).toContain('bookings')
        published.push(userIds)
      },
    },
  })
  expect(await settler.settle('stripe', { reference, amountCents: 3_000 })).toBe('confirmed')
  expect(await settler.settle('stripe', { reference: tooMuch, amountCents: 2_001 })).toBe('returned')
  expect(await settler.settle('stripe', { reference: tooMuch, amountCents: 2_001 })).toBe('settled')
  expect(published).toEqual([[organizer.id, dj.id], [organizer.id]])
})
