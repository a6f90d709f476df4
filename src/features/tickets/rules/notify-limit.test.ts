import { expect, test } from 'vitest'
import { hasToWait } from './notify-limit'

const at = new Date('2026-12-01T12:00:00Z')
const notifyAt = new Date('2026-12-02T10:00:00Z')
const far = { isDateOpen: false, startsAt: '2026-12-20T22:00:00Z' }
const tonight = { isDateOpen: false, startsAt: '2026-12-01T22:00:00Z' }
const enough = { was: far, now: far, notificationsToday: 3, notifyAt }

test('postpones the fourth notification of a day, but never a cancellation', () => {
  expect(hasToWait({ ...enough, notificationsToday: 2, notifyAt: null }, 'postponed', at)).toBe(false)
  expect(hasToWait(enough, 'postponed', at)).toBe(true)
  expect(hasToWait(enough, 'changed', at)).toBe(true)
  expect(hasToWait(enough, 'cancelled', at)).toBe(false)
})

test('allows one more notification if the event, at its old or new date, starts before the next one', () => {
  expect(hasToWait({ ...enough, was: tonight, now: { ...tonight, isDateOpen: true } }, 'postponed', at)).toBe(
    false,
  )
  expect(hasToWait({ ...enough, now: tonight }, 'dated', at)).toBe(false)
  expect(hasToWait({ ...enough, was: tonight, notificationsToday: 4 }, 'postponed', at)).toBe(true)
  // An open date has no start, and an event that has started no longer counts.
  expect(hasToWait({ ...enough, was: { ...tonight, isDateOpen: true } }, 'dated', at)).toBe(true)
  expect(hasToWait({ ...enough, was: { ...tonight, startsAt: '2026-12-01T11:00:00Z' } }, 'dated', at)).toBe(
    true,
  )
})
