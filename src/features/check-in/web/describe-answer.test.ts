import { expect, test } from 'vitest'
import { describeAnswer, formatEntrance } from './describe-answer'
import type { ShownAnswer } from './check-in-actions'
import { checkInEvent, NOW, ticketWith } from './testing-check-in'

const at = { event: checkInEvent, countLabel: '213 of 402 in', listAt: NOW }

function given(changes: Partial<ShownAnswer>): ShownAnswer {
  return {
    nonce: 'n',
    outcome: 'checked_in',
    at: NOW,
    ticket: ticketWith(13, { name: 'Mara Voss', position: 1, count: 3 }),
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

test('valid: shows the holder, which of their tickets it is, and how many are checked in', () => {
  expect(describeAnswer(given({}), at)).toEqual({
    tone: 'yes',
    lines: ['Valid'],
    eyebrow: '213 of 402 in',
    who: 'Mara Voss',
    why: 'General Admission, ticket 1 of 3',
    number: 'TK-0C41-88213',
    way: 'undo',
  })
})

test('already checked in: shows local time, entrance and staff member', () => {
  const since = { at: '2026-12-05T22:41:00.000Z', entrance: 'Side', by: 'Owen' }
  expect(describeAnswer(given({ outcome: 'duplicate', since }), at)).toMatchObject({
    tone: 'duplicate',
    lines: ['Already in', 'at 23:41'],
    eyebrow: 'Not counted again',
    why: 'General Admission. Scanned at the side door by Owen.',
    way: 'admit',
  })
})

test.each([
  ['2026-12-10T22:00:00.000Z', 'This ticket is 5 days early.'],
  ['2026-12-04T22:00:00.000Z', 'This ticket is 1 day late.'],
  ['2026-12-05T20:00:00.000Z', 'Same date, different event.'],
])('wrong event of %s: %s', (startsAt, words) => {
  const { lines, who, why, way } = describeAnswer(
    given({ outcome: 'wrong_event', ticket: null, other: { ...other, startsAt } }),
    at,
  )
  expect({ lines, who, way }).toEqual({ lines: ['Wrong', 'event'], who: 'No Requests', way: 'sell' })
  expect(why).toContain(', Room 2, Halden. ')
  expect(why).toContain(words)
})

test('an unknown code offline may still be valid: shows the age of the list and offers the search', () => {
  const words = describeAnswer(given({ outcome: 'unknown', ticket: null, isLocal: true }), at)
  expect(words).toMatchObject({ lines: ['Not on', 'the list'], tone: 'no', way: 'search' })
  expect(words.why).toContain('The list is from 23:50.')
  expect(describeAnswer(given({ outcome: 'unknown', ticket: null }), at).lines).toEqual(['Not a', 'ticket'])
})

test.each(['refunded', 'cancelled', 'transferred', 'not_yet', 'over'] as const)(
  '%s admits no one',
  (outcome) => {
    const words = describeAnswer(given({ outcome }), at)
    expect(words).toMatchObject({ tone: 'no', eyebrow: 'Don’t admit' })
    expect(words.why).toMatch(/\.$/)
  },
)

test('a guest shows how many of the party are checked in', () => {
  const guest = { id: 'g', name: 'Ilse Brandt', guestOf: 'Juno Okafor', size: 3, arrived: 1 }
  expect(describeAnswer(given({ ticket: null, guest }), at)).toMatchObject({
    who: 'Ilse Brandt',
    why: 'Guest list, 1 of 3 in, from Juno Okafor',
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
