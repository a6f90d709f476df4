import type { Database } from '~/database/connect'
import { findManagersOf } from '~/features/events/server/public'
import type { Live } from '~/platform/live/live'

/** Whoever may have the lists open reads them again. */
export async function tellDesk(db: Database, live: Pick<Live, 'publish'>, eventId: string): Promise<void> {
  live.publish(await findManagersOf(db, eventId), ['orders', 'tickets'])
}
