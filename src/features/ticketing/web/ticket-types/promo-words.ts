import { formatDollars } from '~/lib/money'
import { formatShort, formatShortDay, formatClock } from '~/lib/time'
import type { PromoRow } from '../../contract-types'

/** `34 of 50`, or how often where there is no limit. */
export function usedWords({ used, useLimit }: Pick<PromoRow, 'used' | 'useLimit'>): string {
  return useLimit === null ? String(used) : `${used} of ${useLimit}`
}

/** Until when a code counts: `Fri 4 Dec`, or why it does not count now. */
export function untilWords(
  { state, startsAt, endsAt }: Pick<PromoRow, 'state' | 'startsAt' | 'endsAt'>,
  timezone: string,
): string {
  if (state === 'over' && endsAt !== null) return `Ended ${formatShortDay(endsAt, timezone)}`
  if (state === 'used_up') return 'Used up'
  if (state === 'later' && startsAt !== null) return `From ${formatShort(startsAt, timezone)}`
  if (endsAt === null) return 'No end'
  // The end of a day needs no clock.
  return formatClock(endsAt, timezone) === '23:59'
    ? formatShortDay(endsAt, timezone)
    : formatShort(endsAt, timezone)
}

/** The texts of the form for a code that stands already. */
export function amountText({ percent, amountCents }: Pick<PromoRow, 'percent' | 'amountCents'>): string {
  if (percent !== null) return String(percent)
  return amountCents === null ? '' : formatDollars(amountCents)
}
