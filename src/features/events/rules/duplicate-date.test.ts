import { expect, test } from 'vitest'
import { getDuplicateStart } from './duplicate-date'

const now = new Date('2026-11-21T10:00:00Z')

test('a duplicate is a week later, or on the next such weekday if that is past, at the same clock time', () => {
  expect(getDuplicateStart('2026-12-05T22:00:00.000Z', 'Europe/Berlin', now)).toBe('2026-12-12T22:00:00.000Z')
  expect(getDuplicateStart('2026-10-23T21:00:00.000Z', 'Europe/Berlin', now)).toBe('2026-11-27T22:00:00.000Z')
  expect(getDuplicateStart('2016-11-19T22:00:00.000Z', 'Europe/Berlin', now)).toBe('2026-11-21T22:00:00.000Z')
})
