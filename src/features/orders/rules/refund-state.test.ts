import { expect, test } from 'vitest'
import { computeArrivalDay, findRejection, formatRejection } from './refund-state'

test.each([
  // Sent on a Thursday, with two weekends before the arrival.
  ['2026-12-03T10:21:00Z', '2026-12-17'],
  ['2026-12-04T10:21:00Z', '2026-12-18'],
  // Sent on a Saturday and on a Sunday.
  ['2026-12-05T10:21:00Z', '2026-12-18'],
  ['2026-12-06T10:21:00Z', '2026-12-18'],
])('a refund sent at %s arrives by %s: ten business days later', (sentAt, day) => {
  expect(computeArrivalDay(sentAt).toISOString().slice(0, 10)).toBe(day)
})

test('puts the reason of a bank into words, and attributes no other code to the bank', () => {
  expect(formatRejection('lost_or_stolen_card')).toBe('the card was reported lost or stolen')
  expect(formatRejection('new_code')).toBe('the bank gave no reason')
  expect(findRejection('expired_or_canceled_card')).toBe('expired_or_canceled_card')
  expect(findRejection('merchant_request')).toBeUndefined()
  expect(findRejection(undefined)).toBe('unknown')
})
