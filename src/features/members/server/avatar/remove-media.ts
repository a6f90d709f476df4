import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { fileKeysOf } from '~/platform/pictures/picture-set'
import type { MediaStorage } from '~/platform/storage/media-storage'

/** Its payload is empty: whatever is due goes. */
export const removeMediaJob = 'members.remove_media'

const BATCH = 20

/**
 * Deletes the files of every set that is due, and then its row. The rows stay locked meanwhile, so that an upload that took
 * far too long finds its row gone instead of showing a picture whose files are being deleted. Throws when the storage does;
 * rows and files that are left are taken next time. The clock is the database's, which wrote the times.
 */
export async function removeDueMedia(db: Database, storage: Pick<MediaStorage, 'remove'>): Promise<void> {
  for (let count = BATCH; count === BATCH;) {
    count = await db.transaction().execute(async (trx) => {
      const due = await trx
        .selectFrom('media_removals')
        .select('set_key')
        .where('due_at', '<=', sql<Date>`now()`)
        .orderBy('due_at')
        .limit(BATCH)
        .forUpdate()
        .skipLocked()
        .execute()
      const keys = due.map((row) => row.set_key)
      if (keys.length === 0) return 0
      await storage.remove(keys.flatMap(fileKeysOf))
      await trx.deleteFrom('media_removals').where('set_key', 'in', keys).execute()
      return keys.length
    })
  }
}
