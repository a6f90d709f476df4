import { createSender, type Sender } from './messages/sender'
import { type ChatStream, type ChatStreamOptions, createChatStream } from './stream/chat-stream'

/** What chat keeps in the memory of this process. One value per process. */
export type Chat = ChatStream & {
  /** Stores messages, many at a time. */
  send: Sender
}

export function createChat(options: ChatStreamOptions): Chat {
  const stream = createChatStream(options)
  return { ...stream, send: createSender({ db: options.db, announce: stream.announce }) }
}
