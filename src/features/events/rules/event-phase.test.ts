import { describe, expect, test } from 'vitest'
import { getEventPhase, listStatusNotes } from './event-phase'

const event = { startsAt: '2026-12-05T23:00:00Z', endsAt: '2026-12-06T05:00:00Z' }
const at = (iso: string, endsAt: string | null = event.endsAt) =>
  getEventPhase({ ...event, endsAt }, new Date(iso))

test('an event is upcoming, on or over', () => {
  expect(at('2026-12-05T23:00:00Z')).toBe('upcoming')
  expect(at('2026-12-05T23:00:01Z')).toBe('on')
  expect(at('2026-12-06T05:00:00Z')).toBe('over')
})

test('an event without an end is over after twelve hours', () => {
  expect(at('2026-12-06T10:59:59Z', null)).toBe('on')
  expect(at('2026-12-06T11:00:00Z', null)).toBe('over')
})

describe('event notes', () => {
  const now = new Date('2026-11-21T10:00:00Z')
  const state = {
    status: 'published',
    phase: 'upcoming',
    timezone: 'Europe/Berlin',
    statusMessage: '',
    movedFrom: null,
    isDateOpen: false,
    refundableUntil: null,
  } as const
  const notes = (more: object) => listStatusNotes({ ...state, ...more }, now)

  test('shows that an event is over, on or cancelled; cancelled comes first, with the organizer’s reason', () => {
    expect(notes({})).toEqual([])
    expect(notes({ statusMessage: 'Kept from long ago.' })).toEqual([])
    expect(notes({ phase: 'over' })).toEqual(['This event is over.'])
    expect(notes({ phase: 'on' })).toEqual(['This event has started.'])
    expect(notes({ status: 'cancelled', phase: 'over', statusMessage: 'The roof leaks.' })).toEqual([
      'This event is canceled.',
      'The roof leaks.',
    ])
  })

  test('shows that an event is postponed without a date, and the refund deadline', () => {
    const postponed = { status: 'postponed', isDateOpen: true, refundableUntil: '2026-12-05T11:00:00Z' }
    expect(notes({ ...postponed, statusMessage: 'The roof leaks.' })).toEqual([
      'This event is postponed. The new date will appear here.',
      'Tickets can be refunded until Sat 5 Dec, 12:00.',
      'The roof leaks.',
    ])
    expect(notes({ ...postponed, refundableUntil: '2026-11-21T09:59:59Z' })).toHaveLength(1)
    expect(notes({ ...postponed, status: 'cancelled' })).toEqual(['This event is canceled.'])
  })

  test('shows the new date of an event, whether it is on sale or not', () => {
    for (const status of ['published', 'postponed'])
      expect(notes({ status, movedFrom: '2026-12-05T22:00:00Z' })).toEqual([
        'This event has a new date. It was planned for Sat 5 Dec.',
      ])
  })
})
