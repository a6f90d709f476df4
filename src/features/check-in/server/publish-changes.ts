import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import type { Live } from '~/platform/live/live'
import type { Logger } from '~/platform/log/log'

const PAUSE_MS = 1000

/**
 * Notifies check-in staff of changes to an event's list: immediately, then at most once a second, since every phone
 * reloads the changes each time.
 */
export function createChangeNotifier({
  db,
  live,
  log,
  pause = PAUSE_MS,
}: {
  db: Database
  live: Pick<Live, 'publish'>
  log: Logger
  /** The least time between two notifications, in milliseconds. */
  pause?: number
}): (eventId: string) => void {
  /** The ids of events whose staff were notified less than `pause` ago; true if the list has changed again since. */
  const resting = new Map<string, boolean>()

  async function publish(eventId: string): Promise<void> {
    try {
      const { rows } = await sql<{ id: string | null }>`
        select organizer_id as id from events where id = ${eventId}::uuid
        union select person_id from event_people where event_id = ${eventId}::uuid`.execute(db)
      live.publish(
        rows.map(({ id }) => id),
        ['check-in'],
      )
    } catch (error) {
      log.error({ err: error, event: eventId }, 'check-in: a change could not be announced')
    }
  }

  return function notify(eventId) {
    if (resting.has(eventId)) {
      resting.set(eventId, true)
      return
    }
    resting.set(eventId, false)
    void publish(eventId)
    setTimeout(() => {
      const isDue = resting.get(eventId)
      resting.delete(eventId)
      if (isDue) notify(eventId)
    }, pause).unref()
  }
}
