import type { SettingsContext } from './context'

/** After a commit: what admins have open is read again, the settings and the record of what was changed. */
export async function tellAdmins({ db, live }: Pick<SettingsContext, 'db' | 'live'>): Promise<void> {
  const admins = await db.selectFrom('user_roles').select('user_id').where('role', '=', 'admin').execute()
  live.publish(
    admins.map(({ user_id: userId }) => userId),
    ['settings', 'administration'],
  )
}
