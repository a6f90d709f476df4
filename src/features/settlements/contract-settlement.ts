import { z } from 'zod'
import { cleanMultiLineText } from '~/lib/multi-line-text'
import { currency, defineCalls, id, instant, tax } from '~/platform/rpc/contract'
import { DEAL_KINDS } from '~/features/bookings/rules/deal'
import { SETTLEMENT_TEXT_MAX } from './rules/figures'

const cents = z.int()
const inArea = defineCalls('settlements', 'members_area')

const person = z.object({ id, name: z.string(), avatarUrl: z.string().nullable() })

/**
 * `running`: figures change with every sale. `ready`: all sides can accept. `questioned`: a side doesn't agree with a figure.
 * `accepted`: the payouts are being sent. `paid`: all payouts were sent.
 */
export const SETTLEMENT_STATES = ['running', 'ready', 'questioned', 'accepted', 'paid'] as const

const income = z.object({ id, name: z.string(), tickets: z.int(), cents })

const cost = z.object({
  /** The id of the figure, such as `cost:<booking>:0`. */
  figure: z.string(),
  label: z.string(),
  cents,
  /** The amount before a correction, from the agreed terms; null without a correction. */
  agreedCents: cents.nullable(),
  bookingId: id,
  bookingNumber: z.string(),
})

const share = z.object({
  bookingId: id,
  bookingNumber: z.string(),
  /** Null if the DJ deleted their account. */
  person: person.nullable(),
  kind: z.enum(DEAL_KINDS),
  basisPoints: z.int().nullable(),
  /** The fixed amount of the deal: the fee or the guarantee. */
  fixedCents: cents.nullable(),
  basis: z.enum(['flat', 'percentage', 'guarantee', 'cancelled', 'deleted']),
  shareCents: cents,
  depositCents: cents,
  releasedCents: cents,
  transferCents: cents,
  missingCents: cents,
})

const side = z.object({
  person,
  /** When this side accepted the current figures; null if it hasn't. */
  acceptedAt: instant.nullable(),
  /** Whether this side accepted figures that have changed since. */
  isOutdated: z.boolean(),
})

const question = z.object({
  id,
  figure: z.string(),
  person: person.nullable(),
  cents,
  expectedCents: cents.nullable(),
  /** Whether the organizer can correct the figure to the expected amount. */
  isCorrectable: z.boolean(),
  reason: z.string(),
  createdAt: instant,
  resolution: z.enum(['corrected', 'confirmed', 'withdrawn']).nullable(),
  reply: z.string(),
})

export const settlement = z.object({
  event: z.object({
    id,
    title: z.string(),
    startsAt: instant,
    timezone: z.string(),
    location: z.string(),
    /** The currency of all amounts. */
    currency,
    /** The tax on ticket sales. */
    tax,
    imageUrl: z.string().nullable(),
    isCancelled: z.boolean(),
    /** Whether the event is a draft. A draft has a settlement only once it has received money. */
    isDraft: z.boolean(),
  }),
  state: z.enum(SETTLEMENT_STATES),
  /**
   * Whether figures can be questioned: once the settlement is ready, or during a long event after a set with a
   * guaranteed fee.
   */
  isQuestionable: z.boolean(),
  /** The earliest time at which all sides can accept. */
  readyAt: instant,
  /** Which side the caller is on. */
  side: z.enum(['organizer', 'dj']),
  organizer: person,
  /**
   * The digest of the figures. A call that accepts them sends it back, so that only the figures shown are accepted.
   */
  digest: z.string(),
  income: z.array(income),
  /** The number of ledger entries behind each figure, and of refunded tickets. */
  counts: z.object({
    sales: z.int(),
    refunds: z.int(),
    refundedTickets: z.int(),
    fees: z.int(),
    disputes: z.int(),
  }),
  grossCents: cents,
  refundsCents: cents,
  feesCents: cents,
  disputesCents: cents,
  /** The tax in the remaining sales (gross less refunds and disputes). It is calculated, not posted. */
  taxCents: cents,
  costs: z.array(cost),
  costsCents: cents,
  netCents: cents,
  /**
   * Money that the organizer paid in: for bookings (less refunds), for the event's debt from later payouts, and for
   * refunds outside the provider. `paidInFeesCents` are the processing fees of the payments for bookings. Neither
   * amount is part of the event's income.
   */
  paidInCents: cents,
  paidInFeesCents: cents,
  /** Deposits that were transferred when they were paid. */
  depositsCents: cents,
  shares: z.array(share),
  organizerCents: cents,
  /** The event's balance in the ledger, without deposits. No one can accept unless it equals the sum of the shares. */
  balanceCents: cents,
  sides: z.array(side),
  questions: z.array(question),
  /**
   * The organizer's debt from other events, which is deducted from their payout; 0 for DJs, and once the event is
   * settled.
   */
  debtCents: cents,
  settledAt: instant.nullable(),
  closeReason: z.string().nullable(),
  transfers: z.array(
    z.object({
      id,
      person: person.nullable(),
      cents,
      isSent: z.boolean(),
      at: instant,
      isReversal: z.boolean(),
      /** The earlier event whose debt was paid with this transfer; null if it was sent to the organizer. */
      offsetTitle: z.string().nullable(),
    }),
  ),
})
export type Settlement = z.output<typeof settlement>

/** The people who were reminded in the last 24 hours, so they can't be reminded again yet. */
export const reminders = z.object({ reminders: z.array(z.object({ personId: id, remindedAt: instant })) })

export const coverage = z
  .object({
    /** Ticket income and top-ups that are held for the fee so far. */
    heldCents: cents,
    /** The fee or guarantee without the deposit. */
    feeCents: cents,
    currency,
    /** The part of the fee that was released to the DJ. */
    releasedCents: cents,
    isPaid: z.boolean(),
    /**
     * Whether the fee isn't covered although the doors open within 72 hours, or have opened. The sides then have to
     * decide.
     */
    isShort: z.boolean(),
    /** When the held amount is released, provided that guests were checked in and no figure is questioned. */
    releaseAt: instant,
    /**
     * Why the held amount wasn't released at `releaseAt`, or won't be because the event was cancelled. `settlement`:
     * the settlement pays it. `release`: it is released within a minute.
     */
    waitsFor: z.enum(['question', 'attendance', 'settlement', 'release']).nullable(),
  })
  .nullable()
export type Coverage = z.output<typeof coverage>

const text = z
  .string()
  .overwrite(cleanMultiLineText)
  .max(SETTLEMENT_TEXT_MAX, `Use at most ${SETTLEMENT_TEXT_MAX} characters.`)

const byEvent = z.object({ eventId: id })
const errors = {
  NOT_FOUND: { status: 404, message: 'Settlement not found' },
  NOT_READY: {
    status: 409,
    message: 'This settlement isn’t ready yet. Its page says from when you can accept it.',
  },
  FIGURES_CHANGED: { status: 409, message: 'A figure has changed. Check the figures, then accept again.' },
  NOT_BALANCED: {
    status: 409,
    message:
      'The shares don’t add up to the event’s balance. This is our error. Contact us, and we’ll fix it.',
  },
  QUESTIONED: { status: 409, message: 'A figure is questioned. Resolve the question first.' },
  SETTLED: { status: 409, message: 'This settlement is final.' },
  NOT_ACCEPTED: { status: 409, message: 'Accept the settlement first. Then you can remind the other sides.' },
  NO_SUCH_FIGURE: { status: 400, message: 'Choose a figure of this settlement.' },
  QUESTION_CLOSED: { status: 409, message: 'This question is already resolved.' },
  NOT_CORRECTABLE: {
    status: 409,
    message:
      'Only an agreed cost can be corrected, if its DJ expects another amount. Confirm the figure with a message.',
  },
} as const

export const settlementContract = {
  get: inArea(
    'GET',
    '/events/{eventId}/settlement',
    'The settlement of an event, for its organizer and its DJs',
  )
    .errors({ NOT_FOUND: errors.NOT_FOUND })
    .input(byEvent)
    .output(settlement),
  coverage: inArea('GET', '/bookings/{bookingId}/coverage', 'How much of a guaranteed fee tickets cover')
    .errors({ NOT_FOUND: { status: 404, message: 'Booking not found' } })
    .input(z.object({ bookingId: id }))
    .output(coverage),
  accept: inArea('POST', '/events/{eventId}/settlement/accept', 'Accept the figures of a settlement')
    .errors(errors)
    .input(byEvent.extend({ digest: z.string().max(100) }))
    .output(settlement),
  withdraw: inArea('POST', '/events/{eventId}/settlement/withdraw', 'Withdraw an acceptance')
    .errors(errors)
    .input(byEvent)
    .output(settlement),
  reminders: inArea(
    'GET',
    '/events/{eventId}/settlement/reminders',
    'Sides of a settlement that were reminded in the last 24 hours',
  )
    .errors({ NOT_FOUND: errors.NOT_FOUND })
    .input(byEvent)
    .output(reminders),
  remind: inArea(
    'POST',
    '/events/{eventId}/settlement/remind',
    'Remind the sides that haven’t accepted, each at most once in 24 hours',
  )
    .errors(errors)
    .input(byEvent)
    .output(reminders),
  question: inArea('POST', '/events/{eventId}/settlement/question', 'Question a figure of a settlement')
    .errors(errors)
    .input(
      byEvent.extend({
        figure: z.string().max(100),
        expectedCents: z.int().min(0).max(100_000_000).nullable(),
        reason: text.min(1, 'Enter a reason.'),
      }),
    )
    .output(settlement),
  resolve: inArea('POST', '/events/{eventId}/settlement/resolve', 'Answer a questioned figure')
    .errors(errors)
    .input(
      byEvent.extend({
        questionId: id,
        resolution: z.enum(['corrected', 'confirmed', 'withdrawn']),
        reply: text.default(''),
      }),
    )
    .output(settlement),
}
