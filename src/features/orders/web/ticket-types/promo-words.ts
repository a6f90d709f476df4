import { formatDollars } from '~/lib/money'
import { formatShort, formatShortDay, formatClock } from '~/lib/time'
import type { PromoRow } from '../../contract-types'

/** `34 of 50, 1 per customer`; limits that do not exist are left out. */
export function usedWords({
  used,
  useLimit,
  customerLimit,
}: Pick<PromoRow, 'used' | 'useLimit' | 'customerLimit'>): string {
  const total = useLimit === null ? String(used) : `${used} of ${useLimit}`
  return customerLimit === null ? total : `${total}, ${customerLimit} per customer`
}

/** Until when a code is valid: `Fri 4 Dec`, or why it is not valid now. */
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

/** The discount of an existing code, as the form shows it. */
export function amountText({ percent, amountCents }: Pick<PromoRow, 'percent' | 'amountCents'>): string {
  if (percent !== null) return String(percent)
  return amountCents === null ? '' : formatDollars(amountCents)
}
