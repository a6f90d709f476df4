import { expect, test } from 'vitest'
import { decideScan, type CheckInHolder, type CheckInEvent, canUndo, UNDO_WITHIN_MS } from './decide-scan'
import { hashTicketCode } from './hash-ticket-code'
import { getCheckInWindow } from './check-in-window'

const event: CheckInEvent = { state: 'on', opensAt: 1000, closesAt: 2000 }
const ticket: CheckInHolder = { status: 'valid', size: 1, inside: 0, isOldCode: false }
const scan = { at: 1500, people: 1, admitAnyway: false }
const getOutcome = (change: {
  event?: Partial<CheckInEvent>
  holder?: Partial<CheckInHolder>
  scan?: Partial<typeof scan>
}) =>
  decideScan({
    event: { ...event, ...change.event },
    holder: { ...ticket, ...change.holder },
    scan: { ...scan, ...change.scan },
  }).outcome

test("checks the ticket's status first, then its code, then the event", () => {
  expect(getOutcome({})).toBe('checked_in')
  expect(getOutcome({ holder: { inside: 1 } })).toBe('duplicate')
  expect(getOutcome({ holder: { inside: 1 }, scan: { admitAnyway: true } })).toBe('admitted')
  expect(getOutcome({ scan: { admitAnyway: true } })).toBe('checked_in')
  expect(getOutcome({ holder: { status: 'refunded', isOldCode: true }, event: { state: 'cancelled' } })).toBe(
    'refunded',
  )
  expect(getOutcome({ holder: { isOldCode: true }, event: { state: 'cancelled' } })).toBe('transferred')
  expect(getOutcome({ event: { state: 'cancelled' } })).toBe('cancelled')
  expect(getOutcome({ event: { state: 'no_date' } })).toBe('not_yet')
  expect([999, 1000, 2000, 2001].map((at) => getOutcome({ scan: { at } }))).toEqual([
    'not_yet',
    'checked_in',
    'checked_in',
    'over',
  ])
  expect(decideScan({ event, holder: undefined, scan })).toEqual({ outcome: 'unknown', counted: 0 })
})

test('checks in a guest’s party up to its size on the list', () => {
  const party = { ...ticket, size: 3, inside: 1 }
  const decideParty = (people: number, inside = 1) =>
    decideScan({ event, holder: { ...party, inside }, scan: { ...scan, people } })
  expect(decideParty(1)).toEqual({ outcome: 'checked_in', counted: 1 })
  expect(decideParty(5)).toEqual({ outcome: 'checked_in', counted: 2 })
  expect(decideParty(1, 3)).toEqual({ outcome: 'duplicate', counted: 0 })
  // Five people entered, and then the guest's party was reduced to three.
  expect(decideParty(1, 5)).toEqual({ outcome: 'duplicate', counted: 0 })
})

test('check-in staff can undo for ten minutes, an organizer always', () => {
  expect(canUndo({ at: 0 }, { now: UNDO_WITHIN_MS, always: false })).toBe(true)
  expect(canUndo({ at: 0 }, { now: UNDO_WITHIN_MS + 1, always: false })).toBe(false)
  expect(canUndo({ at: 0 }, { now: UNDO_WITHIN_MS + 1, always: true })).toBe(true)
})

test('scans count from a day before doors to a day after the end', () => {
  const startsAt = new Date('2026-12-05T23:00:00Z')
  const doorsAt = new Date('2026-12-05T22:00:00Z')
  const endsAt = new Date('2026-12-06T06:00:00Z')
  expect(getCheckInWindow({ startsAt, doorsAt, endsAt })).toEqual({
    opensAt: new Date('2026-12-04T22:00:00Z'),
    closesAt: new Date('2026-12-07T06:00:00Z'),
  })
  expect(getCheckInWindow({ startsAt, doorsAt: null, endsAt: null })).toEqual({
    opensAt: new Date('2026-12-04T23:00:00Z'),
    closesAt: new Date('2026-12-07T11:00:00Z'),
  })
})

test('hashes a ticket code to 16 bytes in base64url', async () => {
  // echo -n 00000000-0000-4000-8000-000000000000 | sha256sum | xxd -r -p | head -c 16 | base64 | tr '+/' '-_'
  expect(await hashTicketCode('00000000-0000-4000-8000-000000000000')).toBe('24BV4OAwfVoBa-xNwzjWmA')
})
