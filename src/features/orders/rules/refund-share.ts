import { roundShare } from '~/lib/split-cents'

/** The maximum length of a refund reason, in characters. Buyers read it. */
export const MAX_REFUND_REASON_LENGTH = 200

export interface RefundLine {
  ticketTypeId: string
  quantity: number
  moneyCents: number
  quantityRefunded: number
  refundedCents: number
}

/**
 * Returns the amount to refund for some seats of an order, in cents with their share of the fee. Each refund is the
 * difference between two rounded running totals. So all refunds add up to the total of the order, in whatever sequence they are made.
 */
export function computeRefundShare(
  order: { ticketsCents: number; feeCents: number; lines: readonly RefundLine[] },
  seats: ReadonlyMap<string, number>,
): { cents: number; feeCents: number } {
  const before = order.lines.reduce((sum, line) => sum + line.refundedCents, 0)
  const after = order.lines.reduce((sum, line) => {
    const refundedCount = line.quantityRefunded + (seats.get(line.ticketTypeId) ?? 0)
    return sum + roundShare(line.moneyCents, refundedCount, line.quantity)
  }, 0)
  const feeCents =
    roundShare(order.feeCents, after, order.ticketsCents) -
    roundShare(order.feeCents, before, order.ticketsCents)
  return { cents: after - before + feeCents, feeCents }
}
