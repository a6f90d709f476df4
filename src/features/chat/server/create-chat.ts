import { createSender, type Sender } from './messages/sender'
import { type ChatStream, type ChatStreamOptions, createChatStream } from './stream/chat-stream'

/** Chat's in-memory state. One instance per process. */
export type Chat = ChatStream & {
  send: Sender
}

export function createChat(options: ChatStreamOptions): Chat {
  const stream = createChatStream(options)
  return { ...stream, send: createSender({ db: options.db, announce: stream.announce }) }
}
