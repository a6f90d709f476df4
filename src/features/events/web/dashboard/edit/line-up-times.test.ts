import { expect, test } from 'vitest'
import { createRow, moveRow } from './line-up-changes'
import { findEventTimes, findTimeWarnings, sortSets, toTimedRows } from './line-up-times'
import { type BillRow, type EventValues, toEventValues } from './event-values'
import { createDraft } from './testing-edit'

const now = new Date('2026-11-21T12:00:00Z')
const row = (name: string, startClock: string | null, endClock: string | null): BillRow => ({
  key: name,
  djId: null,
  name,
  avatarUrl: null,
  startClock,
  endClock,
  billing: 'support',
})

function oddIn(rows: BillRow[], changes: Partial<EventValues> = {}): string[] {
  const values = { ...toEventValues(createDraft()), ...changes, lineUp: rows }
  const times = findEventTimes(values, now)
  return times ? findTimeWarnings(values, times) : ['no times']
}

test('returns nothing for consecutive sets', () => {
  expect(oddIn([row('A', '23:00', '02:00'), row('B', '02:00', '06:00')])).toEqual([])
  // The line-up is not in the order of the times.
  expect(oddIn([row('B', '02:00', '06:00'), row('A', '23:00', '02:00')])).toEqual([])
})

test('warns about overlaps, gaps of half an hour, and sets after the end', () => {
  expect(oddIn([row('A', '23:00', '02:00'), row('B', '01:00', '06:00')])).toEqual([
    'A and B play at the same time.',
  ])
  expect(oddIn([row('A', '23:00', '02:00'), row('B', '02:30', '06:00')])).toEqual([
    'No one plays from 02:00 to 02:30.',
  ])
  expect(oddIn([row('A', '23:00', '02:00'), row('B', '02:10', '06:00')])).toEqual([])
  expect(oddIn([row('A', '23:00', '07:00')])).toEqual(['A plays outside the event.'])
})

test('accepts back-to-back sets', () => {
  expect(oddIn([row('A', '23:00', '06:00'), row('B', '23:00', '06:00')])).toEqual([])
})

test('returns nothing without clock times or a day', () => {
  expect(oddIn([row('A', null, null), row('B', '23:00', null)])).toEqual([])
  expect(oddIn([], { date: '' })).toEqual(['no times'])
})

test('sorts sets by time', () => {
  const values = {
    ...toEventValues(createDraft()),
    lineUp: [row('B', '02:00', '06:00'), row('A', '23:00', '02:00')],
  }
  const times = findEventTimes(values, now)
  const order = times && sortSets(toTimedRows(values, times)).map(({ row: { name } }) => name)
  expect(order).toEqual(['A', 'B'])
})

test('adds the first entry as headline at the start, and others after the last set', () => {
  const values = { ...toEventValues(createDraft()), lineUp: [] as BillRow[] }
  const person = { djId: null, name: 'New', avatarUrl: null }
  expect(createRow(values, person, 'k')).toMatchObject({
    startClock: '23:00',
    endClock: '06:00',
    billing: 'headline',
  })
  const later = { ...values, lineUp: [row('A', '23:00', '02:00')] }
  expect(createRow(later, person)).toMatchObject({
    startClock: '02:00',
    endClock: '06:00',
    billing: 'support',
  })
  // The last set ends with the event, so no time is left.
  const full = { ...values, lineUp: [row('A', '23:00', '06:00')] }
  expect(createRow(full, person)).toMatchObject({ startClock: null, endClock: null })
})

test('moves a row by one within the list', () => {
  const rows = [row('A', null, null), row('B', null, null)]
  expect(moveRow(rows, 0, 1).map(({ name }) => name)).toEqual(['B', 'A'])
  expect(moveRow(rows, 0, -1)).toEqual(rows)
  expect(moveRow(rows, 1, 1)).toEqual(rows)
})
