import { expect, test } from 'vitest'
import {
  formatClock,
  formatDay,
  formatShort,
  formatShortDate,
  formatShortDay,
  formatIsoDay,
  isZone,
  formatZoneNote,
} from './time'

const event = '2026-12-05T22:00:00.000Z'

test("formats a time in the event's zone", () => {
  expect(formatShort(event, 'Europe/Berlin')).toBe('Sat 5 Dec, 23:00')
  expect(formatShort(new Date(event), 'Asia/Tokyo')).toBe('Sun 6 Dec, 07:00')
  expect(formatShortDay(event, 'Europe/Berlin')).toBe('Sat 5 Dec')
  expect(formatShortDate(event, 'Europe/Berlin')).toBe('Sat 5 Dec 2026')
  expect(formatDay(event, 'Europe/Berlin')).toBe('Saturday 5 December 2026')
})

test('formats midnight as 00:00 of the new day', () => {
  expect(formatShort('2026-12-05T23:00:00Z', 'Europe/Berlin')).toBe('Sun 6 Dec, 00:00')
  expect(formatClock('2026-12-05T23:00:00Z', 'Europe/Berlin')).toBe('00:00')
})

test('abbreviates September to three letters like every month', () => {
  expect(formatShortDay('2026-09-04T12:00:00Z', 'UTC')).toBe('Fri 4 Sep')
})

test('formats the calendar day of the zone, with four-digit years and two-digit months and days', () => {
  expect(formatIsoDay('0002-12-19T12:00:00Z', 'UTC')).toBe('0002-12-19')
  expect(formatIsoDay('2026-09-04T23:30:00Z', 'Europe/London')).toBe('2026-09-05')
  expect(formatIsoDay('2026-09-04T23:30:00Z', 'America/New_York')).toBe('2026-09-04')
})

test("zoneNote names the zone only if the reader's clock differs", () => {
  expect(formatZoneNote(event, 'Europe/Berlin', 'Europe/Vienna')).toBeUndefined()
  expect(formatZoneNote(event, 'Europe/Berlin', 'Europe/London')).toBe('Berlin time')
  expect(formatZoneNote(event, 'America/New_York', 'Europe/London')).toBe('New York time')
  // Both are at UTC+1 between their daylight saving changes.
  expect(formatZoneNote('2026-10-24T12:00:00Z', 'Europe/London', 'Africa/Lagos')).toBeUndefined()
  expect(formatZoneNote('2026-12-24T12:00:00Z', 'Europe/London', 'Africa/Lagos')).toBe('London time')
})

test("isZone rejects text that isn't a zone", () => {
  expect(isZone('Europe/Berlin')).toBe(true)
  for (const text of ['', 'Berlin', 'Europe/Nowhere', '<b>']) expect(isZone(text)).toBe(false)
})

test("isZone rejects names that the database doesn't know or reads as another zone", () => {
  for (const text of ['UTC', 'Etc/UTC', 'Asia/Kolkata', 'America/Argentina/Buenos_Aires', 'Europe/Kyiv'])
    expect(isZone(text), text).toBe(true)
  for (const text of ['AET', 'ACT', 'PST', 'BST', 'US/Pacific-New', 'SystemV/AST4', 'EST', '+02:00'])
    expect(isZone(text), text).toBe(false)
})
