import { z } from 'zod'
import { PAYEE_PROBLEM_STATUSES } from '~/features/payees/rules/payee-problem'
import { REQUIREMENT_KINDS } from '~/features/payees/rules/requirement'
import { currency } from '~/platform/rpc/contract'
import { cents, iso } from './contract-shapes'

export const waiverRequest = z.object({ requestedAt: iso, isDeclined: z.boolean() })

/** Why an event can't sell tickets yet: its organizer can't be paid out. */
export const payeeNeeded = z.object({
  provider: z.enum(['sandbox', 'stripe']),
  status: z.enum(PAYEE_PROBLEM_STATUSES),
  /** The most urgent item that the provider needs. */
  requirement: z.enum(REQUIREMENT_KINDS).nullable(),
  /** The lowest ticket price above 0. */
  minPriceCents: cents,
  currency,
  /** Whether the caller is the event's organizer. Only the organizer can connect an account or request a waiver. */
  isOrganizer: z.boolean(),
  /** Null if that account was deleted. */
  organizerName: z.string().nullable(),
  /** The request that the admins waive the payout account; null if there is none yet. */
  waiver: waiverRequest.nullable(),
})
export type PayeeNeeded = z.output<typeof payeeNeeded>

export const PAYEE_NEEDED = {
  status: 409,
  message: 'The organizer needs a payout account before this event can sell tickets.',
  data: payeeNeeded,
}
