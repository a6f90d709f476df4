import { describe, expect, test } from 'vitest'
import {
  formatSet,
  formatHours,
  findStartDay,
  getEventDay,
  toInstants,
  toSetFields,
  withEnd,
  withHours,
  withPlace,
  withStart,
} from './set-times'

const berlin = 'Europe/Berlin'
const draft = { day: '2026-12-18', starts: '23:00', ends: '02:00', hours: '3', timezone: 'Europe/London' }

describe('the day a set belongs to', () => {
  test('assigns a set after midnight to the day before', () => {
    expect(getEventDay('2026-12-12T00:00:00.000Z', berlin)).toBe('2026-12-11')
    expect(getEventDay('2026-12-12T04:59:00.000Z', berlin)).toBe('2026-12-11')
    expect(getEventDay('2026-12-12T05:00:00.000Z', berlin)).toBe('2026-12-12')
    expect(getEventDay('2026-12-31T23:30:00.000Z', berlin)).toBe('2026-12-31')
  })

  test('converts a set to form fields and back, across midnight, the new year and distant time zones', () => {
    for (const timezone of [
      'Europe/Berlin',
      'Pacific/Auckland',
      'America/St_Johns',
      'Asia/Kathmandu',
      'UTC',
    ]) {
      for (const startsAt of [
        '2026-12-31T23:30:00.000Z',
        '2026-06-01T00:00:00.000Z',
        '2027-02-28T12:45:00.000Z',
      ]) {
        const endsAt = new Date(Date.parse(startsAt) + 150 * 60_000).toISOString()
        const fields = toSetFields({ startsAt, endsAt, timezone })
        expect(fields.hours).toBe('2.5')
        expect(toInstants(fields)).toEqual({ startsAt, endsAt })
      }
    }
  })
})

describe('dependent fields', () => {
  test('updates the end from the hours, and the hours from the end', () => {
    expect(withHours(draft, '4')).toMatchObject({ ends: '03:00', hours: '4' })
    expect(withHours(draft, '1.5')).toMatchObject({ ends: '00:30' })
    expect(withHours(draft, '1,5')).toMatchObject({ ends: '00:30' })
    expect(withEnd(draft, '23:45')).toMatchObject({ hours: '0.75' })
    expect(withEnd(draft, '23:00')).toMatchObject({ hours: '24' })
  })

  test('keeps the length when the start changes, also across midnight', () => {
    expect(withStart(draft, '01:00')).toMatchObject({ day: '2026-12-18', ends: '04:00', hours: '3' })
    expect(toInstants(withStart(draft, '01:00'))?.startsAt).toBe('2026-12-19T01:00:00.000Z')
  })

  test('keeps the clock times when the day or place changes', () => {
    expect(withPlace(draft, { day: '2026-12-19' })).toEqual({ ...draft, day: '2026-12-19' })
    expect(toInstants(withPlace(draft, { timezone: berlin }))?.startsAt).toBe('2026-12-18T22:00:00.000Z')
  })

  test('ignores incomplete input', () => {
    for (const hours of ['', 'x', '-1', '0', '99'])
      expect(withHours(draft, hours)).toEqual({ ...draft, hours })
    expect(withEnd(draft, '')).toEqual({ ...draft, ends: '' })
    expect(toInstants({ ...draft, starts: '' })).toBeUndefined()
    expect(toInstants({ ...draft, day: '' })).toBeUndefined()
    expect(toInstants({ ...draft, ends: '2:00' })).toBeUndefined()
    expect(toInstants({ ...draft, day: '2026-13-40' })).toBeUndefined()
  })

  test('uses the clock times if they contradict the length', () => {
    expect(toInstants({ ...draft, hours: '7' })?.endsAt).toBe('2026-12-19T02:00:00.000Z')
  })
})

describe('daylight saving time', () => {
  test('adds an hour when the clocks go back, and resolves both times of 02:30', () => {
    const long = { day: '2026-10-24', starts: '23:00', ends: '04:00', hours: '5', timezone: berlin }
    expect(withEnd(long, '04:00').hours).toBe('6')
    const first = { ...long, ends: '02:30', hours: '3.5' }
    expect(toInstants(first)?.endsAt).toBe('2026-10-25T00:30:00.000Z')
    const second = withHours(first, '4.5')
    expect(second.ends).toBe('02:30')
    expect(toInstants(second)?.endsAt).toBe('2026-10-25T01:30:00.000Z')
  })

  test('a set during which the clocks go forward is an hour shorter', () => {
    const short = { day: '2026-03-28', starts: '23:00', ends: '04:00', hours: '5', timezone: berlin }
    expect(withPlace(short, {}).hours).toBe('4')
  })
})

test('names the calendar day of a start after midnight', () => {
  expect(findStartDay({ ...draft, starts: '01:00' })).toBe('2026-12-19')
  expect(findStartDay({ ...draft, starts: '06:00' })).toBeUndefined()
  expect(findStartDay({ ...draft, starts: '' })).toBeUndefined()
})

test('formats hours', () => {
  expect(formatHours('2026-12-18T23:00:00.000Z', '2026-12-19T00:20:00.000Z')).toBe('1.33')
  expect(
    formatSet({ startsAt: '2026-12-18T23:00:00.000Z', endsAt: '2026-12-19T02:00:00.000Z', timezone: 'UTC' }),
  ).toBe('23:00–02:00')
})
