import type { QueryClient } from '@tanstack/react-query'
import { callOf, listKeys, readAgain, roomIdOf } from './chat-cache'

/** Calls whose answers the events keep up to date: they are read again only where that is said by name. */
const FOLLOWED = new Set(['rooms.list', 'rooms.unread'])
const OWN_MS = 50
// All open browsers hear of a new room at once, and would ask at once.
const SPREAD = { from: 200, over: 800 }

/** What events cannot change in place is read again where it is on the screen, once for many events. */
export function createDueReads(queryClient: QueryClient) {
  const soon = createGather(
    () => SPREAD.from + Math.random() * SPREAD.over,
    (keys) => {
      if (keys.has('lists')) readLists()
      invalidate((roomId) => roomId !== undefined && keys.has(roomId))
    },
  )
  const own = createGather(
    () => OWN_MS,
    () => {
      readLists()
      invalidate(() => true)
    },
  )

  function readLists(): void {
    readAgain(queryClient, listKeys.rooms)
    readAgain(queryClient, listKeys.unread)
  }
  function invalidate(isDue: (roomId: string | undefined) => boolean): void {
    queryClient
      .invalidateQueries({
        predicate(query) {
          const call = callOf(query)
          if (call === undefined || FOLLOWED.has(call) || call.startsWith('messages.')) return false
          return isDue(roomIdOf(query))
        },
      })
      // What cannot be read again shows its own failure.
      .catch(() => undefined)
  }

  return {
    /** Everything about a room but its messages. */
    room: (roomId: string): void => soon.add(roomId),
    /** The rooms and their counts. */
    lists: (): void => soon.add('lists'),
    /** Everything but messages: something of the person's own changed. */
    own: (): void => own.add('own'),
    stop(): void {
      soon.stop()
      own.stop()
    },
  }
}

/** Runs once for all that is asked for within some milliseconds of the first: many events make one reading. */
function createGather(waitMs: () => number, run: (keys: ReadonlySet<string>) => void) {
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
