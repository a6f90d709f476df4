import { listAdminIds } from '~/database/admins'
import type { SettingsContext } from './context'

/** After a commit: what admins have open is read again, the settings and the record of what was changed. */
export async function tellAdmins({ db, live }: Pick<SettingsContext, 'db' | 'live'>): Promise<void> {
  live.publish(await listAdminIds(db), ['settings', 'administration'])
}
