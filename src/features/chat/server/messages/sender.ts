import type { Database } from '~/database/connect'
import { createMicroBatch, type MicroBatch } from '~/lib/micro-batch'
import type { Announce } from '../append-events'
import type { Sending, SendOutcome } from './sending'
import { storeMessages } from './store-messages'

// A larger batch would only add latency; at 256 the cost per message is flat.
const MAX_PER_BATCH = 256

/**
 * Stores messages in batches. Messages sent while a batch is running join the next one, in arrival order, so that one
 * batch takes the chat clock once and readers receive many messages together.
 */
export type Sender = MicroBatch<Sending, SendOutcome>

export function createSender({ db, announce }: { db: Database; announce: Announce }): Sender {
  return createMicroBatch<Sending, SendOutcome>({
    max: MAX_PER_BATCH,
    run: (sendings) => storeMessages({ db, announce }, sendings),
  })
}
