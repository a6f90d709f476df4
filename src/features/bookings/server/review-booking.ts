import type { Transaction } from '~/database/connect'
import { notify, settleNotifications } from '~/features/notifications/server/public'
import { isId } from '~/lib/ids'
import { requireCaller } from '~/platform/rpc/context'
import { canReview } from '../rules/booking-policy'
import { lockBooking } from './answer-booking'
import { toSideAndState } from './booking-row'
import type { Context } from './context'
import { refreshBrowsers, getTitle } from './notify-parties'
import { refuse } from './refused-error'

interface Review {
  id: string
  rating: number
  body: string
}

/**
 * Stores one side's review. Both are published once both are written: the booking row is locked, so that the second of
 * two concurrent reviews sees the first.
 */
export async function reviewBooking(
  context: Pick<Context, 'caller' | 'db' | 'jobs' | 'live' | 'now'>,
  { id, rating, body }: Review,
): Promise<void> {
  const callerId = requireCaller(context).id
  if (!isId(id)) throw refuse('NOT_FOUND')
  const now = context.now()
  const people = await context.db.transaction().execute(async (trx) => {
    const booking = await lockBooking(trx, id, callerId)
    if (!booking) throw refuse('NOT_FOUND')
    const { side, state } = toSideAndState(booking, callerId)
    const subjectId = side === 'dj' ? booking.client_id : booking.dj_id
    const written = await trx
      .selectFrom('reviews')
      .select(['id', 'author_id', 'subject_id', 'rating'])
      .where('booking_id', '=', booking.id)
      .execute()
    if (written.some(({ author_id }) => author_id === callerId)) throw refuse('ALREADY_REVIEWED')
    if (subjectId === null || !canReview(state, false, now)) throw refuse('NOT_ALLOWED')
    await trx
      .insertInto('reviews')
      .values({
        booking_id: booking.id,
        author_id: callerId,
        subject_id: subjectId,
        rating,
        body,
        created_at: now,
      })
      .execute()
    await settleNotifications(trx, { subjectId: booking.id, userId: callerId, kinds: ['booking_completed'] })
    const theirs = written[0]
    if (theirs) {
      await publishBookingReviews(trx, booking.id, now)
      const notice = { kind: 'review_published' as const, subjectId: booking.id }
      const title = getTitle(booking)
      await notify(trx, context.jobs, [
        { ...notice, userId: callerId, actorId: theirs.author_id, facts: { title, rating: theirs.rating } },
        { ...notice, userId: subjectId, actorId: callerId, facts: { title, rating } },
      ])
    }
    return [callerId, subjectId]
  })
  refreshBrowsers(context.live, people)
}

async function publishBookingReviews(trx: Transaction, bookingId: string, now: Date): Promise<void> {
  await trx
    .updateTable('reviews')
    .set({ published_at: now })
    .where('booking_id', '=', bookingId)
    .where('published_at', 'is', null)
    .execute()
}
