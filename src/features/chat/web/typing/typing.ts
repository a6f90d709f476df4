import { formatName } from '../../rules/format-name'
import type { TypingEvent } from '../live/live-events'
import { createStore, type Store } from '../live/store'

const SHOWN_MS = 5000

interface Writer {
  name: string
  timer: ReturnType<typeof setTimeout>
}
const rooms = new Map<string, Map<string, Writer>>()
const stores = new Map<string, Store<readonly string[]>>()
export const noOne: readonly string[] = []

/** Returns a store of the names of people typing in a room, in the order in which they started. */
export function getTypingNames(roomId: string): Store<readonly string[]> {
  const store = stores.get(roomId) ?? createStore(noOne)
  // The server stores nothing between requests.
  if (typeof window !== 'undefined') stores.set(roomId, store)
  return store
}

/** Shows that a person is typing; ends after some seconds without a new signal, or when their message arrives. */
export function receiveTyping({ roomId, personId, name }: TypingEvent): void {
  const writers = rooms.get(roomId) ?? new Map<string, Writer>()
  rooms.set(roomId, writers)
  clearTimeout(writers.get(personId)?.timer)
  writers.set(personId, { name, timer: setTimeout(() => stopTyping(roomId, personId), SHOWN_MS) })
  updateTypingNames(roomId)
}

export function stopTyping(roomId: string, personId: string): void {
  const writers = rooms.get(roomId)
  const writer = writers?.get(personId)
  if (!writers || !writer) return
  clearTimeout(writer.timer)
  writers.delete(personId)
  if (writers.size === 0) rooms.delete(roomId)
  updateTypingNames(roomId)
}

function updateTypingNames(roomId: string): void {
  const names = [...(rooms.get(roomId)?.values() ?? [])].map(({ name }) => formatName(name))
  const store = getTypingNames(roomId)
  if (names.join('\n') !== store.get().join('\n')) store.set(names.length > 0 ? names : noOne)
}
