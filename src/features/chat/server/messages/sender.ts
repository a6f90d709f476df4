import type { Database } from '~/database/connect'
import type { Chat } from '../create-chat'

export type Sender = () => Promise<void>

export function createSender(_options: { db: Database; announce: Chat['announce'] }): Sender {
  return () => Promise.resolve()
}
