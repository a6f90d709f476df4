import type { Database } from '~/database/connect'
import type { Live } from '~/platform/live/live'
import type { StreamFeed } from '~/platform/live/stream-feed'
import type { Logger } from '~/platform/log/log'
import type { AnnouncedEvent } from './append-events'
import type { Tick } from './clock'
import { createSender, type Sender } from './messages/sender'
import { createChatStream } from './stream/chat-stream'

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

export function createChat({ db, live, log }: { db: Database; live: Live; log: Logger }): Chat {
  const stream = createChatStream({ db, live, log })
  return { ...stream, send: createSender({ db, announce: stream.announce }) }
}
