import type { Database } from '~/database/connect'
import { createMicroBatch } from '~/lib/micro-batch'
import type { Live } from '~/platform/live/live'
import type { Logger } from '~/platform/log/log'
import type { CheckInAnswer } from '../contract'
import { checkIn, type CheckInRequest } from './check-in'
import { createCheckInNews } from './publish-changes'

// A queue that was offline all night comes as two of these; more would only make the other phones wait.
const MOST_PER_BATCH = 256

/** One value per process: per event one batch is under way, and whatever is scanned meanwhile travels in the next. */
export interface CheckInQueue {
  /** Undefined, and nothing is written, when whoever did it may not work that door now. */
  act(eventId: string, request: CheckInRequest): Promise<CheckInAnswer | undefined>
  /** Something of this event's door changed: whoever works it reads it again within a second. */
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
        // Nobody else waits: forget the event, so that the map holds only the doors that are busy at this moment.
        if (queue.size() <= 1) setImmediate(() => queue.size() === 0 && queues.delete(eventId))
      }
    },
  }
}
