interface Sums {
  grossCents: number
  refundsCents: number
  feesCents: number
  disputesCents: number
  shares: readonly { bookingId: string; shareCents: number }[]
}

/** The longest reason or reply. */
export const SETTLEMENT_TEXT_MAX = 1000

/** The figures of a sheet that can be questioned, by their names. */
export function listFigures(
  sheet: Sums,
  costs: readonly { figure: string; cents: number }[],
): ReadonlyMap<string, number> {
  return new Map([
    ['gross', sheet.grossCents],
    ['refunds', sheet.refundsCents],
    ['fees', sheet.feesCents],
    ['disputes', sheet.disputesCents],
    ...costs.map(({ figure, cents }) => [figure, cents] as const),
    ...sheet.shares.map(({ bookingId, shareCents }) => [`share:${bookingId}`, shareCents] as const),
  ])
}

export const getCostFigure = (bookingId: string, index: number): string => `cost:${bookingId}:${index}`

export const isCostFigure = (figure: string): boolean => figure.startsWith('cost:')
