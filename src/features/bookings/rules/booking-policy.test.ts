import { describe, expect, test } from 'vitest'
import {
  type Act,
  afterAct,
  answerUntil,
  type BookingStatus,
  mayAct,
  mayReview,
  reviewUntil,
  type Side,
  type Standing,
} from './booking-policy'

const now = new Date('2026-11-21T10:00:00Z')
const later = new Date('2026-12-18T23:00:00Z')
const earlier = new Date('2026-11-14T23:00:00Z')

const standing = (more: Partial<Standing>): Standing => ({
  status: 'pending',
  awaiting: 'dj',
  answerBy: later,
  endsAt: later,
  isOtherDeleted: false,
  ...more,
})

// Status, side that has to answer, acting side, allowed actions.
const table: [BookingStatus, Side | null, Side, Act[]][] = [
  ['pending', 'dj', 'dj', ['offer', 'accept', 'decline', 'cancel']],
  ['pending', 'dj', 'client', ['cancel']],
  ['pending', 'client', 'dj', ['cancel']],
  ['pending', 'client', 'client', ['offer', 'accept', 'decline', 'cancel']],
  ['pending', null, 'dj', ['cancel']],
  ['pending', null, 'client', ['cancel']],
  ['confirmed', null, 'dj', ['cancel']],
  ['confirmed', null, 'client', ['cancel']],
  ['completed', null, 'dj', []],
  ['completed', null, 'client', []],
  ['cancelled', null, 'dj', []],
  ['cancelled', null, 'client', []],
]
const acts: Act[] = ['offer', 'accept', 'decline', 'cancel']
const allowed = (side: Side, stands: Standing) => acts.filter((act) => mayAct(act, side, stands, now))

test.each(table)('%s, waiting for %s: the %s may %j', (status, awaiting, side, may) => {
  expect(allowed(side, standing({ status, awaiting }))).toEqual(may)
})

test('allows no answer after the deadline', () => {
  for (const answerBy of [now, earlier])
    for (const side of ['dj', 'client'] as const)
      expect(allowed(side, standing({ answerBy, awaiting: side }))).toEqual([])
})

test('refuses to cancel an event that is over', () => {
  expect(allowed('dj', standing({ status: 'confirmed', awaiting: null, endsAt: now }))).toEqual([])
})

test('only allows declining when the other account is deleted', () => {
  expect(allowed('dj', standing({ isOtherDeleted: true }))).toEqual(['decline', 'cancel'])
})

test.each([
  ['offer', 'dj', 'pending', 'client'],
  ['offer', 'client', 'pending', 'dj'],
  ['accept', 'dj', 'confirmed', null],
  ['decline', 'client', 'cancelled', null],
  ['cancel', 'dj', 'cancelled', null],
] as const)('%s by the %s: %s, waiting for %s', (act, side, status, awaiting) => {
  expect(afterAct(act, side)).toEqual({ status, awaiting })
})

test('gives 14 days to answer, but never past the start', () => {
  expect(answerUntil(now, later).toISOString()).toBe('2026-12-05T10:00:00.000Z')
  const soon = new Date('2026-11-22T23:00:00Z')
  expect(answerUntil(now, soon)).toEqual(soon)
})

describe('reviews', () => {
  const played = standing({ status: 'completed', awaiting: null, endsAt: earlier })

  test('allows one review of a completed event, for 14 days', () => {
    expect(mayReview(played, false, now)).toBe(true)
    expect(mayReview(played, true, now)).toBe(false)
    expect(mayReview(played, false, new Date(reviewUntil(earlier).getTime() - 1))).toBe(true)
    expect(mayReview(played, false, reviewUntil(earlier))).toBe(false)
  })

  test('allows no review of an event that did not happen or of a deleted account', () => {
    for (const status of ['pending', 'confirmed', 'cancelled'] as const)
      expect(mayReview({ ...played, status }, false, now)).toBe(false)
    expect(mayReview({ ...played, isOtherDeleted: true }, false, now)).toBe(false)
  })
})
