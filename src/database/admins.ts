import type { Database } from './connect'

export async function listAdminIds(db: Pick<Database, 'selectFrom'>): Promise<string[]> {
  const rows = await db.selectFrom('user_roles').select('user_id').where('role', '=', 'admin').execute()
  return rows.map(({ user_id }) => user_id)
}
