import { z } from 'zod'
import { cleanSingleLineText } from '~/lib/single-line-text'
import { timeCursor } from '~/lib/cursor'
import { defineCalls, day, id, nextCursor, pageAfter, pageLimit } from '~/platform/rpc/contract'
import { BAD_TERMS, holds } from './contract-holds'
import {
  calendarEntry,
  detail,
  month,
  offeredTerms,
  publicReview,
  rating,
  requestedTerms,
  status,
  summary,
  createTextSchema,
} from './contract-shapes'
import { FEE_MAX_CENTS, MESSAGE_MAX, REASON_MAX, REVIEW_MAX } from './rules/booking-limits'

const count = z.int().min(0)
const calendarFile = z.object({ text: z.string(), changedAt: z.iso.datetime() })
const feed = z.object({
  url: z.string().nullable(),
  /** True if the calendar's URL was revoked because all sessions were ended or the password was changed. */
  endedWithSessions: z.boolean(),
})
const requested = z.object({ id, number: z.string() })

const own = defineCalls('bookings', 'members_area')
const open = defineCalls('bookings', 'public')

const NOT_FOUND = { status: 404, message: 'Booking not found' }
const DJ_NOT_FOUND = { NOT_FOUND: { status: 404, message: 'DJ not found' } }
const CHANGED = {
  status: 409,
  message: 'This booking has changed since you opened it. Reload it before you answer.',
}
/** The DJ is already booked at that time. The error's data contains the nearest days on which the DJ is free. */
const TAKEN = {
  status: 409,
  message: 'That time overlaps another booking. Choose another day.',
  data: z.object({ freeDays: z.array(day) }),
}
const NOT_ALLOWED = { status: 409, message: 'This booking can no longer be changed that way.' }

const answer = z.object({
  id,
  steps: z
    .int()
    .min(1)
    .describe('The `steps` of the booking when you last read it. If it has changed, the call is refused.'),
})

export const bookingsContract = {
  availability: open('GET', '/djs/{id}/availability', "Get a month of a DJ's calendar")
    .meta({ scope: 'bookings:read' })
    .errors(DJ_NOT_FOUND)
    .input(z.object({ id, month }))
    .output(
      z.object({
        timezone: z.string(),
        /** Today in `timezone`; earlier days can’t be requested. */
        today: day,
        /** Days that aren't listed aren't usual days of this DJ, but can still be requested. */
        days: z.array(z.object({ day, state: z.enum(['free', 'held', 'booked']) })),
      }),
    ),

  request: own('POST', '/djs/{id}/bookings', 'Request a booking: send the request to the DJ')
    .meta({ scope: 'bookings:write' })
    .errors({
      ...DJ_NOT_FOUND,
      TAKEN,
      BAD_TERMS,
      OWN_PAGE: { status: 422, message: 'You cannot book yourself.' },
      /**
       * The `clientKey` was already used for a different request, which `data` identifies. To send this request too,
       * use a new key.
       */
      SENT_BEFORE: {
        status: 409,
        message:
          'Your earlier request was sent before you changed it. Open that request, or press Book Now again to send this one too.',
        data: requested,
      },
    })
    .input(
      requestedTerms.extend({
        id,
        message: createTextSchema(MESSAGE_MAX).optional(),
        clientKey: z
          .uuid()
          .describe(
            'A new UUID for each request. Repeat it when you retry, so that the request is sent only once.',
          ),
      }),
    )
    .output(requested),

  list: own('GET', '/bookings', "List the caller's bookings, as client or DJ")
    .meta({ scope: 'bookings:read' })
    .input(
      z.object({
        status: status.optional(),
        /** Matches the other person's name, the venue, the event's type or title, or the booking number. */
        q: z.string().overwrite(cleanSingleLineText).max(100).optional(),
        /** `ahead`: upcoming bookings, soonest first. `past`: past bookings, latest first. */
        period: z.enum(['ahead', 'past']),
        after: pageAfter(timeCursor),
        limit: pageLimit(50, 20),
      }),
    )
    .output(z.object({ bookings: z.array(summary), nextCursor })),

  counts: own('GET', '/bookings/counts', 'Count bookings by status and by who has to answer')
    .meta({ scope: 'bookings:read' })
    .output(
      z.object({
        all: count,
        pending: count,
        confirmed: count,
        completed: count,
        cancelled: count,
        awaitingYou: count,
        awaitingThem: count,
        /** The booking that the caller has to answer first. */
        next: summary.nullable(),
      }),
    ),

  calendar: own('GET', '/bookings/calendar', "Get a month of the caller's calendar")
    .meta({ scope: 'bookings:read' })
    .input(z.object({ month }))
    .output(
      z.object({
        timezone: z.string(),
        today: day,
        entries: z.array(calendarEntry),
        /** The days of the month on which the caller usually plays and that have no entry. */
        freeDays: z.array(day),
      }),
    ),

  get: own('GET', '/bookings/{id}', 'Get a booking with its full history')
    .meta({ scope: 'bookings:read' })
    .errors({ NOT_FOUND })
    .input(z.object({ id }))
    .output(detail),

  nearestFreeDays: own('GET', '/djs/{id}/free-days', 'List the free days nearest to a day')
    .meta({ scope: 'bookings:read' })
    .errors(DJ_NOT_FOUND)
    .input(z.object({ id, day }))
    .output(z.object({ days: z.array(day) })),

  offer: own('POST', '/bookings/{id}/offers', 'Make a counter-offer')
    .meta({ scope: 'bookings:write' })
    .errors({ NOT_FOUND, CHANGED, NOT_ALLOWED, TAKEN, BAD_TERMS })
    .input(answer.extend({ terms: offeredTerms, message: createTextSchema(MESSAGE_MAX).optional() }))
    .output(detail),
  accept: own('POST', '/bookings/{id}/accept', 'Accept the current terms')
    .errors({ NOT_FOUND, CHANGED, NOT_ALLOWED, TAKEN, BAD_TERMS })
    .input(answer)
    .output(detail),
  decline: own('POST', '/bookings/{id}/decline', 'Decline a request or an offer')
    .errors({ NOT_FOUND, CHANGED, NOT_ALLOWED })
    .input(answer.extend({ reason: createTextSchema(REASON_MAX).optional() }))
    .output(detail),
  cancel: own('POST', '/bookings/{id}/cancel', 'Withdraw a request or cancel a booking')
    .errors({ NOT_FOUND, CHANGED, NOT_ALLOWED })
    .input(
      answer.extend({
        reason: createTextSchema(REASON_MAX).min(1, 'Enter a reason. The other person will read it.'),
      }),
    )
    .output(detail),

  proposeFee: own('POST', '/bookings/{id}/fee', 'Suggest a lower fee for a confirmed booking')
    .errors({
      NOT_FOUND,
      CHANGED,
      NOT_ALLOWED,
      BAD_FEE: { status: 422, message: 'Enter less than the agreed fee, but not less than the deposit.' },
    })
    .input(answer.extend({ feeCents: z.int().min(0).max(FEE_MAX_CENTS) }))
    .output(detail),
  respondToFee: own(
    'POST',
    '/bookings/{id}/fee/response',
    'Accept or decline a suggested fee, or withdraw your own suggestion',
  )
    .errors({ NOT_FOUND, CHANGED, NOT_ALLOWED })
    .input(answer.extend({ isAccepted: z.boolean() }))
    .output(detail),

  review: own('POST', '/bookings/{id}/review', 'Review the other side after the event')
    .errors({
      NOT_FOUND,
      NOT_ALLOWED,
      ALREADY_REVIEWED: { status: 409, message: 'You have already reviewed this event.' },
    })
    .input(z.object({ id, rating, body: createTextSchema(REVIEW_MAX) }))
    .output(detail),
  listReviews: open('GET', '/people/{id}/reviews', 'List the published reviews of a person, newest first')
    .meta({ scope: 'bookings:read' })
    .meta({ reads: 'replica' })
    .input(
      z.object({
        id,
        after: pageAfter(timeCursor),
        limit: pageLimit(24, 6),
      }),
    )
    .output(
      z.object({
        rating: z.number().nullable(),
        count,
        reviews: z.array(publicReview),
        nextCursor,
      }),
    ),

  ...holds,

  feed: own('GET', '/bookings/feed', "Get the address of the caller's calendar feed, or null").output(feed),
  renewFeed: own('POST', '/bookings/feed', 'Create a new feed address and revoke the old one').output(feed),
  revokeFeed: own('DELETE', '/bookings/feed', 'Revoke the feed address').output(feed),
  calendarFile: own('GET', '/bookings/{id}/calendar', 'Get the event of a booking as iCalendar')
    .meta({ scope: 'bookings:read' })
    .errors({ NOT_FOUND })
    .input(z.object({ id }))
    .output(calendarFile),
  feedFile: open('GET', '/feeds/{token}', 'Get the calendar at a feed address as iCalendar')
    .errors({ NOT_FOUND: { status: 404, message: 'Calendar not found' } })
    .input(z.object({ token: z.string().max(128) }))
    .output(calendarFile),
}
