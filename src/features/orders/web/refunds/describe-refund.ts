import { formatDollars } from '~/lib/money'

/** Returns the text of the toast after a refund. */
export function describeRefund({
  cents,
  tickets,
}: {
  cents: number | null
  tickets: readonly unknown[]
}): string {
  const many = tickets.length === 1 ? 'One ticket' : `${tickets.length} tickets`
  return cents === null || cents === 0
    ? `${many} refunded.`
    : `${many} refunded. ${formatDollars(cents)} is on its way.`
}
