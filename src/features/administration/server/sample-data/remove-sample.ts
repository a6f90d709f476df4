import { recordAudit } from '~/database/audit'
import { retriedTransaction } from '~/database/retried-transaction'
import { handOverRooms, takeTick } from '~/features/chat/server/public'
import { SESSION_TOPIC } from '~/platform/live/live'
import type { Context } from '../context'
import { tellAdmins } from '../tell-admins'
import { lockAdmins } from '../users/change-account'
import { findSample } from './find-sample'
import { lockNights, removeNights } from './remove-nights'
import { removePeople } from './remove-people'
import { removeTalk } from './remove-talk'

/**
 * Removes everything that the demo brought in, and what its people did since, in one transaction. Accounts that have become admins
 * stay, as does the audit log. Tickets for the demo's events are removed for every holder; everything else of real people stays.
 * A second call finds nothing.
 */
export async function removeSample(context: Context): Promise<{ events: number; people: number }> {
  const { db, live, requestId } = context
  const { removed, touched, announce } = await retriedTransaction(db, async (trx) => {
    // A person who is being made an admin at this moment is one before we decide which accounts to remove.
    const id = await lockAdmins(trx, context)
    // The chat clock is locked before everything else.
    await takeTick(trx, 0)
    const sample = await findSample(trx)
    await lockNights(trx, sample)
    const witnesses = await removeTalk(trx, sample)
    const announcements: Awaited<ReturnType<typeof handOverRooms>>[] = []
    for (const person of sample.people) announcements.push(await handOverRooms(trx, person))
    await removeNights(trx, sample)
    await removePeople(trx, sample)
    const counts = { events: sample.events.length, people: sample.people.length }
    if (counts.events + counts.people > 0)
      await recordAudit(trx, {
        actorId: id,
        action: 'sample.remove',
        subject: { type: 'sample', id: 'demo' },
        details: { ...counts },
        requestId,
      })
    return { removed: { sample, counts }, touched: witnesses, announce: announcements }
  })
  for (const tell of announce) tell(context)
  // Visitors who used a demo account are signed out.
  live.publish(removed.sample.people, [SESSION_TOPIC])
  live.publish(touched, ['chat', 'notifications'])
  context.tallies.forget()
  await tellAdmins(context)
  return removed.counts
}
