import { expect, test } from 'vitest'
import { eventPhase, findStatusNote } from './event-phase'

const event = { startsAt: '2026-12-05T23:00:00Z', endsAt: '2026-12-06T05:00:00Z' }
const at = (iso: string, endsAt: string | null = event.endsAt) =>
  eventPhase({ ...event, endsAt }, new Date(iso))

test('upcoming, on, over', () => {
  expect(at('2026-12-05T23:00:00Z')).toBe('upcoming')
  expect(at('2026-12-05T23:00:01Z')).toBe('on')
  expect(at('2026-12-06T05:00:00Z')).toBe('over')
})

test('without an end a night is over after twelve hours', () => {
  expect(at('2026-12-06T10:59:59Z', null)).toBe('on')
  expect(at('2026-12-06T11:00:00Z', null)).toBe('over')
})

test('a note only where something is not as usual; cancelled comes first', () => {
  expect(findStatusNote('published', 'upcoming')).toBeUndefined()
  expect(findStatusNote('published', 'over')).toBe('This event is over.')
  expect(findStatusNote('published', 'on')).toBe('This event has started.')
  expect(findStatusNote('cancelled', 'over')).toBe('This event is cancelled.')
  expect(findStatusNote('postponed', 'upcoming')).toMatch(/postponed/)
})
