import { formatCount } from '~/lib/count'
import { formatStatus } from '~/lib/format-status'
import type { OrderSummary } from '../contract'

const OUTCOMES = ['transferred', 'refunded', 'cancelled'] as const

/** Formats an order's tickets: `2 tickets`, or `1 ticket, 1 transferred, 1 refunded`. Valid ones come first. */
export function formatTicketCounts(counts: OrderSummary['ticketCounts']): string {
  const left =
    counts.own === 0
      ? 'No tickets left'
      : counts.own === 1
        ? '1 ticket'
        : `${formatCount(counts.own)} tickets`
  return [left, ...formatOutcomes(counts)].join(', ')
}

/** Formats the numbers of tickets that the buyer no longer has, such as `['1 transferred', '2 refunded']`. */
export function formatOutcomes(counts: OrderSummary['ticketCounts']): string[] {
  return OUTCOMES.flatMap((kind) =>
    counts[kind] > 0 ? [`${formatCount(counts[kind])} ${formatStatus(kind)}`] : [],
  )
}
