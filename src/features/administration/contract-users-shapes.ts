import { z } from 'zod'
import { amounts, currency, instant, nextCursor } from '~/platform/rpc/contract'

const count = z.int().min(0)

export const done = z.object({})
export const search = z.string().max(200).optional()

export const role = z.enum(['admin', 'moderator', 'user', 'customer'])

export const someone = z.object({ id: z.string(), name: z.string(), avatarUrl: z.string().nullable() })

export const userFilter = z.enum(['all', 'admin', 'moderator', 'user', 'customer', 'unverified', 'suspended'])
export type UserFilter = z.output<typeof userFilter>

export const userSort = z.enum(['joined', 'name', 'email'])

export const userRow = z.object({
  id: z.string(),
  fullName: z.string(),
  /** Only set for DJs. */
  djName: z.string().nullable(),
  /** Null if the person signed up with a phone number and gave no email. */
  email: z.string().nullable(),
  /** The phone number used to sign in; only set if there is no email. */
  phone: z.string().nullable(),
  avatarUrl: z.string().nullable(),
  /** Highest role first. */
  roles: z.array(role),
  isVerified: z.boolean(),
  joinedAt: instant,
  /** Null once the suspension has ended. */
  suspendedUntil: instant.nullable(),
})
export type UserRow = z.output<typeof userRow>

export const userCounts = z.object({
  all: count,
  admin: count,
  moderator: count,
  user: count,
  customer: count,
  unverified: count,
  suspended: count,
})
export type UserCounts = z.output<typeof userCounts>

export const userDetail = userRow.extend({
  location: z.string().nullable(),
  isYou: z.boolean(),
  isLastAdmin: z.boolean(),
  suspendedReason: z.string().nullable(),
  isEmailVerified: z.boolean(),
  lastSignedInAt: instant.nullable(),
  /** Display labels: `DJ`, `Equipment hire`. */
  memberTypes: z.array(z.string()),
  connections: count,
  bookings: count,
  /** Orders paid by this person; `totals` exclude refunds. */
  orders: z.object({ count, totals: amounts }),
  reportsAgainst: count,
  invitedBy: someone.nullable(),
  invited: z.object({
    direct: count,
    /** Number of people below this person in the invite tree, without those they invited directly. */
    behind: count,
    /** Codes left to generate; null if this person cannot generate any (customers). */
    codesLeft: count.nullable(),
  }),
})
export type UserDetail = z.output<typeof userDetail>

export const sessionRow = z.object({
  id: z.string(),
  startedAt: instant,
  /** Accurate to the hour. */
  lastSeenAt: instant,
  /** Such as `Chrome on Android`, or `An unknown browser`. */
  browser: z.string(),
  ip: z.string().nullable(),
  isThis: z.boolean(),
})
export type SessionRow = z.output<typeof sessionRow>

export const personOrders = z.object({
  orders: z.array(
    z.object({
      id: z.string(),
      orderNumber: z.string(),
      status: z.string(),
      totalCents: count,
      refundedCents: count,
      currency,
      ticketCount: count,
      createdAt: instant,
      event: z.object({ id: z.string(), title: z.string(), startsAt: instant, timezone: z.string() }),
    }),
  ),
  nextCursor,
})
export type PersonOrders = z.output<typeof personOrders>

export const personBookings = z.object({
  bookings: z.array(
    z.object({
      id: z.string(),
      bookingNumber: z.string(),
      status: z.enum(['pending', 'confirmed', 'completed', 'cancelled']),
      side: z.enum(['dj', 'client']),
      /** The other side; null if that account was deleted. */
      otherParty: someone.nullable(),
      eventType: z.string(),
      startsAt: instant,
      timezone: z.string(),
      location: z.string(),
      feeCents: count.nullable(),
      currency,
    }),
  ),
  nextCursor,
})
export type PersonBookings = z.output<typeof personBookings>

export const personReports = z.array(
  z.object({
    caseId: z.string(),
    number: z.int(),
    at: instant,
    reasons: z.array(z.string()),
    reports: count,
    room: z.string().nullable(),
    /** The message as it was when reported. */
    quote: z.string().nullable(),
    /** Null while the report is open. */
    decision: z.string().nullable(),
    decidedAt: instant.nullable(),
  }),
)
export type PersonReports = z.output<typeof personReports>
