import type { Database } from '~/database/connect'
import type { Tick } from '../clock'

export type Sender = () => Promise<void>

export function createSender(_options: { db: Database; announce: (tick: Tick) => void }): Sender {
  return () => Promise.resolve()
}
