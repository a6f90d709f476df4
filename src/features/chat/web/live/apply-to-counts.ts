import type { ListedRoom } from '../../contract-shapes'
import { UNREAD_MAX } from '../../rules/chat-limits'
import { type LiveEvent, roomOf } from './live-events'

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

/** Whose counts they are. */
export interface Reader {
  id: string
  hiddenPeople: ReadonlySet<string>
  /** The room whose newest messages they are looking at. */
  reading: string | null
  /** By room, up to where another device is known to have read. */
  readUpTo: ReadonlyMap<string, number>
}

/** A new message of somebody else, which the reader neither sees right now, nor has seen elsewhere, nor folds away. */
export function isUnread(event: LiveEvent, { id, hiddenPeople, reading, readUpTo }: Reader): boolean {
  if (event.kind !== 'message' || !event.isNew || event.message.isHidden) return false
  if (event.seq <= (readUpTo.get(event.message.roomId) ?? 0)) return false
  const sender = event.message.sender?.id
  return sender !== id && !(sender && hiddenPeople.has(sender)) && event.message.roomId !== reading
}

/** The rooms' counts after an event, which is given once. Answers the same object where nothing changes. */
export function applyToRooms(data: RoomsData, event: LiveEvent, reader: Reader): RoomsData {
  if (event.seq <= data.seq || !isUnread(event, reader)) return data
  const roomId = roomOf(event)
  const isRaised = (room: ListedRoom) =>
    room.id === roomId && room.role !== null && room.isActive && room.unread < UNREAD_MAX
  if (!data.rooms.some(isRaised)) return data
  return {
    ...data,
    rooms: data.rooms.map((room) => (isRaised(room) ? { ...room, unread: room.unread + 1 } : room)),
  }
}

export function applyToUnread(data: UnreadData, event: LiveEvent, reader: Reader): UnreadData {
  if (event.seq <= data.seq || !isUnread(event, reader)) return data
  const roomId = roomOf(event)
  const room = data.rooms.find((one) => one.roomId === roomId)
  return room && room.unread < UNREAD_MAX ? withCount(data, roomId, room.unread + 1) : data
}

/** The person has read the room: all there is, or all but the newest few. */
export function readInRooms(data: RoomsData, roomId: string | null, left = 0): RoomsData {
  if (!data.rooms.some((room) => room.id === roomId && room.unread > left)) return data
  return {
    ...data,
    rooms: data.rooms.map((room) => (room.id === roomId ? { ...room, unread: left } : room)),
  }
}

export function readInUnread(data: UnreadData, roomId: string | null, left = 0): UnreadData {
  if (roomId === null || !data.rooms.some((room) => room.roomId === roomId && room.unread > left)) return data
  return withCount(data, roomId, left)
}

function withCount(data: UnreadData, roomId: string, unread: number): UnreadData {
  const rooms = data.rooms.map((room) => (room.roomId === roomId ? { roomId, unread } : room))
  return { ...data, rooms, unread: rooms.reduce((sum, room) => sum + room.unread, 0) }
}
