import { expect, test } from 'vitest'
import { spellNumber, formatSaleWindow, describeStock } from './format-sale-window'

const sections = {
  timezone: 'Europe/London',
  startsAt: '2026-12-05T23:00:00Z',
  now: Date.parse('2026-11-21T12:00:00Z'),
}
const format = (saleStartsAt: string | null, saleEndsAt: string | null) =>
  formatSaleWindow({ saleStartsAt, saleEndsAt }, sections)

test('shows when a type is on sale, in the time zone of the event', () => {
  expect(format(null, '2026-11-01T22:00:00Z')).toBe('Ended Sun 1 Nov')
  expect(format(null, '2026-12-06T03:00:00Z')).toBe('Until Sun 6 Dec, 03:00')
  expect(format('2026-11-27T10:00:00Z', '2026-12-06T03:00:00Z')).toBe('Fri 27 Nov – Sun 6 Dec')
  expect(format('2026-11-27T10:00:00Z', null)).toBe('From Fri 27 Nov, 10:00')
  expect(format('2026-11-20T10:00:00Z', null)).toBe('Until Sat 5 Dec, 23:00')
  expect(format(null, '2026-11-21T12:00:00Z')).toBe('Ended Sat 21 Nov')
})

test('shows the lowest possible stock and the size of the waitlist', () => {
  expect(describeStock({ stock: 400, soldOrHeld: 258, waiting: 0 })).toBe(
    '258 sold or held, so not fewer than 258',
  )
  expect(describeStock({ stock: 100, soldOrHeld: 100, waiting: 0 })).toBe('Sold out')
  expect(describeStock({ stock: 100, soldOrHeld: 100, waiting: 1 })).toBe(
    'Sold out, 1 person on the waitlist',
  )
  expect(describeStock({ stock: 110, soldOrHeld: 100, waiting: 4 })).toBe(
    '100 sold or held, so not fewer than 100. 4 people on the waitlist',
  )
  expect(describeStock({ stock: 0, soldOrHeld: 0, waiting: 0 })).toBe('')
})

test('spells small numbers', () => {
  expect([1, 6, 12, 13].map(spellNumber)).toEqual(['one', 'six', 'twelve', '13'])
})
