import { expect, test } from 'vitest'
import {
  applyToRoomCounts,
  applyToUnreadCounts,
  markReadInRooms,
  markReadInUnread,
  type Reader,
} from './apply-to-counts'
import type { LiveEvent } from './live-events'
import { afterHours, deepEnd, jonas, listedRoom, mara, meId, messageAt } from './testing-chat'

const me: Reader = { id: meId, hiddenPeople: new Set(), reading: null, readUpTo: new Map() }
const rooms = {
  rooms: [listedRoom({ unread: 3 }), listedRoom({ id: afterHours, name: 'After hours', role: null })],
  seq: 10,
}
const unread = {
  unread: 4,
  rooms: [
    { roomId: deepEnd, unread: 3 },
    { roomId: afterHours, unread: 1 },
  ],
  hiddenPeople: [],
  seq: 10,
}
const sent = (seq: number, fields = {}, isNew = true): LiveEvent => ({
  kind: 'message',
  seq,
  isNew,
  message: messageAt(seq, fields),
})

test('a new message of another user counts in its room and in the total', () => {
  const after = applyToRoomCounts(rooms, sent(11), me)
  expect(after.rooms.map((room) => room.unread)).toEqual([4, 0])
  expect(after.rooms[1]).toBe(rooms.rooms[1])
  expect(applyToUnreadCounts(unread, sent(11), me)).toMatchObject({
    unread: 5,
    rooms: [{ unread: 4 }, { unread: 1 }],
  })
})

test.each([
  ['a message by the reader', sent(11, { sender: mara }), me],
  ['an edit', sent(11, {}, false), me],
  ['a hidden message', sent(11, { isHidden: true, content: null }), me],
  ['a message already counted in the response', sent(10), me],
  ['a message in the open room', sent(11), { ...me, reading: deepEnd }],
  ['a message read on another device', sent(11), { ...me, readUpTo: new Map([[deepEnd, 11]]) }],
  ['a message by a person whom the reader hides', sent(11), { ...me, hiddenPeople: new Set([jonas.id]) }],
  ['a deletion', { kind: 'deleted', seq: 11, roomId: deepEnd, messageId: 'message-9' } as const, me],
])('%s does not count', (_, event, reader) => {
  expect(applyToRoomCounts(rooms, event, reader)).toBe(rooms)
  expect(applyToUnreadCounts(unread, event, reader)).toBe(unread)
})

test('a room that is only viewed has no unread messages', () => {
  expect(applyToRoomCounts(rooms, sent(11, { roomId: afterHours }), me)).toBe(rooms)
})

test('messages of deleted accounts count', () => {
  expect(applyToUnreadCounts(unread, sent(11, { sender: null }), me).unread).toBe(5)
})

test('counts stop at a hundred', () => {
  const full = { ...unread, unread: 100, rooms: [{ roomId: deepEnd, unread: 100 }] }
  expect(applyToUnreadCounts(full, sent(11), me)).toBe(full)
})

test('reading a room removes it from the total', () => {
  expect(markReadInUnread(unread, deepEnd).unread).toBe(1)
  expect(markReadInRooms(rooms, deepEnd).rooms[0]?.unread).toBe(0)
  expect(markReadInRooms(rooms, afterHours)).toBe(rooms)
  expect(markReadInRooms(rooms, deepEnd, 1).rooms[0]?.unread).toBe(1)
  expect(markReadInUnread(unread, deepEnd, 1).unread).toBe(2)
  // Reading never increases a count.
  expect(markReadInRooms(rooms, deepEnd, 40)).toBe(rooms)
  expect(markReadInUnread(unread, deepEnd, 40)).toBe(unread)
  expect(markReadInUnread(unread, null)).toBe(unread)
})
