import { findInstant } from '~/lib/local-clock'
import type { Currency } from '~/lib/currency'
import { parseAmount } from '~/lib/parse-amount'
import { formatIsoDay } from '~/lib/time'
import type { PromoInput, PromoRow } from '../../contract-types'
import { parseCount } from '../../rules/count'
import { CODE_SHAPE, isSaleCode, readSaleCode } from '../../rules/sale-code'
import { formatAmount } from './format-promo'

/** The fields of a promo code as typed; dates are in the event's zone. */
export interface PromoFields {
  [field: string]: string
  code: string
  kind: string
  amount: string
  useLimit: string
  customerLimit: string
  from: string
  until: string
}

type PromoPlace = { timezone: string; currency: Currency }

export const blankPromo: PromoFields = {
  code: '',
  kind: 'percent',
  amount: '',
  useLimit: '',
  customerLimit: '',
  from: '',
  until: '',
}

export function toPromoFields(promo: PromoRow, { timezone, currency }: PromoPlace): PromoFields {
  return {
    code: promo.code,
    kind: promo.percent === null ? 'amount' : 'percent',
    amount: formatAmount(promo, currency),
    useLimit: formatLimit(promo.useLimit),
    customerLimit: formatLimit(promo.customerLimit),
    from: promo.startsAt === null ? '' : formatIsoDay(promo.startsAt, timezone),
    until: promo.endsAt === null ? '' : formatIsoDay(promo.endsAt, timezone),
  }
}

const formatLimit = (limit: number | null) => (limit === null ? '' : String(limit))
const parseLimit = (text: string) => (text.trim() === '' ? null : parseCount(text))

/**
 * Parses the form; `problems` has the errors by field, and `input` is valid only if there are none. A code is valid from the first minute of its first day to the last
 * minute of its last day. An unchanged date keeps its exact time.
 */
export function parsePromo(
  fields: PromoFields,
  { timezone, currency }: PromoPlace,
  promo?: PromoRow,
): { input: PromoInput; problems: Record<string, string> } {
  const code = readSaleCode(fields.code)
  const isPercent = fields.kind === 'percent'
  const number = isPercent
    ? parseCount(fields.amount.replace('%', ''))
    : (parseAmount(fields.amount, currency) ?? undefined)
  const useLimit = parseLimit(fields.useLimit)
  const customerLimit = parseLimit(fields.customerLimit)
  const problems: Record<string, string> = {}
  if (!isSaleCode(code)) problems['code'] = `A code has ${CODE_SHAPE}`
  if (isPercent && (number === undefined || number < 1 || number > 100))
    problems['amount'] = 'Enter a whole number from 1 to 100'
  if (!isPercent && (number === undefined || number === 0)) problems['amount'] = 'Enter an amount such as 16'
  const limits = { useLimit, customerLimit }
  for (const [field, limit] of Object.entries(limits))
    if (limit === undefined || limit === 0) problems[field] = 'Enter a whole number, or leave it empty'
  const startsAt = toInstant(fields.from, { clock: '00:00', timezone, saved: promo?.startsAt })
  const endsAt = toInstant(fields.until, { clock: '23:59', timezone, saved: promo?.endsAt })
  if (startsAt !== null && endsAt !== null && endsAt <= startsAt)
    problems['until'] = 'The code ends before it starts. Choose a later day.'
  return {
    input: {
      code,
      percent: isPercent ? (number ?? null) : null,
      amountCents: isPercent ? null : (number ?? null),
      useLimit: useLimit ?? null,
      customerLimit: customerLimit ?? null,
      startsAt,
      endsAt,
    },
    problems,
  }
}

/** Returns the instant of a clock time on a day; null without a day. */
function toInstant(
  day: string,
  { clock, timezone, saved }: { clock: string; timezone: string; saved: string | null | undefined },
): string | null {
  if (day === '') return null
  if (saved && formatIsoDay(saved, timezone) === day) return saved
  return findInstant(day, clock, timezone) ?? null
}

const fieldByInput: Readonly<Record<string, string>> = {
  percent: 'amount',
  amountCents: 'amount',
  startsAt: 'from',
  endsAt: 'until',
}

/** Maps the server's errors to the fields of the form. */
export function toFieldErrors(errors: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).map(([path, message]) => {
      const field = path.replace(/^changes\./, '')
      return [fieldByInput[field] ?? field, message]
    }),
  )
}
