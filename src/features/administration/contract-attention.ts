import { z } from 'zod'
import { amounts, currency, defineCalls, id, instant } from '~/platform/rpc/contract'

const count = z.int().min(0)

export const attention = z.object({
  inviteRequests: z.object({ count, oldestAt: instant.nullable() }),
  reports: z.object({ count, people: count, messages: count }),
  /** Payments for which the provider has reported no result for minutes. */
  payments: z.object({ count, oldestAt: instant.nullable() }),
  refunds: z.object({ count, amounts }),
  /** Emails that are no longer retried automatically. `newest` describes the most recent one. */
  emails: z.object({ count, newest: z.object({ to: z.string().nullable(), about: z.string() }).nullable() }),
})
export type Attention = z.output<typeof attention>

const trends = z.object({
  /** 30 days, oldest first; today is the last. */
  days: z.array(
    z.object({
      /** `2026-11-20` in the requested time zone. */
      day: z.string(),
      signUps: count,
      /** Tickets of orders confirmed that day, without tickets refunded since. */
      tickets: count,
      /**
       * The amounts paid for these tickets, service fee included. Every day has an amount for each currency that
       * occurs in the 30 days.
       */
      paid: amounts,
    }),
  ),
})
export type Trends = z.output<typeof trends>

const failedMoney = {
  id: z.string(),
  /** The booking of the payment or refund; null if it belongs to an order. */
  bookingId: z.string().nullable(),
  /** The number of the order or the booking. */
  number: z.string(),
  buyer: z.string(),
  amountCents: count,
  currency,
}

export const failures = z.object({
  emails: z.array(
    z.object({
      id: z.string(),
      about: z.string(),
      to: z.string().nullable(),
      at: instant,
      reason: z.string(),
    }),
  ),
  payments: z.array(z.object({ ...failedMoney, since: instant })),
  refunds: z.array(z.object({ ...failedMoney, at: instant, attempts: count, reason: z.string() })),
  /** Whether there are more failures than listed. They appear once listed ones are resolved. */
  hasMore: z.boolean(),
})
export type Failures = z.output<typeof failures>

const admin = defineCalls('administration', 'admin')
const alreadyResolved = {
  ALREADY_RESOLVED: {
    status: 409,
    message: 'This problem is already solved, by an admin or a retry.',
  },
}

export const attentionContract = {
  get: admin('GET', '/admin/attention', 'Tasks waiting for an admin').output(attention),
  trends: admin('GET', '/admin/trends', 'Sign-ups and sales of the last 30 days')
    .input(z.object({ timezone: z.string().max(64).default('UTC') }))
    .output(trends),
  failures: admin('GET', '/admin/failures', 'Failed emails, payments and refunds').output(failures),
  retryEmail: admin('POST', '/admin/failures/emails/{id}', 'Retry an email')
    .errors(alreadyResolved)
    .input(z.object({ id }))
    .output(z.object({})),
  retryRefund: admin('POST', '/admin/failures/refunds/{id}', 'Retry a refund')
    .errors(alreadyResolved)
    .input(z.object({ id }))
    .output(z.object({})),
}
