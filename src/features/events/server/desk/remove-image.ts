import { removeMediaJob } from '~/features/members/server/public'
import { signedIn } from '~/platform/rpc/context'
import { changeEvent, countSave, type DeskContext, type Saved } from './change-event'
import { notNow } from './refusal'

/** The flyer is drawn from the title again; the files follow. Without a picture only the version counts up. @throws NOT_FOUND, NOT_NOW */
export function removeImage(context: DeskContext, id: string): Promise<Saved> {
  return changeEvent(context, { id, act: 'edit' }, async (trx, event) => {
    if (event.status === 'cancelled') throw notNow('This event is cancelled. Its picture stays as it was.')
    await trx.updateTable('events').set({ featured_image_url: null }).where('id', '=', id).execute()
    // A trigger has entered the files in media_removals.
    await context.jobs.enqueue(trx, removeMediaJob, {})
    return countSave(trx, { id, byId: signedIn(context).id, now: context.now() })
  })
}
