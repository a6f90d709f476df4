import { z } from 'zod'
import { cleanMultiLineText } from '~/lib/multi-line-text'
import { currency, defineCalls, day, id, instant } from '~/platform/rpc/contract'
import {
  MAX_BOOKINGS,
  MAX_REFUND_DAYS,
  MAX_STATUS_MESSAGE,
  PAID_OUT_MESSAGE,
  REFUND_DAYS,
} from './rules/event-change'

const own = defineCalls('tickets', 'members_area')
const cents = z.int().min(0)
const clock = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/u, 'Enter a time such as 23:00.')

const EVENT_MISSING = { NOT_FOUND: { status: 404, message: 'Event not found' } }
const changing = {
  ...EVENT_MISSING,
  CHANGED: {
    status: 409,
    message: 'Someone else changed this event. Review the changes, then try again.',
    data: z.object({ by: z.string().nullable(), at: instant.nullable() }),
  },
  NOT_POSSIBLE: {
    status: 409,
    message: 'This event’s status no longer allows this. Reload the page to see its status.',
    data: z.object({ status: z.string() }),
  },
  OVER: { status: 409, message: 'This event is over. Refund orders one by one instead.' },
  SETTLED: { status: 409, message: PAID_OUT_MESSAGE },
}
const BAD_DATE = {
  status: 422,
  message: 'Check the date and times.',
  data: z.object({ fields: z.array(z.object({ path: z.string(), message: z.string() })) }),
}

const statusMessage = z
  .string()
  .overwrite(cleanMultiLineText)
  .min(1, 'Describe in one sentence what happened.')
  .max(MAX_STATUS_MESSAGE, `Use at most ${MAX_STATUS_MESSAGE} characters.`)
/** Local times at the venue. Omitted fields keep their value; null removes it. */
const clocks = z.object({
  startsAt: clock.optional(),
  doorsAt: clock.nullish(),
  endsAt: clock.nullish(),
})
const version = z.int().min(1)
const refundDays = z.int().min(0).max(MAX_REFUND_DAYS, `At most ${MAX_REFUND_DAYS} days.`)
/** The outcome of each booking: `ask` asks the DJ to agree to the new date. */
const createChoices = <Outcome extends 'ask' | 'cancel' | 'keep'>(
  outcomes: readonly [Outcome, ...Outcome[]],
) =>
  z
    .array(z.object({ id, outcome: z.enum(outcomes) }))
    .max(MAX_BOOKINGS)
    .default([])
export interface EventBookingChoice {
  id: string
  outcome: 'ask' | 'cancel' | 'keep'
}
const changed = z.object({ version, status: z.enum(['published', 'postponed', 'cancelled']) })

const eventBooking = z.object({
  id,
  djName: z.string(),
  status: z.enum(['pending', 'confirmed']),
  startsAt: instant,
  endsAt: instant,
  timezone: z.string(),
})
export type EventBooking = z.output<typeof eventBooking>

export const eventImpact = z.object({
  title: z.string(),
  status: z.enum(['draft', 'published', 'postponed', 'cancelled']),
  version,
  timezone: z.string(),
  startsAt: instant,
  doorsAt: instant.nullable(),
  endsAt: instant.nullable(),
  isDateOpen: z.boolean(),
  isOver: z.boolean(),
  /** The event is settled, or part of its money was paid out, so it can no longer be cancelled or moved. */
  isPaidOut: z.boolean(),
  /** The numbers of confirmed orders with refundable tickets, and of those tickets. */
  orders: z.int(),
  tickets: z.int(),
  /** The refund, fee included, if the event is cancelled. */
  cents,
  currency,
  /** The number of held orders, whose holds end if the event is cancelled or postponed. */
  holds: z.int(),
  /** The number of customers on the waitlist, which ends if the event is cancelled. */
  waiting: z.int(),
  /** When ticket holders can be notified of a move again, once the daily limit is reached; null: immediately. */
  notifyAt: instant.nullable(),
  bookings: z.array(eventBooking),
})
export type EventImpact = z.output<typeof eventImpact>

const moving = {
  eventId: id,
  version,
  clocks: clocks.optional(),
  /** The return period, in days from now. It never ends earlier than one that ticket holders already have. */
  refundDays: refundDays.default(REFUND_DAYS),
  /** Choices per booking; by default the DJ is asked. Without a new date, bookings stay unchanged until it is set. */
  bookings: createChoices(['ask', 'cancel', 'keep']),
}

export const eventChanges = {
  impact: own('GET', '/events/{eventId}/impact', 'Preview the effects of canceling or moving an event')
    .errors(EVENT_MISSING)
    .input(z.object({ eventId: id }))
    .output(eventImpact),

  cancel: own('POST', '/events/{eventId}/cancel', 'Cancel an event permanently and refund all tickets')
    .errors({
      ...changing,
      PASSWORD_MISSING: { status: 422, message: 'Enter your password.' },
      WRONG_PASSWORD: { status: 422, message: 'That password is incorrect.' },
      BUSY: { status: 503, message: 'The server is busy right now. Try again in a moment.' },
    })
    // Always requires the password, or a one-time code instead, because this cannot be undone.
    .input(
      z.object({
        eventId: id,
        version,
        statusMessage: statusMessage,
        password: z.string().max(1000).optional(),
        /** Bookings that are left out are cancelled with the event. */
        bookings: createChoices(['cancel', 'keep']),
      }),
    )
    .output(changed),

  postpone: own(
    'POST',
    '/events/{eventId}/postpone',
    'Move an event to a new date, or postpone it without one; tickets stay valid',
  )
    .errors({ ...changing, BAD_DATE })
    .input(
      z.object({
        ...moving,
        statusMessage: statusMessage,
        /** The new date. If omitted, it is to be announced, and the event is not on sale until it is set. */
        date: day.optional(),
      }),
    )
    .output(changed),

  setDate: own('POST', '/events/{eventId}/date', 'Set the date of a postponed event and put it back on sale')
    .errors({ ...changing, BAD_DATE })
    .input(z.object({ ...moving, date: day }))
    .output(changed),
}
