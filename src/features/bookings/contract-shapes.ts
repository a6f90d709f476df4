import { z } from 'zod'
import { manyLines } from '~/lib/many-lines'
import { oneLine } from '~/lib/one-line'
import { day, id } from '~/platform/rpc/contract'
import { EVENT_TYPE_MAX, FEE_MAX_CENTS, LOCATION_MAX, RIDER_MAX } from './rules/booking-limits'
import { isTimeZone } from './rules/time-zone'

const iso = z.iso.datetime()
export const month = z.string().regex(/^20\d\d-(?:0[1-9]|1[0-2])$/u, 'Name a month such as 2026-12.')
const cents = z.int().min(0, 'Enter an amount.').max(FEE_MAX_CENTS, 'Enter at most $1,000,000.00.')
export const words = (most: number) =>
  z.string().overwrite(manyLines).max(most, `Use at most ${most} characters.`)
export const line = (most: number) =>
  z.string().overwrite(oneLine).max(most, `Use at most ${most} characters.`)
export const rating = z.int().min(1).max(5)

export const BOOKING_STATUSES = ['pending', 'confirmed', 'completed', 'cancelled'] as const
export const status = z.enum(BOOKING_STATUSES)
export type BookingStatus = z.output<typeof status>

const person = z.object({ id, name: z.string(), avatarUrl: z.string().nullable(), isDj: z.boolean() })
export type BookingPerson = z.output<typeof person>

/** What two people agree on. Times are instants; `timezone` is the place's, and `startsAt` to `endsAt` the set. */
export const terms = z.object({
  eventType: line(EVENT_TYPE_MAX).min(1, 'Say what kind of night it is.'),
  location: line(LOCATION_MAX).min(1, 'Say where it is.'),
  timezone: z.string().max(64).refine(isTimeZone, 'Choose a time zone from the list.'),
  startsAt: iso,
  endsAt: iso,
  feeCents: cents.nullable(),
  depositCents: cents.nullable(),
  hospitality: words(RIDER_MAX),
  technical: words(RIDER_MAX),
})
export type Terms = z.output<typeof terms>

/** Left out: the zone of the city in `location`. */
const zoneOrPlace = { timezone: terms.shape.timezone.optional() }

export const requestedTerms = terms
  .pick({ eventType: true, location: true, startsAt: true, endsAt: true, feeCents: true })
  .extend(zoneOrPlace)
export const offeredTerms = terms.extend(zoneOrPlace)
export type OfferedTerms = z.output<typeof offeredTerms>

const step = z.object({
  position: z.int().min(1),
  kind: z.enum(['request', 'offer', 'accept', 'decline', 'cancel', 'complete', 'expire']),
  /** Null: it happened by itself, or the account is gone. */
  actor: person.nullable(),
  at: iso,
  /** Only what this step put down; old trails lack some. Empty where a step carries no terms. */
  terms: terms.partial(),
  message: z.string().nullable(),
})
export type BookingStep = z.output<typeof step>

export const summary = z.object({
  id,
  /** Such as BK-2026-0417. */
  number: z.string(),
  /** The event's title, else the kind of event. Its flyer and paper are drawn from this. */
  title: z.string(),
  eventId: z.string().nullable(),
  status,
  /** Which side the caller is on. */
  side: z.enum(['client', 'dj']),
  /** The other one; null when that account is gone. */
  other: person.nullable(),
  terms,
  /** Who has to answer a pending one. */
  awaiting: z.enum(['you', 'them']).nullable(),
  answerBy: iso.nullable(),
  /** The caller may still write one. */
  canReview: z.boolean(),
})
export type BookingSummary = z.output<typeof summary>

const review = z.object({ rating, body: z.string(), at: iso })
export const publicReview = review.extend({
  id,
  author: person.nullable(),
  eventType: z.string(),
  location: z.string(),
})
export type PublicReview = z.output<typeof publicReview>

/** The event that a booking is joined to. */
const bookedEvent = z.object({
  id,
  title: z.string(),
  status: z.enum(['draft', 'published', 'postponed', 'cancelled']),
  startsAt: iso,
  isDateOpen: z.boolean(),
  timezone: z.string(),
  /** The caller may open its editor. */
  canEdit: z.boolean(),
  /** Everyone can open its page. */
  hasPage: z.boolean(),
})
export type BookedEvent = z.output<typeof bookedEvent>

export const detail = summary.extend({
  event: bookedEvent.nullable(),
  /** Send it back with an answer; it changes with every step. */
  steps: z.int().min(1),
  trail: z.array(step),
  client: person.nullable(),
  dj: person.nullable(),
  cancelReason: z.string().nullable(),
  cancelledBy: z.enum(['you', 'them', 'nobody']).nullable(),
  /** The caller's own, seen by them at once. */
  ownReview: review.nullable(),
  /** The other side's, once both wrote or the time for it is over. */
  theirReview: review.nullable(),
  reviewUntil: iso.nullable(),
  /** Other events of the caller on these days: what a counter-offer should not run into. */
  clashes: z.array(
    z.object({ day, state: z.enum(['held', 'booked']), title: z.string(), location: z.string() }),
  ),
})
export type BookingDetail = z.output<typeof detail>

export const calendarEntry = z.object({
  /** Of the DJ's event in the place's zone, or the held day. */
  day,
  state: z.enum(['pending', 'held', 'confirmed', 'completed']),
  bookingId: z.string().nullable(),
  /** Of a published event with the caller on its line-up and no booking of theirs. */
  eventId: z.string().nullable(),
  title: z.string(),
  /** The place, or until when a hold stands. */
  detail: z.string(),
  /** `23:00` in the place's zone; null for a hold. */
  time: z.string().nullable(),
  awaitsYou: z.boolean(),
  /** Of a hold: the last day on which it stands. */
  until: day.nullable(),
})
export type CalendarEntry = z.output<typeof calendarEntry>
