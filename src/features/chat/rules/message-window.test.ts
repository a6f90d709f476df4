import { array, assert, boolean, integer, property } from '~tests/support/fast-check'
import { expect, test } from 'vitest'
import { getRenderedRange, MAX_RENDERED, moveToNewer, getNewestWindow, moveToOlder } from './message-window'

// Positions have gaps, since the global order counts every chat event.
const room = (length: number) => Array.from({ length }, (_, index) => index * 3 + 7)

test('a room opens with its newest messages and follows new ones', () => {
  const places = room(250)
  const shown = getNewestWindow(places)
  expect(getRenderedRange(places, shown)).toEqual({ start: 150, end: 250 })
  expect(getRenderedRange([...places, 9000, 9001], shown)).toEqual({ start: 150, end: 252 })
  expect(getRenderedRange(room(0), getNewestWindow(room(0)))).toEqual({ start: 0, end: 0 })
})

test('renders older messages once they are loaded', () => {
  const places = room(250).slice(100)
  let shown = moveToOlder(places, getNewestWindow(places))
  expect(getRenderedRange(places, shown)).toEqual({ start: 0, end: 150 })
  expect(getRenderedRange(room(250), shown)).toEqual({ start: 0, end: 250 })
  shown = moveToOlder(room(250), shown)
  expect(shown.from).toBe(0)
})

test('limits the rendered messages when the reader moves far in either direction', () => {
  const places = room(1000)
  let shown = getNewestWindow(places)
  for (let step = 0; step < 20; step += 1) shown = moveToOlder(places, shown)
  expect(getRenderedRange(places, shown)).toEqual({ start: 0, end: MAX_RENDERED })
  for (let step = 0; step < 20; step += 1) shown = moveToNewer(places, shown)
  expect(getRenderedRange(places, shown)).toEqual({ start: 1000 - MAX_RENDERED, end: 1000 })
  expect(shown.to).toBeNull()
})

test('at any scroll position, renders some but never too many messages, and each step overlaps the previous one', () => {
  const steps = array(boolean(), { maxLength: 40 })
  assert(
    property(integer({ min: 1, max: 2000 }), steps, (length, directions) => {
      const places = room(length)
      let shown = getNewestWindow(places)
      for (const isOlder of directions) {
        const before = getRenderedRange(places, shown)
        shown = isOlder ? moveToOlder(places, shown) : moveToNewer(places, shown)
        const { start, end } = getRenderedRange(places, shown)
        expect(end - start).toBeLessThanOrEqual(MAX_RENDERED)
        expect(Math.min(end, before.end) - Math.max(start, before.start)).toBeGreaterThan(0)
        if (isOlder && before.start > 0) expect(start).toBeLessThan(before.start)
        if (!isOlder && before.end < length) expect(end).toBeGreaterThan(before.end)
      }
    }),
  )
})
