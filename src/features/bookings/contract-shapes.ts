import { z } from 'zod'
import { cleanMultiLineText } from '~/lib/multi-line-text'
import { cleanSingleLineText } from '~/lib/single-line-text'
import { currency, day, id, instant } from '~/platform/rpc/contract'
import { EVENT_TYPE_MAX, FEE_MAX_CENTS, LOCATION_MAX, RIDER_MAX } from './rules/booking-limits'
import { CANCELLATION_DAYS_MAX, COST_LABEL_MAX, COSTS_MAX, DEAL_KINDS } from './rules/deal'
import { isTimeZone } from './rules/time-zone'

const iso = z.iso.datetime()
export const month = z.string().regex(/^20\d\d-(?:0[1-9]|1[0-2])$/u, 'Enter a month such as 2026-12.')
const cents = z.int().min(0, 'Enter an amount.').max(FEE_MAX_CENTS, 'Enter a lower amount.')
export const createTextSchema = (most: number) =>
  z.string().overwrite(cleanMultiLineText).max(most, `Use at most ${most} characters.`)
export const createLineSchema = (most: number) =>
  z.string().overwrite(cleanSingleLineText).max(most, `Use at most ${most} characters.`)
export const rating = z.int().min(1).max(5)

export const BOOKING_STATUSES = ['pending', 'confirmed', 'completed', 'cancelled'] as const
export const status = z.enum(BOOKING_STATUSES)
export type BookingStatus = z.output<typeof status>

const person = z.object({ id, name: z.string(), avatarUrl: z.string().nullable(), isDj: z.boolean() })
export type BookingPerson = z.output<typeof person>

const cancellationDays = z
  .int('Enter a number of days.')
  .min(0, 'Enter a number of days.')
  .max(CANCELLATION_DAYS_MAX, `Enter at most ${CANCELLATION_DAYS_MAX} days.`)

export const deal = z.object({
  kind: z.enum(DEAL_KINDS),
  /** The DJ's share of net; null for a flat fee. */
  basisPoints: z.int().min(0).max(10_000, 'Enter at most 100%.').nullable(),
  costs: z
    .array(z.object({ label: createLineSchema(COST_LABEL_MAX), cents }))
    .max(COSTS_MAX, `Add at most ${COSTS_MAX} costs.`),
  isFeeGuaranteed: z.boolean(),
  cancellation: z.object({ freeDays: cancellationDays, halfFeeDays: cancellationDays }),
})

/**
 * The terms of a booking that the client and the DJ agree on. The set lasts from `startsAt` to `endsAt`, both
 * instants; `timezone` is the venue's.
 */
export const terms = z.object({
  eventType: createLineSchema(EVENT_TYPE_MAX).min(1, 'Enter the type of event.'),
  location: createLineSchema(LOCATION_MAX).min(1, 'Enter the place.'),
  timezone: z.string().max(64).refine(isTimeZone, 'Choose a time zone from the list.'),
  startsAt: iso.describe('The start of the set, as an instant in UTC such as 2026-12-05T23:00:00Z.'),
  endsAt: iso.describe('The end of the set, as an instant in UTC.'),
  feeCents: cents.nullable(),
  depositCents: cents.nullable(),
  deal,
  hospitality: createTextSchema(RIDER_MAX),
  technical: createTextSchema(RIDER_MAX),
})
export type Terms = z.output<typeof terms>

const zoneOrPlace = {
  timezone: terms.shape.timezone
    .optional()
    .describe('The IANA time zone of the place. Default: the time zone of the city in `location`.'),
}

export const requestedTerms = terms
  .pick({ eventType: true, location: true, startsAt: true, endsAt: true, feeCents: true })
  .extend({
    ...zoneOrPlace,
    currency: currency.default('USD').describe('The currency of the fee. Default: USD.'),
  })
/** The terms of a counter-offer. Without `deal`, the booking keeps its current deal. */
export const offeredTerms = terms.extend({ ...zoneOrPlace, deal: deal.optional() })
export type OfferedTerms = z.output<typeof offeredTerms>

export const STEP_KINDS = [
  'request',
  'offer',
  'accept',
  'decline',
  'cancel',
  'complete',
  'expire',
  'pay',
  'propose_fee',
  'accept_fee',
  'decline_fee',
] as const

export const PAYMENT_PURPOSES = ['deposit', 'balance'] as const

/** A payment by the client. `method` is what they paid with, such as `Visa ending 4242`; null if it isn't known. */
export const bookingPayment = z.object({
  purpose: z.enum(PAYMENT_PURPOSES),
  cents: z.int(),
  method: z.string().nullable(),
})
export type BookingPayment = z.output<typeof bookingPayment>

const step = z.object({
  position: z.int().min(1),
  kind: z.enum(STEP_KINDS),
  /** Null for automatic steps and deleted accounts. */
  actor: person.nullable(),
  at: instant,
  /** The terms that this step sets; empty if it sets none. Old steps may lack some terms. */
  terms: terms.partial(),
  message: z.string().nullable(),
  /** The payment of the step `pay`. */
  payment: bookingPayment.nullable(),
})
export type BookingStep = z.output<typeof step>

export const summary = z.object({
  id,
  /** Such as BK-2026-0417. */
  number: z.string(),
  /**
   * The event's title, or the type of event if the booking has no event. The booking's flyer is drawn from this
   * title.
   */
  title: z.string(),
  eventId: z.string().nullable(),
  status,
  side: z.enum(['client', 'dj']),
  /** The other side; null if that account was deleted. */
  otherParty: person.nullable(),
  /** The currency of all amounts. The booking request sets it, and no later step changes it. */
  currency,
  terms,
  awaiting: z.enum(['you', 'them']).nullable(),
  answerBy: iso.nullable(),
  canReview: z.boolean(),
})
export type BookingSummary = z.output<typeof summary>

const review = z.object({ rating, body: z.string(), at: instant })
export const publicReview = review.extend({
  id,
  author: person.nullable(),
  eventType: z.string(),
  location: z.string(),
})
export type PublicReview = z.output<typeof publicReview>

/** The event that a booking is linked to. */
const bookedEvent = z.object({
  id,
  title: z.string(),
  status: z.enum(['draft', 'published', 'postponed', 'cancelled']),
  startsAt: instant,
  isDateOpen: z.boolean(),
  timezone: z.string(),
  canEdit: z.boolean(),
  /** Whether the event has a public page that anyone can open. */
  hasPage: z.boolean(),
  /**
   * The average price and number of tickets on sale to everyone, without those that need an access code; null if none
   * has a price.
   */
  tickets: z.object({ averageCents: z.int(), capacity: z.int() }).nullable(),
})
export type BookedEvent = z.output<typeof bookedEvent>

export const detail = summary.extend({
  event: bookedEvent.nullable(),
  /**
   * The number of steps in the booking's history. An answer sends this number back, so that the server can refuse it
   * if the booking has changed.
   */
  steps: z.int().min(1),
  trail: z.array(step),
  client: person.nullable(),
  dj: person.nullable(),
  /** A lower fee that a side suggests for the confirmed booking. */
  proposedFee: z.object({ feeCents: z.int(), by: z.enum(['you', 'them']) }).nullable(),
  cancelReason: z.string().nullable(),
  cancelledBy: z.enum(['you', 'them', 'nobody']).nullable(),
  /** The caller's own review, visible to them immediately. */
  ownReview: review.nullable(),
  /** The other side's review, visible once both are written or the review period is over. */
  theirReview: review.nullable(),
  reviewUntil: instant.nullable(),
  /**
   * For the DJ of a pending booking: their other bookings, events and holds from today on, so that a counter-offer
   * can avoid them. Otherwise empty.
   */
  clashes: z.array(
    z.object({ day, state: z.enum(['held', 'booked']), title: z.string(), location: z.string() }),
  ),
  /** The agreed shares of the event's other bookings with a door split. Only the client sees these shares. */
  otherShares: z.array(z.object({ id, name: z.string(), basisPoints: z.int() })),
})
export type BookingDetail = z.output<typeof detail>

export const calendarEntry = z.object({
  /** The day of the event in the venue's time zone, or the held day. */
  day,
  state: z.enum(['pending', 'held', 'confirmed', 'completed']),
  bookingId: z.string().nullable(),
  /** The event, if its published line-up includes the caller without a booking; otherwise null. */
  eventId: z.string().nullable(),
  title: z.string(),
  /** The venue, or the day until which a hold lasts. */
  detail: z.string(),
  /** `23:00` in the venue's time zone; null for a hold. */
  time: z.string().nullable(),
  awaitsYou: z.boolean(),
  /** The last day of a hold; null if it lasts until it is released, and for other entries. */
  until: day.nullable(),
})
export type CalendarEntry = z.output<typeof calendarEntry>
