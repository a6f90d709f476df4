import { z } from 'zod'
import { bookingPayment, STEP_KINDS } from '~/features/bookings/contract-shapes'
import { DEAL_KINDS } from '~/features/bookings/rules/deal'
import { currency, defineCalls, id, bidirectionalPage, instant, pagePosition } from '~/platform/rpc/contract'

const count = z.int().min(0)
const cents = z.int().nullable()

export const BOOKING_STATUSES = ['pending', 'confirmed', 'completed', 'cancelled'] as const
const status = z.enum(BOOKING_STATUSES)
export type BookingStatus = z.output<typeof status>

const person = z.object({ id, name: z.string(), avatarUrl: z.string().nullable(), isDj: z.boolean() })
export type BookingPerson = z.output<typeof person>

export const bookingRow = z.object({
  id,
  number: z.string(),
  /** Null if the account was deleted. */
  client: person.nullable(),
  dj: person.nullable(),
  startsAt: instant,
  timezone: z.string(),
  eventType: z.string(),
  location: z.string(),
  status,
  createdAt: instant,
})
export type BookingRow = z.output<typeof bookingRow>

export const bookingPage = z.object({
  bookings: z.array(bookingRow),
  ...pagePosition,
})
export type BookingPage = z.output<typeof bookingPage>

/**
 * The terms as both sides see them. Names and shapes match the bookings feature so that its components can render them.
 */
const terms = z.object({
  eventType: z.string(),
  location: z.string(),
  timezone: z.string(),
  startsAt: instant,
  endsAt: instant,
  feeCents: cents,
  depositCents: cents,
  deal: z.object({
    kind: z.enum(DEAL_KINDS),
    basisPoints: cents,
    costs: z.array(z.object({ label: z.string(), cents: z.int() })),
    isFeeGuaranteed: z.boolean(),
    cancellation: z.object({ freeDays: z.int(), halfFeeDays: z.int() }),
  }),
  hospitality: z.string(),
  technical: z.string(),
})
const step = z.object({
  position: z.int().min(1),
  kind: z.enum(STEP_KINDS),
  actor: person.nullable(),
  at: instant,
  terms: terms.partial(),
  message: z.string().nullable(),
  payment: bookingPayment.nullable(),
})
const review = z.object({
  author: person.nullable(),
  rating: z.int().min(1).max(5),
  body: z.string(),
  at: instant,
  /** Whether the other side and the public can read the review. */
  isPublished: z.boolean(),
})

export const bookingDetail = z.object({
  id,
  number: z.string(),
  /** The event’s title, otherwise the event type. */
  title: z.string(),
  eventId: z.string().nullable(),
  status,
  client: person.nullable(),
  dj: person.nullable(),
  /** The currency of the fee, the deposit and the costs. */
  currency,
  terms,
  /** The side that must answer a pending booking, until `answerBy`. */
  awaiting: person.nullable(),
  answerBy: instant.nullable(),
  steps: z.int().min(1),
  trail: z.array(step),
  reviews: z.array(review),
  cancelReason: z.string().nullable(),
  cancelledBy: person.nullable(),
  createdAt: instant,
})
export type AdminBooking = z.output<typeof bookingDetail>

const admin = defineCalls('administration', 'admin')

export const bookingsContract = {
  list: admin('GET', '/admin/bookings', 'All bookings, newest first')
    .input(
      z.object({
        q: z.string().max(100, 'Use at most 100 characters.').optional(),
        status: status.optional(),
        ...bidirectionalPage,
      }),
    )
    .output(bookingPage),
  counts: admin('GET', '/admin/bookings/counts', 'Number of bookings').output(
    z.object({ all: count, pending: count, confirmed: count, completed: count, cancelled: count }),
  ),
  get: admin('GET', '/admin/bookings/{id}', 'One complete booking; the view is logged once a day')
    .input(z.object({ id }))
    .output(bookingDetail),
}
