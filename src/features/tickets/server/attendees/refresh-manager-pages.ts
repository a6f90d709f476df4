import type { Database } from '~/database/connect'
import { listEventManagers } from '~/features/events/server/public'
import type { Live } from '~/platform/live/live'

/** Makes the event's managers reload open attendee and guest lists. */
export async function refreshManagerPages(
  db: Database,
  live: Pick<Live, 'publish'>,
  eventId: string,
): Promise<void> {
  live.publish(await listEventManagers(db, eventId), ['orders', 'tickets'])
}
