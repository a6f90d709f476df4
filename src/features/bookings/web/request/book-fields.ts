import { type Currency, getDecimals, isCurrency } from '~/lib/currency'
import { parseAmount } from '~/lib/parse-amount'
import { EVENT_TYPE_MAX, FEE_MAX_CENTS } from '../../rules/booking-limits'
import { type SetFields, toInstants } from '../../rules/set-times'
import { describeAmountLimit, formatAmount } from '../terms/money-field'

export type BookFields = SetFields & {
  /** The type of event, one of EVENT_KINDS. If it is `Other`, `otherKind` has the typed text. */
  kind: string
  otherKind: string
  place: string
  /** `yes` once the person has chosen a time zone, which then no longer follows the place. */
  isZoneChosen: string
  /** One of CURRENCIES; the fee is typed in it. */
  currency: string
  fee: string
  message: string
}

export const OTHER = 'Other'
export const EVENT_KINDS = [
  'Club Night',
  'Warehouse',
  'Festival',
  'Day Party',
  'Live Set',
  'Residency',
  'Private Party',
  OTHER,
]

/** Default values: usual set times, the DJ's fee, and the reader's time zone until the city is known. */
export const BLANK: BookFields = {
  day: '',
  starts: '23:00',
  ends: '02:00',
  hours: '3',
  timezone: 'UTC',
  kind: 'Club Night',
  otherKind: '',
  place: '',
  isZoneChosen: '',
  currency: 'USD',
  fee: '',
  message: '',
}

export type BookProblems = {
  [field in 'day' | 'kind' | 'place' | 'starts' | 'ends' | 'timezone' | 'fee' | 'message']?:
    | string
    | undefined
}

export const getCurrency = ({ currency }: Pick<BookFields, 'currency'>): Currency =>
  isCurrency(currency) ? currency : 'USD'

/** Changes the currency. A typed fee is kept. The DJ's prefilled rate is removed, because it is in dollars. */
export function withCurrency(
  fields: BookFields,
  currency: Currency,
  rateCents: number | null,
): Pick<BookFields, 'currency' | 'fee'> {
  const before = getCurrency(fields)
  const cents = parseAmount(fields.fee, before)
  if (typeof cents !== 'number') return { currency, fee: fields.fee }
  if (before === 'USD' && cents === rateCents) return { currency, fee: '' }
  const amount = Math.round((cents / 10 ** getDecimals(before)) * 10 ** getDecimals(currency))
  return { currency, fee: formatAmount(amount, currency) }
}

/** Parses the fields into a request, or returns the errors by field. */
export function parseBookFields(fields: BookFields) {
  const kind = (fields.kind === OTHER ? fields.otherKind : fields.kind).trim()
  const currency = getCurrency(fields)
  const feeCents = parseAmount(fields.fee, currency)
  const instants = toInstants(fields)
  const problems: BookProblems = {
    ...(fields.day === '' && { day: 'Choose a day.' }),
    ...(kind === '' && { kind: 'Enter the type of event.' }),
    ...(kind.length > EVENT_TYPE_MAX && { kind: `Use at most ${EVENT_TYPE_MAX} characters.` }),
    ...(fields.place.trim() === '' && { place: 'Enter the place.' }),
    ...(fields.starts === '' && { starts: 'Enter a time such as 23:00.' }),
    ...(fields.ends === '' && { ends: 'Enter a time such as 02:00.' }),
    ...(feeCents === undefined && { fee: 'Enter an amount such as 1200.' }),
    ...((feeCents ?? 0) > FEE_MAX_CENTS && { fee: describeAmountLimit(currency) }),
  }
  if (Object.keys(problems).length > 0 || !instants || feeCents === undefined) return { problems }
  const message = fields.message.trim()
  return {
    problems,
    request: {
      ...instants,
      eventType: kind,
      location: fields.place.trim(),
      timezone: fields.timezone,
      currency,
      feeCents,
      ...(message === '' ? {} : { message }),
    },
  }
}

const serverFields: Record<string, keyof BookProblems> = {
  eventType: 'kind',
  location: 'place',
  timezone: 'timezone',
  startsAt: 'day',
  endsAt: 'ends',
  feeCents: 'fee',
  message: 'message',
}

/** Maps the server's messages about terms to fields of the form; drops messages without a field. */
export function toBookProblems(sentences: Record<string, string>): BookProblems {
  return Object.fromEntries(
    Object.entries(sentences).flatMap(([path, sentence]) => {
      const field = serverFields[path]
      return field === undefined ? [] : [[field, sentence]]
    }),
  )
}
