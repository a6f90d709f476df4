import { array, assert, boolean, integer, property } from '~tests/support/fast-check'
import { expect, test } from 'vitest'
import { renderedRange, MAX_RENDERED, newerWindow, newestWindow, olderWindow } from './message-window'

// Positions have gaps, since the global order counts every chat event.
const room = (length: number) => Array.from({ length }, (_, index) => index * 3 + 7)

test('a room opens with its newest messages and follows new ones', () => {
  const places = room(250)
  const shown = newestWindow(places)
  expect(renderedRange(places, shown)).toEqual({ start: 150, end: 250 })
  expect(renderedRange([...places, 9000, 9001], shown)).toEqual({ start: 150, end: 252 })
  expect(renderedRange(room(0), newestWindow(room(0)))).toEqual({ start: 0, end: 0 })
})

test('renders messages loaded at the oldest end', () => {
  const places = room(250).slice(100)
  let shown = olderWindow(places, newestWindow(places))
  expect(renderedRange(places, shown)).toEqual({ start: 0, end: 150 })
  expect(renderedRange(room(250), shown)).toEqual({ start: 0, end: 250 })
  shown = olderWindow(room(250), shown)
  expect(shown.from).toBe(0)
})

test('drops distant pages at the other end', () => {
  const places = room(1000)
  let shown = newestWindow(places)
  for (let step = 0; step < 20; step += 1) shown = olderWindow(places, shown)
  expect(renderedRange(places, shown)).toEqual({ start: 0, end: MAX_RENDERED })
  for (let step = 0; step < 20; step += 1) shown = newerWindow(places, shown)
  expect(renderedRange(places, shown)).toEqual({ start: 1000 - MAX_RENDERED, end: 1000 })
  expect(shown.to).toBeNull()
})

test('at any scroll position, renders some but never too many messages, and each step overlaps the previous one', () => {
  const steps = array(boolean(), { maxLength: 40 })
  assert(
    property(integer({ min: 1, max: 2000 }), steps, (length, directions) => {
      const places = room(length)
      let shown = newestWindow(places)
      for (const isOlder of directions) {
        const before = renderedRange(places, shown)
        shown = isOlder ? olderWindow(places, shown) : newerWindow(places, shown)
        const { start, end } = renderedRange(places, shown)
        expect(end - start).toBeLessThanOrEqual(MAX_RENDERED)
        expect(Math.min(end, before.end) - Math.max(start, before.start)).toBeGreaterThan(0)
        if (isOlder && before.start > 0) expect(start).toBeLessThan(before.start)
        if (!isOlder && before.end < length) expect(end).toBeGreaterThan(before.end)
      }
    }),
  )
})
