import { expect, test } from 'vitest'
import { findEventChangeKind } from './event-change-kind'
import { computeRefundDeadline, isMovedTooSoon, listPossibleChanges } from './event-change'

test('R-07 the return period lasts the given days, ends when the event starts, and never gets shorter', () => {
  const now = new Date('2026-12-01T12:00:00Z')
  const day = (number: number) => new Date(now.getTime() + number * 86_400_000)
  const movedFrom = day(1)
  expect(computeRefundDeadline(now, { days: 14, startsAt: null, before: null, movedFrom })).toEqual(day(14))
  expect(computeRefundDeadline(now, { days: 14, startsAt: day(3), before: null, movedFrom })).toEqual(day(3))
  expect(computeRefundDeadline(now, { days: 2, startsAt: day(30), before: day(9), movedFrom })).toEqual(
    day(9),
  )
})

test('R-07 an earlier start must be at least 72 hours away, and holders can refund for at least 72 hours', () => {
  const now = new Date('2026-12-01T12:00:00Z')
  const day = (number: number) => new Date(now.getTime() + number * 86_400_000)
  expect(isMovedTooSoon({ from: day(20), to: day(2.9) }, now)).toBe(true)
  expect(isMovedTooSoon({ from: day(20), to: day(3) }, now)).toBe(false)
  expect(isMovedTooSoon({ from: day(1), to: day(1.1) }, now)).toBe(false)
  const change = { days: 0, startsAt: day(9), before: null }
  expect(computeRefundDeadline(now, { ...change, movedFrom: day(20) })).toEqual(day(3))
  expect(computeRefundDeadline(now, { ...change, movedFrom: day(8) })).toEqual(now)
})

test('R-07 lists the allowed changes per status, and the kind of notification after each', () => {
  expect(listPossibleChanges('published')).toEqual(['postpone', 'cancel'])
  expect(listPossibleChanges('postponed')).toEqual(['set_date', 'cancel'])
  expect([listPossibleChanges('draft'), listPossibleChanges('cancelled')]).toEqual([[], []])
  const event = {
    isDateOpen: false,
    startsAt: '2027-06-05T22:00:00.000Z',
    venueName: 'Loom Hall',
    statusChangedAt: null,
  }
  const notified = (from: string, to: string, was = {}, now = {}) =>
    findEventChangeKind({ ...event, status: from, ...was }, { ...event, status: to, ...now })
  expect(notified('published', 'cancelled')).toBe('cancelled')
  expect(notified('published', 'postponed')).toBe('postponed')
  expect(notified('postponed', 'published', { isDateOpen: true })).toBe('dated')
  expect(notified('postponed', 'published', {}, { startsAt: '2027-06-06T22:00:00.000Z' })).toBe('dated')
  expect(notified('postponed', 'published')).toBeUndefined()
  expect(notified('postponed', 'published', {}, { venueName: 'Carriage Works' })).toBe('changed')
  expect(notified('published', 'published')).toBe('changed')
  // A move to another date counts as postponed, even after edits. An edit alone counts as changed, even after a move
  // that ticket holders were already notified of.
  const moved = { statusChangedAt: '2027-05-01T10:00:00.000Z' }
  const other = { startsAt: '2027-06-06T22:00:00.000Z' }
  expect(notified('published', 'published', {}, { ...other, ...moved })).toBe('postponed')
  expect(
    notified('published', 'published', moved, { ...other, statusChangedAt: '2027-05-02T10:00:00.000Z' }),
  ).toBe('postponed')
  expect(notified('published', 'published', moved, { ...other, ...moved })).toBe('changed')
  expect(notified('published', 'published', {}, { ...moved, venueName: 'Carriage Works' })).toBe('changed')
  expect(notified('published', 'published', { statusChangedAt: undefined }, { ...other, ...moved })).toBe(
    'postponed',
  )
  expect(notified('published', 'draft')).toBeUndefined()
})
