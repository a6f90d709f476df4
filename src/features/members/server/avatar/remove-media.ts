import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { listFileKeys } from '~/platform/pictures/picture-set'
import type { MediaStorage } from '~/platform/storage/media-storage'

/** The payload is empty: the job deletes everything that is due. */
export const removeMediaJob = 'members.remove_media'

const BATCH = 20

/**
 * Deletes the files of every picture set that is due, and then its row in media_removals. The rows stay locked while
 * the files are deleted. A very late upload then finds its row missing and does not show a picture without files.
 * Throws if the storage fails; the next run retries the remaining sets. Compares times with the database’s clock,
 * which also set the due times.
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
      await storage.remove(keys.flatMap(listFileKeys))
      await trx.deleteFrom('media_removals').where('set_key', 'in', keys).execute()
      return keys.length
    })
  }
}
