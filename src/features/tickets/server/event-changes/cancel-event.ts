import { recordAudit } from '~/database/audit'
import { cancelEvent, listEventPeople, initNotifiedState } from '~/features/events/server/public'
import { confirmPassword } from '~/features/identity/server/public'
import { signedIn } from '~/platform/rpc/context'
import type { EventBookingChoice } from '../../contract-event-changes'
import type { Context } from '../context'
import { endHolds } from '~/features/orders/server/public'
import { undoCheckIns } from './undo-check-ins'
import { toOutcomesById } from './event-bookings'
import { openEvent, type EventChangeError } from './lock-event'
import { enqueueHolderNotifications } from './notify-holders'

type Cancelled =
  | { outcome: 'done'; version: number }
  | EventChangeError
  | { outcome: 'unproven'; code: 'PASSWORD_MISSING' | 'WRONG_PASSWORD' | 'BUSY' }

/**
 * Cancels an event permanently: stops sales, ends holds, cancels the DJs' bookings that the organizer doesn't keep, and
 * enqueues the job that notifies everyone concerned and refunds each order.
 * @throws TOO_MANY_REQUESTS after too many wrong passwords
 */
export async function cancel(
  context: Context,
  input: {
    eventId: string
    version: number
    statusMessage: string
    password?: string | undefined
    bookings: readonly EventBookingChoice[]
  },
): Promise<Cancelled> {
  const { eventId, version, statusMessage: message, password } = input
  const caller = signedIn(context)
  const request = { eventId, version, change: 'cancel', now: context.now() } as const
  // Checked before the password, so that strangers learn nothing and no one enters a password for a refused request.
  const first = await context.db.transaction().execute((trx) => openEvent(trx, caller, request))
  if (first.outcome !== 'open') return first
  if (password === undefined || password === '') return { outcome: 'unproven', code: 'PASSWORD_MISSING' }
  const proof = await confirmPassword(context, { userId: caller.id, password })
  if (proof !== 'confirmed')
    return { outcome: 'unproven', code: proof === 'wrong' ? 'WRONG_PASSWORD' : 'BUSY' }
  const result = await context.db.transaction().execute(async (trx) => {
    const opened = await openEvent(trx, caller, request)
    if (opened.outcome !== 'open') return opened
    const { id } = opened.event
    await initNotifiedState(trx, id)
    const publishBookings = await context.eventBookings.change(trx, context.jobs, {
      eventId: id,
      clientId: caller.id,
      outcomes: toOutcomesById(input.bookings),
      otherwise: 'cancel',
      moved: null,
      reason: message,
      now: context.now(),
    })
    const next = await cancelEvent(trx, { id, byId: caller.id, message })
    await endHolds(trx, { eventId: id })
    await undoCheckIns(trx, { eventId: id, byId: caller.id })
    await enqueueHolderNotifications(trx, context.jobs, { eventId: id, byId: caller.id })
    await recordAudit(trx, {
      actorId: caller.id,
      action: 'events.cancel',
      subject: { type: 'event', id },
      details: { event: opened.event.title, reason: message },
      requestId: context.requestId,
    })
    return { outcome: 'done' as const, version: next, team: await listEventPeople(trx, id), publishBookings }
  })
  if (result.outcome !== 'done') return result
  result.publishBookings(context.live)
  context.live.publish(result.team, ['events', 'orders', 'tickets'])
  context.checkIns.notify(eventId)
  return { outcome: 'done', version: result.version }
}
