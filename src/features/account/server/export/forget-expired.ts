import type { Database } from '~/database/connect'

/** That there was one stays, so that the page can say so; what was in it goes. */
export async function forgetExpired(db: Database, now: Date): Promise<void> {
  await db
    .updateTable('data_exports')
    .set({ archive: null, bytes: null })
    .where('archive', 'is not', null)
    .where('expires_at', '<=', now)
    .execute()
}
