import type { ListedRoom } from '../../contract-shapes'
import { UNREAD_MAX } from '../../rules/chat-limits'
import { type LiveEvent, getRoomId } from './live-events'

export interface RoomsData {
  rooms: ListedRoom[]
  seq: number
}
export interface UnreadData {
  unread: number
  rooms: { roomId: string; unread: number }[]
  hiddenPeople: string[]
  seq: number
}

export interface Reader {
  id: string
  hiddenPeople: ReadonlySet<string>
  /** The room whose newest messages are on the screen. */
  reading: string | null
  /** By room: the event number up to which the person has read it on another device. */
  readUpTo: ReadonlyMap<string, number>
}

/**
 * Returns whether this is a new message that is unread: by another user whom the reader doesn't hide, and neither
 * visible now nor read on another device.
 */
export function isUnread(event: LiveEvent, { id, hiddenPeople, reading, readUpTo }: Reader): boolean {
  if (event.kind !== 'message' || !event.isNew || event.message.isHidden) return false
  if (event.seq <= (readUpTo.get(event.message.roomId) ?? 0)) return false
  const sender = event.message.sender?.id
  return sender !== id && !(sender && hiddenPeople.has(sender)) && event.message.roomId !== reading
}

/**
 * Applies an event to the unread counts of the room list; pass each event only once. Returns the same object if
 * nothing changes.
 */
export function applyToRoomCounts(data: RoomsData, event: LiveEvent, reader: Reader): RoomsData {
  if (event.seq <= data.seq || !isUnread(event, reader)) return data
  const roomId = getRoomId(event)
  const isRaised = (room: ListedRoom) =>
    room.id === roomId && room.role !== null && room.isActive && room.unread < UNREAD_MAX
  if (!data.rooms.some(isRaised)) return data
  return {
    ...data,
    rooms: data.rooms.map((room) => (isRaised(room) ? { ...room, unread: room.unread + 1 } : room)),
  }
}

export function applyToUnreadCounts(data: UnreadData, event: LiveEvent, reader: Reader): UnreadData {
  if (event.seq <= data.seq || !isUnread(event, reader)) return data
  const roomId = getRoomId(event)
  const room = data.rooms.find((entry) => entry.roomId === roomId)
  return room && room.unread < UNREAD_MAX ? withUnreadCount(data, roomId, room.unread + 1) : data
}

/** Records that the person has read the room, except for the newest `left` messages. */
export function markReadInRooms(data: RoomsData, roomId: string | null, left = 0): RoomsData {
  if (!data.rooms.some((room) => room.id === roomId && room.unread > left)) return data
  return {
    ...data,
    rooms: data.rooms.map((room) => (room.id === roomId ? { ...room, unread: left } : room)),
  }
}

export function markReadInUnread(data: UnreadData, roomId: string | null, left = 0): UnreadData {
  if (roomId === null || !data.rooms.some((room) => room.roomId === roomId && room.unread > left)) return data
  return withUnreadCount(data, roomId, left)
}

function withUnreadCount(data: UnreadData, roomId: string, unread: number): UnreadData {
  const rooms = data.rooms.map((room) => (room.roomId === roomId ? { roomId, unread } : room))
  return { ...data, rooms, unread: rooms.reduce((sum, room) => sum + room.unread, 0) }
}
