import { recordAudit } from '~/database/audit'
import { cancelNight, findPeopleOf, noteTold, tellHoldersJob } from '~/features/events/server/public'
import { confirmPassword } from '~/features/identity/server/public'
import { signedIn } from '~/platform/rpc/context'
import type { Context } from '../context'
import { endHolds } from '../end-holds'
import { emptyDoor } from './empty-door'
import { openNight, type NightRefusal } from './open-night'

type Cancelled =
  | { outcome: 'done'; version: number }
  | NightRefusal
  | { outcome: 'unproven'; code: 'PASSWORD_MISSING' | 'WRONG_PASSWORD' | 'BUSY' }

/**
 * Cancels a night for good: nobody can buy any more, holds end, and a job tells everybody and sends the money back, order by order.
 * @throws TOO_MANY_REQUESTS after too many wrong passwords
 */
export async function cancel(
  context: Context,
  input: { eventId: string; version: number; words: string; password?: string | undefined },
): Promise<Cancelled> {
  const { eventId, version, words, password } = input
  const caller = signedIn(context)
  const asked = { eventId, version, change: 'cancel', now: context.now() } as const
  // Whether it can be done at all comes before the password: strangers learn nothing, and nobody proves themselves for nothing.
  const first = await context.db.transaction().execute((trx) => openNight(trx, caller, asked))
  if (first.outcome !== 'open') return first
  if (password === undefined || password === '') return { outcome: 'unproven', code: 'PASSWORD_MISSING' }
  const proof = await confirmPassword(context, { userId: caller.id, password })
  if (proof !== 'confirmed')
    return { outcome: 'unproven', code: proof === 'wrong' ? 'WRONG_PASSWORD' : 'BUSY' }
  const result = await context.db.transaction().execute(async (trx) => {
    const opened = await openNight(trx, caller, asked)
    if (opened.outcome !== 'open') return opened
    const { id } = opened.night
    await noteTold(trx, id)
    const next = await cancelNight(trx, { id, byId: caller.id, words })
    await endHolds(trx, { eventId: id })
    await emptyDoor(trx, { eventId: id, byId: caller.id })
    await context.jobs.enqueue(
      trx,
      tellHoldersJob,
      { eventId: id, byId: caller.id },
      { singletonKey: `${id} now` },
    )
    await recordAudit(trx, {
      actorId: caller.id,
      action: 'events.cancel',
      subject: { type: 'event', id },
      details: { event: opened.night.title, why: words },
      requestId: context.requestId,
    })
    return { outcome: 'done' as const, version: next, team: await findPeopleOf(trx, id) }
  })
  if (result.outcome !== 'done') return result
  context.live.publish(result.team, ['events', 'ticketing'])
  context.doors.tell(eventId)
  return { outcome: 'done', version: result.version }
}
