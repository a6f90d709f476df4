import { expect, test } from 'vitest'
import { createSeenCodes } from './seen-codes'

test('a code that stays in view is one scan, however long its result is shown', () => {
  const seen = createSeenCodes()
  expect(seen.findNewCode(['A'], 0, true)).toBe('A')
  expect(seen.findNewCode(['A'], 120, false)).toBeUndefined()
  expect(seen.findNewCode(['A'], 1500, false)).toBeUndefined()
  expect(seen.findNewCode(['A'], 2900, true)).toBeUndefined()
})

test('a shaking hand is one scan, and a code that returns later is scanned again', () => {
  const seen = createSeenCodes()
  seen.findNewCode(['A'], 0, true)
  expect(seen.findNewCode([], 500, true)).toBeUndefined()
  expect(seen.findNewCode(['A'], 1000, true)).toBeUndefined()
  expect(seen.findNewCode(['A'], 2600, true)).toBe('A')
})

test('another code is scanned immediately, but none while a result is shown', () => {
  const seen = createSeenCodes()
  seen.findNewCode(['A'], 0, true)
  expect(seen.findNewCode(['B'], 100, false)).toBeUndefined()
  expect(seen.findNewCode(['B'], 200, true)).toBe('B')
  expect(seen.findNewCode(['A', 'B'], 300, true)).toBeUndefined()
})
