import { createMessageBatch, type MessageBatch } from './messages/message-batch'
import { type ChatStream, type ChatStreamOptions, createChatStream } from './stream/chat-stream'

/** Chat's in-memory state. One instance per process. */
export type Chat = ChatStream & {
  send: MessageBatch
}

export function createChat(options: ChatStreamOptions): Chat {
  const stream = createChatStream(options)
  return { ...stream, send: createMessageBatch({ db: options.db, announce: stream.announce }) }
}
