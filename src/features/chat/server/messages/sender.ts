import type { Database } from '~/database/connect'
import { createMicroBatch, type MicroBatch } from '~/lib/micro-batch'
import type { Announce } from '../append-events'
import type { Sending, SendOutcome } from './sending'
import { storeMessages } from './store-messages'

// More would only make everybody in the batch wait longer; at 256 the cost per message has long been flat.
const MOST_PER_BATCH = 256

/**
 * Stores messages. Whatever is sent while a batch is under way travels in the next, in the order of arrival: the clock of
 * chat is taken once for many messages, and those who read hear of many at once.
 */
export type Sender = MicroBatch<Sending, SendOutcome>

export function createSender({ db, announce }: { db: Database; announce: Announce }): Sender {
  return createMicroBatch<Sending, SendOutcome>({
    max: MOST_PER_BATCH,
    run: (sendings) => storeMessages({ db, announce }, sendings),
  })
}
