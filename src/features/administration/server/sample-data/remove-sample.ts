import { recordAudit } from '~/database/audit'
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
 * Takes out everything that the demo brought in, and what its people did since, in one transaction. Accounts that are admins by now
 * stay, as does the audit log. Tickets for its events go whoever holds them; whatever else belongs to people who exist, stays.
 * Done twice, the second finds nothing.
 */
export async function removeSample(context: Context): Promise<{ events: number; people: number }> {
  const { db, live, requestId } = context
  const { removed, touched, announce } = await db.transaction().execute(async (trx) => {
    // As every change of accounts: whoever is made an admin at this moment is one before it is decided who goes.
    const id = await lockAdmins(trx, context)
    // Then the clock of chat, before everything else that is locked.
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
  // Who was looking around as one of them is signed out.
  live.publish(removed.sample.people, [SESSION_TOPIC])
  live.publish(touched, ['chat', 'notifications'])
  context.tallies.forget()
  await tellAdmins(context)
  return removed.counts
}
