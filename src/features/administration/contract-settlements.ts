import { z } from 'zod'
import { currency, id, instant } from '~/platform/rpc/contract'

const cents = z.int().min(0)

/** Ready since 14 days or longer, without the acceptance of all sides. */
export const waitingSettlement = z.object({
  eventId: id,
  eventTitle: z.string(),
  organizerName: z.string(),
  readyAt: instant,
  isQuestioned: z.boolean(),
})
export type WaitingSettlement = z.output<typeof waitingSettlement>

/** A figure that has been questioned for 3 days or longer. Nothing is paid meanwhile. */
export const settlementCase = z.object({
  questionId: id,
  eventId: id,
  eventTitle: z.string(),
  personName: z.string(),
  /** Such as `Processing fees`. */
  figure: z.string(),
  reason: z.string(),
  questionedAt: instant,
  /** From when an admin can close the settlement; null if its sides can’t accept it yet. */
  closableAt: instant.nullable(),
})
export type SettlementCase = z.output<typeof settlementCase>

/** What closing a settlement means for each person. */
export const settlementResult = z.object({
  eventTitle: z.string(),
  currency,
  /**
   * Of the figures. The call that closes the settlement sends it back, so that it isn't closed with other figures than
   * its reader saw.
   */
  digest: z.string(),
  /** Negative if the event cost more than it earned. */
  organizer: z.object({ name: z.string(), cents: z.int() }),
  /** `missingCents`: what the event’s balance doesn’t cover. */
  shares: z.array(z.object({ bookingId: id, name: z.string(), cents, missingCents: cents })),
  missingAcceptances: z.array(z.string()),
  questions: z.array(
    z.object({
      id,
      name: z.string(),
      figure: z.string(),
      cents: z.int(),
      /** What the person expected. */
      expectedCents: cents.nullable(),
      reason: z.string(),
    }),
  ),
  /** The addresses of the sides that have one. */
  emails: z.array(z.string()),
})
export type SettlementResult = z.output<typeof settlementResult>
