import type { Currency } from '~/lib/currency'
import { formatMoney } from '~/lib/money'

/** Returns the text of the toast after a refund. */
export function describeRefund({
  cents,
  currency,
  tickets,
}: {
  cents: number | null
  currency: Currency
  tickets: readonly unknown[]
}): string {
  const many = tickets.length === 1 ? 'One ticket' : `${tickets.length} tickets`
  return cents === null || cents === 0
    ? `${many} refunded.`
    : `${many} refunded. ${formatMoney(cents, currency)} is on its way.`
}
