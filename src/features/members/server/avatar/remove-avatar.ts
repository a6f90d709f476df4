import { requireCaller } from '~/platform/rpc/context'
import type { AvatarContext } from './context'
import { removeMediaJob } from './remove-media'

/** Removes the caller’s picture; its files are deleted by a job. Does nothing without a picture. @throws UNAUTHORIZED */
export async function removeAvatar(context: AvatarContext): Promise<void> {
  const { id } = requireCaller(context)
  const isRemoved = await context.db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('profiles')
      .set({ avatar_url: null })
      .where('id', '=', id)
      .where('avatar_url', 'is not', null)
      .executeTakeFirstOrThrow()
    // A trigger has added the files to media_removals.
    if (numUpdatedRows > 0n) await context.jobs.enqueue(trx, removeMediaJob, {})
    return numUpdatedRows > 0n
  })
  if (isRemoved) context.live.publish([id], ['identity', 'members'])
}
