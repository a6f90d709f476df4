import { sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'
import type { Picture } from '~/platform/images/pictures'
import type { Jobs } from '~/platform/jobs/jobs'
import { newSetKey, pictureUrlOf } from '~/platform/pictures/picture-set'
import type { MediaStorage } from '~/platform/storage/media-storage'
import { removeMediaJob } from './remove-media'

// Far longer than any upload takes once its bytes are here; then what a killed process left is deleted.
const unfinishedAt = sql<Date>`now() + interval '15 minutes'`

export interface SetServices {
  db: Database
  jobs: Pick<Jobs, 'enqueue'>
  storage: MediaStorage
}

/**
 * Keeps the files of a picture below `folder` and has `show` write its address down, in one transaction with the promise to delete them
 * being taken back; a trigger enters the files of the picture before it. Answers what `show` does. Throws when the storage, the database
 * or `show` fails; what was written by then is deleted by the job.
 */
export async function storeSet<Shown>(
  { db, jobs, storage }: SetServices,
  { folder, pictures }: { folder: string; pictures: readonly Picture[] },
  show: (trx: Transaction, url: string) => Promise<Shown>,
): Promise<Shown> {
  const setKey = newSetKey(folder)
  await db.insertInto('media_removals').values({ set_key: setKey, due_at: unfinishedAt }).execute()
  try {
    for (const { name, bytes } of pictures) await storage.put(`${setKey}/${name}`, bytes)
    return await db.transaction().execute(async (trx) => {
      const { numDeletedRows } = await trx
        .deleteFrom('media_removals')
        .where('set_key', '=', setKey)
        .executeTakeFirstOrThrow()
      if (numDeletedRows === 0n) throw new Error('the upload took so long that its files were deleted')
      const shown = await show(trx, pictureUrlOf(setKey))
      await jobs.enqueue(trx, removeMediaJob, {})
      return shown
    })
  } catch (error) {
    // Not the files themselves: when the commit came through and only its answer was lost, they are shown.
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
