import type { Terms } from '../../contract-shapes'
import { FEE_MAX_CENTS } from '../../rules/booking-limits'
import { parseDollars } from '../../rules/dollars'
import { type SetFields, toInstants, toSetFields } from '../../rules/set-times'
import { formatAmount } from '../terms/money-field'

/** The fields of a counter-offer, as typed. */
export type OfferDraft = SetFields & {
  fee: string
  deposit: string
  hospitality: string
  technical: string
  message: string
  /** The number of steps when the draft was started: shows whether the offer has changed since. */
  seen: string
}

/** The current terms, as the fields show them. */
export function createBlankOffer(terms: Terms, steps: number): OfferDraft {
  return {
    ...toSetFields(terms),
    fee: formatAmount(terms.feeCents),
    deposit: formatAmount(terms.depositCents),
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
export function parseOffer(draft: OfferDraft, offered: Terms): { input?: Terms; problems: OfferErrors } {
  const feeCents = parseDollars(draft.fee)
  const depositCents = parseDollars(draft.deposit)
  const times = toInstants(draft)
  const errors: OfferErrors = {
    ...checkMoney('fee', feeCents),
    ...checkMoney('deposit', depositCents),
    ...(draft.day === '' ? { day: 'Choose a day.' } : {}),
    ...(draft.starts === '' ? { starts: 'Enter a time such as 23:00.' } : {}),
    ...(draft.ends === '' ? { ends: 'Enter a time such as 02:00.' } : {}),
  }
  if (typeof depositCents === 'number' && depositCents > (feeCents ?? 0) && errors.fee === undefined)
    errors.deposit = 'The deposit is more than the fee.'
  if (
    feeCents === undefined ||
    depositCents === undefined ||
    times === undefined ||
    Object.keys(errors).length > 0
  )
    return { problems: Object.keys(errors).length > 0 ? errors : { day: 'Choose a day.' } }
  const { timezone, hospitality, technical } = draft
  const { eventType, location, deal } = offered
  const riders = { hospitality: hospitality.trim(), technical: technical.trim() }
  return {
    problems: {},
    input: { eventType, location, timezone, ...times, feeCents, depositCents, deal, ...riders },
  }
}

function checkMoney(name: 'fee' | 'deposit', cents: number | null | undefined): OfferErrors {
  if (cents === undefined) return { [name]: 'Enter an amount such as $1,200.00.' }
  return cents !== null && cents > FEE_MAX_CENTS ? { [name]: 'Enter at most $1,000,000.00.' } : {}
}

const fields = new Map<string, keyof OfferDraft>([
  ['startsAt', 'starts'],
  ['endsAt', 'ends'],
  ['timezone', 'timezone'],
  ['feeCents', 'fee'],
  ['depositCents', 'deposit'],
  ['hospitality', 'hospitality'],
  ['technical', 'technical'],
  ['message', 'message'],
])

/** Maps a server path such as `startsAt` or `terms.feeCents` to its field; undefined if the form has none. */
export function findField(path: string): keyof OfferDraft | undefined {
  return fields.get(path.replace(/^terms\./u, ''))
}
