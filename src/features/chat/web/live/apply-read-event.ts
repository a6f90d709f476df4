import { notifyManager, type QueryClient } from '@tanstack/react-query'
import {
  isUnread,
  type Reader,
  markReadInRooms,
  markReadInUnread,
  type RoomsData,
  type UnreadData,
} from './apply-to-counts'
import { changeRoom, changeRooms, changeUnread, listKeys, getReader } from './chat-cache'
import type { EventLog } from './event-log'
import type { ReadEvent } from './live-events'
import { raiseReadPosition } from './read-positions'

/**
 * Applies a read event: the person has read a room, here or on another device. Returns whether the room's unread
 * count is now known; false if later messages may be missing from the log.
 */
export function applyReadEvent(
  queryClient: QueryClient,
  meId: string,
  log: EventLog | null,
  read: ReadEvent,
): boolean {
  const { roomId, seq, lastReadSeq } = read
  raiseReadPosition(queryClient, roomId, seq)
  const left = log && countMaxUnread(log, roomId, seq, getReader(queryClient, meId))
  notifyManager.batch(() => {
    changeRoom(queryClient, roomId, (room) =>
      room.lastReadSeq < lastReadSeq ? { ...room, lastReadSeq } : room,
    )
    if (left === null) return
    changeRooms(queryClient, (data) => markReadInRooms(data, roomId, left))
    changeUnread(queryClient, (data) => markReadInUnread(data, roomId, left))
  })
  return left !== null || !hasUnread(queryClient, roomId)
}

/**
 * Returns the most messages that can be unread once everything up to `seq` is read; null if the log no longer has all
 * later events.
 */
export function countMaxUnread(log: EventLog, roomId: string, seq: number, reader: Reader): number | null {
  const since = log.inRoom(roomId, seq)
  return since && since.filter((event) => isUnread(event, reader)).length
}

function hasUnread(queryClient: QueryClient, roomId: string): boolean {
  const lists = queryClient.getQueriesData<RoomsData>({ queryKey: listKeys.rooms })
  const counts = queryClient.getQueriesData<UnreadData>({ queryKey: listKeys.unread })
  return (
    lists.some(([, data]) => data?.rooms.some(({ id, unread }) => id === roomId && unread > 0)) ||
    counts.some(([, data]) => data?.rooms.some((room) => room.roomId === roomId && room.unread > 0))
  )
}
