import type { Database } from '~/database/connect'
import type { Live } from '~/platform/live/live'
import type { Logger } from '~/platform/log/log'
import type { Tick } from './clock'

/** What chat keeps in the memory of this process. One value per process. */
export interface Chat {
  /** After the commit: everybody who follows hears what happened under these numbers, in order. Never throws. */
  announce(tick: Tick): void
  send(): Promise<void>
  /** Everybody who follows the room sees that this person is writing, for some seconds. Never throws. */
  tellTyping(roomId: string, person: { id: string; name: string }): void
  close(): void
}

export function createChat(_options: { db: Database; live: Live; log: Logger }): Chat {
  return {
    announce: () => undefined,
    send: () => Promise.resolve(),
    tellTyping: () => undefined,
    close: () => undefined,
  }
}
