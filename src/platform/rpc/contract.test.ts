import { expect, test } from 'vitest'
import { day, instant, WRONG_YEAR } from './contract'

test.each(['0002-01-01', '1999-12-31', '2101-01-01', '2999-01-01'])(
  'refuses %s because of its year',
  (text) => {
    const { error } = day.safeParse(text)
    expect(error?.issues.map(({ message }) => message)).toEqual([WRONG_YEAR])
  },
)

test('accepts valid days of the years 2000 to 2100', () => {
  expect(day.parse('2000-01-01')).toBe('2000-01-01')
  expect(day.parse('2100-12-31')).toBe('2100-12-31')
  expect(day.safeParse('2026-02-30').success).toBe(false)
})

test('reports invalid text as a missing day, not as a wrong year', () => {
  expect(day.safeParse('tomorrow').error?.issues.map(({ message }) => message)).toEqual(['Choose a day.'])
})

test('an instant from a Date or from PostgreSQL text becomes ISO 8601 in UTC, and null is an error', () => {
  expect(instant.parse(new Date('2026-12-05T20:00:00Z'))).toBe('2026-12-05T20:00:00.000Z')
  expect(instant.parse('2026-12-05T21:00:00+01:00')).toBe('2026-12-05T20:00:00.000Z')
  expect(instant.nullable().parse(null)).toBe(null)
  expect(instant.safeParse(null).success).toBe(false)
  expect(() => instant.parse('yesterday')).toThrow()
})
