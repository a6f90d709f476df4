import { expect, test } from 'vitest'
import { isUpcoming } from './upcoming-ticket'

test('C-03 a ticket is upcoming while it is valid and its event has not started', () => {
  const now = new Date('2026-12-05T23:00:00Z')
  const before = new Date(now.getTime() - 1)
  expect(isUpcoming({ status: 'valid', eventDate: now, isDateOpen: false }, now)).toBe(true)
  expect(isUpcoming({ status: 'valid', eventDate: before, isDateOpen: false }, now)).toBe(false)
  expect(isUpcoming({ status: 'valid', eventDate: before, isDateOpen: true }, now)).toBe(true)
  expect(isUpcoming({ status: 'refunded', eventDate: now, isDateOpen: true }, now)).toBe(false)
})
