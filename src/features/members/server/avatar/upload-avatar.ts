import { sql } from 'kysely'
import { makeSquarePictures, type SquareWish } from '~/platform/images/square-pictures'
import type { ImageProblem } from '~/platform/images/image-problem'
import type { Jobs } from '~/platform/jobs/jobs'
import type { AvatarServices } from './context'
import { avatarUrlOf, newSetKey } from './picture-set'
import { removeMediaJob } from './remove-media'

// Far longer than any upload takes once its bytes are here; then what a killed process left is deleted.
const unfinishedAt = sql<Date>`now() + interval '15 minutes'`

type UploadServices = Pick<AvatarServices, 'db' | 'live' | 'storage'> & { jobs: Pick<Jobs, 'enqueue'> }

/**
 * Makes a person's picture of the bytes they sent. A picture that cannot be taken is answered as a problem, before anything
 * is written. Throws when the storage or the database fails; what was written by then is deleted by the job.
 */
export async function uploadAvatar(
  services: UploadServices,
  upload: { userId: string; bytes: Buffer; wish: SquareWish },
): Promise<{ avatarUrl: string } | { problem: ImageProblem }> {
  const made = await makeSquarePictures(upload.bytes, upload.wish)
  if ('problem' in made) return made
  const { db, jobs, storage, live } = services
  const setKey = newSetKey()
  const avatarUrl = avatarUrlOf(setKey)
  await db.insertInto('media_removals').values({ set_key: setKey, due_at: unfinishedAt }).execute()
  try {
    for (const { name, bytes } of made.pictures) await storage.put(`${setKey}/${name}`, bytes)
    await showSet(services, { userId: upload.userId, setKey, avatarUrl })
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
  live.publish([upload.userId], ['profile'])
  return { avatarUrl }
}

/** One transaction: the set is no longer to be removed, it is shown, and the one before it is to be removed. */
async function showSet(
  { db, jobs }: UploadServices,
  shown: { userId: string; setKey: string; avatarUrl: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('media_removals')
      .where('set_key', '=', shown.setKey)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) throw new Error('the upload took so long that its files were deleted')
    // updated_at stays: a form of the profile that is open may still be saved.
    const { numUpdatedRows } = await trx
      .updateTable('profiles')
      .set({ avatar_url: shown.avatarUrl })
      .where('id', '=', shown.userId)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw new Error('the person is gone')
    await jobs.enqueue(trx, removeMediaJob, {})
  })
}
