import { expect, test } from 'vitest'
import { findDetailsPath, TEST_KIND, WEBHOOK_KINDS } from './webhook-kind'

test('every kind of message has an API path where the receiver gets the details', () => {
  const payload = { eventId: 'e1', bookingId: 'b1', orderId: 'o1' }
  expect(WEBHOOK_KINDS.map((kind) => findDetailsPath(kind, payload))).toEqual([
    '/api/v1/me/events/e1',
    '/api/v1/me/events/e1',
    '/api/v1/me/events/e1',
    '/api/v1/events/e1/orders',
    '/api/v1/events/e1/orders',
    '/api/v1/events/e1/attendees',
    '/api/v1/bookings/b1',
  ])
  expect(findDetailsPath(TEST_KIND, {})).toBeUndefined()
})
