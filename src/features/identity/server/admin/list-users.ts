import { sql } from 'kysely'
import type { Database } from '~/database/connect'

/** Returns a page of account ids, newest first, and the total number. Paged by number, as the protocol requires. */
export async function listUserIds(
  db: Database,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ ids: string[]; total: number }> {
  const [rows, { total }] = await Promise.all([
    // Reads from profiles, because their index has this order. Each account has exactly one profile.
    db
      .selectFrom('profiles')
      .select('id')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(perPage)
      .offset((page - 1) * perPage)
      .execute(),
    db
      .selectFrom('profiles')
      .select(sql<number>`count(*)`.as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { ids: rows.map(({ id }) => id), total }
}
