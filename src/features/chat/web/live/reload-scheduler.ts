import type { QueryClient } from '@tanstack/react-query'
import { findProcedure, listKeys, refreshQueries, findRoomId } from './chat-cache'

/** Calls whose responses events keep current; they reload only on an explicit request. */
const FOLLOWED = new Set(['rooms.list', 'rooms.unread'])
const OWN_MS = 50
// All open browsers hear of a new room at the same time; a random delay spreads their requests.
const SPREAD = { from: 200, over: 800 }

/** Reloads visible data that events cannot update in place, once for many events. */
export function createReloadScheduler(queryClient: QueryClient, random: () => number = Math.random) {
  const soon = createBatcher(
    () => SPREAD.from + random() * SPREAD.over,
    (keys) => {
      if (keys.has('lists')) reloadLists()
      invalidateRooms((roomId) => roomId !== undefined && keys.has(roomId))
    },
  )
  const own = createBatcher(
    () => OWN_MS,
    () => {
      reloadLists()
      invalidateRooms(() => true)
    },
  )

  function reloadLists(): void {
    refreshQueries(queryClient, listKeys.rooms)
    refreshQueries(queryClient, listKeys.unread)
  }
  function invalidateRooms(isDue: (roomId: string | undefined) => boolean): void {
    queryClient
      .invalidateQueries({
        predicate(query) {
          const call = findProcedure(query)
          if (call === undefined || FOLLOWED.has(call) || call.startsWith('messages.')) return false
          return isDue(findRoomId(query))
        },
      })
      // A failed reload shows its own error.
      .catch(() => undefined)
  }

  return {
    /** Reloads everything about a room except its messages. */
    room: (roomId: string): void => soon.add(roomId),
    lists: (): void => soon.add('lists'),
    /** Reloads everything except messages, because the person's own data changed. */
    own: (): void => own.add('own'),
    stop(): void {
      soon.stop()
      own.stop()
    },
  }
}

/** Collects requests for some milliseconds after the first one and runs once for all of them. */
function createBatcher(waitMs: () => number, run: (keys: ReadonlySet<string>) => void) {
  let keys = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    add(key: string): void {
      keys.add(key)
      timer ??= setTimeout(() => {
        const gathered = keys
        keys = new Set()
        timer = undefined
        run(gathered)
      }, waitMs())
    },
    stop(): void {
      clearTimeout(timer)
      timer = undefined
      keys.clear()
    },
  }
}
