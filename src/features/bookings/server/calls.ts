import { signedIn } from '~/platform/rpc/context'
import { implementCalls } from '~/platform/rpc/implement'
import { bookingsContract } from '../contract'
import { getEventDay } from '../rules/set-times'
import { type Answer, answerBooking, type AnswerError } from './answer-booking'
import { findAvailability, findFreeDays } from './availability'
import type { Context } from './context'
import { countBookings } from './count-bookings'
import { findBookingFile, findFeedFile } from './feed-file'
import { getFeed, renewFeed, revokeFeed } from './feeds'
import { findBooking } from './get-booking'
import { holdDay, releaseDay } from './hold-day'
import { listBookings } from './list-bookings'
import { listReviews } from './list-reviews'
import { getCalendar } from './own-calendar'
import { requestBooking } from './request-booking'
import { reviewBooking } from './review-booking'
import type { Taken } from './request-errors'

const calls = implementCalls<Context>()(bookingsContract)

/** Returns the value, or throws the given error if it is undefined. */
function ensureFound<Thing>(thing: Thing | undefined, missing: () => Error): Thing {
  if (thing === undefined) throw missing()
  return thing
}

interface TermErrors {
  BAD_TERMS: (options: { message: string; data: { field: string } }) => Error
}
interface TimeErrors {
  TAKEN: (options: { data: { freeDays: string[] } }) => Error
}

const createBadTermsError = (errors: TermErrors, { field, message }: { field: string; message: string }) =>
  errors.BAD_TERMS({ message, data: { field } })

async function createTakenError(
  { db, caller, now }: Context,
  errors: TimeErrors,
  { djId, startsAt, timezone }: Taken,
): Promise<Error> {
  const wanted = { id: djId, day: getEventDay(startsAt, timezone) }
  const freeDays = await findFreeDays(db, wanted, caller?.id ?? null, now())
  return errors.TAKEN({ data: { freeDays: freeDays ?? [] } })
}

type PlainErrors = Record<'NOT_FOUND' | 'CHANGED' | 'NOT_ALLOWED', () => Error>

/** Returns the booking after the answer, or throws the error of the refusal. */
async function applyAnswer(
  context: Context,
  answer: Answer,
  errors: PlainErrors & Partial<TermErrors & TimeErrors>,
) {
  const result: AnswerError | { refused: null } = await answerBooking(context, answer)
  if (result.refused === null)
    return ensureFound(await findBooking(context, answer.id, signedIn(context).id), errors.NOT_FOUND)
  if (result.refused === 'TAKEN')
    throw errors.TAKEN
      ? await createTakenError(context, { TAKEN: errors.TAKEN }, result)
      : errors.NOT_ALLOWED()
  if (result.refused === 'BAD_TERMS')
    throw errors.BAD_TERMS
      ? createBadTermsError({ BAD_TERMS: errors.BAD_TERMS }, result)
      : errors.NOT_ALLOWED()
  throw errors[result.refused]()
}

export const bookingsCalls = calls.router({
  availability: calls.availability.handler(async ({ context, input, errors }) =>
    ensureFound(
      await findAvailability(context.db, input, context.caller?.id ?? null, context.now()),
      errors.NOT_FOUND,
    ),
  ),
  request: calls.request.handler(async ({ context, input, errors }) => {
    const result = await requestBooking(context, input)
    if (!('refused' in result)) return result
    if (result.refused === 'TAKEN') throw await createTakenError(context, errors, result)
    if (result.refused === 'BAD_TERMS') throw createBadTermsError(errors, result)
    if (result.refused === 'SENT_BEFORE') throw errors.SENT_BEFORE({ data: result.sent })
    throw errors[result.refused]()
  }),
  list: calls.list.handler(({ context, input }) => listBookings(context, input)),
  counts: calls.counts.handler(({ context }) => countBookings(context)),
  calendar: calls.calendar.handler(({ context, input }) => getCalendar(context, input)),
  get: calls.get.handler(async ({ context, input, errors }) =>
    ensureFound(await findBooking(context, input.id, signedIn(context).id), errors.NOT_FOUND),
  ),
  nearestFreeDays: calls.nearestFreeDays.handler(async ({ context, input, errors }) => ({
    days: ensureFound(
      await findFreeDays(context.db, input, signedIn(context).id, context.now()),
      errors.NOT_FOUND,
    ),
  })),
  offer: calls.offer.handler(({ context, input: { message, ...input }, errors }) =>
    applyAnswer(context, { ...input, act: 'offer', message }, errors),
  ),
  accept: calls.accept.handler(({ context, input, errors }) =>
    applyAnswer(context, { ...input, act: 'accept' }, errors),
  ),
  decline: calls.decline.handler(({ context, input: { reason, ...input }, errors }) =>
    applyAnswer(context, { ...input, act: 'decline', reason }, errors),
  ),
  cancel: calls.cancel.handler(({ context, input, errors }) =>
    applyAnswer(context, { ...input, act: 'cancel' }, errors),
  ),
  review: calls.review.handler(async ({ context, input, errors }) => {
    const { refused } = await reviewBooking(context, input)
    if (refused !== null) throw errors[refused]()
    return ensureFound(await findBooking(context, input.id, signedIn(context).id), errors.NOT_FOUND)
  }),
  listReviews: calls.listReviews.handler(({ context, input }) =>
    listReviews(context.db, input, context.caller?.id ?? null),
  ),
  hold: calls.hold.handler(async ({ context, input, errors }) => {
    const problem = await holdDay(context, input)
    if (problem) throw createBadTermsError(errors, problem)
    return {}
  }),
  release: calls.release.handler(async ({ context, input }) => {
    await releaseDay(context, input)
    return {}
  }),
  feed: calls.feed.handler(({ context }) => getFeed(context)),
  renewFeed: calls.renewFeed.handler(({ context }) => renewFeed(context)),
  revokeFeed: calls.revokeFeed.handler(({ context }) => revokeFeed(context)),
  calendarFile: calls.calendarFile.handler(async ({ context, input, errors }) =>
    ensureFound(await findBookingFile(context, input.id, signedIn(context).id), errors.NOT_FOUND),
  ),
  feedFile: calls.feedFile.handler(async ({ context, input, errors }) =>
    ensureFound(await findFeedFile(context, input.token), errors.NOT_FOUND),
  ),
})
