import { describe, expect, test } from 'vitest'
import { findInstant, findLastInstant, findNextInstant, addDaysToDate } from './local-clock'
import { formatIsoDay } from './time'

const berlin = 'Europe/Berlin'

describe('instantAt', () => {
  test('a time skipped by daylight saving moves forward by the gap', () => {
    expect(findInstant('2026-03-29', '02:30', berlin)).toBe('2026-03-29T01:30:00.000Z')
  })

  test('the first of two occurrences of a repeated time counts', () => {
    expect(findInstant('2026-10-25', '02:30', berlin)).toBe('2026-10-25T00:30:00.000Z')
    expect(findInstant('2026-11-01', '01:30', 'America/New_York')).toBe('2026-11-01T05:30:00.000Z')
    expect(findInstant('2026-10-25', '02:30', 'Asia/Kathmandu')).toBe('2026-10-24T20:45:00.000Z')
  })

  test("returns undefined for text that isn't a day or a time", () => {
    expect(findInstant('2026-10-25', '25:00', berlin)).toBeUndefined()
    expect(findInstant('2026-13-25', '02:00', berlin)).toBeUndefined()
    expect(findInstant('2026-10-25', '2', berlin)).toBeUndefined()
    expect(findInstant('12026-10-25', '02:00', berlin)).toBeUndefined()
  })

  test.each([berlin, 'America/New_York', 'Pacific/Kiritimati', 'UTC'])(
    'finds a day in any year from 1 to 9999 in %s, including partly typed years',
    (zone) => {
      for (const day of [
        '0001-01-01',
        '0002-12-19',
        '0020-12-19',
        '0202-12-19',
        '1883-11-18',
        '9999-12-31',
      ]) {
        const found = findInstant(day, '23:00', zone)
        expect(found && formatIsoDay(found, zone), day).toBe(day)
        expect(() => [
          findNextInstant(found ?? '', '06:00', zone),
          findLastInstant(found ?? '', '22:00', zone),
        ]).not.toThrow()
      }
    },
  )
})

describe('finds the given time before and after an instant', () => {
  const eleven = '2026-12-05T23:00:00.000Z'

  test('an end time before the start is on the next day, and a door time is before the start', () => {
    expect(findNextInstant(eleven, '06:00', 'Europe/London')).toBe('2026-12-06T06:00:00.000Z')
    expect(findNextInstant(eleven, '23:30', 'Europe/London')).toBe('2026-12-05T23:30:00.000Z')
    expect(findLastInstant(eleven, '22:30', 'Europe/London')).toBe('2026-12-05T22:30:00.000Z')
    expect(findLastInstant('2026-12-06T00:30:00.000Z', '23:45', 'Europe/London')).toBe(
      '2026-12-05T23:45:00.000Z',
    )
  })

  test('an end time equal to the start is a day later, and an equal door time is at the start', () => {
    expect(findNextInstant(eleven, '23:00', 'Europe/London')).toBe('2026-12-06T23:00:00.000Z')
    expect(findLastInstant(eleven, '23:00', 'Europe/London')).toBe(eleven)
  })

  test('the end of an event is correct across a daylight saving change', () => {
    // 23:00 summer time to 06:00 winter time: eight hours.
    expect(findNextInstant('2026-10-24T21:00:00.000Z', '06:00', berlin)).toBe('2026-10-25T05:00:00.000Z')
    expect(findNextInstant('2026-03-28T22:00:00.000Z', '06:00', berlin)).toBe('2026-03-29T04:00:00.000Z')
  })
})

test('counts days across months and years', () => {
  expect([addDaysToDate('2026-12-31', 1), addDaysToDate('2028-03-01', -1)]).toEqual([
    '2027-01-01',
    '2028-02-29',
  ])
})
