import { instantAt } from '~/lib/local-clock'
import { isoDay } from '~/lib/time'
import type { PromoRow } from '../../contract-types'
import { readAmount, readCount } from '../../rules/amount'
import { CODE_SHAPE, isSaleCode, readSaleCode } from '../../rules/sale-code'
import { amountText } from './promo-words'

/** The form of a promo code as it is typed; days are those of the event's zone. */
export interface PromoFields {
  [field: string]: string
  code: string
  /** `percent` or `amount`. */
  kind: string
  amount: string
  useLimit: string
  from: string
  until: string
}

export const blankPromo: PromoFields = {
  code: '',
  kind: 'percent',
  amount: '',
  useLimit: '',
  from: '',
  until: '',
}

export function fieldsOf(promo: PromoRow, timezone: string): PromoFields {
  return {
    code: promo.code,
    kind: promo.percent === null ? 'amount' : 'percent',
    amount: amountText(promo),
    useLimit: promo.useLimit === null ? '' : String(promo.useLimit),
    from: promo.startsAt === null ? '' : isoDay(promo.startsAt, timezone),
    until: promo.endsAt === null ? '' : isoDay(promo.endsAt, timezone),
  }
}

export interface PromoInput {
  code: string
  percent: number | null
  amountCents: number | null
  useLimit: number | null
  startsAt: string | null
  endsAt: string | null
}

/**
 * What the form says, or what is wrong with it by field. A code counts from the first minute of its first day to the last one of its
 * last; a day that was not touched keeps its own clock.
 */
export function readPromo(
  fields: PromoFields,
  timezone: string,
  promo?: PromoRow,
): { input: PromoInput; faults: Record<string, string> } {
  const code = readSaleCode(fields.code)
  const isPercent = fields.kind === 'percent'
  const number = isPercent ? readCount(fields.amount.replace('%', '')) : readAmount(fields.amount)
  const useLimit = fields.useLimit.trim() === '' ? null : readCount(fields.useLimit)
  const faults: Record<string, string> = {}
  if (!isSaleCode(code)) faults['code'] = `A code has ${CODE_SHAPE}`
  if (isPercent && (number === undefined || number < 1 || number > 100))
    faults['amount'] = 'Enter a whole number from 1 to 100'
  if (!isPercent && (number === undefined || number === 0))
    faults['amount'] = 'Enter an amount such as 16 or 12.50'
  if (useLimit === undefined || useLimit === 0) faults['useLimit'] = 'Enter a whole number, or leave it empty'
  const moment = (day: string, clock: string, was: string | null | undefined): string | null => {
    if (day === '') return null
    if (was && isoDay(was, timezone) === day) return was
    return instantAt(day, clock, timezone) ?? null
  }
  const startsAt = moment(fields.from, '00:00', promo?.startsAt)
  const endsAt = moment(fields.until, '23:59', promo?.endsAt)
  if (startsAt !== null && endsAt !== null && endsAt <= startsAt)
    faults['until'] = 'It ends before it begins. Choose a later day.'
  return {
    input: {
      code,
      percent: isPercent ? (number ?? null) : null,
      amountCents: isPercent ? null : (number ?? null),
      useLimit: useLimit ?? null,
      startsAt,
      endsAt,
    },
    faults,
  }
}

const places: Readonly<Record<string, string>> = {
  percent: 'amount',
  amountCents: 'amount',
  startsAt: 'from',
  endsAt: 'until',
}

/** The server's words by the fields of the form. */
export function byField(said: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(said).map(([path, words]) => {
      const field = path.replace(/^changes\./, '')
      return [places[field] ?? field, words]
    }),
  )
}
