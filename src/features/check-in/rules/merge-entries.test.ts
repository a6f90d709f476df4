import { expect, test } from 'vitest'
import { type CheckInEntry, mergeEntries } from './merge-entries'

const buildEntry = (nonce: string, at: number, more: Partial<CheckInEntry> = {}): CheckInEntry => ({
  nonce,
  at,
  people: 1,
  admitAnyway: false,
  undoneAt: null,
  ...more,
})
const describeMerged = (entries: CheckInEntry[], size = 1) =>
  Object.fromEntries(
    [...mergeEntries(entries, size)].map(([nonce, { outcome, counted }]) => [nonce, `${outcome} ${counted}`]),
  )

test('the earliest scan counts, in any order of arrival', () => {
  const entries = [buildEntry('late', 20), buildEntry('early', 10)]
  expect(describeMerged(entries)).toEqual({ early: 'checked_in 1', late: 'duplicate 0' })
  expect(describeMerged(entries.toReversed())).toEqual(describeMerged(entries))
})

test('after an undo the next scan counts, and earlier refused scans stay refused', () => {
  expect(
    describeMerged([buildEntry('a', 10, { undoneAt: 30 }), buildEntry('b', 20), buildEntry('c', 40)]),
  ).toEqual({
    a: 'checked_in 0',
    b: 'duplicate 0',
    c: 'checked_in 1',
  })
})

test('undoing a scan that did not count is a no-op', () => {
  expect(describeMerged([buildEntry('a', 10), buildEntry('b', 20, { undoneAt: 30 })])).toEqual({
    a: 'checked_in 1',
    b: 'duplicate 0',
  })
})

test('an undo never takes effect before its scan', () => {
  expect(describeMerged([buildEntry('a', 10, { undoneAt: 5 })])).toEqual({ a: 'checked_in 0' })
})

test('admitting anyway counts only while the party is not complete', () => {
  expect(describeMerged([buildEntry('a', 10), buildEntry('b', 20, { admitAnyway: true })])).toEqual({
    a: 'checked_in 1',
    b: 'admitted 0',
  })
  expect(describeMerged([buildEntry('b', 20, { admitAnyway: true })])).toEqual({ b: 'checked_in 1' })
})

test('checks in a party up to its size on the list', () => {
  const entries = [
    buildEntry('a', 10, { people: 2, undoneAt: 30 }),
    buildEntry('b', 20, { people: 2 }),
    buildEntry('c', 40, { people: 9 }),
  ]
  expect(describeMerged(entries, 3)).toEqual({ a: 'checked_in 0', b: 'checked_in 1', c: 'checked_in 2' })
  expect(describeMerged([buildEntry('a', 10)], 0)).toEqual({ a: 'duplicate 0' })
})
