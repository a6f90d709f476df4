import type { QueryClient } from '@tanstack/react-query'
import { findProcedure, listKeys, refreshQueries, findRoomId } from './chat-cache'

/** The API calls whose responses are kept current by events. They are reloaded only by `lists` and `own`. */
const FOLLOWED = new Set(['rooms.list', 'rooms.unread'])
const OWN_MS = 50
// Milliseconds: all open browsers hear of a new room at the same time, and a random delay spreads their requests.
const SPREAD = { from: 200, over: 800 }

/** Reloads chat data that an event alone cannot bring up to date, once for many events. */
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

/** Collects keys for `waitMs` after the first one, then calls `run` once with all of them. */
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
