import { expect, test } from 'vitest'
import { parseEvent, parseSeq, parseTypingEvent } from './live-events'
import { messageAt } from './testing-chat'

test('parses every kind of event', () => {
  const events = [
    { kind: 'message', seq: 4, isNew: true, message: messageAt(4) },
    { kind: 'deleted', seq: 5, roomId: 'a', messageId: 'b' },
    { kind: 'room', seq: 6, roomId: 'a' },
    { kind: 'member', seq: 7, roomId: 'a', userId: 'c' },
  ]
  expect(events.map(parseEvent)).toEqual(events)
})

test.each([
  undefined,
  null,
  'hello',
  [],
  {},
  { kind: 'message', seq: 4 },
  { kind: 'message', seq: 4, message: { id: 1 } },
  { kind: 'deleted', seq: '5', roomId: 'a', messageId: 'b' },
  { kind: 'deleted', seq: 5, roomId: 'a' },
  { kind: 'room', seq: 6 },
  { kind: 'member', seq: 7, roomId: 'a' },
  { kind: 'of a later version', seq: 8, roomId: 'a' },
])('%j is not an event', (data) => {
  expect(parseEvent(data)).toBeUndefined()
  expect(parseTypingEvent(data)).toBeUndefined()
})

test('parses the number of a position event', () => {
  expect([{ seq: 3 }, { seq: '3' }, null].map(parseSeq)).toEqual([3, undefined, undefined])
})
