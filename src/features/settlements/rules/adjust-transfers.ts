/** A transfer to a payee. `remainingCents` is the part that was not reversed. */
export interface SentTransfer {
  id: string
  remainingCents: number
}

export interface Adjustment {
  cents: number
  /** The id of the transfer that a negative `cents` reverses; null for a new transfer. */
  reverses: string | null
}

/**
 * Calculates how to make a payee's transfers, given oldest first, add up to `dueCents`: by another transfer, or by
 * reversals of the latest ones. Never reverses more than was transferred.
 */
export function calculateAdjustments(dueCents: number, transfers: readonly SentTransfer[]): Adjustment[] {
  const sum = transfers.reduce((total, { remainingCents }) => total + remainingCents, 0)
  if (dueCents > sum) return [{ cents: dueCents - sum, reverses: null }]
  let excess = sum - Math.max(dueCents, 0)
  const adjustments: Adjustment[] = []
  for (const { id, remainingCents } of transfers.toReversed()) {
    const cents = Math.min(remainingCents, excess)
    if (cents > 0) adjustments.push({ cents: -cents, reverses: id })
    excess -= cents
  }
  return adjustments
}
