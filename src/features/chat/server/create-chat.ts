import type { StreamFeed } from '~/platform/live/stream-feed'
import type { AnnouncedEvent } from './append-events'
import type { Tick } from './clock'
import { createSender, type Sender } from './messages/sender'
import { createChatStream, type ChatStreamOptions } from './stream/chat-stream'

/** What chat keeps in the memory of this process. One value per process. */
export interface Chat {
  /** After the commit: everybody who follows hears what happened under these numbers, in order. Never throws. */
  announce(tick: Tick, events: readonly AnnouncedEvent[]): void
  /** Everybody who follows the room sees that this person is writing, for some seconds. Never throws. */
  tellTyping(roomId: string, person: { id: string; name: string }): void
  /** Stores messages, many at a time. */
  send: Sender
  /** What the event stream of a tab carries of chat. */
  feed: StreamFeed
  close(): void
}

export function createChat(options: ChatStreamOptions): Chat {
  const stream = createChatStream(options)
  return { ...stream, send: createSender({ db: options.db, announce: stream.announce }) }
}
