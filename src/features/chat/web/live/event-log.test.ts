import { expect, test } from 'vitest'
import { createEventLog } from './event-log'
import type { LiveEvent } from './live-events'
import { afterHours, deepEnd } from './testing-chat'

const at = (seq: number, roomId = deepEnd): LiveEvent => ({ kind: 'room', seq, roomId })
const numbers = (events: readonly LiveEvent[] | null) => events?.map(({ seq }) => seq) ?? null

test('stores events by number, each once, in any order of arrival', () => {
  const log = createEventLog()
  expect([5, 9, 7, 9, 5, 6].map((seq) => log.add(at(seq)))).toEqual([true, true, true, false, false, true])
  expect(numbers(log.since(5))).toEqual([6, 7, 9])
})

test('returns nothing for events from before the log began', () => {
  const log = createEventLog()
  log.startAt(10)
  expect(log.since(9)).toBeNull()
  expect(log.inRoom(deepEnd, 9)).toBeNull()
  expect(log.since(10)).toEqual([])
})

test('a busy room evicts only its own older events', () => {
  const log = createEventLog(3)
  for (const event of [at(1), at(2, afterHours), at(3), at(4), at(5)]) log.add(event)
  expect(log.inRoom(deepEnd, 0)).toBeNull()
  expect(numbers(log.inRoom(deepEnd, 1))).toEqual([3, 4, 5])
  expect(numbers(log.inRoom(afterHours, 2))).toEqual([])
  expect(log.inRoom(afterHours, 1)).toBeNull()
  expect(log.since(1)).toBeNull()
  expect(numbers(log.since(2))).toEqual([3, 4, 5])
  expect(log.add(at(1))).toBe(false)
})
