import { useSyncExternalStore } from 'react'
import { chat } from '../queries'
import { noOne, getTypingNames } from './typing'

export function useTyping({ roomId }: { roomId: string }): readonly string[] {
  const store = getTypingNames(roomId)
  return useSyncExternalStore(store.subscribe, store.get, () => noOne)
}

const TYPING_INTERVAL_MS = 3000
const sentAt = new Map<string, number>()

/** Sends a typing signal for the room, at most every three seconds. Never throws. */
export function sendTyping(roomId: string): void {
  const now = Date.now()
  if (now - (sentAt.get(roomId) ?? 0) < TYPING_INTERVAL_MS) return
  sentAt.set(roomId, now)
  chat.messages.typing.call({ roomId }).catch(() => undefined)
}
