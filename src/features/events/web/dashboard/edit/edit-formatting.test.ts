import { expect, test } from 'vitest'
import { formatDateLabel, formatEndDay, formatFlyerDate } from '../format-dates'
import { readDollars } from './door-price'
import { mergeChanges } from './merge-changes'
import { toValues } from './event-values'
import { createDraft } from './testing-edit'
import { formatFieldValue } from './conflict-dialog'

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
  expect(formatDateLabel('2026-13-45')).toBeUndefined()
})

test.each([
  ['15', 1500],
  ['$15.50', 1550],
  ['1,400.5', 140_050],
  ['0', 0],
  ['', null],
  ['a tenner', undefined],
  ['-3', undefined],
  ['1.005', undefined],
])('parses the door price %s', (text, cents) => {
  expect(readDollars(text)).toBe(cents)
})

test('merges changes three ways', () => {
  const base = toValues(createDraft())
  const now = { ...base, title: 'Theirs', venueName: 'Both', capacity: 900 }
  const merged = mergeChanges(base, { title: 'Mine', venueName: ' Both ', location: 'York' }, now)
  expect(merged.both).toEqual(['title'])
  expect(merged.theirs).toEqual(['capacity'])
  expect(merged.unsaved).toEqual({ title: 'Mine', location: 'York' })
  expect(merged.base).toMatchObject({ title: 'Theirs', capacity: 900, location: 'Leeds' })
})

test('matches rows with new ids and keeps their position', () => {
  const base = toValues(createDraft())
  const again = { ...base, lineUp: base.lineUp.map((row) => ({ ...row, key: `new ${row.key}` })) }
  const merged = mergeChanges(base, {}, again)
  expect(merged.theirs).toEqual([])
  expect(merged.base.lineUp).toBe(base.lineUp)
})

test('formats two conflicting values', () => {
  const values = toValues(createDraft())
  expect(formatFieldValue('date', values)).toBe('Sat 5 Dec 2026')
  expect(formatFieldValue('ageRestriction', { ...values, ageRestriction: 0 })).toBe('All ages')
  expect(formatFieldValue('isPublic', values)).toBe('Everyone')
  expect(formatFieldValue('doorsClock', values)).toBe('Nothing')
  expect(formatFieldValue('lineUp', values)).toBe(
    'Juno Okafor, 23:00 to 02:00, Headline\nMara Voss, 02:00 to 05:00, Headline',
  )
})
