import { expect, test } from 'vitest'
import { findClosedReason } from './closed-reason'
import { describeOffSale } from './sale-window'

const window = { saleStartsAt: '2026-11-27T10:00:00Z', saleEndsAt: '2026-12-05T20:00:00Z' }

test('a type shows when its sale starts, and that it ended', () => {
  expect(describeOffSale(window, 'Europe/Berlin', Date.parse('2026-11-27T09:59:59Z'))).toBe(
    'On sale from Fri 27 Nov, 11:00',
  )
  expect(describeOffSale(window, 'Europe/Berlin', Date.parse('2026-11-27T10:00:00Z'))).toBeNull()
  expect(describeOffSale(window, 'Europe/Berlin', Date.parse('2026-12-05T20:00:00Z'))).toBe('Sale ended')
  expect(describeOffSale({ saleStartsAt: null, saleEndsAt: null }, 'UTC', 0)).toBeNull()
})

test('explains why an event cannot be bought', () => {
  expect(findClosedReason({ status: 'published', phase: 'upcoming', isDateOpen: false })).toBeNull()
  expect(findClosedReason({ status: 'cancelled', phase: 'upcoming', isDateOpen: false })).toContain(
    'canceled',
  )
  expect(findClosedReason({ status: 'postponed', phase: 'upcoming', isDateOpen: false })).toContain(
    'aren’t on sale right now',
  )
  expect(findClosedReason({ status: 'postponed', phase: 'upcoming', isDateOpen: true })).toContain(
    'when the new date is set',
  )
  expect(findClosedReason({ status: 'published', phase: 'on', isDateOpen: false })).toContain('at the door')
  expect(findClosedReason({ status: 'published', phase: 'over', isDateOpen: false })).toContain('over')
})
