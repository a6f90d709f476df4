import { z } from 'zod'
import { bookingPayment, type BookingPayment, deal, type Terms } from '../contract-shapes'

// The format in which a step's terms are stored as JSON. Stored steps are never changed, so these names must not
// change either.
const stored = z.object({
  event_type: z.string().optional().catch(undefined),
  location: z.string().optional().catch(undefined),
  timezone: z.string().optional().catch(undefined),
  starts_at: z.string().optional().catch(undefined),
  ends_at: z.string().optional().catch(undefined),
  fee_cents: z.number().nullable().optional().catch(undefined),
  deposit_cents: z.number().nullable().optional().catch(undefined),
  deal: deal.optional().catch(undefined),
  hospitality: z.string().optional().catch(undefined),
  technical: z.string().optional().catch(undefined),
})

export function toStoredTerms(terms: Terms): z.input<typeof stored> {
  return {
    event_type: terms.eventType,
    location: terms.location,
    timezone: terms.timezone,
    starts_at: toIso(terms.startsAt),
    ends_at: toIso(terms.endsAt),
    fee_cents: terms.feeCents,
    deposit_cents: terms.depositCents,
    deal: terms.deal,
    hospitality: terms.hospitality,
    technical: terms.technical,
  }
}

/** A step about a lower fee stores only the fee. */
export const toStoredFee = (feeCents: number): object => ({ fee_cents: feeCents })

/** A step that records a payment stores the payment instead of terms. */
export const toStoredPayment = (payment: BookingPayment): object => ({ payment })

export function parsePayment(json: unknown): BookingPayment | null {
  const { success, data } = z.object({ payment: bookingPayment }).safeParse(json)
  return success ? data.payment : null
}

/** Parses the terms of a step; old steps lack some. */
export function parseTerms(json: unknown): Partial<Terms> {
  const { success, data } = stored.safeParse(json)
  if (!success) return {}
  const terms = {
    eventType: data.event_type,
    location: data.location,
    timezone: data.timezone,
    startsAt: toIso(data.starts_at),
    endsAt: toIso(data.ends_at),
    feeCents: data.fee_cents,
    depositCents: data.deposit_cents,
    deal: data.deal,
    hospitality: data.hospitality,
    technical: data.technical,
  }
  return Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== undefined))
}

function toIso(text: string | undefined): string | undefined {
  const moment = new Date(text ?? '')
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}
