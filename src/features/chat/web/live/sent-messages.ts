import type { QueryClient } from '@tanstack/react-query'
import type { ChatMessage } from '../../contract-shapes'
import { dropMessage, putChanged, putSent } from './apply-to-messages'
import { changeMessages } from './chat-cache'

// Answers to what the person did, which may come before the stream tells the same or after it.

const unheard = new WeakMap<QueryClient, ChatMessage[]>()
const KEPT = 50

/** Sent and stored, and maybe not told by the stream yet: an answer to reading that was on its way longer lacks it. */
export function sentIn(queryClient: QueryClient, roomId: string): readonly ChatMessage[] {
  return unheard.get(queryClient)?.filter((message) => message.roomId === roomId) ?? []
}

export function showSent(queryClient: QueryClient, message: ChatMessage): void {
  unheard.set(queryClient, [...(unheard.get(queryClient) ?? []), message].slice(-KEPT))
  changeMessages(queryClient, message.roomId, (data) => putSent(data, message))
}

/** The answer of an edit, unless an event was faster. */
export function showChanged(queryClient: QueryClient, before: ChatMessage, after: ChatMessage): void {
  changeMessages(queryClient, before.roomId, (data) => putChanged(data, before, after))
}

export function showRemoved(queryClient: QueryClient, message: ChatMessage): void {
  forgetSent(queryClient, message.id)
  changeMessages(queryClient, message.roomId, (data) => dropMessage(data, message.id))
}

/** The stream has told it, or its end: from here on the stream is right. */
export function forgetSent(queryClient: QueryClient, messageId: string): void {
  const kept = unheard.get(queryClient)
  if (kept?.some(({ id }) => id === messageId))
    unheard.set(
      queryClient,
      kept.filter(({ id }) => id !== messageId),
    )
}
