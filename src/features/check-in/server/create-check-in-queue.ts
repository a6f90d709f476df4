import type { Database } from '~/database/connect'
import { createMicroBatch } from '~/lib/micro-batch'
import type { Live } from '~/platform/live/live'
import type { Logger } from '~/platform/log/log'
import type { CheckInResult } from '../contract'
import { storeCheckIns, type CheckInRequest } from './store-check-ins'
import { createChangeNotifier } from './publish-changes'

// The most actions stored together. A phone that was offline all night sends about two batches; larger ones delay
// others.
const MAX_PER_BATCH = 256

/** One instance per process. Runs one batch per event; actions that arrive during a batch join the next batch. */
export interface CheckInQueue {
  /** Stores an action. Returns undefined and stores nothing if the actor may not check in at this event now. */
  act(eventId: string, request: CheckInRequest): Promise<CheckInResult | undefined>
  /** Announces a change to this event's check-in list: open phones reload it within a second. */
  notify(eventId: string): void
}

export function createCheckInQueue({
  db,
  live,
  log,
}: {
  db: Database
  live: Pick<Live, 'publish'>
  log: Logger
}): CheckInQueue {
  const queues = new Map<string, ReturnType<typeof createQueue>>()
  const createQueue = (eventId: string) =>
    createMicroBatch<CheckInRequest, CheckInResult | undefined>({
      max: MAX_PER_BATCH,
      run: (requests) => storeCheckIns(db, eventId, requests),
    })
  return {
    notify: createChangeNotifier({ db, live, log }),
    async act(eventId, request) {
      const queue = queues.get(eventId) ?? createQueue(eventId)
      queues.set(eventId, queue)
      try {
        return await queue(request)
      } finally {
        // No other action waits, so drop the event's queue: the map only holds busy events.
        if (queue.size() <= 1) setImmediate(() => queue.size() === 0 && queues.delete(eventId))
      }
    },
  }
}
