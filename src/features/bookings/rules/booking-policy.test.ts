import { describe, expect, test } from 'vitest'
import {
  type Act,
  getStatusAfter,
  getAnswerDeadline,
  type BookingStatus,
  canAct,
  canReview,
  getReviewDeadline,
  type Side,
  type BookingState,
} from './booking-policy'

const now = new Date('2026-11-21T10:00:00Z')
const later = new Date('2026-12-18T23:00:00Z')
const earlier = new Date('2026-11-14T23:00:00Z')

const createState = (more: Partial<BookingState>): BookingState => ({
  status: 'pending',
  awaiting: 'dj',
  answerBy: later,
  startsAt: later,
  endsAt: later,
  isOtherDeleted: false,
  ...more,
})

// Each row: the booking's status, the side that has to answer, the acting side, and the actions that it may take.
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
const listAllowed = (side: Side, state: BookingState) => acts.filter((act) => canAct(act, side, state, now))

test.each(table)(
  'in a %s booking that waits for %s, the %s may take the actions %j',
  (status, awaiting, side, may) => {
    expect(listAllowed(side, createState({ status, awaiting }))).toEqual(may)
  },
)

test('allows no answer after the deadline', () => {
  for (const answerBy of [now, earlier])
    for (const side of ['dj', 'client'] as const)
      expect(listAllowed(side, createState({ answerBy, awaiting: side }))).toEqual([])
})

test('refuses to cancel an event that is over', () => {
  expect(listAllowed('dj', createState({ status: 'confirmed', awaiting: null, endsAt: now }))).toEqual([])
})

test('allows only the DJ to cancel during the set, because they get less for it', () => {
  const playing = createState({ status: 'confirmed', awaiting: null, startsAt: now })
  expect(listAllowed('client', playing)).toEqual([])
  expect(listAllowed('dj', playing)).toEqual(['cancel'])
})

test('only allows declining when the other account is deleted', () => {
  expect(listAllowed('dj', createState({ isOtherDeleted: true }))).toEqual(['decline', 'cancel'])
})

test.each([
  ['offer', 'dj', 'pending', 'client'],
  ['offer', 'client', 'pending', 'dj'],
  ['accept', 'dj', 'confirmed', null],
  ['decline', 'client', 'cancelled', null],
  ['cancel', 'dj', 'cancelled', null],
] as const)(
  'the action %s by the %s leaves the booking %s, waiting for %s',
  (act, side, status, awaiting) => {
    expect(getStatusAfter(act, side)).toEqual({ status, awaiting })
  },
)

test('gives 14 days to answer, but not beyond the start of the event', () => {
  expect(getAnswerDeadline(now, later).toISOString()).toBe('2026-12-05T10:00:00.000Z')
  const soon = new Date('2026-11-22T23:00:00Z')
  expect(getAnswerDeadline(now, soon)).toEqual(soon)
})

describe('reviews', () => {
  const played = createState({ status: 'completed', awaiting: null, endsAt: earlier })

  test('allows one review of a completed event, for 14 days', () => {
    expect(canReview(played, false, now)).toBe(true)
    expect(canReview(played, true, now)).toBe(false)
    expect(canReview(played, false, new Date(getReviewDeadline(earlier).getTime() - 1))).toBe(true)
    expect(canReview(played, false, getReviewDeadline(earlier))).toBe(false)
  })

  test('allows no review of an event that did not happen or of a deleted account', () => {
    for (const status of ['pending', 'confirmed', 'cancelled'] as const)
      expect(canReview({ ...played, status }, false, now)).toBe(false)
    expect(canReview({ ...played, isOtherDeleted: true }, false, now)).toBe(false)
  })
})
