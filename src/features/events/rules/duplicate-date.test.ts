import { expect, test } from 'vitest'
import { duplicateStart } from './duplicate-date'

const now = new Date('2026-11-21T10:00:00Z')

test('moves a week later, or to the same weekday of the next week if long past, and keeps the clock time across daylight saving time', () => {
  expect(duplicateStart('2026-12-05T22:00:00.000Z', 'Europe/Berlin', now)).toBe('2026-12-12T22:00:00.000Z')
  expect(duplicateStart('2026-10-23T21:00:00.000Z', 'Europe/Berlin', now)).toBe('2026-11-27T22:00:00.000Z')
  expect(duplicateStart('2016-11-19T22:00:00.000Z', 'Europe/Berlin', now)).toBe('2026-11-21T22:00:00.000Z')
})
