import { sql } from 'kysely'
import type { Database } from '~/database/connect'

/** A page of the ids of all accounts, the newest first, and how many there are. By number, as the protocol has it. */
export async function listUserIds(
  db: Database,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ ids: string[]; total: number }> {
  const [rows, { total }] = await Promise.all([
    // Of profiles, which are one to one with accounts: their index has this order.
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
