interface Sums {
  grossCents: number
  refundsCents: number
  feesCents: number
  disputesCents: number
  taxCents: number
  shares: readonly { bookingId: string; shareCents: number }[]
}

/** The maximum length of the reason of a question, and of the organizer's reply, in characters. */
export const SETTLEMENT_TEXT_MAX = 1000

/** Returns the amounts of the figures of a sheet that can be questioned, by the id of the figure. */
export function listFigures(
  sheet: Sums,
  costs: readonly { figure: string; cents: number }[],
): ReadonlyMap<string, number> {
  return new Map([
    ['gross', sheet.grossCents],
    ['refunds', sheet.refundsCents],
    ['fees', sheet.feesCents],
    ['disputes', sheet.disputesCents],
    ['tax', sheet.taxCents],
    ...costs.map(({ figure, cents }) => [figure, cents] as const),
    ...sheet.shares.map(({ bookingId, shareCents }) => [`share:${bookingId}`, shareCents] as const),
  ])
}

export const getCostFigure = (bookingId: string, index: number): string => `cost:${bookingId}:${index}`

export const isCostFigure = (figure: string): boolean => figure.startsWith('cost:')

export const FIGURE_LABELS = {
  gross: 'Gross',
  refunds: 'Refunds',
  fees: 'Processing fees',
  disputes: 'Disputes',
  tax: 'Tax',
} as const

/** Names a figure, such as `Share of Juno Frost`. Its booking may have been removed since it was questioned. */
export function describeFigure(
  figure: string,
  { djName, costLabel }: { djName: string | null; costLabel: string | null },
): string {
  if (isCostFigure(figure)) return costLabel ?? 'An agreed cost'
  if (figure.startsWith('share:')) return djName === null ? 'Share of a DJ' : `Share of ${djName}`
  return Object.entries(FIGURE_LABELS).find(([name]) => name === figure)?.[1] ?? figure
}
