import { listTexts } from './stored-texts'
import type { PendingMessage } from './pending-message'

const HOUR_MS = 3_600_000

/** Returns the unsent messages a person wrote on earlier pages of this browser, by room and in order. */
export function readStoredMessages(personId: string): Map<string, readonly PendingMessage[]> {
  const rooms = new Map<string, readonly PendingMessage[]>()
  for (const { roomId, id, text } of listTexts('outbox', personId)) {
    const message = readStoredMessage(id, text)
    if (message) rooms.set(roomId, [...(rooms.get(roomId) ?? []), message].toSorted(compareByTime))
  }
  return rooms
}

/** Old messages are not sent without asking the person. */
function readStoredMessage(clientId: string, text: string): PendingMessage | undefined {
  try {
    const { content, at }: { content?: unknown; at?: unknown } = JSON.parse(text)
    if (typeof content !== 'string' || typeof at !== 'string') return undefined
    const isOld = !(Date.now() - Date.parse(at) < HOUR_MS)
    const problem = isOld ? 'This message wasn’t sent.' : null
    return { clientId, content, at, state: isOld ? 'failed' : 'sending', problem, retryAt: null }
  } catch {
    return undefined
  }
}

function compareByTime(message: PendingMessage, other: PendingMessage): number {
  return message.clientId < other.clientId ? -1 : 1
}
