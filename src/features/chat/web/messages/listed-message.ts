import { formatName } from '../../rules/format-name'
import type { ChatMessage } from '../../contract-shapes'
import type { PendingMessage } from '../outbox/pending-message'

/** A message in the list: stored, or still being sent. */
export type ListedMessage = {
  /** Stays the same when the server confirms an own message, so that it keeps its place on the screen. */
  id: string
  seq: number
  senderId: string | null
  createdAt: string
  message: ChatMessage | null
  pending: PendingMessage | null
}

export function listMessages(
  messages: readonly ChatMessage[],
  pending: readonly PendingMessage[],
  meId: string,
): ListedMessage[] {
  return [
    ...messages.map((message) => ({
      id: (message.sender?.id === meId && message.clientId) || message.id,
      seq: message.seq,
      senderId: message.sender?.id ?? null,
      createdAt: message.createdAt,
      message,
      pending: null,
    })),
    ...pending.map((unsent) => ({
      id: unsent.clientId,
      seq: Number.MAX_SAFE_INTEGER,
      senderId: meId,
      createdAt: unsent.at,
      message: null,
      pending: unsent,
    })),
  ]
}

/** Returns the name to show and to announce. */
export function getSenderName(sender: ChatMessage['sender']): string {
  return formatName(sender?.name)
}
