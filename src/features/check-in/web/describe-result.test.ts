import { expect, test } from 'vitest'
import { describeResult, formatEntrance } from './describe-result'
import type { ShownResult } from './check-in-actions'
import { checkInEvent, NOW, buildTicket } from './testing-check-in'

const at = { event: checkInEvent, countLabel: '213 of 402 in', listAt: NOW }

function buildResult(changes: Partial<ShownResult>): ShownResult {
  return {
    nonce: 'n',
    outcome: 'checked_in',
    at: NOW,
    ticket: buildTicket(13, { name: 'Mara Voss', position: 1, count: 3 }),
    guest: null,
    counted: 1,
    since: null,
    other: null,
    refusedCount: 0,
    isLocal: false,
    ...changes,
  }
}
const other = {
  id: null,
  title: 'No Requests',
  startsAt: '2026-12-10T22:00:00.000Z',
  timezone: 'Europe/Berlin',
  venueName: 'Room 2',
  location: 'Halden, NO',
}

test('a valid ticket shows the holder, its position in the order, and how many are checked in', () => {
  expect(describeResult(buildResult({}), at)).toEqual({
    tone: 'yes',
    lines: ['Valid'],
    eyebrow: '213 of 402 in',
    name: 'Mara Voss',
    detail: 'General Admission, ticket 1 of 3',
    number: 'TK-0C41-88213',
    action: 'undo',
  })
})

test('a checked-in ticket shows local time, entrance and staff member', () => {
  const since = { at: '2026-12-05T22:41:00.000Z', entrance: 'Side', by: 'Owen' }
  expect(describeResult(buildResult({ outcome: 'duplicate', since }), at)).toMatchObject({
    tone: 'duplicate',
    lines: ['Already in', 'at 23:41'],
    eyebrow: 'Not counted again',
    detail: 'General Admission. Scanned at the side door by Owen.',
    action: 'admit',
  })
})

test.each([
  ['2026-12-10T22:00:00.000Z', 'It’s for an event 5 days later.'],
  ['2026-12-04T22:00:00.000Z', 'It’s for an event 1 day earlier.'],
  ['2026-12-05T20:00:00.000Z', 'It’s for another event on the same date.'],
])('a ticket of another event %s shows: %s', (startsAt, sentence) => {
  const { lines, name, detail, action } = describeResult(
    buildResult({ outcome: 'wrong_event', ticket: null, other: { ...other, startsAt } }),
    at,
  )
  expect({ lines, name, action }).toEqual({ lines: ['Wrong', 'event'], name: 'No Requests', action: 'sell' })
  expect(detail).toContain(', Room 2, Halden. ')
  expect(detail).toContain(sentence)
})

test('offline, an unknown code may still be valid: shows the age of the list and offers the search', () => {
  const text = describeResult(buildResult({ outcome: 'unknown', ticket: null, isLocal: true }), at)
  expect(text).toMatchObject({ lines: ['Not on', 'the list'], tone: 'no', action: 'search' })
  expect(text.detail).toContain('The list is from 23:50.')
  expect(describeResult(buildResult({ outcome: 'unknown', ticket: null }), at).lines).toEqual([
    'Not a',
    'ticket',
  ])
})

test.each(['refunded', 'cancelled', 'transferred', 'not_yet', 'over'] as const)(
  'a ticket with the result %s admits no one',
  (outcome) => {
    const text = describeResult(buildResult({ outcome }), at)
    expect(text).toMatchObject({ tone: 'no', eyebrow: 'Don’t admit' })
    expect(text.detail).toMatch(/\.$/)
  },
)

test('a guest shows how many of the party are checked in', () => {
  const guest = { id: 'g', name: 'Ilse Brandt', guestOf: 'Juno Okafor', size: 3, arrived: 1 }
  expect(describeResult(buildResult({ ticket: null, guest }), at)).toMatchObject({
    name: 'Ilse Brandt',
    detail: 'Guest list, 1 of 3 in, from Juno Okafor',
    number: undefined,
  })
})

test('adds "door" to an entrance name only once', () => {
  expect(['Front', 'Side door', 'North gate'].map(formatEntrance)).toEqual([
    'front door',
    'side door',
    'north gate',
  ])
})
