import type { BookingDetail, Terms } from '../../contract-shapes'
import { type SetFields, toInstants, toSetFields } from '../../rules/set-times'
import { createBlankDeal, type DealDraft, findDealField, parseDeal } from './deal-draft'

/** The fields of a counter-offer, as typed. */
export type OfferDraft = SetFields &
  DealDraft & {
    hospitality: string
    technical: string
    message: string
    /** The number of steps when the draft was started. If it has grown, the offer has changed since. */
    seen: string
  }

/** Returns the draft of an unchanged offer: the current terms as the fields show them. */
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

/** Returns the fields of the set only, so that recalculating them overwrites no other field. */
export function pickSetFields({ day, starts, ends, hours, timezone }: OfferDraft): SetFields {
  return { day, starts, ends, hours, timezone }
}

/** Returns the changed fields and the step they were based on; the other fields follow the current offer. */
export function pickChangedFields(draft: OfferDraft, blank: OfferDraft): Partial<OfferDraft> {
  const changed = Object.entries(draft).filter(
    ([name, value]) => value !== new Map(Object.entries(blank)).get(name),
  )
  return { ...Object.fromEntries(changed), seen: draft.seen }
}

type OfferErrors = Partial<Record<keyof OfferDraft, string>>

/** Parses a draft into terms. If a field is invalid, returns the errors by field and no terms. */
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

/** Maps a server path such as `startsAt` or `terms.feeCents` to its field; undefined if the form has none. */
export function findField(path: string): keyof OfferDraft | undefined {
  const term = path.replace(/^terms\./u, '')
  return fields.get(term) ?? findDealField(term)
}
