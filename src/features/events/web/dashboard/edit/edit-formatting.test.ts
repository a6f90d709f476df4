import { expect, test } from 'vitest'
import { formatEndDay, formatFlyerDate } from '../format-dates'
import { listEventActions } from '../../../rules/event-policy'
import { listFixedFields } from './event-values'
import { createDraft } from './testing-edit'

test.each([
  ['23:00', '06:00', 'Sunday'],
  ['14:00', '22:00', 'Saturday'],
  ['23:00', null, undefined],
  ['', '06:00', undefined],
])('an event on Saturday from %s to %s ends on %s', (start, end, day) => {
  expect(formatEndDay('2026-12-05', start, end)).toBe(day)
})

test('the flyer shows day and time if known', () => {
  expect(formatFlyerDate('2026-12-05', '23:00')).toEqual(['Sat 5 Dec', '23:00'])
  expect(formatFlyerDate('2026-12-05', '')).toEqual(['Sat 5 Dec'])
  expect(formatFlyerDate('', '23:00')).toBeUndefined()
  expect(formatFlyerDate('2026-13-45', '')).toBeUndefined()
})

test.each([
  ['the organizer of a draft', {}, ['requiresCaptcha']],
  [
    'a manager of a postponed event',
    { status: 'postponed' as const, actions: listEventActions(['manager']), canRequireCaptcha: true },
    [
      'date',
      'startClock',
      'doorsClock',
      'endClock',
      'timezone',
      'doorPriceCents',
      'currency',
      'taxMode',
      'taxPpm',
    ],
  ],
  [
    'the organizer of an event with sold tickets',
    { status: 'published' as const, soldOrHeld: 1, isCurrencyFinal: true, canRequireCaptcha: true },
    ['date', 'currency'],
  ],
])('lists the fields that %s can’t change', (_title, draft, fields) => {
  expect(listFixedFields(createDraft(draft))).toEqual(fields)
})
