import type { QueryClient } from '@tanstack/react-query'
import type { ChatMessage } from '../../contract-shapes'
import { dropMessage, replaceMessage, addSentMessage } from './apply-to-messages'
import { changeMessages } from './chat-cache'

// Shows the user's own sent, edited and deleted messages. The response to an action may arrive before or after its
// event on the stream.

const unheard = new WeakMap<QueryClient, ChatMessage[]>()
const MAX_SENT = 50

/**
 * Returns the user's stored messages that may not have arrived on the stream yet, since a result that is still
 * loading may lack them.
 */
export function listSentMessages(queryClient: QueryClient, roomId: string): readonly ChatMessage[] {
  return unheard.get(queryClient)?.filter((message) => message.roomId === roomId) ?? []
}

export function showSentMessage(queryClient: QueryClient, message: ChatMessage): void {
  unheard.set(queryClient, [...(unheard.get(queryClient) ?? []), message].slice(-MAX_SENT))
  changeMessages(queryClient, message.roomId, (data) => addSentMessage(data, message))
}

export function showEditedMessage(queryClient: QueryClient, before: ChatMessage, after: ChatMessage): void {
  changeMessages(queryClient, before.roomId, (data) => replaceMessage(data, before, after))
}

export function showMessageRemoval(queryClient: QueryClient, message: ChatMessage): void {
  forgetSentMessage(queryClient, message.id)
  changeMessages(queryClient, message.roomId, (data) => dropMessage(data, message.id))
}

/**
 * Forgets a sent message that the stream has delivered or that was deleted. From then on, only the stream changes it.
 */
export function forgetSentMessage(queryClient: QueryClient, messageId: string): void {
  const messages = unheard.get(queryClient)
  if (messages?.some(({ id }) => id === messageId))
    unheard.set(
      queryClient,
      messages.filter(({ id }) => id !== messageId),
    )
}
