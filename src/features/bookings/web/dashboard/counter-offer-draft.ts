import type { BookingDetail, Terms } from '../../contract-shapes'
import { type SetFields, toInstants, toSetFields } from '../../rules/set-times'
import { createBlankDeal, type DealDraft, findDealField, parseDeal } from './deal-draft'

/** The fields of a counter-offer, as typed. */
export type OfferDraft = SetFields &
  DealDraft & {
    hospitality: string
    technical: string
    message: string
    /**
     * The booking's number of steps when the draft was started. If the booking has more steps now, its terms may have
     * changed since.
     */
    seen: string
  }

/** Returns the fields of a new counter-offer: the booking's current terms in the format of the form. */
export function createBlankOffer(
  booking: Pick<BookingDetail, 'terms' | 'steps' | 'currency' | 'otherShares'>,
): OfferDraft {
  const { terms, steps } = booking
  return {
    ...toSetFields(terms),
    ...createBlankDeal(terms, booking),
    hospitality: terms.hospitality,
    technical: terms.technical,
    message: '',
    seen: String(steps),
  }
}

/** Returns only the fields for the set's times, so that recalculating these overwrites no other field. */
export function pickSetFields({ day, starts, ends, hours, timezone }: OfferDraft): SetFields {
  return { day, starts, ends, hours, timezone }
}

/**
 * Returns the fields that differ from `blank`, and `seen`. Only these are stored, so that all other fields follow the
 * current terms.
 */
export function pickChangedFields(draft: OfferDraft, blank: OfferDraft): Partial<OfferDraft> {
  const changed = Object.entries(draft).filter(
    ([name, value]) => value !== new Map(Object.entries(blank)).get(name),
  )
  return { ...Object.fromEntries(changed), seen: draft.seen }
}

type OfferErrors = Partial<Record<keyof OfferDraft, string>>

/**
 * Parses the draft of a counter-offer into terms. If a field is invalid, returns the errors by field and no terms.
 */
export function parseOffer(
  draft: OfferDraft,
  { terms: offered, currency }: Pick<BookingDetail, 'terms' | 'currency'>,
): { input?: Terms; problems: OfferErrors } {
  const { problems, deal, feeCents, depositCents } = parseDeal(draft, currency)
  const times = toInstants(draft)
  const errors: OfferErrors = {
    ...problems,
    ...(draft.day === '' ? { day: 'Choose a day.' } : {}),
    ...(draft.starts === '' ? { starts: 'Enter a time such as 23:00.' } : {}),
    ...(draft.ends === '' ? { ends: 'Enter a time such as 02:00.' } : {}),
  }
  if (times === undefined || Object.keys(errors).length > 0)
    return { problems: Object.keys(errors).length > 0 ? errors : { day: 'Choose a day.' } }
  const { timezone, hospitality, technical } = draft
  const { eventType, location } = offered
  const riders = { hospitality: hospitality.trim(), technical: technical.trim() }
  return {
    problems: {},
    input: { eventType, location, timezone, ...times, feeCents, depositCents, deal, ...riders },
  }
}

const fields = new Map<string, keyof OfferDraft>([
  ['startsAt', 'starts'],
  ['endsAt', 'ends'],
  ['timezone', 'timezone'],
  ['hospitality', 'hospitality'],
  ['technical', 'technical'],
  ['message', 'message'],
])

/**
 * Maps the path in a server error, such as `startsAt` or `terms.feeCents`, to a field of the form; undefined if there
 * is none.
 */
export function findField(path: string): keyof OfferDraft | undefined {
  const term = path.replace(/^terms\./u, '')
  return fields.get(term) ?? findDealField(term)
}
