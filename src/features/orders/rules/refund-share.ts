/** The words with which money goes back, as buyers read them. */
export const REFUND_REASON_MOST = 200

export interface RefundLine {
  ticketTypeId: string
  quantity: number
  /** Of all its seats, after discounts, before the fee. */
  moneyCents: number
  quantityRefunded: number
  refundedCents: number
}

/**
 * What goes back for some seats of an order, in cents with their share of the fee. Each part is the difference of two rounded sums, so
 * that the parts of an order always sum to its total, in whatever order they go back.
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

/** Half up, in integers. */
function roundedShare(cents: number, part: number, whole: number): number {
  return whole === 0 ? 0 : Math.floor((2 * cents * part + whole) / (2 * whole))
}
