import { makePictures, type PictureOptions } from '~/platform/images/pictures'
import type { ImageProblem } from '~/platform/images/image-problem'
import type { Jobs } from '~/platform/jobs/jobs'
import type { AvatarServices } from './context'
import { storePictureSet } from './store-picture-set'

type UploadServices = Pick<AvatarServices, 'db' | 'live' | 'storage'> & { jobs: Pick<Jobs, 'enqueue'> }

const SQUARE = 1

/**
 * Sets a person’s picture from uploaded bytes. Returns a problem for an unusable picture before anything is written.
 * Throws if the storage or the database fails; a job deletes files that were written.
 */
export async function uploadAvatar(
  services: UploadServices,
  { userId, bytes, options }: { userId: string; bytes: Buffer; options: PictureOptions },
): Promise<{ avatarUrl: string } | { problem: ImageProblem }> {
  const made = await makePictures(bytes, options, SQUARE)
  if ('problem' in made) return made
  const avatarUrl = await storePictureSet(services, { folder: 'avatars', ...made }, async (trx, url) => {
    // updated_at stays unchanged, so that an open profile form can still be saved.
    const { numUpdatedRows } = await trx
      .updateTable('profiles')
      .set({ avatar_url: url })
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw new Error('the person no longer exists')
    return url
  })
  services.live.publish([userId], ['identity', 'members'])
  return { avatarUrl }
}
