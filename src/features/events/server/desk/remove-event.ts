import { recordAudit } from '~/database/audit'
import { isForeignKeyViolation } from '~/database/violation'
import { removeMediaJob } from '~/features/members/server/public'
import { signedIn } from '~/platform/rpc/context'
import { findOwnEvent } from '../own-event'
import type { DeskContext } from './change-event'
import { findPeopleOf } from './event-people'
import { notFound, notNow } from './refusal'

const refusal = () => notNow('Only a draft that nobody ordered from can be deleted.')

/** Deletes a draft with all that hangs from it, unless somebody ever ordered: their papers name it. @throws NOT_FOUND, NOT_NOW */
export async function removeEvent(context: DeskContext, id: string): Promise<void> {
  const caller = signedIn(context)
  try {
    const people = await context.db.transaction().execute(async (trx) => {
      const event = await findOwnEvent(trx, caller, { id, act: 'team', lock: true })
      if (!event) throw notFound()
      if (event.status !== 'draft') throw refusal()
      const told = await findPeopleOf(trx, id)
      await recordAudit(trx, {
        actorId: caller.id,
        action: 'events.remove',
        subject: { type: 'event', id },
        details: { event: event.title },
        requestId: context.requestId,
      })
      await trx.deleteFrom('events').where('id', '=', id).execute()
      // A trigger has entered the files of its picture.
      await context.jobs.enqueue(trx, removeMediaJob, {})
      return told
    })
    context.live.publish(people, ['events'])
  } catch (error) {
    if (isForeignKeyViolation(error)) throw refusal()
    throw error
  }
}
