import { sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'
import type { Picture } from '~/platform/images/pictures'
import type { Jobs } from '~/platform/jobs/jobs'
import { createSetKey, toPictureUrl } from '~/platform/pictures/picture-set'
import type { MediaStorage } from '~/platform/storage/media-storage'
import { removeMediaJob } from './remove-media'

// Files that are not in use by then count as abandoned. Storing them takes much less than 15 minutes.
const unfinishedAt = sql<Date>`now() + interval '15 minutes'`

export interface SetServices {
  db: Database
  jobs: Pick<Jobs, 'enqueue'>
  storage: MediaStorage
}

/**
 * Stores a picture’s files in `folder`, then calls `show` to save its URL. The transaction of `show` also cancels the
 * deletion scheduled for these files; a trigger schedules the deletion of the previous files. Returns the result of
 * `show`. Throws if the storage, the database or `show` fails; a job then deletes files that were written.
 */
export async function storePictureSet<Shown>(
  { db, jobs, storage }: SetServices,
  { folder, pictures }: { folder: string; pictures: readonly Picture[] },
  show: (trx: Transaction, url: string) => Promise<Shown>,
): Promise<Shown> {
  const setKey = createSetKey(folder)
  await db.insertInto('media_removals').values({ set_key: setKey, due_at: unfinishedAt }).execute()
  try {
    for (const { name, bytes } of pictures) await storage.put(`${setKey}/${name}`, bytes)
    return await db.transaction().execute(async (trx) => {
      const { numDeletedRows } = await trx
        .deleteFrom('media_removals')
        .where('set_key', '=', setKey)
        .executeTakeFirstOrThrow()
      if (numDeletedRows === 0n) throw new Error('the upload took so long that its files were deleted')
      const shown = await show(trx, toPictureUrl(setKey))
      await jobs.enqueue(trx, removeMediaJob, {})
      return shown
    })
  } catch (error) {
    // Doesn’t delete the files itself: if the commit succeeded and only its response was lost, they are in use.
    await db.transaction().execute(async (trx) => {
      await trx
        .updateTable('media_removals')
        .set({ due_at: sql`now()` })
        .where('set_key', '=', setKey)
        .execute()
      await jobs.enqueue(trx, removeMediaJob, {})
    })
    throw error
  }
}
