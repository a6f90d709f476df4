import { shownName } from '../../rules/shown-name'
import type { ChatMessage } from '../../contract-shapes'
import type { PendingMessage } from '../outbox/pending-message'

/** A message as the list arranges it: kept by the server, or still on its way there. */
export type ListedMessage = {
  /** Stays the same when one's own message arrives: its place on the screen does too. */
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

/** The name to show, in a room and to a screen reader. */
export function senderName(sender: ChatMessage['sender']): string {
  return shownName(sender?.name)
}
