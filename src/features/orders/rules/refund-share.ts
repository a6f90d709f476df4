/** The maximum length of a refund reason, which buyers read. */
export const REFUND_REASON_MOST = 200

export interface RefundLine {
  ticketTypeId: string
  quantity: number
  moneyCents: number
  quantityRefunded: number
  refundedCents: number
}

/**
 * Returns the amount to refund for some seats of an order, in cents with their share of the fee. Each part is the
 * difference of two rounded sums, so that the parts always sum to the order's total, in any order of refunds.
 */
export function refundShare(
  order: { subtotalCents: number; feeCents: number; lines: readonly RefundLine[] },
  seats: ReadonlyMap<string, number>,
): { cents: number; feeCents: number } {
  const before = order.lines.reduce((sum, line) => sum + line.refundedCents, 0)
  const after = order.lines.reduce((sum, line) => {
    const gone = line.quantityRefunded + (seats.get(line.ticketTypeId) ?? 0)
    return sum + roundedShare(line.moneyCents, gone, line.quantity)
  }, 0)
  const feeCents =
    roundedShare(order.feeCents, after, order.subtotalCents) -
    roundedShare(order.feeCents, before, order.subtotalCents)
  return { cents: after - before + feeCents, feeCents }
}

/** Integer arithmetic that rounds half up. */
function roundedShare(cents: number, part: number, whole: number): number {
  return whole === 0 ? 0 : Math.floor((2 * cents * part + whole) / (2 * whole))
}
