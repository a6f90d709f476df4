import type { Currency } from '~/lib/currency'
import { formatMoney } from '~/lib/money'
import { formatShort, formatShortDay, formatClock } from '~/lib/time'
import type { PromoRow } from '../../contract-types'

/** Formats the uses of a code: `34 of 50, 1 per customer`, without limits that don't exist. */
export function formatUse({
  used,
  useLimit,
  customerLimit,
}: Pick<PromoRow, 'used' | 'useLimit' | 'customerLimit'>): string {
  const total = useLimit === null ? String(used) : `${used} of ${useLimit}`
  return customerLimit === null ? total : `${total}, ${customerLimit} per customer`
}

/** Formats until when a code is valid: `Fri 4 Dec`, or why it is not valid now. */
export function formatValidity(
  { state, startsAt, endsAt }: Pick<PromoRow, 'state' | 'startsAt' | 'endsAt'>,
  timezone: string,
): string {
  if (state === 'over' && endsAt !== null) return `Ended ${formatShortDay(endsAt, timezone)}`
  if (state === 'used_up') return 'Used up'
  if (state === 'later' && startsAt !== null) return `From ${formatShort(startsAt, timezone)}`
  if (endsAt === null) return 'No end'
  // A code that is valid until the end of a day is shown without 23:59.
  return formatClock(endsAt, timezone) === '23:59'
    ? formatShortDay(endsAt, timezone)
    : formatShort(endsAt, timezone)
}

/** Formats the discount of an existing code for the form. */
export function formatAmount(
  { percent, amountCents }: Pick<PromoRow, 'percent' | 'amountCents'>,
  currency: Currency,
): string {
  if (percent !== null) return String(percent)
  return amountCents === null ? '' : formatMoney(amountCents, currency)
}
