import { z } from 'zod'
import { currency, id, instant } from '~/platform/rpc/contract'

const cents = z.int().min(0)

/** A settlement that has been ready for at least 14 days without the acceptance of all sides. */
export const waitingSettlement = z.object({
  eventId: id,
  eventTitle: z.string(),
  organizerName: z.string(),
  readyAt: instant,
  isQuestioned: z.boolean(),
})
export type WaitingSettlement = z.output<typeof waitingSettlement>

/**
 * A figure that has been questioned for at least 3 days. The settlement isn’t paid until the question is resolved.
 */
export const settlementCase = z.object({
  questionId: id,
  eventId: id,
  eventTitle: z.string(),
  personName: z.string(),
  /** The name of the figure, such as `Processing fees`. */
  figure: z.string(),
  reason: z.string(),
  questionedAt: instant,
  /** The time from which an admin can close the settlement; null if its sides can’t accept it yet. */
  closableAt: instant.nullable(),
})
export type SettlementCase = z.output<typeof settlementCase>

/** The amounts that each person gets if a settlement is closed now, and what is still open. */
export const settlementResult = z.object({
  eventTitle: z.string(),
  currency,
  /**
   * The digest of the figures. The call that closes the settlement sends it back, so that only the figures that the
   * admin saw are made final.
   */
  digest: z.string(),
  /** The organizer’s amount is negative if the event cost more than it earned. */
  organizer: z.object({ name: z.string(), cents: z.int() }),
  /** `missingCents` is the part that the event’s balance doesn’t cover. */
  shares: z.array(z.object({ bookingId: id, name: z.string(), cents, missingCents: cents })),
  missingAcceptances: z.array(z.string()),
  questions: z.array(
    z.object({
      id,
      name: z.string(),
      figure: z.string(),
      cents: z.int(),
      /** The amount that the person expected; null if they named none. */
      expectedCents: cents.nullable(),
      reason: z.string(),
    }),
  ),
  /** The email addresses of the sides that have one. */
  emails: z.array(z.string()),
})
export type SettlementResult = z.output<typeof settlementResult>
