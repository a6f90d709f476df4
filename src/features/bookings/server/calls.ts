import { requireCaller } from '~/platform/rpc/context'
import { implementCalls } from '~/platform/rpc/implement'
import { bookingsContract } from '../contract'
import type { z } from 'zod'
import type { detail } from '../contract-shapes'
import { type Answer, answerBooking } from './answer-booking'
import { getAvailability, getFreeDays } from './availability'
import { respondToFee, proposeFee } from './change-fee'
import type { Context } from './context'
import { countBookings } from './count-bookings'
import { getBookingFile, getFeedFile } from './feed-file'
import { getFeed, renewFeed, revokeFeed } from './feeds'
import { getBooking } from './get-booking'
import { holdDay, releaseDay } from './hold-day'
import { listBookings } from './list-bookings'
import { listReviews } from './list-reviews'
import { getOwnCalendarMonth } from './own-calendar'
import { requestBooking } from './request-booking'
import { reviewBooking } from './review-booking'

const calls = implementCalls<Context>()(bookingsContract)

async function applyAnswer(context: Context, answer: Answer): Promise<z.input<typeof detail>> {
  await answerBooking(context, answer)
  return getBooking(context, answer.id)
}

export const bookingsCalls = calls.router({
  availability: calls.availability.handler(({ context, input }) =>
    getAvailability(context.db, input, context.caller?.id ?? null, context.now()),
  ),
  request: calls.request.handler(({ context, input }) => requestBooking(context, input)),
  list: calls.list.handler(({ context, input }) => listBookings(context, input)),
  counts: calls.counts.handler(({ context }) => countBookings(context)),
  calendar: calls.calendar.handler(({ context, input }) => getOwnCalendarMonth(context, input)),
  get: calls.get.handler(({ context, input }) => getBooking(context, input.id)),
  nearestFreeDays: calls.nearestFreeDays.handler(async ({ context, input }) => ({
    days: await getFreeDays(context.db, input, requireCaller(context).id, context.now()),
  })),
  offer: calls.offer.handler(({ context, input: { message, ...input } }) =>
    applyAnswer(context, { ...input, act: 'offer', message }),
  ),
  accept: calls.accept.handler(({ context, input }) => applyAnswer(context, { ...input, act: 'accept' })),
  decline: calls.decline.handler(({ context, input: { reason, ...input } }) =>
    applyAnswer(context, { ...input, act: 'decline', reason }),
  ),
  cancel: calls.cancel.handler(({ context, input }) => applyAnswer(context, { ...input, act: 'cancel' })),
  proposeFee: calls.proposeFee.handler(async ({ context, input }) => {
    await proposeFee(context, input)
    return getBooking(context, input.id)
  }),
  respondToFee: calls.respondToFee.handler(async ({ context, input }) => {
    await respondToFee(context, input)
    return getBooking(context, input.id)
  }),
  review: calls.review.handler(async ({ context, input }) => {
    await reviewBooking(context, input)
    return getBooking(context, input.id)
  }),
  listReviews: calls.listReviews.handler(({ context, input }) =>
    listReviews(context.db, input, context.caller?.id ?? null),
  ),
  hold: calls.hold.handler(async ({ context, input }) => {
    await holdDay(context, input)
    return {}
  }),
  release: calls.release.handler(async ({ context, input }) => {
    await releaseDay(context, input)
    return {}
  }),
  feed: calls.feed.handler(({ context }) => getFeed(context)),
  renewFeed: calls.renewFeed.handler(({ context }) => renewFeed(context)),
  revokeFeed: calls.revokeFeed.handler(({ context }) => revokeFeed(context)),
  calendarFile: calls.calendarFile.handler(({ context, input }) =>
    getBookingFile(context, input.id, requireCaller(context).id),
  ),
  feedFile: calls.feedFile.handler(({ context, input }) => getFeedFile(context, input.token)),
})
