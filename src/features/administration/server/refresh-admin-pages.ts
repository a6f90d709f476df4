import { listAdminIds } from '~/database/admins'
import type { Database } from '~/database/connect'
import type { Live } from '~/platform/live/live'

/** Makes the open admin panels of all admins refetch this feature’s data. Call after the commit. */
export async function refreshAdminPages({
  db,
  live,
}: {
  db: Database
  live: Pick<Live, 'publish'>
}): Promise<void> {
  live.publish(await listAdminIds(db), ['administration'])
}
