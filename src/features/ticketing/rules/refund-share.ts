/** A line of an order, and how much of it goes back or went back before. */
export interface RefundLine {
  quantity: number
  /** After the discount, before the fee. */
  cents: number
  quantityRefunded: number
  quantityNow: number
}

export interface RefundShare {
  /** What goes back now of each line, without the fee. */
  lineCents: number[]
  feeCents: number
  /** All that goes back now. */
  cents: number
}

/**
 * The money of some tickets of an order: a line's by its seats, the fee by the money. Both are taken of running sums, so that however an
 * order goes back, one ticket at a time or at once, the parts sum to what was paid. The database's `refund_tickets` says the same.
 */
export function refundShare(order: { lines: readonly RefundLine[]; feeCents: number }): RefundShare {
  const before = order.lines.map((line) => shareOf(line.cents, line.quantityRefunded, line.quantity))
  const after = order.lines.map((line) =>
    shareOf(line.cents, line.quantityRefunded + line.quantityNow, line.quantity),
  )
  const subtotal = sum(order.lines.map((line) => line.cents))
  const lineCents = after.map((cents, line) => cents - (before[line] ?? 0))
  const feeCents =
    shareOf(order.feeCents, sum(after), subtotal) - shareOf(order.feeCents, sum(before), subtotal)
  return { lineCents, feeCents, cents: sum(lineCents) + feeCents }
}

/** Half up; nothing is the share of nothing. `share_of` in the database. */
function shareOf(cents: number, part: number, whole: number): number {
  return whole === 0 ? 0 : Math.floor((2 * cents * part + whole) / (2 * whole))
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
