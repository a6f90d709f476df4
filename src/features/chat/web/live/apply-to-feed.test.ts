import { expect, test } from 'vitest'
import { applyToFeed, type FeedData } from './apply-to-feed'
import type { LiveEvent } from './live-events'
import { afterHours, deepEnd, jonas, messageAt } from './testing-chat'

const room = { id: deepEnd, name: 'Deep end', genre: null }
const feed: FeedData = {
  seq: 20,
  messages: [20, 19, 18, 17, 16, 15, 14, 13, 12, 11].map((seq) => ({ ...messageAt(seq), room })),
}
const event = (seq: number, place: number, fields = {}): LiveEvent => ({
  kind: 'message',
  seq,
  isNew: seq === place,
  message: messageAt(place, fields),
})
const noOne: ReadonlySet<string> = new Set()
const apply = (one: LiveEvent, hidden = noOne) =>
  applyToFeed(feed, one, hidden, (roomId) => (roomId === afterHours ? { ...room, id: roomId } : undefined))
const numbers = (data: FeedData | 'must_refetch') =>
  data === 'must_refetch' ? data : data.messages.map(({ seq }) => seq)

test('H-02 a new message comes first and drops the oldest of ten', () => {
  expect(numbers(apply(event(21, 21)))).toEqual([21, 20, 19, 18, 17, 16, 15, 14, 13, 12])
  expect(numbers(apply(event(21, 21, { roomId: afterHours })))).toHaveLength(10)
})

test('H-02 an edit changes its line; an edit of a message not shown changes nothing', () => {
  const after = apply(event(21, 15, { content: 'new words' }))
  expect(after === 'must_refetch' ? after : after.messages[5]?.content).toBe('new words')
  expect(apply(event(21, 5))).toBe(feed)
})

test('H-02 a removed line requires a reload, since only the server knows the next message', () => {
  expect(apply({ kind: 'deleted', seq: 21, roomId: deepEnd, messageId: 'message-15' })).toBe('must_refetch')
  expect(apply(event(21, 15, { isHidden: true, content: null }))).toBe('must_refetch')
  expect(apply({ kind: 'deleted', seq: 21, roomId: deepEnd, messageId: 'message-5' })).toBe(feed)
})

test('H-02 a message in an unknown room requires a reload; messages of hidden people and known events change nothing', () => {
  expect(apply(event(21, 21, { roomId: 'another' }))).toBe('must_refetch')
  expect(apply(event(21, 21), new Set([jonas.id]))).toBe(feed)
  expect(apply(event(20, 20, { content: 'older words' }))).toBe(feed)
  expect(apply({ kind: 'room', seq: 21, roomId: deepEnd })).toBe(feed)
})
