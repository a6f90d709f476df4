import type { QueryClient } from '@tanstack/react-query'
import { markReadInRooms, markReadInUnread } from '../live/apply-to-counts'
import { changeRoom, changeRooms, changeUnread } from '../live/chat-cache'
import { clearReadPositions } from '../live/read-positions'
import { chat } from '../queries'

// Milliseconds before the read position is sent to the server: short enough that other devices update soon, long
// enough to combine many messages.
const SOON_MS = 500
const PAUSE_MS = 3000

interface Mark {
  seq: number
  notified: number
  notifiedAt: number
  timer: ReturnType<typeof setTimeout> | undefined
}
const marks = new WeakMap<QueryClient, Map<string, Mark>>()

/**
 * Marks the room as read up to `seq`: immediately in this tab, and shortly after on the server and the person's other
 * devices.
 */
export function markRead(queryClient: QueryClient, roomId: string, seq: number): void {
  const own = marks.get(queryClient) ?? new Map<string, Mark>()
  marks.set(queryClient, own)
  const mark = own.get(roomId) ?? { seq: 0, notified: 0, notifiedAt: 0, timer: undefined }
  own.set(roomId, mark)
  mark.seq = Math.max(mark.seq, seq)
  markReadInCache(queryClient, roomId)
  changeRoom(queryClient, roomId, (room) => (room.lastReadSeq < seq ? { ...room, lastReadSeq: seq } : room))
  if (mark.seq <= mark.notified || mark.timer !== undefined) return
  const pause = mark.notifiedAt + PAUSE_MS - Date.now()
  mark.timer = setTimeout(() => sendMark(roomId, mark), Math.max(SOON_MS, pause))
}

export function markReadInCache(queryClient: QueryClient, roomId: string): void {
  changeRooms(queryClient, (data) => markReadInRooms(data, roomId))
  changeUnread(queryClient, (data) => markReadInUnread(data, roomId))
}

/**
 * Clears the unsent and received read positions when live updates stop, because another user can sign in without a
 * reload of the page.
 */
export function clearReadState(queryClient: QueryClient): void {
  for (const { timer } of marks.get(queryClient)?.values() ?? []) clearTimeout(timer)
  marks.delete(queryClient)
  clearReadPositions(queryClient)
}

export function sendReadPosition(queryClient: QueryClient, roomId: string): void {
  const mark = marks.get(queryClient)?.get(roomId)
  if (mark?.timer !== undefined) sendMark(roomId, mark)
}

function sendMark(roomId: string, mark: Mark): void {
  clearTimeout(mark.timer)
  mark.timer = undefined
  const { seq, notified } = mark
  mark.notified = seq
  mark.notifiedAt = Date.now()
  // After a failure, the next message that is read sends the position again.
  chat.rooms.markRead.call({ roomId, seq }).catch(() => (mark.notified = Math.min(mark.notified, notified)))
}
