import { recordAudit } from '~/database/audit'
import { cancelEvent, listEventPeople, initNotifiedState } from '~/features/events/server/public'
import { confirmPassword } from '~/features/identity/server/public'
import { requireCaller } from '~/platform/rpc/context'
import type { EventBookingChoice } from '../../contract-event-changes'
import type { Context } from '../context'
import { refuse } from '../refused-error'
import { endHolds } from '~/features/orders/server/public'
import { undoCheckIns } from './undo-check-ins'
import { toOutcomesById } from './event-bookings'
import { lockChangeableEvent } from './lock-event'
import { enqueueHolderNotifications } from './notify-holders'

/**
 * Cancels an event permanently: stops sales, ends holds, cancels the DJs' bookings that the organizer doesn't keep, and
 * enqueues the job that notifies everyone concerned and refunds each order.
 * @throws TOO_MANY_REQUESTS after too many wrong passwords
 */
export async function cancelOwnEvent(
  context: Context,
  input: {
    eventId: string
    version: number
    statusMessage: string
    password?: string | undefined
    bookings: readonly EventBookingChoice[]
  },
): Promise<{ version: number; status: 'cancelled' }> {
  const { eventId, version, statusMessage: message, password } = input
  const caller = requireCaller(context)
  const request = { eventId, version, change: 'cancel', now: context.now() } as const
  // Checks access before the password: strangers learn nothing, and no one enters a password for a refused request.
  await context.db.transaction().execute((trx) => lockChangeableEvent(trx, caller, request))
  if (password === undefined || password === '') throw refuse('PASSWORD_MISSING')
  const proof = await confirmPassword(context, { userId: caller.id, password })
  if (proof !== 'confirmed') throw refuse(proof === 'wrong' ? 'WRONG_PASSWORD' : 'BUSY')
  const result = await context.db.transaction().execute(async (trx) => {
    const { id, title } = await lockChangeableEvent(trx, caller, request)
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
    const newVersion = await cancelEvent(trx, { id, byId: caller.id, message })
    await endHolds(trx, { eventId: id })
    await undoCheckIns(trx, { eventId: id, byId: caller.id })
    await enqueueHolderNotifications(trx, context.jobs, { eventId: id, byId: caller.id })
    await recordAudit(trx, {
      actorId: caller.id,
      action: 'events.cancel',
      subject: { type: 'event', id },
      details: { event: title, reason: message },
      requestId: context.requestId,
    })
    return { version: newVersion, team: await listEventPeople(trx, id), publishBookings }
  })
  result.publishBookings(context.live)
  context.live.publish(result.team, ['events', 'orders', 'tickets'])
  context.checkIns.notify(eventId)
  return { version: result.version, status: 'cancelled' }
}
