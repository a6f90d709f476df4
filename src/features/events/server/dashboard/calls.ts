import { getRateLimitKey } from '~/platform/rpc/caller'
import { requireCaller } from '~/platform/rpc/context'
import { removeMediaJob } from '~/features/members/server/public'
import type { Context } from '../context'
import { getPreview } from '../get-event'
import { calls } from '../call-implementer'
import { requestWaiver } from '../payee-waiver'
import { addBookingToLineUp, listLineUpBookings } from './line-up-bookings'
import { createEvent } from './create-event'
import { duplicateEvent } from './duplicate-event'
import { findMembers } from './find-members'
import { getDraft } from './get-draft'
import { transferEvent } from './transfer-event'
import { listMyEvents } from './my-events'
import { publishEvent, unpublishEvent } from './publish-event'
import { recordEventView } from './record-event-view'
import { removeEvent } from './remove-event'
import { SAVE_LIMIT, saveEvent } from './save-event'
import { saveLineUp } from './save-line-up'
import { addPerson, listTeam, removePerson } from './team'
import { changeEvent, recordSave, type DashboardContext, type Saved } from './change-event'
import { refuseNow } from './errors'

export const dashboardCalls = calls.dashboard.router({
  listOwn: calls.dashboard.listOwn.handler(({ context, input }) => listMyEvents(context, input)),
  create: calls.dashboard.create.handler(({ context, input }) => createEvent(context, input)),
  get: calls.dashboard.get.handler(({ context, input }) => getDraft(context, input.id)),
  save: calls.dashboard.save.handler(({ context, input }) => saveEvent(context, input)),
  saveLineUp: calls.dashboard.saveLineUp.handler(({ context, input }) => saveLineUp(context, input)),
  bookings: calls.dashboard.bookings.handler(({ context, input }) => listLineUpBookings(context, input.id)),
  addBooking: calls.dashboard.addBooking.handler(({ context, input }) => addBookingToLineUp(context, input)),
  findMembers: calls.dashboard.findMembers.handler(async ({ context, input }) => ({
    members: await findMembers(context, input),
  })),
  team: calls.dashboard.team.handler(async ({ context, input }) => ({
    people: await listTeam(context, input.id),
  })),
  addPerson: calls.dashboard.addPerson.handler(({ context, input }) => addPerson(context, input)),
  removePerson: calls.dashboard.removePerson.handler(async ({ context, input }) => {
    await removePerson(context, input)
    return {}
  }),
  handOver: calls.dashboard.handOver.handler(async ({ context, input }) => {
    await transferEvent(context, input)
    return {}
  }),
  publish: calls.dashboard.publish.handler(({ context, input }) => publishEvent(context, input)),
  unpublish: calls.dashboard.unpublish.handler(({ context, input }) => unpublishEvent(context, input)),
  requestWaiver: calls.dashboard.requestWaiver.handler(({ context, input }) =>
    requestWaiver(context, input.id),
  ),
  duplicate: calls.dashboard.duplicate.handler(({ context, input }) => duplicateEvent(context, input.id)),
  remove: calls.dashboard.remove.handler(async ({ context, input }) => {
    await removeEvent(context, input.id)
    return {}
  }),
  removeImage: calls.dashboard.removeImage.handler(({ context, input }) => removeImage(context, input.id)),
  preview: calls.dashboard.preview.handler(({ context, input }) => getPreview(context, input.id)),
  seen: calls.dashboard.seen.handler(async ({ context, input }) => {
    await recordEventView(context, input)
    return {}
  }),
})

/**
 * Removes the picture, so that the flyer is drawn from the title; a job deletes the files. Without a picture only the
 * version changes.
 * @throws NOT_FOUND, NOT_NOW, TOO_MANY_REQUESTS
 */
async function removeImage(context: DashboardContext & Pick<Context, 'limits'>, id: string): Promise<Saved> {
  await context.limits.consume(...getRateLimitKey('event save', requireCaller(context)), SAVE_LIMIT)
  return changeEvent(context, { id, act: 'edit' }, async (trx, event) => {
    if (event.status === 'cancelled') throw refuseNow('This event is canceled. Its picture can’t be changed.')
    await trx.updateTable('events').set({ featured_image_url: null }).where('id', '=', id).execute()
    // A trigger has added the files to media_removals.
    await context.jobs.enqueue(trx, removeMediaJob, {})
    return recordSave(trx, { id, byId: requireCaller(context).id, now: context.now() })
  })
}
