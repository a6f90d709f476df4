import type { Database } from '~/database/connect'
import { createMicroBatch } from '~/lib/micro-batch'
import type { Live } from '~/platform/live/live'
import type { Logger } from '~/platform/log/log'
import type { CheckInAnswer } from '../contract'
import { checkIn, type CheckInRequest } from './check-in'
import { createCheckInNews } from './publish-changes'

// A phone that was offline for the entire event sends about two of these; larger batches would only delay other phones.
const MOST_PER_BATCH = 256

/** One instance per process. Each event has one batch running; actions that arrive meanwhile join the next. */
export interface CheckInQueue {
  /** Undefined, and nothing is written, if the actor may not check in at this event now. */
  act(eventId: string, request: CheckInRequest): Promise<CheckInAnswer | undefined>
  /** Announces a change to this event's check-in list: open phones reload it within a second. */
  tell(eventId: string): void
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
  const queues = new Map<string, ReturnType<typeof queueOf>>()
  const queueOf = (eventId: string) =>
    createMicroBatch<CheckInRequest, CheckInAnswer | undefined>({
      max: MOST_PER_BATCH,
      run: (requests) => checkIn(db, eventId, requests),
    })
  return {
    tell: createCheckInNews({ db, live, log }),
    async act(eventId, request) {
      const queue = queues.get(eventId) ?? queueOf(eventId)
      queues.set(eventId, queue)
      try {
        return await queue(request)
      } finally {
        // No one else waits: drop the event, so that the map only holds busy ones.
        if (queue.size() <= 1) setImmediate(() => queue.size() === 0 && queues.delete(eventId))
      }
    },
  }
}
