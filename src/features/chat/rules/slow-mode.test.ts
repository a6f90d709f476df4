import { expect, test } from 'vitest'
import { SLOW_MODES } from './chat-limits'
import { formatWaitClock, formatSlowMode, findSlowModeEnd } from './slow-mode'

const now = Date.parse('2026-11-21T21:04:10Z')

test("slow mode counts from the person's own last message", () => {
  expect(findSlowModeEnd(30, '2026-11-21T21:04:00Z', now)).toBe(now + 20_000)
  expect(findSlowModeEnd(10, '2026-11-21T21:04:00Z', now)).toBeNull()
  expect(findSlowModeEnd(30, undefined, now)).toBeNull()
  expect(findSlowModeEnd(0, '2026-11-21T21:04:10Z', now)).toBeNull()
})

test("a clock behind the server's does not extend the wait", () => {
  expect(findSlowModeEnd(30, '2026-11-21T22:00:00Z', now)).toBe(now + 30_000)
})

test('formats the interval and the remaining time', () => {
  expect(SLOW_MODES.filter((seconds) => seconds > 0).map(formatSlowMode)).toEqual([
    'One message every 5 seconds',
    'One message every 10 seconds',
    'One message every 30 seconds',
    'One message a minute',
    'One message every 5 minutes',
    'One message every 15 minutes',
    'One message an hour',
  ])
  expect([0, 9, 60, 845].map(formatWaitClock)).toEqual(['0:00', '0:09', '1:00', '14:05'])
})
