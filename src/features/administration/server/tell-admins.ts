import { listAdminIds } from '~/database/admins'
import type { Database } from '~/database/connect'
import type { Live } from '~/platform/live/live'

/** After a commit: the open panels of all admins read again what this feature shows. */
export async function tellAdmins({ db, live }: { db: Database; live: Pick<Live, 'publish'> }): Promise<void> {
  live.publish(await listAdminIds(db), ['administration'])
}
