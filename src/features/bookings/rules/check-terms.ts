import type { Currency } from '~/lib/currency'
import { AHEAD_MAX_DAYS, SET_MAX_HOURS } from './booking-limits'
import { findDepositProblem } from './deposit'
import { isTimeZone } from './time-zone'

const HOUR = 3_600_000

interface CheckedTerms {
  startsAt: Date
  endsAt: Date
  timezone: string
  feeCents: number | null
  depositCents: number | null
  currency: Currency
}

export interface TermsProblem {
  field: 'timezone' | 'startsAt' | 'endsAt' | 'depositCents'
  message: string
}

/** Returns the first problem with the terms, or undefined. */
export function findTermsProblem(terms: CheckedTerms, now: Date): TermsProblem | undefined {
  const { startsAt, endsAt, timezone, feeCents, depositCents, currency } = terms
  if (!isTimeZone(timezone)) return { field: 'timezone', message: 'Choose a time zone from the list.' }
  const ahead = startsAt.getTime() - now.getTime()
  if (!(ahead > 0)) return { field: 'startsAt', message: 'That time is in the past. Choose a later one.' }
  if (ahead > AHEAD_MAX_DAYS * 24 * HOUR)
    return { field: 'startsAt', message: 'Choose a day within the next two years.' }
  const length = endsAt.getTime() - startsAt.getTime()
  if (!(length > 0)) return { field: 'endsAt', message: 'The set ends before it starts.' }
  if (length > SET_MAX_HOURS * HOUR)
    return { field: 'endsAt', message: `A set lasts at most ${SET_MAX_HOURS} hours.` }
  const message = findDepositProblem({ feeCents, depositCents, currency })
  return message === undefined ? undefined : { field: 'depositCents', message }
}
