import { signedIn } from '~/platform/rpc/context'
import type { AvatarContext } from './context'
import { removeMediaJob } from './remove-media'

/** Takes the caller's picture away; its files follow. Without a picture nothing happens. @throws UNAUTHORIZED */
export async function removeAvatar(context: AvatarContext): Promise<void> {
  const { id } = signedIn(context)
  const isRemoved = await context.db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('profiles')
      .set({ avatar_url: null })
      .where('id', '=', id)
      .where('avatar_url', 'is not', null)
      .executeTakeFirstOrThrow()
    // A trigger has entered the files in media_removals.
    if (numUpdatedRows > 0n) await context.jobs.enqueue(trx, removeMediaJob, {})
    return numUpdatedRows > 0n
  })
  if (isRemoved) context.live.publish([id], ['identity', 'members'])
}
