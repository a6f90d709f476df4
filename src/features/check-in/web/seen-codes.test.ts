import { expect, test } from 'vitest'
import { createSeen } from './seen-codes'

test('a code that stays before the camera is one scan, however long somebody reads the answer', () => {
  const seen = createSeen()
  expect(seen.look(['A'], 0, true)).toBe('A')
  expect(seen.look(['A'], 120, false)).toBeUndefined()
  expect(seen.look(['A'], 1500, false)).toBeUndefined()
  expect(seen.look(['A'], 2900, true)).toBeUndefined()
})

test('a hand that shakes shows it once, a code that comes back later is scanned again', () => {
  const seen = createSeen()
  seen.look(['A'], 0, true)
  expect(seen.look([], 500, true)).toBeUndefined()
  expect(seen.look(['A'], 1000, true)).toBeUndefined()
  expect(seen.look(['A'], 2600, true)).toBe('A')
})

test('the next code is new at once, and none is while an answer stands', () => {
  const seen = createSeen()
  seen.look(['A'], 0, true)
  expect(seen.look(['B'], 100, false)).toBeUndefined()
  expect(seen.look(['B'], 200, true)).toBe('B')
  expect(seen.look(['A', 'B'], 300, true)).toBeUndefined()
})
