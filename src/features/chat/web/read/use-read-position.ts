import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { RoomDetail } from '../../contract-shapes'
import { reading } from '../live/live-state'
import { markRead, sendReadPosition } from './mark-read'

interface Seen {
  /** True if the end of the message list is on the screen. */
  isAtBottom: boolean
  /** The number of the newest message of another user; null if there is none. */
  newestSeq: number | null
}

/**
 * Returns the `seq` after which messages are new, for the new-messages line in the list; null if none are new. It is
 * set when the room opens, and changes only when messages arrive while the end of the list is out of view. Also marks
 * visible messages as read.
 */
export function useReadPosition(
  room: Pick<RoomDetail, 'id' | 'role' | 'lastReadSeq'>,
  { isAtBottom, newestSeq }: Seen,
): number | null {
  const queryClient = useQueryClient()
  const isVisible = useSyncExternalStore(subscribeToVisibility, isPageVisible, () => true)
  const [at, setAt] = useState(() => getInitialPosition(room, newestSeq))
  const isJoined = room.role !== null
  const isReading = isJoined && isVisible && isAtBottom
  const roomId = room.id

  if (at.roomId !== roomId || at.isJoined !== isJoined) setAt(getInitialPosition(room, newestSeq))
  else if (newestSeq !== null && newestSeq > at.seen) {
    if (isReading) setAt({ ...at, seen: newestSeq })
    else if (at.line !== at.seen) setAt({ ...at, line: at.seen })
  }

  useEffect(() => {
    if (!isReading) return undefined
    reading.set(roomId)
    return () => {
      if (reading.get() === roomId) reading.set(null)
      sendReadPosition(queryClient, roomId)
    }
  }, [isReading, queryClient, roomId])

  useEffect(() => {
    if (isReading && newestSeq !== null) markRead(queryClient, roomId, newestSeq)
  }, [isReading, newestSeq, queryClient, roomId])

  return isJoined ? at.line : null
}

function getInitialPosition(room: Pick<RoomDetail, 'id' | 'role' | 'lastReadSeq'>, newestSeq: number | null) {
  const { id, role, lastReadSeq } = room
  const isNew = newestSeq !== null && newestSeq > lastReadSeq
  return { roomId: id, isJoined: role !== null, seen: lastReadSeq, line: isNew ? lastReadSeq : null }
}

function subscribeToVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

function isPageVisible(): boolean {
  return document.visibilityState === 'visible'
}
