import { useEffect, useSyncExternalStore } from 'react'
import type { RoomDetail } from '../../contract-shapes'
import { type Connection, connection, watched } from './live-state'

/**
 * While mounted, makes the stream follow a room that the user views without being a member, or all readable rooms
 * (`feed`).
 */
export function useWatchRoom(target: Pick<RoomDetail, 'id' | 'role' | 'canRead'> | 'feed' | null): void {
  const wanted = findTargetRoom(target)
  useEffect(() => {
    if (wanted === null) return undefined
    watched.set(wanted)
    return () => {
      if (watched.get() === wanted) watched.set(null)
    }
  }, [wanted])
}

function findTargetRoom(target: Parameters<typeof useWatchRoom>[0]): string | null {
  if (target === null || target === 'feed') return target
  return target.role === null && target.canRead ? target.id : null
}

/** Returns `connecting` once the stream has been disconnected for more than a moment. */
export function useConnection(): Connection {
  return useSyncExternalStore(connection.subscribe, connection.get, () => 'live')
}
